import { colour } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

test('the names of icon controls appear after 700 ms, the next one at once, and Escape hides them', async ({
  page,
  open,
}) => {
  await page.clock.install();
  await open('/');
  await page.mouse.move(5, 600);
  const filters = page.getByRole('button', { name: 'Rendit dhe filtro' });
  const bell = page.getByRole('button', { name: 'Njoftimet' });
  const tooltip = page.getByRole('tooltip');
  await bell.hover();
  await page.clock.runFor(1500);
  await page.mouse.move(5, 600);
  await page.clock.runFor(1000);
  await page.clock.pauseAt(Date.now() + 120_000);
  await expect(tooltip).toHaveCount(0);
  await bell.hover();
  await page.clock.runFor(650);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(tooltip).toHaveText('Njoftimet');
  await filters.hover();
  await page.clock.runFor(20);
  await expect(tooltip).toHaveText('Rendit dhe filtro');
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
});

test('a wide screen has the navigation on top and nothing scrolls sideways', async ({ page, open }) => {
  await open('/');
  const bar = await page.getByRole('navigation', { name: 'Navigimi kryesor' }).boundingBox();
  expect(bar?.y).toBeLessThan(80);
  await expect(page.getByRole('list', { name: 'Oferta në Tiranë' })).toHaveCSS('grid-template-columns', /\S+ \S+ \S+/);
});

test('the card to buy stays in sight beside the picture, with the salon under it', async ({ page, open }) => {
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await open(`/deal/${colour.id}`);
    const picture = (await page.getByRole('img', { name: colour.title }).boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const salon = page.getByRole('region', { name: 'Gërsheti i Artë Studio', exact: true });
    const buy = page.getByRole('button', { name: /Shto në shportë/ });
    expect((await salon.boundingBox())?.x).toBe(picture.x);
    expect((await salon.boundingBox())?.y).toBeGreaterThan(picture.y);
    expect((await buy.boundingBox())?.x).toBeGreaterThan(picture.x + picture.width);
    await salon.getByRole('link', { name: 'WhatsApp' }).scrollIntoViewIfNeeded();
    await expect(salon.getByRole('link', { name: 'WhatsApp' })).toBeInViewport();
    await expect(buy).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('region', { name: 'Si funksionon' })).toBeInViewport();
  }
});
