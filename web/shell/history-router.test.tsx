import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { type Lazy, lazyWithRetry } from '#web/kit/lazy.tsx';
import { type Navigate, useLocation, useNavigate } from '#web/kit/router/location.tsx';
import { arrive, HistoryRouter } from './history-router.tsx';

const rendered: string[] = [];

function Place() {
  const { pathname } = useLocation();
  rendered.push(pathname);
  return <p>{pathname}</p>;
}

test('navigation during loading, is rendered after hydration of the first page', async () => {
  history.replaceState({ key: 'a' }, '', '/deal/1');
  const arrival = arrive();
  history.pushState({ key: 'b' }, '', '/categories');
  render(
    <HistoryRouter arrival={arrival}>
      <Place />
    </HistoryRouter>,
  );
  await screen.findByText('/categories');
  expect(rendered).toEqual(['/deal/1', '/categories']);
});

let go: Navigate;

function Places({ Next }: { Next: Lazy<object> }) {
  const { pathname } = useLocation();
  go = useNavigate();
  return (
    <>
      <nav>{pathname}</nav>
      <Suspense fallback="fallback">{pathname === '/next' ? <Next /> : 'left'}</Suspense>
    </>
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Navigates to a page; returns a function that reads the screen. */
async function goTo(fetchIt: () => Promise<() => string>): Promise<() => string> {
  vi.useFakeTimers();
  history.replaceState(null, '', '/left');
  const { container } = render(
    <HistoryRouter arrival={arrive()}>
      <Places Next={lazyWithRetry(fetchIt)} />
    </HistoryRouter>,
  );
  await act(async () => go('/next'));
  return () => container.textContent;
}

test('navigation, slow page, shows its fallback within 100 ms', async () => {
  const seen = await goTo(() => new Promise(() => {}));
  expect(seen()).toBe('/leftleft');
  await pass(100);
  expect(seen()).toBe('/nextfallback');
});
