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

for (const who of ['guest', 'shopper'] as const) {
  test(`the heart of a ${who} answers at once and goes back when the server refuses`, async ({
    page,
    open,
    watch,
    baseURL,
  }) => {
    watch.expect(/500/);
    if (who === 'shopper') {
      const { email, password } = stranger();
      const data = { email, passwordHash: password, acceptsTerms: true };
      await page.request.post(`${baseURL}/api/auth/register`, { data });
    }
    let refuse = () => {};
    const waiting = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await open('/');
    await page.route('**/api/favorites', async (route) => {
      await waiting;
      await route.fulfill({ status: 500, body: '' });
    });
    await page.getByRole('button', { name: `Ruaj ofertën: ${gelNails.title}` }).click();
    await expect(page.getByRole('button', { name: `Hiq nga të ruajturat: ${gelNails.title}` })).toBeVisible();
    refuse();
    const heart = page.getByRole('button', { name: `Ruaj ofertën: ${gelNails.title}` });
    await expect(heart).toBeVisible();
    await expect(page.getByRole('log')).toContainText('Ndryshimi nuk u ruajt. Provoni përsëri.');
  });
}
