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
