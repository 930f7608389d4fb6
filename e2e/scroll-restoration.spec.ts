import type { Page } from '@playwright/test';
import { expect, open, test } from './shop/journey.ts';
import { slow } from './shop/slow-network.ts';

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

test('long list, reloaded, keeps its length and scroll position', async ({ page }) => {
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

test('Back, from a reloaded deal, restores list and scroll position', async ({ page }) => {
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
