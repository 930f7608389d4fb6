import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { shownCode } from '#core/domain/vouchers.ts';
import { besa, demoId } from '#db/world.ts';
import { axeViolations } from './shop/axe.ts';
import { writeCameraFile } from './shop/camera-file.ts';
import { colour, inDatabase } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { signIn } from './shop/shopper.ts';
import { Watch } from './shop/watch.ts';

/** A device of the salon, with its own complaints. */
async function deviceAt(browser: Browser, baseURL: string | undefined): Promise<{ page: Page; watch: Watch }> {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
    locale: 'sq-AL',
  });
  const page = await context.newPage();
  const watch = new Watch(page);
  // Blocked in journeys.
  watch.expect(/service worker/i);
  return { page, watch };
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('html[data-ready]').waitFor();
}

const type = async (page: Page, code: string) => {
  await page.getByLabel('Shkruaj kodin').fill(code);
  await page.keyboard.press('Enter');
};
const press = (page: Page, name: RegExp | string) => page.getByRole('dialog').getByRole('button', { name }).click();
const result = (page: Page, name: string) => page.getByRole('dialog', { name });

test('two units to pay in cash, scanned, undone and redeemed, complete the order and count as sold', async ({
  page,
  shopper,
  baseURL,
  playwright,
  launchOptions,
  context,
  watch,
}, { outputDir }) => {
  // Answers of deals are cached.
  const sold = async () => (await inDatabase('select deal_sold($1) as sold', [colour.id])).rows[0].sold;
  const before = await sold();
  await shopper.add(colour.id, 2);
  await shopper.order();
  const [order] = await (await page.request.get('/api/orders/my')).json();
  const [one, two] = order.items[0].vouchers;
  await open(page, `/orders/${order.id}`);
  await expect(page.getByText('Kuponi 2 nga 2')).toBeVisible();
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Hape në ekran të plotë' }).first().click();
  await expect(page.getByRole('dialog').getByText(shownCode(one.code))).toBeVisible();
  await context.setOffline(false);

  mkdirSync(outputDir, { recursive: true });
  const camera = join(outputDir, 'camera.y4m');
  writeCameraFile(camera, one.url);
  const args = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
  const file = `--use-file-for-fake-video-capture=${camera}`;
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), ...args, file],
  });
  const { page: till, watch: complaints } = await deviceAt(browser, baseURL);
  await signIn(till, besa);
  await open(till, '/redeem');
  await expect(till.getByText('Gërsheti i Artë Studio')).toBeVisible();
  expect(await axeViolations(till, { ofColour: true })).toEqual([]);
  await till.getByRole('button', { name: 'Skano kodin QR' }).click();
  await expect(result(till, 'I vlefshëm')).toContainText('Merrni 2 200 lekë');
  await press(till, /^Prano kuponin/);
  await expect(result(till, 'Kuponi u pranua')).toBeVisible();
  expect(await axeViolations(till, { ofColour: true })).toEqual([]);
  await press(till, /^Zhbëj/);
  await expect(result(till, 'Kuponi është sërish i vlefshëm')).toBeVisible();
  await press(till, 'Kuponi tjetër');
  await till.getByRole('button', { name: 'Mbyll kamerën' }).click();
  for (const { code } of [one, two]) {
    await type(till, shownCode(code).toLowerCase());
    await press(till, /^Prano kuponin/);
    await expect(result(till, 'Kuponi u pranua')).toBeVisible();
    await press(till, 'Kuponi tjetër');
  }
  complaints.check();
  await browser.close();

  const { status, paidAmount } = await (await page.request.get(`/api/orders/${order.id}`)).json();
  expect([status, paidAmount, await sold()]).toEqual(['completed', 4400, before + 2]);
  await open(page, `/orders/${order.id}`);
  await expect(page.getByText('I përdorur')).toHaveCount(2);
});

test('till, opened by its link on another device, redeems until it is revoked', async ({
  page,
  shopper,
  browser,
  baseURL,
}) => {
  await shopper.add(demoId('deal', 'd02'));
  await shopper.order();
  const [order] = await (await page.request.get('/api/orders/my')).json();
  await page.request.post('/api/auth/logout');
  await signIn(page, besa);
  await open(page, '/profile');
  await page.getByRole('button', { name: 'Shto arkë' }).click();
  await page.getByLabel('Emri i arkës').fill('Recepsioni');
  await page.getByRole('dialog').getByRole('button', { name: 'Shto arkë' }).click();
  const link = (await page.getByRole('dialog').getByText('/till?token=').textContent()) ?? '';
  const { page: till, watch } = await deviceAt(browser, baseURL);
  await open(till, link);
  await till.getByRole('button', { name: 'Hap arkën në këtë pajisje' }).click();
  await expect(till.getByText('Arka: Recepsioni')).toBeVisible();
  await type(till, order.stripePaymentIntentId);
  await press(till, /^Prano kuponin/);
  await expect(result(till, 'Kuponi u pranua')).toBeVisible();
  await open(page, '/sales');
  await page.getByRole('tab', { name: 'Sot' }).click();
  await expect(page.getByRole('main')).toContainText('Recepsioni');
  await open(page, '/profile');
  await page.getByRole('button', { name: 'Hiq arkën Recepsioni' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hiq' }).click();
  await expect(page.getByText('Arka u hoq', { exact: true })).toBeVisible();
  watch.expect(/401/);
  await till.reload();
  await expect(till.getByRole('heading', { name: 'Hyni me llogarinë e sallonit' })).toBeVisible();
  watch.check();
  await till.context().close();
});
