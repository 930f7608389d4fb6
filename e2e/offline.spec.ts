import { besa } from '#db/world.ts';
import { expect, test } from './shop/journey.ts';
import { noteShifts, shiftsOf } from './shop/layout-shifts.ts';
import { signIn } from './shop/shopper.ts';
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

test('red banner, where vouchers are accepted, covers neither the code field nor its button', async ({
  page,
  open,
  context,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await signIn(page, besa);
  await open('/redeem');
  const field = page.locator('form', { has: page.getByLabel('Shkruaj kodin') });
  await expect(field).toBeVisible();
  await context.setOffline(true);
  const red = page.locator('body > .at-foot');
  await expect(red).toHaveText('Nuk ka lidhje interneti');
  for (const top of [0, 80, 160, 240]) {
    await page.evaluate((y) => window.scrollTo(0, y), top);
    await expect
      .poll(async () => {
        const [box, banner] = await Promise.all([field.boundingBox(), red.boundingBox()]);
        return box && banner && (banner.y >= box.y + box.height || banner.y + banner.height <= box.y);
      })
      .toBe(true);
  }
  await context.setOffline(false);
});
