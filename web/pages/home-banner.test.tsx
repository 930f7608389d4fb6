/** The deal of the day above a list, which waits for it a little and makes room for it. */
import { act, screen } from '@testing-library/react';
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
