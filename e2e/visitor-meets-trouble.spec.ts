import { colour, livingDeals } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { STILL } from './shop/slow-line.ts';

test.use(STILL);

test('an address that does not exist is a 404 with a way home', async ({ page, watch }) => {
  watch.expect(/404/);
  const answer = await page.goto('/kjo-nuk-ekziston');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: '404 – Faqja nuk u gjet' })).toBeVisible();
  await page.getByRole('link', { name: 'Kthehu te kryefaqja' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a screen that breaks shows the fallback, and Try Again brings it back', async ({ page, open, watch }) => {
  watch.expect(/TypeError|An error occurred|page error/);
  await open('/');
  await page.route('**/api/categories*', (route) => route.fulfill({ json: [{ slug: 'hair', name: null }, null] }));
  await page.getByLabel('Vendndodhja').selectOption('vlore');
  await expect(page.getByRole('heading', { name: 'Diçka nuk shkoi siç duhet' })).toBeVisible();
  await expect(
    page.getByText('Na vjen keq, ndodhi diçka e papritur. Ju lutemi, provoni ta rifreskoni faqen.'),
  ).toBeVisible();
  await page.unroute('**/api/categories*');
  await page.getByRole('button', { name: 'Provo përsëri' }).click();
  await expect(page.getByRole('heading', { name: 'Oferta në Vlorë' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(livingDeals(({ city }) => city === 'vlore'));
});

test('a picture that does not come leaves a placeholder in its place', async ({ page, open, watch }) => {
  watch.expect(/ERR_FAILED/);
  await page.route('**/pictures/**', (route) => route.abort());
  await open(`/deal/${colour.id}`);
  await expect(page.getByRole('img', { name: 'Fotoja nuk mund të shfaqet' })).toBeVisible();
  await open('/');
  await expect(page.getByRole('img', { name: 'Fotoja nuk mund të shfaqet' }).first()).toBeVisible();
});

test('deals that cannot be fetched say so and can be asked for again', async ({ page, open, watch }) => {
  watch.expect(/503/);
  await open('/');
  await page.route('**/api/deals?*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByLabel('Vendndodhja').selectOption('durres');
  await expect(page.getByRole('main').getByText('Ofertat nuk u ngarkuan')).toBeVisible({ timeout: 15_000 });
  await page.unroute('**/api/deals?*');
  await page.getByRole('button', { name: 'Provo përsëri' }).click();
  await expect(page.getByRole('article')).toHaveCount(livingDeals(({ city }) => city === 'durres'));
});

test('a sheet that cannot be fetched leaves the list, and a way to ask again', async ({ page, open, watch }) => {
  watch.expect(/ERR_FAILED|Failed to fetch dynamically imported module/);
  await page.route('**/find-sheet*.js', (route) => route.abort());
  await open('/');
  const button = page.getByRole('button', { name: 'Rendit dhe filtro' });
  await button.click();
  await expect(page.getByText('Nuk u lidhëm dot me serverin. Kontrolloni internetin.', { exact: true })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.unroute('**/find-sheet*.js');
  await button.click();
  await expect(page.getByRole('dialog', { name: 'Rendit dhe filtro' })).toBeVisible();
});
