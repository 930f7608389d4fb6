import type { Page } from '@playwright/test';
import { colour, gelNails, inDatabase, newDeal } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { STILL, served, slow } from './shop/slow-network.ts';

test.use(STILL);

const ADD = /Shto në shportë/;

const storedQuantities = async (email: string) => {
  const { rows } = await inDatabase(
    `select quantity from cart_items join users on users.id = user_id where email = $1 and removed_at is null`,
    [email],
  );
  return rows.map(({ quantity }) => quantity);
};

test('quantity, ten quick taps, ends at 11', async ({ page, open, shopper }) => {
  await shopper.add(colour.id);
  await slow(page, '**/api/cart/*', { ms: 700, method: 'PATCH' });
  await open('/cart');
  const more = page.getByRole('button', { name: `Rrit sasinë: ${colour.title}` });
  for (let taps = 0; taps < 10; taps++) await more.click();
  await expect(page.getByRole('main').getByRole('article').getByRole('status')).toHaveText('11');
  await expect.poll(() => storedQuantities(shopper.email)).toEqual([11]);
});

test('pending quantity changes, page reloaded, are sent', async ({ page, open, shopper, watch }) => {
  watch.expect(/ERR_ABORTED/);
  for (const { id } of [colour, gelNails]) await shopper.add(id);
  await slow(page, '**/api/cart/*', { ms: 3000, method: 'PATCH' });
  await open('/cart');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: `Rrit sasinë: ${colour.title}` }).click();
  await sent;
  await page.getByRole('button', { name: `Rrit sasinë: ${gelNails.title}` }).click();
  await page.reload();
  const quantities = page.getByRole('main').getByRole('article').getByRole('status');
  await expect(quantities).toHaveText(['2', '2']);
  await expect.poll(() => storedQuantities(shopper.email), { timeout: 20_000 }).toEqual([2, 2]);
  await expect(quantities).toHaveText(['2', '2']);
});

test('add to cart, response lost, is retried and happens once', async ({ page, open, shopper, watch }) => {
  watch.expect(/ERR_CONNECTION_RESET/);
  await open(`/deal/${colour.id}`);
  let lost = 0;
  await page.route('**/api/cart', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.fallback();
    lost += 1;
    await served(route);
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: ADD }).first().click();
  await expect(page.getByText('Oferta u shtua në shportën tuaj', { exact: true })).toBeVisible();
  expect([lost, await storedQuantities(shopper.email)]).toEqual([1, [1]]);
});

test('cart, request failing, shows the problem instead of the empty state', async ({ page, open, shopper, watch }) => {
  watch.expect(/503/);
  await shopper.add(colour.id);
  await page.route('**/api/cart/*', (route) => route.fulfill({ status: 503, body: '{}' }));
  for (const address of ['/cart', '/checkout']) {
    await open(address);
    await expect(page.getByRole('main').getByRole('button', { name: 'Provo përsëri' })).toBeVisible();
    await expect(page.getByText(/bosh/)).toHaveCount(0);
    await expect(page).toHaveURL(address);
  }
  await page.unroute('**/api/cart/*');
  await page.getByRole('button', { name: 'Provo përsëri' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Zgjidhni mënyrën e pagesës' })).toBeVisible();
});

test("add to cart, own deal, shows the server's reason", async ({ page, open, shopper, watch }) => {
  watch.expect(/409/);
  const own = await newDeal('Oferta e vetë shitësit');
  await inDatabase('update deals set user_id = (select id from users where email = $1) where id = $2', [
    shopper.email,
    own,
  ]);
  await open(`/deal/${own}`);
  await page.getByRole('button', { name: ADD }).first().click();
  await expect(page.getByText('Nuk mund ta blini ofertën tuaj.', { exact: true })).toBeVisible();
  expect(await storedQuantities(shopper.email)).toEqual([]);
});

test('cart, changed in one tab, is updated in the other', async ({ page, open, shopper, context, baseURL }) => {
  await shopper.add(colour.id);
  await open('/cart');
  const other = await context.newPage();
  await other.goto(`${baseURL}/cart`);
  const quantity = (tab: Page) => tab.getByRole('main').getByRole('article').getByRole('status');
  await expect(quantity(other)).toHaveText('1');
  await page.getByRole('button', { name: `Rrit sasinë: ${colour.title}` }).click();
  await expect(quantity(other)).toHaveText('2');
  await other.getByRole('button', { name: `Rrit sasinë: ${colour.title}` }).click();
  await expect(quantity(page)).toHaveText('3');
  expect(await storedQuantities(shopper.email)).toEqual([3]);
});
