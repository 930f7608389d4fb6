import { colour } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { noteShifts, shiftsOf } from './shop/layout-shifts.ts';
import { STILL } from './shop/slow-network.ts';

test.use(STILL);

test('connection, lost and restored, shows the red and the green banner', async ({ page, open, context, watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await noteShifts(page);
  await open('/');
  await page.clock.install();
  await context.setOffline(true);
  const red = page.getByText('Nuk ka lidhje interneti', { exact: true });
  await expect(red).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await context.setOffline(false);
  const green = page.getByText('Lidhja u rivendos!', { exact: true });
  await expect(green).toBeVisible();
  await expect(red).toBeHidden();
  await page.clock.fastForward(3000);
  await expect(green).toBeHidden();
  expect(await shiftsOf(page)).toBeLessThan(0.001);
});

test('green banner, after reconnecting, disappears after three seconds', async ({ page, open, context, watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await open('/');
  await page.clock.pauseAt(Date.now() + 60_000);
  await context.setOffline(true);
  await expect(page.getByText('Nuk ka lidhje interneti', { exact: true })).toBeVisible();
  await context.setOffline(false);
  const green = page.getByText('Lidhja u rivendos!', { exact: true });
  await expect(green).toBeVisible();
  await page.clock.runFor(2900);
  await expect(green).toBeVisible();
  await page.clock.runFor(200);
  await expect(green).toBeHidden();
});

test('checkout, offline, refuses and sends nothing', async ({ page, open, context, shopper, watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await shopper.add(colour.id);
  await open('/checkout?method=cash');
  const confirm = page.getByRole('button', { name: 'Konfirmo porosinë' });
  await expect(confirm).toBeVisible();
  const posted: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posted.push(request.url()));
  await context.setOffline(true);
  await expect(page.getByText('Nuk ka lidhje interneti', { exact: true })).toBeVisible();
  await confirm.click();
  await expect(page.getByText('Ky veprim kërkon lidhje interneti.', { exact: true })).toBeVisible();
  expect(posted).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByText('Lidhja u rivendos!', { exact: true })).toBeVisible();
  await confirm.click();
  await expect(page.getByText('Porosia u konfirmua', { exact: true })).toBeVisible();
});

test('quantity, changed offline, is rolled back with a message', async ({ page, open, context, shopper, watch }) => {
  // The names of the controls come from a file of their own, which is not there yet.
  watch.expect(/ERR_INTERNET_DISCONNECTED/, /tooltip-layer/);
  await shopper.add(colour.id, 2);
  await open('/cart');
  const quantity = page.getByRole('main').getByRole('article').getByRole('status');
  await expect(quantity).toHaveText('2');
  await context.setOffline(true);
  await page.getByRole('button', { name: `Rrit sasinë: ${colour.title}` }).click();
  await expect(page.getByText('Sasia nuk u përditësua', { exact: true })).toBeVisible();
  await expect(quantity).toHaveText('2');
});
