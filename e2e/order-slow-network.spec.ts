import { colour, inDatabase } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { STILL, served, slow } from './shop/slow-network.ts';

test.use(STILL);

const CONFIRM = 'Konfirmo porosinë';

const storedOrders = async (email: string) => {
  const { rows } = await inDatabase(
    'select total_amount::int as total from orders join users on users.id = user_id where email = $1',
    [email],
  );
  return rows.map(({ total }) => total);
};

test('checkout, quantity changes pending, orders what the screen showed', async ({ page, open, shopper }) => {
  await shopper.add(colour.id);
  await slow(page, '**/api/cart/*', { ms: 1500, method: 'PATCH' });
  await open('/cart');
  const more = page.getByRole('button', { name: `Rrit sasinë: ${colour.title}` });
  await more.click();
  await more.click();
  await page.getByRole('link', { name: 'Vazhdo te pagesa' }).click();
  await page.getByRole('link', { name: /Paguaj në sallon/ }).click();
  await expect(page.getByRole('definition').locator('data').last()).toHaveAttribute('value', String(3 * colour.price));
  await page.getByRole('button', { name: CONFIRM }).click();
  await expect(page.getByText('Porosia u konfirmua', { exact: true })).toBeVisible();
  expect(await storedOrders(shopper.email)).toEqual([3 * colour.price]);
});

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

test('order, response lost twice, is made once and confirmed', async ({ page, open, shopper, watch }) => {
  watch.expect(/ERR_CONNECTION_RESET/);
  await shopper.add(colour.id);
  await open('/checkout?method=cash');
  let lost = 0;
  await page.route('**/api/cash-payment', async (route) => {
    if (lost === 2) return route.fallback();
    lost += 1;
    await served(route);
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: CONFIRM }).click();
  await expect(page.getByText('Porosia u konfirmua', { exact: true })).toBeVisible();
  expect([lost, await storedOrders(shopper.email)]).toEqual([2, [colour.price]]);
});
