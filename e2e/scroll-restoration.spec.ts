import type { Page } from '@playwright/test';
import { expect, open, test } from './shop/journey.ts';

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

test('Back, from a reloaded deal, restores list and scroll position', async ({ page }) => {
  await open(page, '/?city=all');
  const top = await goFarDown(page);
  await cards(page).nth(30).getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await started(page);
  await page.goBack();
  await expect(cards(page)).toHaveCount(36);
  expect(await place(page)).toBe(top);
});
