import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatLek } from '#core/i18n/format.ts';
import { said, seenIn, show, t } from '#test/dom.tsx';
import { dealNumber } from '#test/fake-server.ts';
import { CardsProvider } from '#web/kit/data/shop-config.ts';
import { savePreference, storedCity } from '#web/kit/preferences.ts';
import { AddressProvider } from '#web/kit/router/address.ts';
import { useLocation } from '#web/kit/router/location.tsx';
import { Page as CategoriesPage } from '#web/pages/categories.page.tsx';
import { Page } from '#web/pages/home.page.tsx';
import { pageAt } from '#web/routes.ts';
import { filterOf } from './filter.ts';
import { Chosen, FindButton } from './home-bar.tsx';
import { useSiteDescription } from './home-head.ts';
import './home-end.tsx';
import './locate.ts';
import './nothing-found.tsx';
import { leaveNear } from './near.tsx';

/** The controls above the list, and the address. */
function Above() {
  const { pathname, search } = useLocation();
  const asked = new URLSearchParams(search);
  return (
    <AddressProvider value={pageAt(pathname, asked)}>
      <FindButton />
      <Chosen filter={{ ...filterOf(asked), city: 'tirana' }} />
      <output>{search}</output>
    </AddressProvider>
  );
}

const address = () => screen.getByRole('status', { name: '' }).textContent;

async function openSheet(at: string) {
  show(<Above />, { at });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: t('find.open') })));
  await screen.findByLabelText(t('find.price.from'));
  return within(screen.getByRole('dialog', { name: t('find.open'), hidden: true }));
}

const press = (sheet: ReturnType<typeof within>, name: string) =>
  fireEvent.click(sheet.getByRole('button', { name, hidden: true }));

describe('filter sheet', () => {
  test('filter sheet, submitted, adds its values to the address', async () => {
    const sheet = await openSheet('/?category=nails');
    fireEvent.click(sheet.getByLabelText(t('find.sort.price')));
    fireEvent.change(sheet.getByLabelText(t('find.price.from')), { target: { value: '1.000' } });
    press(sheet, t('find.apply'));
    await vi.waitFor(() => expect(address()).toBe('?category=nails&sort=price&minPrice=1000'));
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: t('find.remove', { what: t('find.sort.price') }) }));
    expect(address()).toBe('?category=nails&minPrice=1000');
  });

  test.each([
    ['3 000', '1000', '?minPrice=1000&maxPrice=3000'],
    ['', '2.500,00', '?maxPrice=2500'],
    ['0', '', ''],
    ['1,000.50', '2mijë', '?minPrice=1000&maxPrice=2000'],
    ['', '1000-2000', '?minPrice=1000&maxPrice=2000'],
  ])('filter sheet, prices from “%s” to “%s”, are parsed', async (from, to, expected) => {
    const sheet = await openSheet('/?sort=newest');
    fireEvent.click(sheet.getByLabelText(t('find.sort.default')));
    fireEvent.change(sheet.getByLabelText(t('find.price.from')), { target: { value: from } });
    fireEvent.change(sheet.getByLabelText(t('find.price.to')), { target: { value: to } });
    press(sheet, t('find.apply'));
    await vi.waitFor(() => expect(address()).toBe(expected));
  });

  test.each([
    ['', '123456789', 'tooHigh'],
    ['', 'shumë', 'unclear'],
    ['500', '1000-2000', 'unclear'],
  ] as const)('filter sheet, prices from “%s” to “%s”, are refused at the field: %s', async (from, typed, why) => {
    const sheet = await openSheet('/?category=nails');
    const to = sheet.getByLabelText(t('find.price.to'));
    fireEvent.change(sheet.getByLabelText(t('find.price.from')), { target: { value: from } });
    fireEvent.change(to, { target: { value: typed } });
    press(sheet, t('find.apply'));
    expect(document.querySelector('output')?.textContent).toBe('?category=nails');
    const error = sheet.getByText(t(`find.price.${why}`));
    expect([to.getAttribute('aria-invalid'), to.getAttribute('aria-describedby')]).toEqual(['true', error.id]);
    expect(document.activeElement).toBe(to);
    fireEvent.change(to, { target: { value: '1500.00 lekë' } });
    press(sheet, t('find.apply'));
    await vi.waitFor(() => expect(address()).toMatch(/^\?category=nails&(minPrice=500&)?maxPrice=1500$/));
  });

  test('filter sheet, opened and cleared, starts with the current filter and keeps the city', async () => {
    const sheet = await openSheet('/?category=nails&city=all&sort=rating&minPrice=1000&maxPrice=3000');
    expect((sheet.getByLabelText(t('find.sort.rating')) as HTMLInputElement).checked).toBe(true);
    expect((sheet.getByLabelText(t('find.price.to')) as HTMLInputElement).value).toBe('3000');
    expect((sheet.getByLabelText(t('city.label')) as HTMLSelectElement).value).toBe('all');
    fireEvent.click(sheet.getByRole('link', { name: t('find.clear'), hidden: true }));
    await vi.waitFor(() => expect(address()).toBe('?category=nails&city=all'));
  });

  test('filter sheet, city changed, is remembered', async () => {
    savePreference('selectedCity', 'durres');
    const sheet = await openSheet('/?city=durres');
    fireEvent.change(sheet.getByLabelText(t('city.label')), { target: { value: 'tirana' } });
    press(sheet, t('find.apply'));
    await vi.waitFor(() => expect(address()).toBe(''));
    expect(storedCity()).toBe('tirana');
  });
});

