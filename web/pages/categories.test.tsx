import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { formatLek } from '#core/i18n/format.ts';
import { seenIn, show, t } from '#test/dom.tsx';
import { savePreference, storedCity } from '#web/kit/preferences.ts';
import { Page } from './categories.page.tsx';

const category = (slug: string, dealCount: number, nearestCity: string | null = null) => ({
  id: slug,
  slug,
  name: slug,
  nameEn: slug,
  icon: null,
  isActive: true,
  dealCount,
  lowestPrice: dealCount > 0 ? 1200 : null,
  nearestCity,
});

/** The tiles of the grid, as text and as where they lead. */
async function gridOf(found: unknown[], at = '/categories') {
  vi.stubGlobal('fetch', async () => Response.json(found));
  show(<Page />, { at });
  const grid = await screen.findByRole('list', { name: t('categories.title') });
  return within(grid)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
}

test('categories without deals come last and lead to the nearest city that has any', async () => {
  expect(await gridOf([category('lips', 0, 'elbasan'), category('hair', 2), category('nails', 1)])).toEqual([
    ['Flokë2 oferta të disponueshme', '/?category=hair'],
    ['Thonj1 ofertë e disponueshme', '/?category=nails'],
    ['BuzëEnde pa oferta në TiranëShiko në Elbasan', '/?category=lips&city=elbasan'],
    ['Oferta në Tiranë3 oferta të disponueshme', '/'],
  ]);
});

test('where nobody has any there is nowhere to lead to, and all of Albania has a sentence of its own', async () => {
  expect(await gridOf([category('spa', 0)], '/categories?city=all')).toEqual([
    ['SpaEnde pa oferta', '/?category=spa&city=all'],
    ['Oferta në të gjithë Shqipërinë', '/?city=all'],
  ]);
});

test('the way to Tirana leads there from another city too', async () => {
  savePreference('selectedCity', 'berat');
  await gridOf([category('spa', 0, 'tirana')], '/categories?city=berat');
  fireEvent.click(screen.getByRole('link', { name: /Shiko në Tiranë/ }));
  expect(storedCity()).toBe('tirana');
});

test('the popular ones that have deals say from which price they begin', async () => {
  await gridOf([category('hair', 2), category('skin', 0, 'fier'), category('nails', 1)]);
  const popular = within(screen.getByRole('region', { name: t('categories.popular') })).getAllByRole('link');
  expect(popular.map(seenIn)).toEqual([`Flokë2 oferta të disponueshmeNga ${formatLek(1200, 'sq')}`]);
});

test('without a deal in a popular category there is no heading over nothing', async () => {
  await gridOf([category('nails', 1), category('hair', 0)]);
  expect(screen.queryByText(t('categories.popular'))).toBeNull();
});

test('categories that cannot be fetched keep the heading of their page', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'input.invalid', message: 'Provoni përsëri.' }, { status: 400 }),
  );
  show(<Page />, { at: '/categories' });
  expect(await screen.findByRole('button', { name: t('common.tryAgain') })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('categories.title'));
});
