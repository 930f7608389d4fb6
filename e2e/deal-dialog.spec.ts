import { colour, massage } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';

test('deal dialog, opened from the list, has its own URL and Escape returns focus to the card', async ({
  page,
  open,
}) => {
  await open('/');
  const card = page.getByRole('link', { name: massage.title });
  await card.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(300);
  await card.click();
  const dialog = page.getByRole('dialog', { name: massage.title });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(`/deal/${massage.id}`);
  await expect(page).toHaveTitle(/Masazh relaksues trupi/);
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await expect(dialog.getByText('Ofertë me afat të kufizuar')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/');
  await expect(card).toBeFocused();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - scrolled)).toBeLessThanOrEqual(50);
});

test('deal dialog, reloaded, becomes the full page with all details', async ({ page, open }) => {
  await open('/');
  await page.getByRole('link', { name: colour.title }).last().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await page.locator('html[data-ready]').waitFor();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: colour.title })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Kurseni 1 300 lekë');
  await expect(page.getByText('Përshkrimi')).toBeVisible();
  await expect(page.getByText('Rruga e Mështeknave 14')).toBeVisible();
  await expect(page.getByText('09:00–21:00')).toBeVisible();
  await page.getByRole('link', { name: 'Kthehu te kryefaqja' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('article').first()).toBeVisible();
});
