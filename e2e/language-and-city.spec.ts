import { colour, onFirstPage } from './shop/catalogue.ts';
import { expect, nodeA, nodeB, test } from './shop/journey.ts';

test('language, changed to English, is remembered after the reload', async ({ page, open, context }) => {
  await open(`${nodeA}/?category=hair`);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'English' }).click();
  await reloaded;
  await page.locator('html[lang=en][data-ready]').waitFor();
  await expect(page).toHaveURL(`${nodeA}/?category=hair`);
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en');
  expect((await context.cookies()).find(({ name }) => name === 'language')?.value).toBe('en');
  await expect(page.getByRole('heading', { name: 'Hair in Tirana' })).toBeVisible();
  await open(`${nodeB}/deal/${colour.id}`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { level: 1, name: 'Full hair colour with blow-dry' })).toBeVisible();
  await expect(page.getByRole('main').locator('data').first()).toHaveText('ALL 2,200');
  await expect(page.getByText('You save ALL 1,300')).toBeVisible();
  await expect(page.getByText('Limited Time Offer')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to Cart - 2200 lek' }).first()).toBeVisible();
});

test('city, chosen, filters the list and survives a reload', async ({ page, open, context }) => {
  await open('/');
  const city = page.getByLabel('Vendndodhja');
  await expect(city.locator('option')).toHaveCount(13);
  await city.selectOption({ label: 'Korçë' });
  await expect(page.getByRole('heading', { name: 'Oferta në Korçë' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(onFirstPage((deal) => deal.city === 'korce'));
  expect(await page.evaluate(() => localStorage.getItem('selectedCity'))).toBe('korce');
  expect((await context.cookies()).find(({ name }) => name === 'selectedCity')?.value).toBe('korce');
  await open('/');
  await expect(city).toHaveValue('korce');
  await expect(page.getByRole('heading', { name: 'Oferta në Korçë' })).toBeVisible();

  // In a phone's header a long city stands in full: the label gives way to it, and the name only where that is not enough.
  const home = page.getByRole('banner').getByRole('link', { name: 'Bukuri' });
  for (const [path, width, isNamed] of [
    ['/?city=gjirokaster', 390, true],
    // Where the letters of the device are wide, the name gives way here.
    ['/?city=gjirokaster', 360, 'perhaps'],
    ['/?city=all', 390, false],
  ] as const) {
    await page.setViewportSize({ width, height: 780 });
    await open(path);
    const name = await home.getByText('Bukuri', { exact: true }).boundingBox();
    if (isNamed !== 'perhaps') expect((name?.y ?? 0) < 60, `${path} at ${width} px`).toBe(isNamed);
    await expect(home.locator('svg')).toBeInViewport({ ratio: 1 });
  }
});
