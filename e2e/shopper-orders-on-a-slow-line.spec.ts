import { colour, inDatabase } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { STILL, served, slow } from './shop/slow-line.ts';

test.use(STILL);

const CONFIRM = 'Konfirmo porosinë';

const storedOrders = async (email: string) => {
  const { rows } = await inDatabase(
    'select total_amount::int as total from orders join users on users.id = user_id where email = $1',
    [email],
  );
  return rows.map(({ total }) => total);
};

test('two taps and the checkout at once order what was on the screen', async ({ page, open, shopper }) => {
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

test('whoever leaves while the order is under way hears of it, and the cart is empty everywhere', async ({
  page,
  open,
  shopper,
}) => {
  await shopper.add(colour.id);
  await open('/checkout?method=cash');
  await slow(page, '**/api/cash-payment', { ms: 2000, method: 'POST' });
  await page.getByRole('button', { name: CONFIRM }).click();
  await page.getByRole('link', { name: 'Kategoritë' }).click();
  await expect(page).toHaveURL('/categories');
  await expect(page.getByText('Porosia u konfirmua', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Shporta/ })).toHaveAccessibleName('Shporta');
  await expect(page).toHaveURL('/categories');
  expect(await storedOrders(shopper.email)).toEqual([colour.price]);
  await page.getByRole('button', { name: 'Shiko porosinë' }).click();
  await expect(page.getByRole('main')).toContainText(colour.title);
});

test('whoever reloads while the order is under way is told that it was made', async ({
  page,
  open,
  shopper,
  watch,
}) => {
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

test('an order under way is said to be in other tabs, which find out what became of it when its own is closed', async ({
  page,
  open,
  shopper,
  context,
  baseURL,
  watch,
}) => {
  watch.expect(/ERR_ABORTED/);
  await shopper.add(colour.id);
  const other = await context.newPage();
  await open('/checkout?method=cash');
  await other.goto(`${baseURL}/cart`);
  await expect(other.getByRole('link', { name: 'Vazhdo te pagesa' })).toBeVisible();
  await slow(page, '**/api/cash-payment', { ms: 20_000, method: 'POST' });
  await page.getByRole('button', { name: CONFIRM }).click();
  await expect(other.getByRole('main').getByText('Porosia juaj po konfirmohet...')).toBeVisible();
  await expect.poll(() => storedOrders(shopper.email)).toEqual([colour.price]);
  await page.goto('about:blank');
  await expect(other.getByText('Porosia u konfirmua', { exact: true })).toBeVisible();
  await expect(other.getByRole('main').getByRole('link', { name: 'Shiko porosinë' })).toBeVisible();
  expect(await storedOrders(shopper.email)).toEqual([colour.price]);
});

test('an order whose answers are lost is made once and said to be made', async ({ page, open, shopper, watch }) => {
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
