import { livingDeals, onFirstPage } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';

const inTirana = onFirstPage(({ city }) => city === 'tirana');
const ofTirana = (slug: string) => onFirstPage(({ city, category }) => city === 'tirana' && category === slug);

test('home, first visit, shows the deals of Tirana in Albanian', async ({ page, open }) => {
  await open('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'sq');
  await expect(page.getByRole('heading', { name: 'Oferta në Tiranë' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Oferta në Tiranë' }).getByRole('article')).toHaveCount(inTirana);
  await expect(page.getByRole('heading', { name: 'Përfitoni nga oferta e ditës' })).toBeVisible();
  await expect(page.getByText('Përdoreni brenda 30 ditëve')).toBeVisible();
});

test('deal of the day, on a phone, shows its price above the bottom navigation and is not the first card', async ({
  page,
  open,
}) => {
  for (const [width, height, bar] of [[360, 640, 583]] as const) {
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

test('category chip, clicked, filters the list and is kept in the URL', async ({ page, open }) => {
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

test('categories page, category clicked, shows its deals', async ({ page, open }) => {
  await open('/categories');
  await expect(page.getByRole('heading', { name: 'Më të kërkuarat këtë javë' })).toBeVisible();
  const massages = livingDeals(({ city, category }) => city === 'tirana' && category === 'massage');
  await expect(page.getByRole('link', { name: /Masazh/ })).toContainText(`${massages} oferta të disponueshme`);
  await page.getByRole('link', { name: /Flokë/ }).last().click();
  await expect(page).toHaveURL('/?category=hair');
  await expect(page.getByRole('article')).toHaveCount(ofTirana('hair'));
});

test('sort and price filter, applied, are kept in the URL and undone by Back', async ({ page, open }) => {
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

test('Near me, location granted, shows the nearest city first; denied, says so', async ({ page, open, context }) => {
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

test('Load More Deals, clicked, appends deals and focuses the first new one', async ({ page, open }) => {
  await open('/?city=all');
  const cards = page.getByRole('article');
  const more = page.getByRole('button', { name: 'Shfaq më shumë oferta' });
  await expect(cards).toHaveCount(12);
  await more.click();
  await expect(cards).toHaveCount(24);
  await expect(cards.nth(12).getByRole('link').first()).toBeFocused();
});
