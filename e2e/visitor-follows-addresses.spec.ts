import { arta } from '#db/world.ts';
import { colour, hidden, livingDeals } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { signIn } from './shop/shopper.ts';

const inDurres = livingDeals(({ city }) => city === 'durres');

test('a chosen city has an address, and reloading never brings the one before back', async ({ page, open }) => {
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

test('home leads to the city chosen before, also when only this browser remembers it', async ({
  page,
  open,
  context,
}) => {
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

test('where a city means nothing none can be chosen', async ({ page, open }) => {
  for (const address of ['/cart', '/favorites', `/deal/${colour.id}`]) {
    await open(address);
    await expect(page.getByLabel('Vendndodhja')).toHaveCount(0);
  }
  await open('/');
  await expect(page.getByLabel('Vendndodhja')).toHaveCount(1);
});

test('a search and a category stay when the city changes', async ({ page, open }) => {
  await open('/?category=hair');
  await page.getByLabel('Vendndodhja').selectOption('all');
  await expect(page).toHaveURL('/?category=hair&city=all');
  await page.getByRole('navigation', { name: 'Kategoritë' }).getByRole('link', { name: 'Thonj' }).click();
  await expect(page).toHaveURL('/?category=nails&city=all');
  await page.getByRole('searchbox').fill('xhel');
  await expect(page).toHaveURL('/?category=nails&search=xhel&city=all');
});

test('an address that leads nowhere, and one with a category or a city that is not, says so and leads on', async ({
  page,
  open,
  watch,
}) => {
  watch.expect(/404/);
  for (const path of ['/nowhere', '/deal/nonsense', '/?category=invented', '/?city=invented']) {
    await open(path);
    await expect(page.getByRole('heading', { level: 1, name: '404 – Faqja nuk u gjet' }), path).toBeVisible();
    await page.getByRole('navigation', { name: 'Navigimi kryesor' }).getByRole('link', { name: 'Kategoritë' }).click();
    await expect(page, path).toHaveURL('/categories');
  }
});

test('an address that is written in another way leads to the one it has', async ({ page, open }) => {
  await open('/CATEGORIES///');
  await expect(page).toHaveURL('/categories');
});

test('a search of more than two hundred letters finds nothing and breaks nothing', async ({ page, open }) => {
  const text = '💅'.repeat(201);
  await open(`/?search=${encodeURIComponent(text)}`);
  await expect(page.getByRole('searchbox')).toHaveValue(text);
  await expect(page.getByRole('heading', { name: 'Nuk u gjet asnjë ofertë' })).toBeVisible();
});

test('a reload keeps the place on a page', async ({ page, open }) => {
  await open('/');
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.reload();
  await page.locator('html[data-ready]').waitFor();
  const place = () => page.evaluate(() => Math.round(window.scrollY));
  await expect.poll(place).toBe(900);
  await page.getByRole('navigation', { name: 'Navigimi kryesor' }).getByRole('link', { name: 'Kategoritë' }).click();
  await expect.poll(place).toBe(0);
  await page.goBack();
  await expect.poll(place).toBe(900);
});

test('a hidden deal is a 404 to a guest and open to an administrator', async ({ page, open, watch }) => {
  watch.expect(/404/);
  await open(`/deal/${hidden.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Oferta nuk u gjet' })).toBeVisible();
  await signIn(page, arta);
  await open(`/deal/${hidden.id}`);
  await expect(page.getByRole('heading', { level: 1, name: hidden.title })).toBeVisible();
  await expect(page.getByText('Kjo ofertë është e fshehur')).toBeVisible();
});
