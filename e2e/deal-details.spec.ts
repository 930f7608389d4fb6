import { demoId } from '#db/world.ts';
import { axeViolations } from './shop/axe.ts';
import { colour, expired, inDatabase, massage } from './shop/catalogue.ts';
import { expect, nodeA, test } from './shop/journey.ts';

const ritual = { id: demoId('deal', 'd26'), title: 'Ritual spa për dy persona' };

test('expired deal, opened, cannot be bought and offers alternatives', async ({ page, open }) => {
  await open(`/deal/${expired.id}`);
  const deal = page.getByRole('main');
  await expect(deal.getByText('E skaduar')).toBeVisible();
  for (const promise of [/Kurseni/, /Vlen për 30 ditë/, /Deri të/, /Si funksionon/]) {
    await expect(deal.getByText(promise)).toHaveCount(0);
  }
  expect(await page.locator('script[type="application/ld+json"]').allTextContents()).not.toContain('priceValidUntil');
  const others = deal.getByRole('region').getByRole('article');
  await expect(others.first()).toBeVisible();
  expect((await others.first().boundingBox())?.y).toBeLessThan(
    (await deal.getByText('Përshkrimi').boundingBox())?.y ?? 0,
  );
  await others.first().getByRole('link').first().click();
  await expect(page.getByRole('button', { name: /Shto në shportë/ }).first()).toBeEnabled();
});

test('recently viewed deals, kept in this browser, are listed below', async ({ page, open }) => {
  await open(`/deal/${ritual.id}`);
  const noted = () => page.evaluate(() => localStorage.getItem('recentlyViewed'));
  await expect.poll(noted).toContain(ritual.id);
  await open(`/deal/${colour.id}`);
  const seen = page.getByRole('region', { name: 'Të shikuara së fundi' });
  await expect(seen.getByRole('article')).toHaveCount(1);
  await expect(seen.getByRole('heading', { name: ritual.title })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Flokë në / }).first()).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('recentlyViewed'));
  await open(`/deal/${colour.id}`);
  await expect(seen).toHaveCount(0);
});

test('deal, reported by a guest, confirms the report', async ({ page, open }) => {
  await open(`/deal/${massage.id}`);
  await page.getByRole('button', { name: 'Raporto ofertën' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Çmimi nuk është i vërtetë' }).check();
  await dialog.getByRole('textbox').fill('Në sallon kërkojnë më shumë.');
  await dialog.getByRole('button', { name: 'Dërgo raportimin' }).click();
  await expect(page.getByText('Faleminderit, raportimi u dërgua', { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('share button, by the device or by its menu, shares the public address and counts once', async ({
  page,
  open,
  context,
  browserName,
}) => {
  if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const url = new RegExp(`^${nodeA}/deal/${colour.id}$`);
  const count = async () =>
    (await inDatabase('select shares from deal_counters where deal_id = $1', [colour.id])).rows[0].shares;
  const before = Number(await count());

  await page.addInitScript(() => {
    const refuses = () => Promise.reject(new DOMException('closed', 'AbortError'));
    const shared: ShareData[] = [];
    const share = (data: ShareData) => (shared.push(data) === 1 ? refuses() : Promise.resolve());
    if (!location.search.includes('lang')) Object.assign(navigator, { share, shared });
  });
  await open(`/deal/${colour.id}`);
  const button = page.getByRole('button', { name: 'Shpërndaj' });
  // The menu, which stands for the device, gives way once the page is alive.
  await expect(button).not.toHaveAttribute('aria-haspopup');
  await button.click();
  await button.click();
  const shared = () => page.evaluate(() => (navigator as unknown as { shared: ShareData[] }).shared);
  await expect.poll(shared).toHaveLength(2);
  expect((await shared())[1]).toMatchObject({ title: colour.title, url: expect.stringMatching(url) });
  await expect.poll(count).toBe(before + 1);

  await open(`/deal/${colour.id}?lang=en`);
  await page.getByRole('button', { name: 'Share' }).focus();
  for (const key of ['Enter', 'ArrowUp']) await page.keyboard.press(key);
  await expect(page.getByRole('menuitem')).toHaveText(['WhatsApp', 'Viber', 'Copy link']);
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Link copied', { exact: true }).first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${nodeA}/deal/${colour.id}?lang=en`);
  expect(await count()).toBe(before + 1);
});
