import { colour, onFirstPage } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { STILL } from './shop/slow-network.ts';

test.use(STILL);

test('render error, shows the fallback and Try Again recovers', async ({ page, open, watch }) => {
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
  await expect(page.getByRole('article')).toHaveCount(onFirstPage(({ city }) => city === 'vlore'));
});

test('image, failing to load, shows a placeholder', async ({ page, open, watch }) => {
  watch.expect(/ERR_FAILED/);
  await page.route('**/pictures/**', (route) => route.abort());
  await open(`/deal/${colour.id}`);
  await expect(page.getByRole('img', { name: 'Fotoja nuk mund të shfaqet' })).toBeVisible();
  await open('/');
  await expect(page.getByRole('img', { name: 'Fotoja nuk mund të shfaqet' }).first()).toBeVisible();
});
