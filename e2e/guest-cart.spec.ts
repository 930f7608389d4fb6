import { colour } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { stranger } from './shop/shopper.ts';

test('add to cart, as guest, asks to sign in and adds the deal afterwards', async ({ page, open }) => {
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
  });
  await page.clock.install();
  await open('/');
  await open(`/deal/${colour.id}`);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Shto në shportë – 2200 lekë' }).first().click();
  await page.clock.runFor(900);
  await expect(page.getByText('Duhet të hyni në llogari', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Ju lutemi, hyni në llogari që të shtoni oferta në shportë', { exact: true }),
  ).toBeVisible();
  await expect(page).toHaveURL(`/deal/${colour.id}`);
  await page.clock.runFor(150);
  await expect(page).toHaveURL(/\/login\?/);
  expect(posted).toEqual([]);
  await page.clock.resume();
  await expect(page.getByRole('link', { name: 'Kthehu te oferta' })).toBeVisible();
  await expect(page.getByText(`Regjistrohuni që ta shtoni “${colour.title}” në shportë`)).toBeVisible();

  const who = stranger();
  await page.getByLabel('Email').fill(who.email);
  await page.getByRole('textbox', { name: 'Fjalëkalimi' }).fill(who.password);
  await page.getByRole('checkbox', { name: 'kushtet' }).check();
  await page.getByRole('button', { name: 'Krijo llogari' }).click();
  await expect(page).toHaveURL(`/deal/${colour.id}`);
  await expect(page.getByText('U shtua në shportë', { exact: true })).toBeVisible();
  // The deal stands in the history once.
  await page.goBack();
  await expect(page).toHaveURL('/');
  await open('/cart');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('article')).toContainText(colour.title);
});
