import { colour, gelNails, inDatabase, massage, newDeal } from './shop/catalogue.ts';
import { expect, nodeA, nodeB, test } from './shop/journey.ts';

test('add to cart, updates the badge and the cart on every server process', async ({ page, open, shopper: _ }) => {
  await open(`${nodeA}/`);
  await page.getByRole('article').filter({ hasText: massage.title }).getByRole('link').first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Shto në shportë/ })
    .click();
  await expect(page.getByText('U shtua në shportë', { exact: true })).toBeVisible();
  await expect(page.getByText('Oferta u shtua në shportën tuaj', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Shporta' })).toContainText('1');
  await open(`${nodeB}/cart`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1 ofertë');
  const line = page.getByRole('main').getByRole('article');
  await expect(line).toContainText(massage.title);
  await expect(line.locator('data').first()).toHaveAttribute('value', '2600');
});

test('quantity, changed, updates totals at once with one request', async ({ page, open, shopper }) => {
  await shopper.add(colour.id);
  await shopper.add(gelNails.id, 2);
  await open('/cart');
  const sums = page.getByRole('definition').locator('data');
  await expect(sums.last()).toHaveAttribute('value', String(colour.price + 2 * gelNails.price));
  const patches: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') patches.push(request.postDataJSON());
  });
  const more = page.getByRole('button', { name: `Rrit sasinë: ${colour.title}` });
  const sent = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  // At the pace of a finger, however busy the machine is.
  await more.evaluate((button: HTMLElement) => {
    for (let tap = 0; tap < 3; tap++) button.click();
  });
  const line = page.getByRole('main').getByRole('article').filter({ hasText: colour.title });
  await expect(line.getByRole('status')).toHaveText('4');
  await sent;
  expect(patches).toEqual([{ quantity: 4 }]);
  await expect(sums.last()).toHaveAttribute('value', String(4 * colour.price + 2 * gelNails.price));
  await open('/cart');
  await expect(line.getByRole('status')).toHaveText('4');
});

test('removed line, undo clicked, comes back', async ({ page, open, shopper }) => {
  await shopper.add(colour.id, 3);
  await open('/cart');
  await page.getByRole('button', { name: `Hiq nga shporta: ${colour.title}` }).click();
  await expect(page.getByText('U hoq nga shporta', { exact: true })).toBeVisible();
  await expect(page.getByText('Oferta u hoq nga shporta juaj', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Shporta juaj është bosh' })).toBeVisible();
  await page.getByRole('button', { name: 'Zhbëj' }).click();
  const line = page.getByRole('main').getByRole('article');
  await expect(line).toContainText(colour.title);
  await expect(line.getByRole('status')).toHaveText('3');
});

test('Clear Cart, confirmed, empties the cart', async ({ page, open, shopper }) => {
  await shopper.add(colour.id);
  await shopper.add(gelNails.id);
  await open('/cart');
  const clear = page.getByRole('button', { name: 'Zbraz shportën' });
  await clear.click();
  const question = page.getByRole('dialog', { name: "Doni t'i hiqni të gjitha ofertat nga shporta?" });
  await question.getByRole('button', { name: 'Anulo' }).click();
  await expect(clear).toBeFocused();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
  await clear.click();
  await question.getByRole('button', { name: 'Zbraz shportën' }).click();
  await expect(page.getByText('Shporta u zbraz', { exact: true })).toBeVisible();
  await expect(page.getByText('Të gjitha ofertat u hoqën nga shporta juaj', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Shporta juaj është bosh' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Shporta' })).not.toContainText('2');
});

test('cart, price changed or deal ended, says so and blocks the checkout', async ({ page, open, shopper }) => {
  const dearer = await newDeal('Ofertë që shtrenjtohet', 1000);
  const ending = await newDeal('Ofertë që mbaron', 500);
  await shopper.add(dearer);
  await shopper.add(ending);
  await inDatabase('update deals set price = 1200 where id = $1', [dearer]);
  await inDatabase("update deals set expires_at = now() - interval '1 second' where id = $1", [ending]);
  await open('/cart');
  const lines = page.getByRole('main').getByRole('article');
  await expect(lines.filter({ hasText: 'shtrenjtohet' })).toContainText('Çmimi ndryshoi nga 1 000 lekë në 1 200 lekë.');
  await expect(lines.filter({ hasText: 'mbaron' })).toContainText('Kjo ofertë ka skaduar.');
  await expect(page.getByText('Për të vazhduar, ndryshoni ose hiqni ofertat e shënuara.')).toBeVisible();
  const checkout = page.getByRole('link', { name: 'Vazhdo te pagesa' });
  await expect(checkout).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Hiq nga shporta: Ofertë që mbaron' }).click();
  await expect(checkout).not.toHaveAttribute('aria-disabled', 'true');
  await checkout.click();
  await expect(page).toHaveURL('/checkout');
});
