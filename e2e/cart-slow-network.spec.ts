import type { Page } from '@playwright/test';
import { colour, gelNails, inDatabase } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { STILL, slow } from './shop/slow-network.ts';

test.use(STILL);

const storedQuantities = async (email: string) => {
  const { rows } = await inDatabase(
    `select quantity from cart_items join users on users.id = user_id where email = $1 and removed_at is null`,
    [email],
  );
  return rows.map(({ quantity }) => quantity);
};

test('pending quantity changes, page reloaded, are sent', async ({ page, open, shopper, watch }) => {
  watch.expect(/ERR_ABORTED/);
  for (const { id } of [colour, gelNails]) await shopper.add(id);
  await slow(page, '**/api/cart/*', { ms: 1500, method: 'PATCH' });
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
