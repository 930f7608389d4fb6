import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hasConnection } from './data/online.ts';
import { ErrorBoundary, lazyWithRetry, loadStyleSheet, prefetchWhenIdle } from './lazy.tsx';

const Text = () => <p>there</p>;

/** Renders it in an error boundary with a retry button. */
const showLazily = (Lazy: ReturnType<typeof lazyWithRetry<object>>) =>
  act(async () => {
    render(
      <ErrorBoundary
        fallback={(retry) => (
          <button type="button" onClick={retry}>
            again
          </button>
        )}
      >
        <Suspense fallback="waiting">
          <Lazy />
        </Suspense>
      </ErrorBoundary>,
    );
  });

test('lazy component, loaded before, renders synchronously', async () => {
  const Lazy = lazyWithRetry(async () => Text);
  await Lazy.load();
  render(<Lazy />);
  expect(screen.getByText('there')).toBeTruthy();
});

test('lazy component, load failed, is loaded again on retry', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ status: 'alive' }));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const fetchIt = vi.fn(async () => Text).mockRejectedValueOnce(new Error('lost'));
  await showLazily(lazyWithRetry(fetchIt));
  await act(async () => fireEvent.click(screen.getByText('again')));
  expect(screen.getByText('there')).toBeTruthy();
  expect(fetchIt).toHaveBeenCalledTimes(2);
});

/** Loses the connection; returns a load that hangs (`isSilent`) or fails. */
const failToLoad = (isSilent: boolean) => {
  vi.useFakeTimers();
  const lost = () => (isSilent ? new Promise<never>(() => {}) : Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', lost);
  return lost;
};
const comeBack = async () => {
  vi.stubGlobal('fetch', async () => Response.json({ status: 'alive' }));
  await pass(5000);
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('lazy component, lost with the connection, is loaded again when that is back', async () => {
  const fetchIt = vi.fn(async () => Text).mockImplementationOnce(failToLoad(false));
  await showLazily(lazyWithRetry(fetchIt));
  await pass(5000);
  expect([hasConnection(), screen.queryByText('waiting') !== null]).toEqual([false, true]);
  await comeBack();
  expect(screen.getByText('there')).toBeTruthy();
});

test.each([true, false])(
  'lazy component, load fails again with the connection back, is given up (hanging: %s)',
  async (isSilent) => {
    const giveUp = vi.fn(() => new Promise<never>(() => {}));
    await showLazily(lazyWithRetry(vi.fn(failToLoad(isSilent)), [], giveUp));
    await pass(11_000);
    expect([hasConnection(), screen.queryByText('again')]).toEqual([false, null]);
    await comeBack();
    await pass(3000);
    expect(giveUp).toHaveBeenCalledOnce();
  },
);

test('lazy component, load fails while online, shows the error at once', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const fetchIt = vi.fn(failToLoad(false));
  vi.stubGlobal('fetch', async () => Response.json({ status: 'alive' }));
  await showLazily(lazyWithRetry(fetchIt));
  await pass(10);
  expect(screen.getByText('again')).toBeTruthy();
});

const line = (connection: object) => vi.stubGlobal('navigator', { onLine: true, connection });

test('prefetch, several loads, one failing, runs all in sequence', async () => {
  vi.useFakeTimers();
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
  ['connection unknown', {}, 1],
  ['4g', { effectiveType: '4g' }, 1],
  ['data saving', { saveData: true, effectiveType: '4g' }, 0],
  ['2g', { effectiveType: '2g' }, 0],
  ['slow 2g', { effectiveType: 'slow-2g' }, 0],
])('prefetch, %s, runs only without data saving on a fast connection', async (_name, connection, times) => {
  vi.useFakeTimers();
  line(connection);
  const fetchIt = vi.fn(async () => {});
  prefetchWhenIdle([fetchIt]);
  await pass(1000);
  expect(fetchIt).toHaveBeenCalledTimes(times);
});

/** The style sheets that were inserted; happy-dom would load them itself. */
const sheets: HTMLLinkElement[] = [];
const preloadStyles = () => {
  vi.useFakeTimers();
  document.head.innerHTML = '<link rel="preload" as="style" href="/rest.css">';
  sheets.length = 0;
  vi.spyOn(document.head, 'append').mockImplementation((link) => void sheets.push(link as HTMLLinkElement));
  onTestFinished(() => document.head.replaceChildren());
};

const answer = (type: 'load' | 'error') => sheets.at(-1)?.dispatchEvent(new Event(type));
const waited = () => {
  preloadStyles();
  const seen = { isOver: false };
  void loadStyleSheet()?.then(() => {
    seen.isOver = true;
  });
  return seen;
};

test('style sheet, loaded, ends the wait', async () => {
  const wait = waited();
  await pass(500);
  expect([sheets.length, wait.isOver]).toEqual([1, false]);
  answer('load');
  await pass(0);
  expect([sheets.length, wait.isOver]).toEqual([1, true]);
});

test('style sheet, failed, is retried until it is loaded', async () => {
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

test('style sheet, nothing preloaded, is not loaded', () => {
  expect(loadStyleSheet()).toBeUndefined();
});
