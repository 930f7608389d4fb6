import { colour, massage } from './shop/catalogue.ts';
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

test('from 768 px on the navigation stands in the header, and the list has as many columns as fit', async ({
  page,
  open,
}) => {
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

test('the search in the header leads home from anywhere, and follows each key there', async ({ page, open }) => {
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

test('what is popular is as wide alone as beside another', async ({ page, open }) => {
  const widthIn = async (address: string) => {
    await open(address);
    return (await page.getByRole('region').getByRole('listitem').first().boundingBox())?.width;
  };
  const besideAnother = await widthIn('/categories');
  await expect(page.getByRole('region').getByRole('listitem')).toHaveCount(2);
  expect(await widthIn('/categories?city=vlore')).toBe(besideAnother);
  await expect(page.getByRole('region').getByRole('listitem')).toHaveCount(1);
});

test('a window that is lower than the card to buy still shows all of it', async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await open(`/deal/${colour.id}`);
  const how = page.getByRole('region', { name: 'Si funksionon' });
  await expect(how.getByRole('listitem').last()).not.toBeInViewport();
  await page.mouse.move(300, 400);
  await page.mouse.wheel(0, 400);
  await expect(how.getByRole('listitem').last()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: /Shto në shportë/ })).toBeInViewport({ ratio: 1 });
  await page.mouse.wheel(0, -400);
  await expect(page.getByRole('heading', { level: 1, name: colour.title })).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: 1280, height: 600 });
  await open('/');
  await page.getByRole('link', { name: massage.title }).click();
  const dialog = page.getByRole('dialog', { name: massage.title });
  const inDialog = dialog.getByRole('button', { name: /Shto në shportë/ });
  await expect(inDialog).toBeInViewport({ ratio: 1 });
  const order = await inDialog.evaluate((button) =>
    [button.closest('.in-dialog-sight'), document.querySelector('dialog .fading')].map(
      (one) => (one && Number(getComputedStyle(one).zIndex)) || 0,
    ),
  );
  expect(order, 'the edge that fades lies under the button').toEqual([1, 0]);
});

test('the card to buy says what it sells and stays in sight beside the picture, with the salon under it', async ({
  page,
  open,
}) => {
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await open(`/deal/${colour.id}`);
    const picture = (await page.locator('main article img').first().boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const salon = page.getByRole('region', { name: 'Gërsheti i Artë Studio', exact: true });
    const buy = page.getByRole('button', { name: /Shto në shportë/ });
    expect((await salon.boundingBox())?.x).toBe(picture.x);
    expect((await salon.boundingBox())?.y).toBeGreaterThan(picture.y);
    expect((await buy.boundingBox())?.x).toBeGreaterThan(picture.x + picture.width);
    const title = page.getByRole('heading', { level: 1, name: colour.title });
    expect((await title.boundingBox())?.x).toBe((await page.getByText('Kurseni 1 300').boundingBox())?.x);
    await salon.getByRole('link', { name: 'WhatsApp' }).scrollIntoViewIfNeeded();
    await expect(salon.getByRole('link', { name: 'WhatsApp' })).toBeInViewport();
    await expect(buy).toBeInViewport({ ratio: 1 });
    await expect(title).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('region', { name: 'Si funksionon' })).toBeInViewport();
  }
});
