import { colour, inDatabase } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { STILL, slow } from './shop/slow-network.ts';

test.use(STILL);

const CONFIRM = 'Konfirmo porosinë';

const storedOrders = async (email: string) => {
  const { rows } = await inDatabase(
    'select total_amount::int as total from orders join users on users.id = user_id where email = $1',
    [email],
  );
  return rows.map(({ total }) => total);
};

test('page reloaded while the order is sent, shows the confirmation', async ({ page, open, shopper, watch }) => {
  watch.expect(/ERR_ABORTED/);
  await shopper.add(colour.id);
  await open('/checkout?method=cash');
  await slow(page, '**/api/cash-payment', { ms: 2000, method: 'POST' });
  await page.getByRole('button', { name: CONFIRM }).click();
  await expect.poll(() => storedOrders(shopper.email)).toEqual([colour.price]);
  await page.reload();
  await expect(page.getByRole('main').getByText('Porosia juaj po konfirmohet...')).toBeVisible();
  await expect(page.getByText('Porosia u konfirmua', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/cart');
  expect(await storedOrders(shopper.email)).toEqual([colour.price]);
  await page.getByRole('main').getByRole('link', { name: 'Shiko porosinë' }).click();
  await expect(page.getByRole('main')).toContainText(colour.title);
  await expect(page.getByText(/^BK-/).first()).toBeVisible();
});