type Ask = typeof navigator.geolocation.getCurrentPosition;

const ask = vi.fn<Ask>();

let asked: string[] = [];

const Where = () => <output>{useLocation().search}</output>;

function Shop() {
  const { pathname, search } = useLocation();
  return (
    <AddressProvider value={pageAt(pathname, new URLSearchParams(search))}>
      <Page />
      <Where />
    </AddressProvider>
  );
}

const button = () => screen.getByRole('button', { name: t('find.near') });

const at = (latitude: number, longitude: number) =>
  ask.mockImplementation((found) => found({ coords: { latitude, longitude } } as GeolocationPosition));

const pressNear = () =>
  act(async () => {
    fireEvent.click(button());
    // Loaded at the first press.
    await import('./locate.ts');
  });

const lists = () => asked.filter((url) => url.includes('/api/deals?'));

/** A device that answers when `tell` is called. */
function slowDevice() {
  let tell = () => {};
  ask.mockImplementation((found) => {
    tell = () => found({ coords: { latitude: 41.32, longitude: 19.45 } } as GeolocationPosition);
  });
  return () => act(async () => tell());
}

describe('near me', () => {
  beforeEach(() => {
    asked = [];
    ask.mockReset();
    Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition: ask }, configurable: true });
    const deal = { ...dealNumber(1), distance: '41.3387,19.819' };
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      if (url.includes('/api/categories')) return Response.json([{ slug: 'spa', name: null, dealCount: 1 }]);
      return Response.json(url.includes('/api/deals?') || url.includes('featured') ? [deal] : []);
    });
  });

  afterEach(() => {
    act(leaveNear);
  });

  test('near me, pressed, requests the position once, sends it rounded and keeps it out of the address', async () => {
    at(41.32874321, 19.81912345);
    await act(async () => void show(<Shop />));
    await screen.findAllByText(dealNumber(1).title);
    expect(ask).not.toHaveBeenCalled();
    await pressNear();
    expect(ask).toHaveBeenCalledOnce();
    expect(await screen.findByText(/1,1 km/)).toBeTruthy();
    expect(new URL(lists().at(-1) ?? '', 'http://x').searchParams.get('near')).toBe('41.329,19.819');
    expect(lists().join()).not.toContain('41.3287');
    expect(button().getAttribute('aria-pressed')).toBe('true');
    expect(document.querySelector('output')?.textContent).toBe('');
    await pressNear();
    expect(screen.queryByText(/1,1 km/)).toBeNull();
    expect(ask).toHaveBeenCalledOnce();
  });

  test('near me, position in another city, leads to that city', async () => {
    at(41.32, 19.45);
    show(<Shop />);
    await pressNear();
    expect(document.querySelector('output')?.textContent).toBe('?city=durres');
    expect(lists().at(-1)).toContain('city=durres');
  });

  test('near me, whole country shown, stays with the whole country', async () => {
    at(41.32, 19.45);
    show(<Shop />, { at: '/?city=all' });
    await pressNear();
    expect(document.querySelector('output')?.textContent).toBe('?city=all');
    expect(lists().at(-1)).toContain('sort=near');
  });

  test.each([
    [1, 'find.near.refused'],
    [2, 'find.near.unknown'],
    [3, 'find.near.unknown'],
  ] as const)('near me, device fails with code %i, shows the reason', async (code, text) => {
    ask.mockImplementation((_, failed) => failed?.({ code } as GeolocationPositionError));
    show(<Shop />);
    await pressNear();
    // The live region may repeat it by then.
    expect(screen.getAllByText(t(text)).length).toBeGreaterThan(0);
    expect(lists().join()).not.toContain('near');
    await vi.waitFor(() => expect(said()).toContain(t(text)));
  });

  test('near me, while waiting, shows it and can be canceled', async () => {
    const tell = slowDevice();
    show(<Shop />);
    await pressNear();
    const way = () => screen.queryByRole('button', { name: t('find.remove', { what: t('find.near.asking') }) });
    await act(async () => void way()?.click());
    expect(way()).toBeNull();
    await tell();
    expect([document.querySelector('output')?.textContent, lists().join().includes('near')]).toEqual(['', false]);
  });
});

