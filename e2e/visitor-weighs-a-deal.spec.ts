import type { Locator } from '@playwright/test';
import { demoId } from '#db/world.ts';
import { colour, expired, massage } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';

const ritual = { id: demoId('deal', 'd26'), title: 'Ritual spa për dy persona' };

test('a card says how long the deal runs, and the deal says until when', async ({ page, open }) => {
  await open('/');
  const card = page.getByRole('article').filter({ hasText: massage.title });
  await expect(card.getByText(/^Mbete[nt] \d+ (ditë|orë)$/)).toBeVisible();
  await card.getByRole('link').click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByText(/^Deri të (hënën|martën|mërkurën|enjten|premten|shtunën|dielën), \d+ [a-zë]+, \d\d:\d\d$/),
  ).toBeVisible();
  await open(`/deal/${massage.id}?lang=en`);
  await expect(page.getByText(/^Until [A-Z][a-z]+day, \d+ [A-Z][a-z]+, \d\d:\d\d$/)).toBeVisible();
});

test('a price for two says what one pays, on the card and on the deal', async ({ page, open }) => {
  await open(`/?city=all&search=${ritual.title}`);
  const card = page.getByRole('article').filter({ hasText: ritual.title });
  await expect(card).toContainText('3 750 lekë për person');
  await open(`/deal/${ritual.id}`);
  await expect(page.getByRole('main').getByRole('article').first()).toContainText('3 750 lekë për person');
});

test('a deal says where its salon is, when it is open and how to reach it', async ({ page, open }) => {
  await open(`/deal/${colour.id}`);
  const salon = page.getByRole('region', { name: 'Gërsheti i Artë Studio', exact: true });
  await expect(salon.getByText(/^(Hapur|Mbyllur) tani/)).toBeVisible();
  for (const text of ['E hënë – e shtunë', '09:00–21:00']) await expect(salon).toContainText(text);
  await expect(salon).toContainText('E dielmbyllur');
  const links = {
    'Merr drejtimin': /destination=41\.\d+,19\.\d+$/,
    Telefono: /^tel:\+355\d{9}$/,
    WhatsApp: /^https:\/\/wa\.me\/355\d{9}\?text=P/,
  };
  for (const [name, href] of Object.entries(links)) {
    await expect(salon.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  const more = page.getByRole('region', { name: 'Më shumë nga Gërsheti i Artë Studio' });
  await more.getByRole('article').getByRole('link').first().click();
  await expect(page).not.toHaveURL(`/deal/${colour.id}`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Gërsheti i Artë Studio', exact: true })).toBeVisible();
});

test('what one pays in each way stands in figures, in both languages', async ({ page, open }) => {
  await open(`/deal/${colour.id}`);
  const how = page.getByRole('region', { name: 'Si funksionon' });
  await expect(how.locator('data')).toHaveText(['2 200 lekë', '2 200 lekë']);
  await expect(how.getByRole('listitem')).toHaveCount(3);
  await open(`/deal/${colour.id}?lang=en`);
  await expect(page.getByRole('region', { name: 'How it works' }).locator('data')).toHaveText([
    'ALL 2,200',
    'ALL 2,200',
  ]);
});

test('on a phone the button to buy is always in sight, and so is the way out of a dialog', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open('/');
  await page.getByRole('article').filter({ hasText: massage.title }).getByRole('link').click();
  const dialog = page.getByRole('dialog');
  const buy = dialog.getByRole('button', { name: /Shto në shportë/, includeHidden: true });
  const inSight = () =>
    buy.evaluateAll(
      (all) =>
        all.filter((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          return one.closest('[inert]') === null && top >= 0 && bottom <= window.innerHeight;
        }).length,
    );
  await expect(dialog).toBeVisible();
  await expect.poll(inSight).toBe(1);
  for (const place of [200, 500, 900]) {
    await dialog.evaluate((box, top) => box.scrollTo(0, top), place);
    await expect.poll(inSight).toBe(1);
  }
  await dialog.getByRole('button', { name: 'Mbyll dritaren' }).click({ trial: true });
  await expect(dialog.getByRole('button', { name: 'Mbyll dritaren' })).toBeInViewport({ ratio: 1 });
});

test('a deal that is over promises nothing, and offers what can be bought instead', async ({ page, open }) => {
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
  await others.first().getByRole('link').click();
  await expect(page.getByRole('button', { name: /Shto në shportë/ }).first()).toBeEnabled();
});

test('a deal that is not there, or never could be, keeps the ways to all others', async ({ page, open, watch }) => {
  watch.expect(/404/);
  for (const address of ['/deal/nonsense', '/deal/00000000-0000-4000-8000-000000000000']) {
    await open(address);
    await expect(page.getByRole('navigation', { name: 'Navigimi kryesor' })).toBeVisible();
  }
});

test('what was looked at before stands below, known to this browser alone', async ({ page, open }) => {
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

test('with letters twice as large a phone shows banner, salon and filters whole', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const enlarge = () => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const boxOf = async (place: Locator) => {
    const box = await place.boundingBox();
    if (!box) throw new Error('it has no box');
    return { ...box, right: box.x + box.width, bottom: box.y + box.height };
  };
  await open('/');
  await enlarge();
  const banner = page.getByRole('region', { name: 'Përfitoni nga oferta e ditës' });
  const [whole, button] = [await boxOf(banner), await boxOf(banner.getByText('Shiko ofertën'))];
  const [badge, text] = [await boxOf(banner.getByText('37%')), await boxOf(banner.locator('div').first())];
  expect(button.right).toBeLessThanOrEqual(whole.right);
  expect(badge.x >= text.right || badge.y >= text.bottom).toBe(true);
  await page.getByRole('button', { name: 'Rendit dhe filtro' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  const [clear, apply] = [
    await boxOf(sheet.getByRole('link', { name: 'Hiq filtrat' })),
    await boxOf(sheet.getByRole('button', { name: 'Shfaq ofertat' })),
  ];
  expect(clear.right <= apply.x || clear.bottom <= apply.y).toBe(true);
  await open(`/deal/${colour.id}`);
  await enlarge();
  const salon = page.getByRole('main').locator('p').filter({ hasText: 'Gërsheti i Artë Studio · Tiranë' }).first();
  const [icon, name] = [
    await boxOf(salon.locator('svg').first()),
    await boxOf(salon.getByText('Gërsheti i Artë Studio')),
  ];
  expect(icon.right).toBeLessThanOrEqual(name.x);
  expect(icon.bottom).toBeGreaterThan(name.y);
});
