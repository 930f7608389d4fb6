import { act, fireEvent, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import { NEXT_CURSOR } from '#core/contract/call.ts';
import { show, t } from '#test/dom.tsx';
import { dealNumber } from '#test/fake-server.ts';
import { AddressProvider } from '#web/kit/address.ts';
import { api } from '#web/kit/api.ts';
import { withResolvers } from '#web/kit/browser.ts';
import { createQueryClient } from '#web/kit/queries.ts';
import { pageAt } from '#web/routes.ts';
import { CitySelect } from '#web/shell/header.tsx';
import { Page, prefetch } from './home.page.tsx';

/** The page of wherever a link led. */
function Shop() {
  const { pathname, search } = useLocation();
  return (
    <AddressProvider value={pageAt(pathname, new URLSearchParams(search))}>
      <Page />
    </AddressProvider>
  );
}

const hair = {
  id: 'hair',
  slug: 'hair',
  name: 'Flokë',
  nameEn: 'Hair',
  icon: 'scissors',
  isActive: true,
  dealCount: 1,
};

test('while a category is on its way nobody is told that they have seen all of it', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/featured')) return Response.json([]);
    if (url.includes('/categories')) return Response.json([hair]);
    if (url.includes('category=hair')) return new Promise(() => {});
    if (!url.includes('/api/deals')) return Response.json([]);
    const number = url.includes('cursor=further') ? 2 : 1;
    return Response.json([dealNumber(number)], { headers: { [NEXT_CURSOR]: number === 1 ? 'further' : 'beyond' } });
  });
  show(<Shop />);
  fireEvent.click(await screen.findByRole('button', { name: t('home.loadMore') }));
  expect(await screen.findByText(dealNumber(2).title)).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Flokë' }));
  await vi.waitFor(() => expect(screen.getByRole('link', { name: 'Flokë' }).getAttribute('aria-current')).toBe('true'));
  expect(screen.getByText(dealNumber(2).title)).toBeTruthy();
  expect(screen.queryByText(t('home.endOfList'))).toBeNull();
});

test('another city shows boxes at once, and keeps no card of the one before', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    // Its banner is known, so that its list alone is waited for.
    if (url.includes('city=vlore')) return url.includes('/featured') ? Response.json([]) : new Promise(() => {});
    if (url.includes('/featured')) return Response.json([dealNumber(3)]);
    return Response.json(url.includes('/categories') ? [hair] : [dealNumber(1)]);
  });
  const boxes = () => document.querySelectorAll('[data-skeleton]').length;
  show(
    <>
      <CitySelect />
      <Shop />
    </>,
  );
  await screen.findByText(dealNumber(1).title);
  await screen.findByText(dealNumber(3).title);
  fireEvent.change(screen.getByLabelText(t('city.label')), { target: { value: 'vlore' } });
  await screen.findByRole('heading', { name: t('city.dealsIn', { city: t('city.vlore') }) });
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect([screen.queryByText(dealNumber(1).title), screen.queryByText(dealNumber(3).title), boxes()]).toEqual([
    null,
    null,
    3,
  ]);
  expect(screen.getByRole('link', { name: 'Flokë' })).toBeTruthy();
});

test('nobody is told that nothing is found before it is known what helps', async () => {
  const { promise: hints, resolve: answer } = withResolvers<Response>();
  const offer = { city: 'korce', category: null, search: '', count: 1 };
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url.includes('/hints')) return hints;
    if (url.includes('city=korce')) return Response.json([dealNumber(2)]);
    return Response.json(url.includes('/categories') ? [hair] : []);
  });
  show(<Shop />, { at: '/?search=korce' });
  await vi.waitFor(() => expect(asked.filter((url) => url.includes('search=korce'))).toHaveLength(2));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  const boxes = () => document.querySelectorAll('[data-skeleton]').length;
  expect([screen.queryByText(t('home.empty.title')), boxes()]).toEqual([null, 3]);
  await act(async () => answer(Response.json({ offer, partly: [] })));
  expect(await screen.findByText(dealNumber(2).title)).toBeTruthy();
  expect(boxes()).toBe(0);
});

const partly = (deals: unknown[], offer: unknown = null) => Response.json({ offer, partly: deals });

test.each([
  [4, '4 oferta'],
  [1001, 'mbi 1\u00a0000 oferta'],
])('a search that names a city or a category offers their lists (%i)', async (count, deals) => {
  const offer = { city: 'korce', category: 'hair', search: '', count };
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/hints')) return partly([], offer);
    return Response.json(url.includes('/categories') ? [hair] : url.includes('search=') ? [dealNumber(1)] : []);
  });
  show(<Shop />, { at: '/?search=floke+korce&sort=price&maxPrice=900' });
  const link = await screen.findByRole('link', { name: `Flokë · ${deals} në Korçë` });
  expect(link.getAttribute('href')).toBe('/?category=hair&city=korce');
  expect(screen.queryByRole('heading', { name: t('find.partly') })).toBeNull();
});

