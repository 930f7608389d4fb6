import type { Page } from '@playwright/test';
import { colour, gelNails, massage } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { slow } from './shop/slow-line.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
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

test('a reload finds the list as long as it was, and the same place in it', async ({ page, open }) => {
  await open('/?city=all');
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

test('a reload of a cart finds the same place, though its lines come later', async ({ page, open, shopper }) => {
  for (const { id } of [colour, gelNails, massage]) await shopper.add(id);
  await page.setViewportSize({ width: 390, height: 400 });
  await open('/cart');
  await expect(cards(page)).toHaveCount(3);
  await cards(page).last().scrollIntoViewIfNeeded();
  const top = await place(page);
  expect(top).toBeGreaterThan(300);
  await slow(page, '**/api/cart/**', { ms: 1000 });
  await page.reload();
  await expect.poll(() => place(page)).toBe(top);
});

test('a reload of the saved deals finds the same place, though they come later', async ({ page, open, shopper }) => {
  for (const { id } of [colour, gelNails, massage]) await shopper.save(id);
  await page.setViewportSize({ width: 390, height: 600 });
  await open('/favorites');
  await expect(cards(page)).toHaveCount(3);
  await cards(page).last().scrollIntoViewIfNeeded();
  const top = await place(page);
  expect(top).toBeGreaterThan(300);
  await slow(page, '**/api/favorites/*', { ms: 1000 });
  await page.reload();
  await expect.poll(() => place(page)).toBe(top);
  await expect(cards(page).last()).toBeInViewport();
});

test('Back to the saved deals from a deal that was reloaded finds the same place', async ({ page, open, shopper }) => {
  for (const { id } of [colour, gelNails, massage]) await shopper.save(id);
  await page.setViewportSize({ width: 390, height: 600 });
  await open('/favorites');
  await expect(cards(page)).toHaveCount(3);
  await cards(page).last().scrollIntoViewIfNeeded();
  const top = await place(page);
  await cards(page).last().getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(cards(page)).toHaveCount(3);
  await expect.poll(() => place(page)).toBe(top);
});

test('Back from a deal that was reloaded finds the list as it was left', async ({ page, open }) => {
  await open('/?city=all');
  const top = await goFarDown(page);
  await cards(page).nth(30).getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(cards(page)).toHaveCount(36);
  expect(await place(page)).toBe(top);
});

test('whoever goes back before a page has started has the page of where they are', async ({ page, open }) => {
  await open('/?city=all');
  await cards(page).first().getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await slow(page, '**/assets/*.js', { ms: 1000 });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Ruaj', exact: true })).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
  await expect(cards(page)).toHaveCount(12);
  await page.locator('html[data-ready]').waitFor();
});

test('an address that is gone to anew begins at its top', async ({ page, open }) => {
  await open('/?city=all');
  await goFarDown(page);
  await open('/?city=all');
  await expect(cards(page)).toHaveCount(12);
  expect(await place(page)).toBe(0);
});
