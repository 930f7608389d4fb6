import { colour, gelNails } from './shop/catalogue.ts';
import { expect, nodeB, test } from './shop/journey.ts';
import { stranger } from './shop/shopper.ts';

test('favorites of a guest, after signing in, belong to the account', async ({ page, open }) => {
  await open('/');
  await page.getByRole('button', { name: `Ruaj ofertën: ${gelNails.title}` }).click();
  await expect(page.getByText('Oferta u ruajt', { exact: true })).toBeVisible();
  await expect(page.getByText('E gjeni te ofertat tuaja të ruajtura', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: `Hiq nga të ruajturat: ${gelNails.title}` })).toBeVisible();
  await open(`/deal/${colour.id}`);
  await page.getByRole('button', { name: 'Ruaj', exact: true }).click();
  await expect(page.getByRole('button', { name: 'E ruajtur' })).toBeVisible();
  await expect(page.getByText('Oferta u ruajt', { exact: true })).toBeVisible();
  await open('/favorites');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByRole('button', { name: `Hiq nga të ruajturat: ${colour.title}` }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await open(`/deal/${colour.id}`);
  await page.getByRole('button', { name: 'Ruaj', exact: true }).click();
  await expect(page.getByText('Oferta u ruajt', { exact: true })).toBeVisible();
  await open('/favorites');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2 oferta të ruajtura');
  await page.getByRole('main').getByRole('link', { name: 'Hyr' }).click();

  const who = stranger();
  await page.getByRole('button', { name: 'Nuk keni llogari? Regjistrohuni' }).click();
  await page.getByLabel('Email').fill(who.email);
  await page.getByRole('textbox', { name: 'Fjalëkalimi' }).fill(who.password);
  await page.getByRole('checkbox', { name: 'kushtet' }).check();
  await page.getByRole('button', { name: 'Krijo llogari' }).click();
  await expect(page).toHaveURL('/favorites');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2 oferta të ruajtura');
  await expect(page.getByRole('article')).toHaveCount(2);
  await open(`${nodeB}/favorites`);
  await expect(page.getByRole('article').filter({ hasText: colour.title })).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: gelNails.title })).toBeVisible();
});
