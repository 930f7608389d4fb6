import { inDatabase, newDeal } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { overflows } from './shop/overflow.ts';

// A phone's browser would make its window wider instead of scrolling.
test.use({ isMobile: false });

test('unbroken text of a salon, on every page that shows it, wraps', async ({ page, open, shopper }) => {
  const deal = await newDeal('Trajtim'.repeat(14));
  await inDatabase(
    'update deals set business_name = $2, address = $3, description = $3, hours = $2, price_unit = $4 where id = $1',
    [deal, 'SalloniiBukurisë'.repeat(6), `https://www.google.com/maps/place/${'41.3275,19.8187'.repeat(9)}`, 'person'],
  );
  await shopper.add(deal, 2);
  await shopper.order();
  await shopper.add(deal, 3);
  const found: string[] = [];
  const check = async (path: string) => {
    await open(path);
    await expect(page.locator('main').getByText('TrajtimTrajtim').first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    for (const [width, isDoubled] of [[360], [320, true]] as const)
      found.push(...(await overflows(page, width, isDoubled)).map((each) => `${path}: ${each}`));
  };
  for (const path of ['/?city=kruje', `/deal/${deal}`, '/cart', '/checkout', '/checkout?method=cash', '/profile'])
    await check(path);
  await page.getByRole('link', { name: /^Shiko porosinë/ }).click();
  await expect(page).toHaveURL(/\/orders\//);
  await check(new URL(page.url()).pathname);
  expect(found).toEqual([]);
});
