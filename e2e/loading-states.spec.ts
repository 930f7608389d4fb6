import { expect, test } from './shop/journey.ts';

const screens = [
  { name: 'home', api: '**/api/deals?*', go: 'Kryefaqja', from: '/categories', count: 3 },
  { name: 'the cart', api: '**/api/cart/*', go: 'Shporta', from: '/', count: 3 },
];

test('home and cart, loading, show skeletons', async ({ page, open, shopper: _ }) => {
  for (const { name, api, go, from, count } of screens) {
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(api, async (route) => {
      await waiting;
      await route.continue();
    });
    await open(from);
    await page.getByRole('navigation', { name: 'Navigimi kryesor' }).getByRole('link', { name: go }).click();
    const busy = page.locator('[aria-busy=true]');
    await expect(busy.locator(':scope > div'), name).toHaveCount(count);
    await expect(busy, name).toContainText('Po ngarkohet...');
    await expect(busy.locator('.skeleton').first(), name).toHaveCSS('animation-delay', '0.1s');
    answer();
    await expect(busy, name).toHaveCount(0);
    await page.unroute(api);
  }
});
