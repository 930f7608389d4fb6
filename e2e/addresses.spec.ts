import { arta } from '#db/world.ts';
import { hidden, livingDeals } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { signIn } from './shop/shopper.ts';

const inDurres = livingDeals(({ city }) => city === 'durres');

test('city, chosen, is kept in the URL across a reload', async ({ page, open }) => {
  await open('/?city=durres');
  const city = page.getByLabel('Vendndodhja');
  await expect(city).toHaveValue('durres');
  await city.selectOption('vlore');
  await expect(page).toHaveURL('/?city=vlore');
  await expect(page.getByRole('heading', { name: 'Oferta në Vlorë' })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL('/?city=vlore');
  await expect(city).toHaveValue('vlore');
  await city.selectOption('tirana');
  await expect(page).toHaveURL('/');
  await open('/');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Oferta në Tiranë' })).toBeVisible();
});

test('home, city chosen before, redirects to that city', async ({ page, open, context }) => {
  await open('/?city=durres');
  await open('/');
  await expect(page).toHaveURL('/?city=durres');
  await context.clearCookies();
  await open('/');
  await expect(page).toHaveURL('/?city=durres');
  await expect(page.getByRole('article')).toHaveCount(inDurres);
  await page.getByRole('navigation', { name: 'Navigimi kryesor' }).getByRole('link', { name: 'Kategoritë' }).click();
  await expect(page).toHaveURL('/categories?city=durres');
  await page.getByRole('navigation', { name: 'Navigimi kryesor' }).getByRole('link', { name: 'Kryefaqja' }).click();
  await expect(page).toHaveURL('/?city=durres');
});

test('search and category, city changed, stay in the URL', async ({ page, open }) => {
  await open('/?category=hair');
  await page.getByLabel('Vendndodhja').selectOption('all');
  await expect(page).toHaveURL('/?category=hair&city=all');
  await page.getByRole('navigation', { name: 'Kategoritë' }).getByRole('link', { name: 'Thonj' }).click();
  await expect(page).toHaveURL('/?category=nails&city=all');
  await page.getByRole('searchbox').fill('xhel');
  await expect(page).toHaveURL('/?category=nails&search=xhel&city=all');
});

test('unknown path, category or city, shows the 404 page with links', async ({ page, open, watch }) => {
  watch.expect(/404/);
  for (const path of ['/nowhere', '/deal/nonsense', '/?category=invented', '/?city=invented']) {
    await open(path);
    await expect(page.getByRole('heading', { level: 1, name: '404 – Faqja nuk u gjet' }), path).toBeVisible();
    await page.getByRole('navigation', { name: 'Navigimi kryesor' }).getByRole('link', { name: 'Kategoritë' }).click();
    await expect(page, path).toHaveURL('/categories');
  }
});

test('search, longer than 200 characters, shows the empty state', async ({ page, open }) => {
  const text = '💅'.repeat(201);
  await open(`/?search=${encodeURIComponent(text)}`);
  await expect(page.getByRole('searchbox')).toHaveValue(text);
  await expect(page.getByRole('heading', { name: 'Nuk u gjet asnjë ofertë' })).toBeVisible();
});

test('hidden deal, is 404 for a guest and visible to an admin', async ({ page, open, watch }) => {
  watch.expect(/404/);
  await open(`/deal/${hidden.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Oferta nuk u gjet' })).toBeVisible();
  await signIn(page, arta);
  await open(`/deal/${hidden.id}`);
  await expect(page.getByRole('heading', { level: 1, name: hidden.title })).toBeVisible();
  await expect(page.getByText('Kjo ofertë është e fshehur')).toBeVisible();
});
