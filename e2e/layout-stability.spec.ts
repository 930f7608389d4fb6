import { colour } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { noteShifts, shiftsOf } from './shop/layout-shifts.ts';

for (const path of ['/', '/?city=all', `/deal/${colour.id}`, '/categories']) {
  for (const width of [390]) {
    test(`${path.replace(/[0-9a-f-]{36}/, ':id')} at ${width} px, loaded and scrolled, has a layout shift of at most 0.02`, async ({
      page,
      open,
      shopper,
    }) => {
      await shopper.add(colour.id);
      await page.setViewportSize({ width, height: 780 });
      await noteShifts(page);
      await open(path);
      await page.waitForLoadState('networkidle');
      await page.mouse.wheel(0, 1500);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
      await page.waitForLoadState('networkidle');
      expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
    });
  }
}

test('list and checkout, slow responses, cause no layout shift', async ({ page, open, shopper }) => {
  await shopper.add(colour.id);
  await page.setViewportSize({ width: 390, height: 780 });
  await noteShifts(page);
  await open('/');
  await page.waitForLoadState('networkidle');
  await page.route('**/api/**', async (route) => {
    const featured = /featured\?city=(\w+)/.exec(route.request().url())?.[1];
    // In Vlorë it comes later than the list waits for it.
    const ms = featured === 'vlore' ? 2600 : featured ? 1600 : 1000;
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue();
  });
  const before = await shiftsOf(page);
  // The last one is known, with a banner that the others have not.
  for (const city of ['Durrës', 'Vlorë', 'Tiranë']) {
    const told = city === 'Tiranë' ? null : page.waitForResponse(/featured/);
    await page.getByLabel('Vendndodhja').selectOption({ label: city });
    await expect(page.getByRole('heading', { name: `Oferta në ${city}` })).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
    await told;
    expect(await shiftsOf(page), city).toBeLessThan(before + 0.001);
  }
  await page.getByRole('button', { name: 'Rendit dhe filtro' }).click();
  await page.getByRole('radio', { name: 'Çmimi më i ulët' }).check();
  const sorted = page.waitForResponse(/sort=price/);
  await page.getByRole('button', { name: 'Shfaq ofertat' }).click();
  await sorted;
  await page.waitForLoadState('networkidle');
  expect(await shiftsOf(page), 'sorted').toBeLessThan(before + 0.001);
  for (const path of ['/checkout', '/checkout?method=cash']) {
    await open(path);
    await expect(page.getByText('Totali', { exact: true })).toBeVisible();
    expect(await shiftsOf(page), path).toBeLessThan(0.001);
  }
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('reduced motion, preferred, runs no animation', async ({ page, open, shopper: _ }) => {
    const running = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
    await open('/');
    await expect.poll(running).toBe(0);
    await page.getByRole('link', { name: colour.title }).last().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect.poll(running).toBe(0);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Shto në shportë/ })
      .click();
    await expect(page.getByText('U shtua në shportë', { exact: true })).toBeVisible();
    await expect.poll(running).toBe(0);
    await page.route('**/api/categories*', () => new Promise(() => {}));
    await open('/login');
    await page.getByRole('link', { name: 'Kategoritë' }).click();
    await expect(page.locator('[aria-busy=true]')).toBeVisible();
    await expect.poll(running).toBe(0);
  });
});
