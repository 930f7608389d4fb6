import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { loadStyleSheet } from './lazy.tsx';
import { onConnection } from './online.ts';

/** The document of the tests would answer by itself, that there are none. */
const sheets: HTMLLinkElement[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  document.head.innerHTML = '<link rel="preload" as="style" href="/rest.css">';
  sheets.length = 0;
  vi.spyOn(document.head, 'append').mockImplementation((link) => void sheets.push(link as HTMLLinkElement));
});
afterEach(() => {
  document.head.replaceChildren();
});

const answer = (type: 'load' | 'error') => sheets.at(-1)?.dispatchEvent(new Event(type));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const waited = () => {
  const seen = { isOver: false };
  void loadStyleSheet()?.then(() => {
    seen.isOver = true;
  });
  return seen;
};

test('the app begins once the other styles are there', async () => {
  const wait = waited();
  await pass(500);
  expect([sheets.length, wait.isOver]).toEqual([1, false]);
  answer('load');
  await pass(0);
  expect([sheets.length, wait.isOver]).toEqual([1, true]);
});

test('styles that hang keep the app waiting for three seconds and no longer', async () => {
  const wait = waited();
  await pass(2999);
  expect(wait.isOver).toBe(false);
  await pass(1);
  expect(wait.isOver).toBe(true);
});

test('styles that did not come are asked for until they do', async () => {
  const wait = waited();
  const pauses = [1000, 4000, 15_000, 15_000];
  for (const [before, pause] of pauses.entries()) {
    answer('error');
    await pass(pause - 1);
    expect(sheets).toHaveLength(before + 1);
    await pass(1);
    expect(sheets).toHaveLength(before + 2);
  }
  expect(wait.isOver).toBe(true);
  answer('load');
  await pass(60_000);
  expect(sheets.map(({ rel, href }) => `${rel} ${new URL(href).pathname}`)).toEqual(
    Array.from({ length: 5 }, () => 'stylesheet /rest.css'),
  );
});

test('without a connection they wait for it', async () => {
  waited();
  // As the banner, without which nobody listens to the browser.
  onTestFinished(onConnection(() => {}));
  window.dispatchEvent(new Event('offline'));
  answer('error');
  await pass(10_000);
  expect(sheets).toHaveLength(1);
  vi.stubGlobal('fetch', async () => Response.json({ status: 'alive' }));
  await pass(5000);
  expect(sheets).toHaveLength(2);
});

test('a document that brings all of its styles asks for none', () => {
  document.head.replaceChildren();
  expect(loadStyleSheet()).toBeUndefined();
});
