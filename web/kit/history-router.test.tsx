import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import { arrive, HistoryRouter } from './history-router.tsx';
import { type Lazy, lazyWithRetry } from './lazy.tsx';

const rendered: string[] = [];

function Place() {
  const { pathname } = useLocation();
  rendered.push(pathname);
  return <p>{pathname}</p>;
}

test('what one goes to while a page starts is shown after that page was taken over', async () => {
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

function Places({ Next }: { Next: Lazy<object> }) {
  const { pathname } = useLocation();
  return (
    <>
      <nav>{pathname}</nav>
      <Suspense fallback="boxes">{pathname === '/next' ? <Next /> : 'left'}</Suspense>
    </>
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** One goes to a page; what is seen then. */
async function goTo(fetchIt: () => Promise<() => string>): Promise<() => string> {
  vi.useFakeTimers();
  history.replaceState(null, '', '/left');
  const arrival = arrive();
  const { container } = render(
    <HistoryRouter arrival={arrival}>
      <Places Next={lazyWithRetry(fetchIt)} />
    </HistoryRouter>,
  );
  await act(async () => arrival.history.push('/next'));
  return () => container.textContent;
}

test('a page that takes longer shows its boxes, and the way to it is marked, within 100 ms', async () => {
  const seen = await goTo(() => new Promise(() => {}));
  expect(seen()).toBe('/leftleft');
  await pass(100);
  expect(seen()).toBe('/nextboxes');
});

test('a page that is there soon takes the place of the other without a flicker', async () => {
  const seen = await goTo(() => new Promise((resolve) => setTimeout(resolve, 30, () => 'there')));
  const looks = new Set<string>();
  for (let waited = 0; waited < 200; waited += 10) {
    await pass(10);
    looks.add(seen());
  }
  expect([...looks]).toEqual(['/leftleft', '/nextthere']);
});
