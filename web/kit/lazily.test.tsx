import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { ErrorBoundary, lazyWithRetry } from './lazy.tsx';
import { hasConnection } from './online.ts';

const Text = () => <p>there</p>;

/** Waits for what is being fetched. */
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

test('what was loaded ahead is there at once', async () => {
  const Lazy = lazyWithRetry(async () => Text);
  await Lazy.load();
  render(<Lazy />);
  expect(screen.getByText('there')).toBeTruthy();
});

test('it is fetched once, however often it is asked for', async () => {
  const fetchIt = vi.fn(async () => Text);
  const Lazy = lazyWithRetry(fetchIt);
  await Promise.all([Lazy.load(), Lazy.load()]);
  await showLazily(Lazy);
  expect(fetchIt).toHaveBeenCalledTimes(1);
});

test('a fetch that failed while it was shown can be tried again', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ status: 'alive' }));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const fetchIt = vi.fn(async () => Text).mockRejectedValueOnce(new Error('lost'));
  await showLazily(lazyWithRetry(fetchIt));
  await act(async () => fireEvent.click(screen.getByText('again')));
  expect(screen.getByText('there')).toBeTruthy();
  expect(fetchIt).toHaveBeenCalledTimes(2);
});

/** How the connection is lost under a script, and what it is refused with when it is fetched again. */
const lose = (isSilent: boolean) => {
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

test('lost with the connection it is waited for, and fetched again when that is back', async () => {
  const fetchIt = vi.fn(async () => Text).mockImplementationOnce(lose(false));
  await showLazily(lazyWithRetry(fetchIt));
  await pass(5000);
  expect([hasConnection(), screen.queryByText('waiting') !== null]).toEqual([false, true]);
  await comeBack();
  expect(screen.getByText('there')).toBeTruthy();
});

test.each([true, false])(
  'what is refused for good with the connection back is given up (silent: %s)',
  async (isSilent) => {
    const giveUp = vi.fn(() => new Promise<never>(() => {}));
    await showLazily(lazyWithRetry(vi.fn(lose(isSilent)), [], giveUp));
    await pass(5000);
    expect([hasConnection(), screen.queryByText('again')]).toEqual([false, null]);
    await comeBack();
    await pass(3000);
    expect(giveUp).toHaveBeenCalledOnce();
  },
);

test('refused while there is a connection, it is a failure at once', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const fetchIt = vi.fn(lose(false));
  vi.stubGlobal('fetch', async () => Response.json({ status: 'alive' }));
  await showLazily(lazyWithRetry(fetchIt));
  await pass(10);
  expect(screen.getByText('again')).toBeTruthy();
});

test('a fetch ahead that failed is forgotten', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ status: 'alive' }));
  const fetchIt = vi.fn(async () => Text).mockRejectedValueOnce(new Error('lost'));
  const Lazy = lazyWithRetry(fetchIt);
  await expect(Lazy.load()).rejects.toThrow('lost');
  await showLazily(Lazy);
  expect(screen.getByText('there')).toBeTruthy();
});