test('where nothing has all words, what has some is shown under a heading of its own', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/hints') ? partly([dealNumber(7)]) : Response.json(url.includes('/categories') ? [hair] : []),
  );
  show(<Shop />, { at: '/?search=masazh+zhvxq' });
  expect(await screen.findByText(t('home.empty.search', { search: 'masazh zhvxq' }))).toBeTruthy();
  const list = await screen.findByRole('list', { name: t('find.partly') });
  expect(list.textContent).toContain(dealNumber(7).title);
});

test('a search is told once somebody stays with it, and one that finds nothing offers what others search for', async () => {
  const told: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (body) told.push(JSON.parse(String(body)));
    if (url.includes('/hints')) return partly([]);
    return Response.json(url.includes('/popular') ? ['manikyr', 'masazh relaksues'] : []);
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show(<Shop />, { at: '/?search=zhvxq&city=durres&sort=price' });
  const link = await screen.findByRole('link', { name: 'masazh relaksues' });
  expect(link.getAttribute('href')).toBe('/?search=masazh+relaksues&city=durres');
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(told).toEqual([{ search: 'zhvxq', city: 'durres' }]);
  vi.useRealTimers();
});

test('a page of a search is made without what others search for: most find something', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json([]);
  });
  await prefetch(createQueryClient(), {
    params: {},
    search: new URLSearchParams('search=masazh'),
    city: 'tirana',
    api,
  });
  expect(asked.filter((url) => url.includes('search')).sort()).toEqual([
    '/api/deals/hints?search=masazh',
    '/api/deals?search=masazh&limit=12',
  ]);
});

test('a search that what it names answers shows its deals, and does not say that nothing was found', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/hints')) {
      return partly([dealNumber(5), dealNumber(6)], { city: 'korce', category: null, search: '', count: 4 });
    }
    if (url.includes('city=korce')) return Response.json([dealNumber(4), dealNumber(5)]);
    return Response.json(url.includes('/categories') ? [hair] : []);
  });
  show(<Shop />, { at: '/?search=masazh+korce' });
  const list = await screen.findByRole('list', { name: t.count('home.results', 4) });
  expect(screen.getByRole('link', { name: '4 oferta në Korçë' })).toBeTruthy();
  expect(list.querySelectorAll('article')).toHaveLength(2);
  expect(screen.getByRole('list', { name: t('find.partly') }).querySelectorAll('article')).toHaveLength(1);
  expect(screen.queryByText(t('home.empty.title'))).toBeNull();
});

test('a search that finds nothing where nobody knows what others search for offers the categories', async () => {
  const lips = { ...hair, id: 'lips', slug: 'lips', name: 'Buzë', dealCount: 0 };
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/hints') ? partly([]) : Response.json(url.includes('/categories') ? [hair, lips] : []),
  );
  show(<Shop />, { at: '/?search=epilim' });
  const ways = await screen.findByRole('region', { name: t('categories.title') });
  const links = within(ways).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([['Flokë', '/?category=hair']]);
});

test.each([
  ['/?search=masazh&city=berat', 'Rezultate për “masazh”', 'Rezultate për “masazh” në Berat – '],
  ['/?search=masazh&city=all', 'Rezultate për “masazh”', 'Rezultate për “masazh” në të gjithë Shqipërinë – '],
  ['/?category=hair&city=berat', 'Flokë në Berat', 'Flokë në Berat – '],
  ['/?category=hair&city=all', 'Flokë në të gjithë Shqipërinë', 'Flokë në të gjithë Shqipërinë – '],
])('the heading of %s is “%s”, and its title says so too', async (at, name, title) => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/hints')) return partly([]);
    return Response.json(url.includes('/categories') ? [hair] : url.includes('/featured') ? [] : [dealNumber(1)]);
  });
  show(<Shop />, { at });
  expect(await screen.findByRole('heading', { name })).toBeTruthy();
  expect(document.title).toBe(`${title}${t('home.meta.title')} | ${t('app.name')}`);
});

test('a search is not told before its own list is there', async () => {
  const told: unknown[] = [];
  const asked: string[] = [];
  const { promise, resolve } = withResolvers();
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    asked.push(url);
    if (body) told.push(JSON.parse(String(body)).search);
    if (url.includes('/hints')) return partly([]);
    if (url.includes('search=masazh')) await promise;
    if (url.includes('search=thonj')) return new Promise(() => {});
    return Response.json(url.includes('search=') ? [dealNumber(1)] : []);
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show(<Shop />, { at: '/?search=masazh' });
  const pass = () => act(() => vi.advanceTimersByTimeAsync(10_000));
  await pass();
  expect(told, 'while nothing stands there').toEqual([]);
  resolve();
  await pass();
  expect(told).toEqual(['masazh']);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'thonj' } });
  // The first leads there.
  await pass();
  await pass();
  expect(asked.some((url) => url.includes('search=thonj'))).toBe(true);
  expect(screen.getByText(dealNumber(1).title)).toBeTruthy();
  expect(told, 'while the list of another stands there').toEqual(['masazh']);
});
