import { colour, inDatabase, newDeal } from './shop/catalogue.ts';
import { expect, nodeA, nodeB, test } from './shop/journey.ts';

const publicPages = ['/', '/?category=hair', '/?city=all', '/categories', `/deal/${colour.id}`, '/?lang=en'];

test('public page, for guest and signed-in user, is identical HTML', async ({ page, request, shopper }) => {
  await shopper.add(colour.id);
  for (const path of publicPages) {
    // A deal that changes in between makes another page, so a difference has to last.
    await expect(async () => {
      const [guest, signedIn] = await Promise.all([request.get(nodeA + path), page.request.get(nodeA + path)]);
      expect(guest.status()).toBe(200);
      expect(signedIn.headers().etag, path).toBe(guest.headers().etag);
      expect((await signedIn.body()).equals(await guest.body()), path).toBe(true);
      expect(await signedIn.text()).not.toContain(shopper.email);
    }).toPass();
  }
});

test('deal, changed, is visible at once on every server process', async ({ request }) => {
  const deal = await newDeal('Para ndryshimit', 1500);
  const pages = [nodeA, nodeB].flatMap((node) => [`${node}/deal/${deal}`, `${node}/?city=kruje`]);
  for (const address of pages) {
    await expect(async () => expect(await (await request.get(address)).text()).toContain('Para ndryshimit')).toPass();
  }
  await inDatabase("update deals set title = 'Pas ndryshimit', price = 1234 where id = $1", [deal]);
  for (const address of pages) {
    await expect(async () => {
      const html = await (await request.get(address)).text();
      expect(html).toContain('Pas ndryshimit');
      expect(html).toContain('value="1234"');
      expect(html).not.toContain('Para ndryshimit');
    }).toPass({ timeout: 2000, intervals: [50] });
  }
  await inDatabase('update deals set is_hidden = true where id = $1', [deal]);
  for (const address of pages) {
    await expect(async () => expect(await (await request.get(address)).text()).not.toContain('Pas ndryshimit')).toPass({
      timeout: 2000,
      intervals: [50],
    });
  }
});

const heads = [
  {
    path: '/',
    title: 'Oferta bukurie dhe mirëqenieje në Shqipëri | Bukuri',
    canonical: '/',
    types: ['WebSite', 'ItemList'],
  },
  {
    path: '/?category=hair',
    title: 'Flokë – Oferta bukurie dhe mirëqenieje në Shqipëri | Bukuri',
    canonical: '/?category=hair',
    types: ['ItemList'],
  },
  {
    path: `/deal/${colour.id}`,
    title: `${colour.title} – Gërsheti i Artë Studio | Bukuri`,
    canonical: `/deal/${colour.id}`,
    types: ['Product', 'BreadcrumbList'],
  },
  { path: '/categories', title: 'Kategoritë | Bukuri', canonical: '/categories', types: [] },
];

test('metadata, of home, category, deal and categories, is complete', async ({ page }) => {
  for (const { path, title, canonical, types } of heads) {
    await page.goto(nodeA + path);
    await expect(page).toHaveTitle(title);
    const content = (name: string) =>
      page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content');
    const href = (selector: string) => page.locator(selector).getAttribute('href');
    expect(await href('link[rel=canonical]')).toBe(nodeA + canonical);
    expect(await href('link[hreflang=sq]')).toBe(nodeA + canonical);
    expect(await href('link[hreflang=en]')).toBe(`${nodeA}${canonical}${canonical.includes('?') ? '&' : '?'}lang=en`);
    expect(await href('link[hreflang=x-default]')).toBe(nodeA + canonical);
    expect((await content('description'))?.length).toBeGreaterThan(50);
    expect(await content('og:title')).toBe(title);
    expect(await content('og:locale')).toBe('sq_AL');
    expect(await content('og:url')).toBe(nodeA + canonical);
    expect(await content('og:image')).toMatch(new RegExp(`^${nodeA}/(pictures/share/.+|media/.+-1200)\\.jpg$`));
    expect([await content('og:image:width'), await content('og:image:height')]).toEqual(['1200', '630']);
    const scripts = await page.locator('script[type="application/ld+json"]').allTextContents();
    const found = scripts.map((text) => JSON.parse(text)['@type']);
    for (const type of types) expect(found).toContain(type);
    const product = scripts.map((text) => JSON.parse(text)).find((data) => data['@type'] === 'Product');
    if (product) expect(product.offers).toMatchObject({ price: colour.price, priceCurrency: 'ALL' });
  }
});
