import { expect, test } from './shop/journey.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

test('desktop layout, from 768 px, moves the navigation into the header and adds columns', async ({ page, open }) => {
  await open('/');
  const bar = page.getByRole('navigation', { name: 'Navigimi kryesor' });
  const columns = { 768: 2, 1024: 3, 1280: 4, 1440: 4, 1920: 4 };
  for (const [width, count] of Object.entries(columns)) {
    await page.setViewportSize({ width: Number(width), height: 900 });
    await expect.poll(async () => (await bar.boundingBox())?.y, width).toBeLessThan(80);
    await expect(page.getByRole('link', { name: 'Profili' }), width).toHaveCount(1);
    const list = page.getByRole('list', { name: 'Oferta në Tiranë' });
    const tracks = await list.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length);
    expect(tracks, width).toBe(count);
  }
});
