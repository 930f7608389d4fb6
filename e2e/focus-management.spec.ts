import { addressesFor } from './shop/addresses.ts';
import { colour, gelNails } from './shop/catalogue.ts';
import { expect, open, test, walk } from './shop/journey.ts';

test('page navigation, focuses the heading and sets a unique title', async ({ page, shopper, watch }) => {
  watch.expect(/404/);
  await shopper.add(gelNails.id);
  await shopper.order();
  const [order] = await (await page.request.get('/api/orders/my')).json();
  await shopper.add(colour.id);
  await shopper.save(colour.id);
  await open(page, '/');
  // `/redeem` loads a document, for the permission to use the camera.
  const pages = addressesFor('anyone', 'user').filter((path) => !/^\/($|\?|redeem)/.test(path));
  const paths = [...pages, `/orders/${order.id}`];
  const titles = new Set<string>();
  for (const path of paths) {
    const left = await page.title();
    await walk(page, path);
    await expect(page, path).not.toHaveTitle(left);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeFocused();
    titles.add(await page.title());
  }
  expect(titles.size).toBe(paths.length);
});
