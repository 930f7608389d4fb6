import { act, fireEvent, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { dealNumber } from '#test/fake-server.ts';
import { leaveNear } from '#web/features/deals/near.ts';
import { AddressProvider } from '#web/kit/address.ts';
import { savePreference } from '#web/kit/preferences.ts';
import { pageAt } from '#web/routes.ts';
import { Page } from '../home.page.tsx';

type Ask = typeof navigator.geolocation.getCurrentPosition;
const ask = vi.fn<Ask>();
let asked: string[] = [];

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
const press = () => act(async () => fireEvent.click(button()));
const lists = () => asked.filter((url) => url.includes('/api/deals?'));

test('where somebody is is asked after a press alone, sent rounded, and stands in no address', async () => {
  at(41.32874321, 19.81912345);
  show(<Shop />);
  await screen.findAllByText(dealNumber(1).title);
  expect(ask).not.toHaveBeenCalled();
  await press();
  expect(ask).toHaveBeenCalledOnce();
  expect(await screen.findByText(/1,1 km/)).toBeTruthy();
  expect(new URL(lists().at(-1) ?? '', 'http://x').searchParams.get('near')).toBe('41.329,19.819');
  expect(lists().join()).not.toContain('41.3287');
  expect(button().getAttribute('aria-pressed')).toBe('true');
  expect(document.querySelector('output')?.textContent).toBe('');
  await press();
  expect(screen.queryByText(/1,1 km/)).toBeNull();
  expect(ask).toHaveBeenCalledOnce();
});

test('somebody in another city is led to the lists of that', async () => {
  at(41.32, 19.45);
  show(<Shop />);
  await press();
  expect(document.querySelector('output')?.textContent).toBe('?city=durres');
  expect(lists().at(-1)).toContain('city=durres');
});

test('who looks at the whole country goes on looking at it', async () => {
  at(41.32, 19.45);
  show(<Shop />, { at: '/?city=all' });
  await press();
  expect(document.querySelector('output')?.textContent).toBe('?city=all');
  expect(lists().at(-1)).toContain('sort=near');
});

test.each([
  [1, 'find.near.refused'],
  [2, 'find.near.unknown'],
  [3, 'find.near.unknown'],
] as const)('a device that does not tell (%i) is said not to', async (code, text) => {
  ask.mockImplementation((_, failed) => failed?.({ code } as GeolocationPositionError));
  show(<Shop />);
  await press();
  expect(screen.getByText(t(text))).toBeTruthy();
  expect(lists().join()).not.toContain('near');
  await vi.waitFor(() => expect(said()).toContain(t(text)));
});

/** A device that tells where it is when `tell` is called. */
function slowDevice() {
  let tell = () => {};
  ask.mockImplementation((found) => {
    tell = () => found({ coords: { latitude: 41.32, longitude: 19.45 } } as GeolocationPosition);
  });
  return () => act(async () => tell());
}

test('while a device thinks the page says so, and one may take it back', async () => {
  const tell = slowDevice();
  show(<Shop />);
  await press();
  const way = () => screen.queryByRole('button', { name: t('find.remove', { what: t('find.near.asking') }) });
  await act(async () => void way()?.click());
  expect(way()).toBeNull();
  await tell();
  expect([document.querySelector('output')?.textContent, lists().join().includes('near')]).toEqual(['', false]);
});

test('who has gone to another city meanwhile is not led away from it', async () => {
  const tell = slowDevice();
  const { rerender } = show(<Shop />);
  await press();
  act(() => savePreference('selectedCity', 'vlore'));
  rerender(<Shop />);
  await tell();
  expect([document.querySelector('output')?.textContent, lists().join().includes('near')]).toEqual(['', false]);
});

test('who has left home meanwhile is not led back to it', async () => {
  const tell = slowDevice();
  const { rerender } = show(<Shop />);
  await press();
  rerender(<Where />);
  await tell();
  expect(document.querySelector('output')?.textContent).toBe('');
  rerender(<Shop />);
  expect(button().getAttribute('aria-pressed')).toBe('false');
});

test('who looks at a category meanwhile goes on looking at it', async () => {
  const tell = slowDevice();
  show(<Shop />);
  const spa = await screen.findByRole('link', { name: 'Spa' });
  await press();
  await act(async () => fireEvent.click(spa));
  await tell();
  expect(document.querySelector('output')?.textContent).toBe('?category=spa&city=durres');
});

test('the deal of the day stays where it is, so that nothing moves', async () => {
  at(41.3287, 19.819);
  show(<Shop />);
  await screen.findByText(t('home.banner.title'));
  await press();
  expect(await screen.findByText(t('find.sort.near'))).toBeTruthy();
  expect(screen.getByText(t('home.banner.title'))).toBeTruthy();
});

test('another order takes its place', async () => {
  at(41.3287, 19.819);
  show(<Shop />);
  await press();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: t('find.open') })));
  // Until its part has come, another dialog says that it loads.
  const nearest = await screen.findByLabelText(t('find.sort.near'));
  const sheet = within(screen.getByRole('dialog', { hidden: true }));
  expect((nearest as HTMLInputElement).checked).toBe(true);
  fireEvent.click(sheet.getByLabelText(t('find.sort.price')));
  fireEvent.click(sheet.getByRole('button', { name: t('find.apply'), hidden: true }));
  await vi.waitFor(() => expect(lists().at(-1)).toContain('sort=price'));
  expect(lists().at(-1)).not.toContain('near');
  expect(button().getAttribute('aria-pressed')).toBe('false');
});
