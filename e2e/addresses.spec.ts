import { onFirstPage } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';

const inDurres = onFirstPage(({ city }) => city === 'durres');

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