const names: Record<string, string> = { hair: 'Flokë', skin: 'Lëkurë', nails: 'Thonj', lips: 'Buzë', spa: 'Spa' };
const category = (slug: string, dealCount: number, nearestCity: string | null = null) => ({
  id: slug,
  slug,
  name: names[slug] ?? slug,
  nameEn: null,
  icon: null,
  color: null,
  imageUrl: null,
  isActive: true,
  dealCount,
  lowestPrice: dealCount > 0 ? 1200 : null,
  nearestCity,
});

/** Text and link of each tile. */
async function gridOf(found: unknown[], at = '/categories') {
  vi.stubGlobal('fetch', async () => Response.json(found));
  show(<CategoriesPage />, { at });
  const grid = await screen.findByRole('list', { name: t('categories.title') });
  return within(grid)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
}

describe('categories', () => {
  beforeEach(() => savePreference('selectedCity', 'tirana'));

  test('categories without deals come last and link to the nearest city that has some', async () => {
    expect(await gridOf([category('lips', 0, 'elbasan'), category('hair', 2), category('nails', 1)])).toEqual([
      ['Flokë2 oferta të disponueshme', '/?category=hair'],
      ['Thonj1 ofertë e disponueshme', '/?category=nails'],
      ['BuzëEnde pa oferta në TiranëShiko në Elbasan', '/?category=lips&city=elbasan'],
      ['Oferta në Tiranë3 oferta të disponueshme', '/'],
    ]);
  });

  test('categories without deals anywhere link nowhere; all of Albania has its own text', async () => {
    expect(await gridOf([category('spa', 0)], '/categories?city=all')).toEqual([
      ['SpaEnde pa oferta', '/?category=spa&city=all'],
      ['Oferta në të gjithë Shqipërinë', '/?city=all'],
    ]);
  });

  test('popular categories with deals show their lowest price', async () => {
    await gridOf([category('hair', 2), category('skin', 0, 'fier'), category('nails', 1)]);
    const popular = within(screen.getByRole('region', { name: t('categories.popular') })).getAllByRole('link');
    expect(popular.map(seenIn)).toEqual([`Flokë2 oferta të disponueshmeNga ${formatLek(1200, 'sq')}`]);
  });

  test('categories, request fails, keep the heading', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ code: 'input.invalid', message: 'Provoni përsëri.' }, { status: 400 }),
    );
    show(<CategoriesPage />, { at: '/categories' });
    expect(await screen.findByRole('button', { name: t('common.tryAgain') })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('categories.title'));
  });
});

const Description = () => <p>{useSiteDescription()}</p>;

describe('site description', () => {
  test.each([
    [null, 'home.meta.description'],
    ['sandbox', 'home.meta.description'],
    ['stripe', 'home.meta.descriptionWithCards'],
  ] as const)('site description, cards charged by %s, says %s', (cards, key) => {
    const { container } = show(
      <CardsProvider value={cards}>
        <Description />
      </CardsProvider>,
    );
    expect(container.textContent).toBe(t(key));
  });
});
