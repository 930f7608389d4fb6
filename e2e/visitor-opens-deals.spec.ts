import { colour, expired, hidden, massage } from './shop/catalogue.ts';
import { LYING } from './shop/fit.ts';
import { expect, nodeB, test } from './shop/journey.ts';
import { hiddenAtOpening } from './shop/sight.ts';

test('a deal opens over the list with its own address; Escape returns to the card', async ({ page, open }) => {
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

test('marking a text that ends beside the deal leaves it open; a press beside it closes it', async ({ page, open }) => {
  await open('/');
  await page.getByRole('link', { name: massage.title }).click();
  const dialog = page.getByRole('dialog', { name: massage.title });
  const title = await dialog.getByRole('heading', { name: massage.title }).last().boundingBox();
  if (!title) throw new Error('the title has no box');
  await page.mouse.move(title.x + 20, title.y + 10);
  await page.mouse.down();
  await page.mouse.move(title.x + 20, 10, { steps: 5 });
  await page.mouse.up();
  await expect(dialog).toBeVisible();
  await page.mouse.click(title.x + 20, 10);
  await expect(dialog).toBeHidden();
});

test('Back and the close button return from a deal to the same place in a long list', async ({ page, open }) => {
  await open('/?city=all');
  await page.getByRole('button', { name: 'Shfaq më shumë oferta' }).click();
  await expect(page.getByRole('article')).toHaveCount(24);
  const card = page.getByRole('article').nth(20).getByRole('link');
  await card.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  await card.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(card).toBeFocused();
  await card.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mbyll dritaren' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(card).toBeFocused();
  await expect(page.getByRole('article')).toHaveCount(24);
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - scrolled)).toBeLessThanOrEqual(50);
});

test('on a small phone a deal opens at its top with the button in a bar, and focus stays inside', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open('/');
  await page.getByRole('link', { name: colour.title }).last().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(dialog.locator('[data-bottom-bar]')).toBeInViewport({ ratio: 1 });
  expect(await dialog.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  for (let tab = 0; tab < 8; tab += 1) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && focused?.closest('dialog') === null;
    });
    expect(outside).toBe(false);
  }
});

test('on a phone that lies on its side a deal opens with its title and its price in sight, and so does its page', async ({
  page,
  open,
}) => {
  for (const size of [LYING, { width: 844, height: 390 }, { width: 568, height: 320 }]) {
    await page.setViewportSize(size);
    await open('/');
    await page.getByRole('link', { name: colour.title }).last().click();
    const dialog = page.getByRole('dialog');
    expect(await hiddenAtOpening(page)).toEqual([]);
    await expect(dialog.getByText('2 200 lekë', { exact: true }).first()).toBeInViewport({ ratio: 1 });
    await page.reload();
    await page.locator('html[data-ready]').waitFor();
    const bar = await page.locator('[data-bottom-bar]').boundingBox();
    for (const wanted of [page.getByRole('heading', { level: 1 }), page.getByRole('main').locator('data').first()]) {
      const { y = 0, height = 0 } = (await wanted.boundingBox()) ?? {};
      expect(y + height, `${size.width} px`).toBeLessThanOrEqual(bar?.y ?? size.height);
    }
  }
  const picture = await page.getByRole('main').locator('img').first().boundingBox();
  expect(picture?.x, 'beside the edge, as all else').toBe(16);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
  await page.reload();
  await page.locator('html[data-ready]').waitFor();
  await expect(page.locator('[data-bottom-bar]'), 'with large letters it would hide them').not.toBeInViewport();
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await browser.detach();
});

test('reloading an open deal gives its page, and the page has everything', async ({ page, open }) => {
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

test('the list, the dialog, the page and the cart agree on the price', async ({ page, open, shopper }) => {
  await shopper.add(colour.id);
  await open('/');
  const card = page.getByRole('article').filter({ hasText: colour.title });
  await expect(card.locator('data').first()).toHaveAttribute('value', String(colour.price));
  await expect(card.locator('data').first()).toHaveText('2 200 lekë');
  await card.getByRole('link').click();
  await expect(page.getByRole('dialog').locator('data').first()).toHaveAttribute('value', String(colour.price));
  await open(`/deal/${colour.id}`);
  await expect(page.getByRole('main').locator('data').first()).toHaveAttribute('value', String(colour.price));
  await expect(page.getByRole('button', { name: 'Shto në shportë – 2200 lekë' }).first()).toBeVisible();
  await open('/cart');
  await expect(page.getByRole('main').getByRole('article').locator('data').first()).toHaveAttribute('value', '2200');
});

test('a deal that does not exist is a 404 that says so and leaves the ways on', async ({ page, watch }) => {
  watch.expect(/404/);
  for (const id of ['nonsense', '00000000-0000-4000-8000-000000000000']) {
    const answer = await page.goto(`/deal/${id}`);
    expect(answer?.status()).toBe(404);
    for (const place of ['banner', 'navigation'] as const) await expect(page.getByRole(place)).toBeVisible();
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Oferta nuk u gjet' })).toBeVisible();
  await expect(page.getByText('Oferta që po kërkoni nuk ekziston.')).toBeVisible();
  await page.getByRole('link', { name: 'Kthehu te kryefaqja' }).click();
  await expect(page).toHaveURL('/');
});

test('hidden deals and nonsense are 404 on both nodes', async ({ request, baseURL }) => {
  for (const node of [baseURL, nodeB]) {
    for (const id of [hidden.id, 'nonsense', '%00', '../../etc']) {
      const answer = await request.get(`${node}/deal/${id}`);
      expect(answer.status(), `${node}/deal/${id}`).toBeGreaterThanOrEqual(400);
      expect(answer.status(), `${node}/deal/${id}`).toBeLessThan(500);
    }
  }
});

test('an expired deal still opens but cannot be bought', async ({ page, open }) => {
  await open(`/deal/${expired.id}`);
  await expect(page.getByRole('heading', { level: 1, name: expired.title })).toBeVisible();
  await expect(page.getByText('E skaduar')).toBeVisible();
  await expect(page.getByRole('button', { name: /Shto në shportë/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Shiko të ngjashme' })).toBeVisible();
});
