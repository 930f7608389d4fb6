import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { prefetchWhenIdle } from './lazy.tsx';
import { onConnection } from './online.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const line = (connection: object) => vi.stubGlobal('navigator', { onLine: true, connection });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('one after the other is fetched, also behind one that fails', async () => {
  const later = () => new Promise((resolve) => setTimeout(resolve, 1000));
  const fetches = [vi.fn(later), vi.fn(() => Promise.reject(new Error('lost'))), vi.fn(later)];
  prefetchWhenIdle(fetches);
  const asked = () => fetches.map((fetchIt) => fetchIt.mock.calls.length);
  await pass(500);
  expect(asked()).toEqual([1, 0, 0]);
  await pass(2000);
  expect(asked()).toEqual([1, 1, 1]);
});

test.each([
  ['nobody said anything of it', {}, 1],
  ['it is good', { effectiveType: '4g' }, 1],
  ['whoever pays for it asked to save', { saveData: true, effectiveType: '4g' }, 0],
  ['it is slow', { effectiveType: '2g' }, 0],
  ['it is very slow', { effectiveType: 'slow-2g' }, 0],
])('what a line is used for when %s', async (_name, connection, times) => {
  line(connection);
  const fetchIt = vi.fn(async () => {});
  prefetchWhenIdle([fetchIt]);
  await pass(1000);
  expect(fetchIt).toHaveBeenCalledTimes(times);
});

test('who is gone fetches nothing more', async () => {
  const fetchIt = vi.fn(async () => {});
  prefetchWhenIdle([fetchIt])();
  await pass(1000);
  expect(fetchIt).not.toHaveBeenCalled();
});

test('without a connection it waits, and goes on when it is back', async () => {
  const fetchIt = vi.fn(async () => {});
  // As the banner, without which nobody listens to the browser.
  onTestFinished(onConnection(() => {}));
  window.dispatchEvent(new Event('offline'));
  prefetchWhenIdle([fetchIt]);
  await pass(10_000);
  expect(fetchIt).not.toHaveBeenCalled();
  vi.stubGlobal('fetch', async () => Response.json({ status: 'alive' }));
  await pass(5000);
  expect(fetchIt).toHaveBeenCalledTimes(1);
});
