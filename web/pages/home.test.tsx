import { act, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CityChoice } from '#core/domain/cities.ts';
import { said, show, t } from '#test/dom.tsx';
import { dealNumber, fakeServer } from '#test/fake-server.ts';
import { NextCity, ResultCount } from '#web/features/browse/home-end.tsx';
import { PromoBanner } from '#web/features/browse/promo-banner.tsx';
import { AddressProvider } from '#web/kit/router/address.ts';
import { useLocation } from '#web/kit/router/location.tsx';
import { pageAt } from '#web/routes.ts';
import { Page } from './home.page.tsx';

// React drops the rest of a render within `act` when a part of it is still being loaded.
beforeAll(() => act(async () => void show(<Shop />)));

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

const partly = (deals: unknown[], offer: unknown = null) => Response.json({ offer, partly: deals });

describe('search', () => {
  test.each([
    [4, '4 oferta'],
    [1001, 'mbi 1\u00a0000 oferta'],
  ])('search naming a city or category offers their lists (%i)', async (count, deals) => {
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

  test('search without full matches lists partial matches under their own heading', async () => {
    vi.stubGlobal('fetch', async (url: string) =>
      url.includes('/hints') ? partly([dealNumber(7)]) : Response.json(url.includes('/categories') ? [hair] : []),
    );
    show(<Shop />, { at: '/?search=masazh+zhvxq' });
    expect(await screen.findByText(t('home.empty.search', { search: 'masazh zhvxq' }))).toBeTruthy();
    const list = await screen.findByRole('list', { name: t('find.partly') });
    expect(list.textContent).toContain(dealNumber(7).title);
  });

  test('misspelled search, says what it shows, with a link to that search', async () => {
    vi.stubGlobal('fetch', async (url: string) => {
      if (url.includes('/hints')) return Response.json({ offer: null, corrected: 'masazh', partly: [] });
      return Response.json(url.includes('/categories') ? [hair] : url.includes('search=') ? [dealNumber(1)] : []);
    });
    show(<Shop />, { at: '/?search=masazhh&city=durres' });
    expect(await screen.findByText(new RegExp(t('find.corrected', { search: 'masazhh' })))).toBeTruthy();
    expect(screen.getByRole('link', { name: 'masazh' }).getAttribute('href')).toBe('/?search=masazh&city=durres');
  });

  test('search, shown for a while, is counted; without results it offers popular searches', async () => {
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
  ])('home heading of %s is “%s”, and so is its title', async (at, name, title) => {
    vi.stubGlobal('fetch', async (url: string) => {
      if (url.includes('/hints')) return partly([]);
      return Response.json(url.includes('/categories') ? [hair] : url.includes('/featured') ? [] : [dealNumber(1)]);
    });
    show(<Shop />, { at });
    expect(await screen.findByRole('heading', { name })).toBeTruthy();
    expect(document.title).toBe(`${title}${t('home.meta.title')} | ${t('app.name')}`);
  });
});

/** Answers calls and health checks. */
const answerCalls = (answer: (url: string) => Promise<Response>) =>
  vi.stubGlobal('fetch', (url: string) =>
    url === '/healthz' ? Promise.resolve(Response.json({ status: 'alive' })) : answer(url),
  );

describe('banner', () => {
  test.each([
    ['/', [2, 1]],
    ['/?sort=price', [1, 2]],
    ['/?minPrice=1000', [1, 2]],
  ])('featured deal moves to the end of the default list only: %s', async (at, order) => {
    const list = [{ ...dealNumber(1), isFeatured: true }, dealNumber(2)];
    answerCalls(async (url) => {
      if (url.includes('/featured')) return Response.json(list.slice(0, 1));
      return Response.json(url.includes('/api/deals?') ? list : []);
    });
    show(<Shop />, { at });
    const titles = await screen.findAllByRole('heading', { level: 3 });
    expect(titles.map(({ textContent }) => textContent)).toEqual(order.map((number) => dealNumber(number).title));
  });
});

/** Answers every call like this; returns the requested URLs. */
function serverThatAnswers(status: number, body: unknown) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response(JSON.stringify(body), { status });
  });
  return asked;
}

