import { hidden, livingDeals } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';

const inTirana = livingDeals(({ city }) => city === 'tirana');
const ofTirana = (slug: string) => livingDeals(({ city, category }) => city === 'tirana' && category === slug);

test('a visitor sees the deals of Tirana, in Albanian', async ({ page, open }) => {
  await open('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'sq');
  await expect(page.getByRole('heading', { name: 'Oferta në Tiranë' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Oferta në Tiranë' }).getByRole('article')).toHaveCount(inTirana);
  await expect(page.getByRole('heading', { name: 'Përfitoni nga oferta e ditës' })).toBeVisible();
  await expect(page.getByText('Përdoreni brenda 30 ditëve')).toBeVisible();
});

test('the deal of the day says its price at once, and is not the first card too', async ({ page, open }) => {
  for (const [width, height, bar] of [
    [360, 640, 583],
    [390, 844, 787],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open('/');
    const banner = page.getByRole('region', { name: 'Përfitoni nga oferta e ditës' });
    const prices = banner.locator('data');
    await expect(prices).toHaveText(['2 200 lekë', '3 500 lekë']);
    for (const part of [...(await prices.all()), banner.getByText('Shiko ofertën')]) {
      const place = await part.boundingBox();
      expect((place?.y ?? bar) + (place?.height ?? 0)).toBeLessThan(bar);
    }
    const title = (await banner.getByRole('paragraph').first().textContent()) ?? '';
    await expect(page.getByRole('article').first()).not.toContainText(title);
    await expect(page.getByRole('article').last()).toContainText(title);
  }
  await expect(page.getByRole('article').first().locator('data').first()).toBeInViewport({ ratio: 1 });
});

test('a chip filters by category and keeps it in the address', async ({ page, open }) => {
  await open('/');
  const chips = page.getByRole('navigation', { name: 'Kategoritë' });
  await expect(chips.getByRole('link').first()).toHaveText('Të gjitha');
  await chips.getByRole('link', { name: 'Thonj' }).click();
  await expect(page).toHaveURL('/?category=nails');
  await expect(chips.getByRole('link', { name: 'Thonj' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('article')).toHaveCount(ofTirana('nails'));
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(inTirana);
  await expect(chips.getByRole('link', { name: 'Të gjitha' })).toHaveAttribute('aria-current', 'true');
});

test('the chip of a category is in sight, wherever it stands in the row', async ({ page, open }) => {
  await open('/?category=spa');
  const chips = page.getByRole('navigation', { name: 'Kategoritë' });
  await expect(chips.getByRole('link', { name: 'Spa' })).toBeInViewport({ ratio: 1 });
  await chips.getByRole('link', { name: 'Masazh' }).click();
  await expect(chips.getByRole('link', { name: 'Buzë' })).toBeInViewport({ ratio: 1 });
  await expect(chips.getByRole('link', { name: 'Masazh' })).toBeInViewport({ ratio: 1 });
});

test('a link to a category preselects its chip', async ({ page, open }) => {
  await open('/?category=hair');
  await expect(page.getByRole('link', { name: 'Flokë', exact: true })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('article')).toHaveCount(ofTirana('hair'));
  await expect(page.getByText('Përfitoni nga oferta e ditës')).toBeHidden();
});

test('a visitor comes from the categories to their deals', async ({ page, open }) => {
  await open('/categories');
  await expect(page.getByRole('heading', { name: 'Më të kërkuarat këtë javë' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Masazh/ })).toContainText('1 ofertë e disponueshme');
  await page.getByRole('link', { name: /Flokë/ }).last().click();
  await expect(page).toHaveURL('/?category=hair');
  await expect(page.getByRole('article')).toHaveCount(ofTirana('hair'));
});

test('the categories that have nothing here come last and lead to where there is something', async ({ page, open }) => {
  await open('/categories');
  const tiles = page.getByRole('list', { name: 'Kategoritë' }).getByRole('link');
  await expect(tiles).toHaveCount(8);
  await expect(tiles.nth(5)).toContainText('Ende pa oferta në Tiranë');
  await expect(tiles.nth(6)).toContainText('Ende pa oferta në Tiranë');
  await expect(tiles.nth(7)).toContainText('Oferta në Tiranë');
  await expect(page.getByRole('region', { name: 'Më të kërkuarat këtë javë' })).toContainText(/Nga \d+\s\d{3}\slekë/);
  await tiles.filter({ hasText: 'Buzë' }).click();
  await expect(page).toHaveURL('/?category=lips&city=elbasan');
  await expect(page.getByRole('heading', { name: 'Buzë në Elbasan' })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await open('/categories?city=berat');
  await tiles.filter({ hasText: 'Shiko në Tiranë' }).click();
  await expect(page.getByRole('heading', { name: 'Spa në Tiranë' })).toBeVisible();
});

test('a category without deals says so and offers all of Albania', async ({ page, open }) => {
  await open('/?category=lips');
  await expect(page.getByRole('heading', { name: 'Nuk u gjet asnjë ofertë' })).toBeVisible();
  await expect(page.getByText('Nuk ka oferta në këtë kategori')).toBeVisible();
  await page.getByRole('button', { name: 'Shiko ofertat në të gjithë Shqipërinë' }).click();
  await expect(page.getByRole('heading', { name: 'Buzë në të gjithë Shqipërinë' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(livingDeals(({ category }) => category === 'lips'));
});

test('a list is sorted and bounded in its address, and Back undoes it', async ({ page, open }) => {
  await open('/?city=durres');
  await page.getByRole('button', { name: 'Rendit dhe filtro' }).click();
  const sheet = page.getByRole('dialog', { name: 'Rendit dhe filtro' });
  await sheet.getByRole('radio', { name: 'Çmimi më i ulët' }).check();
  await sheet.getByRole('textbox', { name: 'Deri në' }).fill('2 500');
  await sheet.getByLabel('Vendndodhja').selectOption('all');
  await sheet.getByRole('button', { name: 'Shfaq ofertat' }).click();
  await expect(page).toHaveURL('/?city=all&sort=price&maxPrice=2500');
  const prices = page.locator('article p > data');
  const sorted = async () => {
    const said = await prices.evaluateAll((all) => all.map((one) => Number(one.getAttribute('value'))));
    expect(said.length).toBeGreaterThan(3);
    expect(said).toEqual([...said].sort((one, other) => one - other));
  };
  await expect(sorted).toPass();
  await page.reload();
  await expect(sorted).toPass();
  await page.getByRole('link', { name: 'Hiq: Deri në 2500 lekë' }).click();
  await expect(page).toHaveURL('/?city=all&sort=price');
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/?city=durres');
  await expect(page.getByRole('heading', { name: 'Oferta në Durrës' })).toBeVisible();
});

test('what is near is shown after one press, whatever page was loaded first', async ({ page, open, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 41.3231, longitude: 19.4414 });
  await open('/categories');
  await page.getByRole('link', { name: 'Kryefaqja' }).click();
  await page.getByRole('button', { name: 'Pranë meje' }).click();
  await expect(page).toHaveURL('/?city=durres');
  const first = page.getByRole('article').first();
  await expect(first).toContainText(/\d\s(m|km) ·/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Pranë meje' })).toHaveAttribute('aria-pressed', 'false');
  await context.clearPermissions();
  await context.setGeolocation(null);
  await page.getByRole('button', { name: 'Pranë meje' }).click();
  await expect(page.getByRole('main').getByText('Vendndodhja juaj është e bllokuar për këtë faqe.')).toBeVisible();
});

test('search and chips stay in reach, another list begins at its top, and Home leads up', async ({ page, open }) => {
  await open('/?city=all');
  const place = () => page.evaluate(() => Math.round(window.scrollY));
  const down = () => page.evaluate(() => window.scrollTo(0, 1500));
  await down();
  await expect(page.getByRole('searchbox')).toBeInViewport();
  await page.getByRole('navigation', { name: 'Kategoritë' }).getByRole('link', { name: 'Flokë' }).click();
  await expect.poll(place).toBe(0);
  await page.goBack();
  await expect.poll(place).toBeGreaterThan(1400);
  await page.getByRole('link', { name: 'Kryefaqja' }).click();
  await expect.poll(place).toBe(0);
  await open('/?category=massage&city=durres');
  await page.getByRole('link', { name: /^Shiko \d+ ofert[ëa] në / }).click();
  await expect(page).toHaveURL('/?category=massage');
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('more deals come on request, with focus on the first new one, until all are seen', async ({ page, open }) => {
  await open('/?city=all');
  const cards = page.getByRole('article');
  const more = page.getByRole('button', { name: 'Shfaq më shumë oferta' });
  await expect(cards).toHaveCount(12);
  await more.click();
  await expect(cards).toHaveCount(24);
  await expect(cards.nth(12).getByRole('link')).toBeFocused();
  while (await more.isVisible()) {
    const before = await cards.count();
    await more.click();
    await expect(async () => expect(await cards.count()).toBeGreaterThan(before)).toPass();
  }
  await expect(page.getByText('I keni parë të gjitha ofertat.')).toBeVisible();
  await expect(page.getByText(hidden.title)).toHaveCount(0);
});
