import { act, fireEvent, screen, } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { dealNumber } from '#test/fake-server.ts';
import { AddressProvider } from '#web/kit/address.ts';
import { pageAt } from '#web/routes.ts';
import { CitySelect } from '#web/shell/city-select.tsx';
import { Page, } from './home.page.tsx';

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
