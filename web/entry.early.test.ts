import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';

const place = document.createElement('div');

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  place.innerHTML = `
    <button type="button">Add</button><button type="button">Save</button><button type="submit">Send</button>
    <button type="button" aria-disabled="true">Gone</button>
    <select><option>tirana</option><option>durres</option></select>
    <a href="/deal/1">Deal</a> <a href="/deal/1" target="_blank">Terms</a> <a href="tel:+355">Call</a>`;
  document.body.append(place);
  place.addEventListener('click', (event) => event.preventDefault());
  await import('./entry.early.ts');
});
afterEach(() => {
  window.doWhatWasPressed?.();
  place.remove();
});

const control = (text: string) =>
  [...place.querySelectorAll<HTMLElement>('button, a')].find(({ textContent }) => textContent === text) as HTMLElement;
const press = (text: string, more: MouseEventInit = {}) =>
  control(text).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...more }));
const isHeard = (text: string) => 'heard' in control(text).dataset;

/** From now on somebody answers; what was done, by what stands on it. */
function comeAlive(): string[] {
  const done: string[] = [];
  const answer = ({ type, target, detail }: UIEvent) => {
    const { textContent, value } = target as HTMLSelectElement;
    done.push(type === 'change' ? String(value) : `${textContent} ${detail}`);
  };
  for (const type of ['click', 'change']) place.addEventListener(type, answer as EventListener);
  window.doWhatWasPressed?.();
  for (const type of ['click', 'change']) place.removeEventListener(type, answer as EventListener);
  return done;
}

test('what was pressed shows that it was heard and is done once, in its order, when the page is alive', () => {
  press('Add', { detail: 1 });
  press('Save');
  press('Add', { detail: 2 });
  expect(['Add', 'Save'].map(isHeard)).toEqual([true, true]);
  expect(comeAlive()).toEqual(['Save 0', 'Add 2']);
  expect(['Add', 'Save'].map(isHeard)).toEqual([false, false]);
  expect(comeAlive()).toEqual([]);
});

test('what was chosen from a list is chosen', () => {
  const list = place.querySelector('select') as HTMLSelectElement;
  list.value = 'durres';
  list.dispatchEvent(new Event('change', { bubbles: true }));
  expect(comeAlive()).toEqual(['durres']);
});

test('what sends by itself or cannot be used is not kept', () => {
  press('Send');
  press('Gone');
  expect([isHeard('Send'), isHeard('Gone'), comeAlive()]).toEqual([false, false, []]);
});

test('what was pressed ten seconds ago looks as before and is not done', () => {
  press('Add');
  vi.advanceTimersByTime(6000);
  press('Add');
  press('Save');
  vi.advanceTimersByTime(9999);
  expect([isHeard('Add'), isHeard('Save')]).toEqual([true, true]);
  vi.advanceTimersByTime(1);
  expect([isHeard('Add'), isHeard('Save'), comeAlive()]).toEqual([false, false, []]);
});

test('whoever goes on to another page wants nothing of this one any more', () => {
  press('Add');
  for (const aside of ['Terms', 'Call']) press(aside);
  press('Deal', { ctrlKey: true });
  expect(isHeard('Add')).toBe(true);
  press('Deal');
  expect([isHeard('Add'), comeAlive()]).toEqual([false, []]);
});

test('a search that was sent, or a page that was left, takes it along', () => {
  for (const type of ['submit', 'pagehide']) {
    press('Add');
    window.dispatchEvent(new Event(type));
    expect(isHeard('Add'), type).toBe(false);
  }
});

test('what comes after the page is alive is left to the page', async () => {
  window.doWhatWasPressed?.();
  vi.resetModules();
  document.documentElement.dataset.ready = '';
  await import('./entry.early.ts');
  delete document.documentElement.dataset.ready;
  press('Add');
  expect(isHeard('Add')).toBe(false);
});

/** How often it asks whether the shop can be reached; what asks so with an end is another part of the app. */
const asked = ({ mock }: Mock) => mock.calls.filter(([url, how]) => url === '/healthz' && !how.signal).length;

/** All has come that will, and the script that begins is not among it. */
const lose = () => dispatchEvent(new Event('load'));

test.each([
  ['at once', 'navigate', 2_000],
  ['later, where that was of no use', 'reload', 30_000],
])('a page whose script was lost begins anew %s, when the shop can be reached', async (_when, type, ms) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  const ask = vi.fn().mockRejectedValueOnce(new TypeError('no connection')).mockResolvedValue(new Response());
  vi.stubGlobal('fetch', ask);
  lose();
  lose();
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(asked(ask)).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect([asked(ask), reload.mock.calls.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([asked(ask), reload.mock.calls.length]).toEqual([2, 1]);
});

test('a page that has begun waits for its parts, and one that is alive begins nothing anew', async () => {
  const ask = vi.fn().mockResolvedValue(new Response());
  vi.stubGlobal('fetch', ask);
  window.hasBegun = true;
  lose();
  delete window.hasBegun;
  window.doWhatWasPressed?.();
  lose();
  dispatchEvent(new Event('unhandledrejection'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked(ask)).toBe(0);
});
