import type { Page } from '@playwright/test';
import { colour, gelNails, massage } from './shop/catalogue.ts';
import { expect, open, test } from './shop/journey.ts';
import type { Shopper } from './shop/shopper.ts';
import { slow } from './shop/slow-line.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const started = (page: Page) => page.locator('html[data-ready]').waitFor();
const place = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Three pages of the list, and a place in the last of them. */
async function goFarDown(page: Page): Promise<number> {
  for (const count of [24, 36]) {
    await page.getByRole('button', { name: 'Shfaq më shumë oferta' }).click();
    await expect(cards(page)).toHaveCount(count);
  }
  await cards(page).nth(30).scrollIntoViewIfNeeded();
  const top = await place(page);
  expect(top).toBeGreaterThan(5000);
  return top;
}

test('a reload finds the list as long as it was, and the same place in it', async ({ page }) => {
  await open(page, '/?city=all');
  const top = await goFarDown(page);
  await slow(page, '**/api/deals?*cursor=*', { ms: 1500 });
  await page.reload();
  await expect.poll(() => place(page)).toBe(top);
  const places: number[] = [];
  while ((await cards(page).count()) < 36) places.push(await place(page));
  await expect(cards(page)).toHaveCount(36);
  expect(new Set([...places, await place(page)]), 'where one stood meanwhile').toEqual(new Set([top]));
  await expect(cards(page).nth(30)).toBeInViewport();
});

const OWN = [
  { list: 'a cart', at: '/cart', by: 'add', height: 400, calls: '**/api/cart/**' },
  { list: 'the saved deals', at: '/favorites', by: 'save', height: 600, calls: '**/api/favorites/*' },
] as const;
type Own = (typeof OWN)[number];

/** A list of three of one's own, and the place of the last. */
async function goToLast(page: Page, shopper: Shopper, { at, by, height }: Own): Promise<number> {
  for (const { id } of [colour, gelNails, massage]) await shopper[by](id);
  await page.setViewportSize({ width: 390, height });
  await open(page, at);
  await expect(cards(page)).toHaveCount(3);
  await cards(page).last().scrollIntoViewIfNeeded();
  const top = await place(page);
  expect(top).toBeGreaterThan(300);
  return top;
}

for (const own of OWN) {
  test(`a reload of ${own.list} finds the same place, though it comes later`, async ({ page, shopper }) => {
    const top = await goToLast(page, shopper, own);
    await slow(page, own.calls, { ms: 1000 });
    await page.reload();
    await expect.poll(() => place(page)).toBe(top);
    await expect(cards(page).last()).toBeInViewport();
  });
}

test('Back to the saved deals from a deal that was reloaded finds the same place', async ({ page, shopper }) => {
  const top = await goToLast(page, shopper, OWN[1]);
  await cards(page).last().getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await started(page);
  await page.goBack();
  await expect(cards(page)).toHaveCount(3);
  await expect.poll(() => place(page)).toBe(top);
});

test('Back from a deal that was reloaded finds the list as it was left', async ({ page }) => {
  await open(page, '/?city=all');
  const top = await goFarDown(page);
  await cards(page).nth(30).getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await started(page);
  await page.goBack();
  await expect(cards(page)).toHaveCount(36);
  expect(await place(page)).toBe(top);
});

test('whoever goes back before a page has started has the page of where they are', async ({ page }) => {
  await open(page, '/?city=all');
  await cards(page).first().getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await slow(page, '**/assets/*.js', { ms: 1000 });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Ruaj', exact: true })).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
  await expect(cards(page)).toHaveCount(12);
  await started(page);
});

test('an address that is gone to anew begins at its top', async ({ page }) => {
  await open(page, '/?city=all');
  await goFarDown(page);
  await open(page, '/?city=all');
  await expect(cards(page)).toHaveCount(12);
  expect(await place(page)).toBe(0);
});
