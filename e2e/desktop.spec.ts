import { expect, test } from './shop/journey.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

test('desktop layout, from 768 px, moves the navigation into the header and adds columns', async ({ page, open }) => {
  await open('/');
  const bar = page.getByRole('navigation', { name: 'Navigimi kryesor' });
  const columns = { 768: 2, 1024: 3, 1280: 3, 1440: 4, 1920: 4 };
  for (const [width, count] of Object.entries(columns)) {
    await page.setViewportSize({ width: Number(width), height: 900 });
    await expect.poll(async () => (await bar.boundingBox())?.y, width).toBeLessThan(80);
    await expect(page.getByRole('link', { name: 'Profili' }), width).toHaveCount(1);
    const list = page.getByRole('list', { name: 'Oferta në Tiranë' });
    const tracks = await list.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length);
    expect(tracks, width).toBe(count);
  }
});

test('header search, submitted on another page, leads to home with the query', async ({ page, open }) => {
  await open('/categories');
  const box = page.getByRole('searchbox', { name: 'Kërko oferta' });
  await expect(box).toHaveCount(1);
  expect((await box.boundingBox())?.width).toBeLessThan(400);
  await box.fill('masazh');
  await expect(page).toHaveURL('/categories');
  await box.press('Enter');
  await expect(page).toHaveURL('/?search=masazh');
  await expect(page.getByRole('article').filter({ hasText: 'Masazh' }).first()).toBeVisible();
  await box.fill('manikyr');
  await expect(page).toHaveURL('/?search=manikyr');
  await page.getByRole('link', { name: 'Shporta' }).click();
  await expect(box).toHaveValue('');
  await box.fill('mbetur');
  await page.getByRole('link', { name: 'Kryefaqja' }).click();
  await expect(box).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Oferta në Tiranë' })).toBeVisible();
  await expect(page).toHaveURL('/');
});
