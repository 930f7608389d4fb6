/** The deal of the day above a list, which waits for it a little and makes room for it. */
import { act, fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { dealNumber } from '#test/fake-server.ts';
import { AddressProvider } from '#web/kit/address.ts';
import { pageAt } from '#web/routes.ts';
import { Page } from './home.page.tsx';

/** The page of wherever a link led. */
function Shop() {
  const { pathname, search } = useLocation();
  return (
    <AddressProvider value={pageAt(pathname, new URLSearchParams(search))}>
      <Page />
    </AddressProvider>
  );
}

/** What calls are answered, by a server that is there: a machine that is busy reads slowly, which is asked about. */
const answerCalls = (answer: (url: string) => Promise<Response>) =>
  vi.stubGlobal('fetch', (url: string) =>
    url === '/healthz' ? Promise.resolve(Response.json({ status: 'alive' })) : answer(url),
  );

test.each([
  ['/', [2, 1]],
  ['/?sort=price', [1, 2]],
  ['/?minPrice=1000', [1, 2]],
])('what stands in the banner comes last of the whole list in its own order alone: %s', async (at, order) => {
  const list = [{ ...dealNumber(1), isFeatured: true }, dealNumber(2)];
  answerCalls(async (url) => {
    if (url.includes('/featured')) return Response.json(list.slice(0, 1));
    return Response.json(url.includes('/api/deals?') ? list : []);
  });
  show(<Shop />, { at });
  const titles = await screen.findAllByRole('heading', { level: 3 });
  expect(titles.map(({ textContent }) => textContent)).toEqual(order.map((number) => dealNumber(number).title));
});

test.each([
  ['comes too', /never/, [2, 1]],
  ['comes not, and the first deal stays the first', /featured/, [1, 2]],
])('who asks again where nothing came asks for the banner too: it %s', async (_, failing, order) => {
  vi.useFakeTimers();
  const list = [{ ...dealNumber(1), isFeatured: true }, dealNumber(2)];
  let fails = /deals/;
  answerCalls(async (url) => {
    if (fails.test(url)) return Response.json({}, { status: 503 });
    if (url.includes('/featured')) return Response.json(list.slice(0, 1));
    return Response.json(url.includes('/api/deals?') ? list : []);
  });
  // Step by step: an answer is read in the time of the machine, and a call gives up by the clock of the test.
  const later = async () => {
    for (let second = 0; second < 30; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000));
  };
  show(<Shop />);
  await later();
  expect(screen.getByText(t('error.fetchFeatured'))).toBeTruthy();
  fails = failing;
  fireEvent.click(screen.getByRole('button', { name: t('common.tryAgain') }));
  await later();
  const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(order.map((number) => dealNumber(number).title));
});

test.each([
  ['is slow', () => new Promise<Response>(() => {}), 2100],
  ['cannot be told', async () => Response.json({}, { status: 503 }), 100],
])('the list does not wait long for a deal of the day that %s', async (_, featured, ms) => {
  vi.useFakeTimers();
  answerCalls(async (url) => {
    if (url.includes('/featured')) return featured();
    return Response.json(url.includes('/api/deals?') ? [dealNumber(1), dealNumber(2)] : []);
  });
  show(<Shop />);
  await act(() => vi.advanceTimersByTimeAsync(ms));
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2);
});

test('a deal of the day that comes too late is not shown, and moves nothing, until one comes back to the list', async () => {
  vi.useFakeTimers();
  const list = [{ ...dealNumber(1), isFeatured: true }, dealNumber(2)];
  answerCalls(async (url) => {
    if (url.includes('/categories'))
      return Response.json([
        { id: 'hair', slug: 'hair', name: 'Flokë', nameEn: 'Hair', icon: 'scissors', isActive: true, dealCount: 1 },
      ]);
    if (url.includes('/featured')) return after(3000, () => Response.json(list.slice(0, 1)));
    return Response.json(url.includes('/api/deals?') ? list : []);
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  show(<Shop />);
  await pass(2500);
  const before = titles();
  await pass(2000);
  const banner = () => screen.queryByRole('region', { name: t('home.banner.title') });
  expect([banner(), before, titles()]).toEqual([null, [dealNumber(1).title, dealNumber(2).title], before]);
  fireEvent.click(screen.getByRole('link', { name: 'Flokë' }));
  await pass(100);
  fireEvent.click(screen.getByRole('link', { name: t('category.all') }));
  await pass(100);
  expect([banner() === null, titles()]).toEqual([false, before.toReversed()]);
});

test.each([
  ['slow', () => after(3000, () => Response.json([dealNumber(1)]))],
  ['refused at first', withOneFailed(() => Response.json([dealNumber(1)]))],
])('a deal of the day that is %s is shown where the list came no sooner', async (_, featured) => {
  vi.useFakeTimers();
  answerCalls(async (url) => {
    if (url.includes('/featured')) return featured();
    return after(url.includes('/api/deals?') ? 3500 : 0, () =>
      Response.json(url.includes('deals?') ? [dealNumber(2)] : []),
    );
  });
  show(<Shop />);
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(screen.getByRole('region', { name: t('home.banner.title') })).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1);
});

const after = (ms: number, answer: () => Response) =>
  new Promise<Response>((resolve) => setTimeout(() => resolve(answer()), ms));

function withOneFailed(answer: () => Response): () => Promise<Response> {
  let asked = 0;
  return async () => {
    asked += 1;
    if (asked === 1) return Response.json({}, { status: 503 });
    return answer();
  };
}