const later = () => act(() => vi.advanceTimersByTimeAsync(30_000));

describe('featured deals', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  test('featured deals, request fails, are requested three times and then reported', async () => {
    const asked = serverThatAnswers(503, {});
    show(<PromoBanner city="tirana" />);
    await later();
    expect(asked).toEqual(Array(3).fill('/api/deals/featured?city=tirana'));
    expect(screen.getByText(t('error.fetchFeatured'))).toBeTruthy();
  });

  test('featured deals, none, show nothing', async () => {
    serverThatAnswers(200, []);
    const { container } = show(<PromoBanner city="tirana" />);
    await later();
    expect(container.textContent).toBe('');
  });
});

const filter = { category: 'hair', search: '', city: 'tirana', sort: 'price', minPrice: '', maxPrice: '' } as const;

/** Returns a function that scrolls the element into view. */
function watchTheEnd() {
  let come = () => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        come = () => tell([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  );
  return () => act(() => come());
}

describe('next city', () => {
  test("end of a city's list, near the viewport, offers the next city", async () => {
    const come = watchTheEnd();
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      if (url !== '/healthz') asked.push(url);
      return Response.json({ city: 'kruje', count: 4 });
    });
    show(<NextCity filter={filter} />, { at: '/?category=hair&sort=price' });
    expect(asked).toEqual([]);
    come();
    const link = await screen.findByRole('link', { name: 'Shiko 4 oferta në Krujë' });
    expect(link.getAttribute('href')).toBe('/?category=hair&city=kruje&sort=price');
    expect(asked).toEqual(['/api/deals/next-city?city=tirana&category=hair']);
  });

  test('next city, none known, is all of Albania', async () => {
    const come = watchTheEnd();
    vi.stubGlobal('fetch', async () => Response.json({ message: 'no', code: 'not.found' }, { status: 404 }));
    show(<NextCity filter={filter} />, { at: '/?category=hair&sort=price' });
    come();
    const link = await screen.findByRole('link', { name: t('city.dealsInAll') });
    expect(link.getAttribute('href')).toBe('/?category=hair&city=all&sort=price');
  });

  test('next city, with price bounds, shows no deals beyond them', async () => {
    const come = watchTheEnd();
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      if (url !== '/healthz') asked.push(url);
      return Response.json({ city: 'kruje', count: 4 });
    });
    const bounds = { minPrice: '9000000', maxPrice: '' };
    show(<NextCity filter={{ ...filter, ...bounds }} />, { at: '/?category=hair&minPrice=9000000' });
    come();
    await act(async () => {});
    expect([asked, screen.queryByRole('link')]).toEqual([[], null]);
  });
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const counted = (category: string, city: CityChoice, count: number, partly = 0) => (
  <ResultCount
    filter={{ category, city, search: '', sort: '', minPrice: '', maxPrice: '' }}
    count={count}
    hasMore={false}
    partly={partly}
  />
);

describe('result count', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    fakeServer({ 'GET /api/categories': () => [] });
  });

  test.each([
    { of: 'nothing', next: counted('lips', 'tirana', 0), announcement: 'Nuk u gjet asnjë ofertë në Tiranë' },
    {
      of: 'nothing anywhere',
      next: counted('lips', 'all', 0),
      announcement: 'Nuk u gjet asnjë ofertë në të gjithë Shqipërinë',
    },
    {
      of: 'nothing but parts',
      next: counted('lips', 'tirana', 0, 12),
      announcement: 'Nuk u gjet asnjë ofertë në Tiranë. Përputhje të pjesshme: 12 oferta',
    },
    { of: 'some', next: counted('lips', 'durres', 2), announcement: '2 oferta në Durrës' },
  ])('result count of a list of $of is announced with its place', async ({ next, announcement }) => {
    const { rerender } = show(counted('eyebrows', 'tirana', 0));
    await pass(2000);
    expect(said()).toEqual([]);
    rerender(next);
    await pass(1000);
    expect(said()).toEqual([announcement]);
  });
});
