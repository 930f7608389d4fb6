import type { Page } from '@playwright/test';
import { axeViolations } from './shop/axe.ts';
import { colour, gelNails } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';

test.use({ serviceWorkers: 'allow' });

/** The service worker is registered a while after the first page, and serves the next. */
async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.locator('html[data-ready]').waitFor();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

const savedCopy = (page: Page) => page.locator('#saved-copy');

test('shop without a connection, opens home, deal, saved deals, cart and receipt; favorites are replayed; sign-out deletes what is personal', async ({
  page,
  open,
  context,
  shopper,
  watch,
}) => {
  // The last read of the profile may come after the sign-out.
  watch.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|503|404|401/);
  await shopper.add(gelNails.id);
  await shopper.order();
  await shopper.add(colour.id);
  await shopper.save(colour.id);
  await open('/');
  await waitForServiceWorker(page);
  const [order] = await (await page.request.get('/api/orders/my')).json();
  const paths = [`/orders/${order.id}`, '/cart', '/favorites', `/deal/${colour.id}`, '/'];
  for (const path of paths) {
    await open(path);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  }
  await page.goto(new URL(order.items[0].vouchers[0].url).pathname);
  const kept = page.evaluate(async () => {
    const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)));
    return (await Promise.all(caches.map((cache) => cache.keys()))).flat().map(({ url }) => new URL(url).pathname);
  });
  expect(
    (await kept).filter((path) => /^\/(v|api\/vouchers)\//i.test(path)),
    'a voucher for others',
  ).toEqual([]);
  await context.setOffline(true);
  for (const [path, text] of [
    [`/orders/${order.id}`, order.stripePaymentIntentId],
    ['/cart', colour.title],
    ['/favorites', colour.title],
    [`/deal/${colour.id}?fbclid=x&utm_source=ig`, colour.title],
    ['/', gelNails.title],
  ]) {
    await open(path);
    await expect(savedCopy(page)).toHaveText(/^Nuk ka lidhje interneti · Ruajtur më \d+ \p{L}+, \d\d:\d\d$/u, {
      useInnerText: true,
    });
    expect((await savedCopy(page).boundingBox())?.height, 'one line').toBeLessThan(35);
    await expect(page.locator('body > .at-foot'), 'a second banner').toHaveCount(0);
    await expect(page.getByRole('main').getByText(text).first(), path).toBeVisible();
    if (!path?.startsWith('/orders')) continue;
    await page.getByRole('main').getByRole('button', { name: 'Hape në ekran të plotë' }).click();
    await expect(page.getByRole('dialog').getByRole('img', { name: /^Kodi QR i kuponit/ })).toBeVisible();
    expect(await axeViolations(page, { ofColour: true })).toEqual([]);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: `Ruaj ofertën: ${gelNails.title}` }).click();
  await expect(page.getByRole('button', { name: new RegExp(`^Hiq .*${gelNails.title}`) })).toBeVisible();
  await page.goto('/deal/00000000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Jeni pa internet' })).toBeVisible();
  await page.getByRole('link', { name: new RegExp(colour.title) }).click();
  await expect(page.getByRole('heading', { level: 1, name: colour.title })).toBeVisible();

  await page.locator('html[data-ready]').waitFor();
  await context.setOffline(false);
  const saved = async () => (await (await page.request.get('/api/favorites/session_journey')).json()).length;
  await expect.poll(saved).toBe(2);
  await open('/');
  await expect(savedCopy(page)).toHaveCount(0);
  await open('/profile');
  await page.getByRole('button', { name: 'Dil' }).click();
  await expect.poll(() => page.evaluate(() => caches.has('private'))).toBe(false);
});

test('saved page, on a slow line, is called that, and offers the newer one when it came', async ({
  page,
  open,
  context,
}) => {
  await open('/');
  await waitForServiceWorker(page);
  await open('/categories');
  await page.evaluate(async () => {
    const saved = await caches.open('pages');
    const [key] = (await saved.keys()).filter(({ url }) => url.includes('/categories'));
    const copy = key && (await saved.match(key));
    const headers = new Headers(copy?.headers);
    headers.set('date', 'Fri, 27 Nov 2026 10:00:00 GMT');
    if (key) await saved.put(key, new Response(await copy?.text(), { headers }));
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await context.route('**/categories', async (route) => {
    await arrived;
    await route.continue();
  });
  await open('/categories');
  await expect(savedCopy(page)).toHaveText('Lidhje e ngadaltë · Ruajtur më 27 nëntor, 11:00', { useInnerText: true });
  const newer = savedCopy(page).getByRole('link', { name: 'Shfaq përmbajtjen e re' });
  await expect(newer).toBeHidden();
  arrive();
  await newer.click();
  await expect(savedCopy(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('install button, prompt offered and accepted, says that the app is installed; without a prompt it explains', async ({
  page,
  open,
}) => {
  await open('/categories');
  const button = page.getByRole('contentinfo').getByRole('button', { name: 'Instalo aplikacionin' });
  await button.click();
  await expect(page.getByRole('dialog')).toContainText('Hapni menynë e shfletuesit');
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    const offered = Object.assign(new Event('beforeinstallprompt'), { prompt: async () => ({ outcome: 'accepted' }) });
    window.dispatchEvent(offered);
  });
  await button.click();
  await expect(page.getByRole('contentinfo').getByText('I instaluar', { exact: true })).toBeVisible();
});

test('new version, waiting, is offered in a notice and taken after a reload', async ({ page, open }) => {
  await open('/categories');
  await waitForServiceWorker(page);
  // Another address of the script replaces the one that is registered, as another content does.
  await page.evaluate(async () => {
    // After the registration of the page itself.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await navigator.serviceWorker.register('/service-worker.js?next');
  });
  await expect(page.getByText('Një version i ri është gati.')).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Përditëso' }).click();
  await reloaded;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
