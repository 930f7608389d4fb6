import { colour } from './shop/catalogue.ts';
import { inPieces } from './shop/in-pieces.ts';
import { expect, test } from './shop/journey.ts';
import { noteShifts, shiftsOf } from './shop/shifts.ts';

for (const path of ['/', '/?city=all', `/deal/${colour.id}`, '/categories']) {
  for (const width of [360, 390]) {
    test(`nothing jumps at ${width} px while ${path.replace(/[0-9a-f-]{36}/, 'a deal')} loads and is scrolled`, async ({
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

test('nothing jumps on the profile of a guest who was elsewhere before', async ({ page, open }) => {
  await noteShifts(page);
  for (const width of [360, 420, 600]) {
    await page.setViewportSize({ width, height: 640 });
    await open('/categories');
    await open('/profile');
    await page.getByText('Vizitor').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await shiftsOf(page), `${width} px`).toBe(0);
  }
});

test('nothing jumps on the profile while its orders are slow', async ({ page, open, shopper }) => {
  await shopper.add(colour.id);
  await shopper.order();
  await noteShifts(page);
  let held = Promise.withResolvers<void>();
  await page.route('**/api/orders/my**', async (route) => {
    await held.promise;
    if (!route.request().url().includes('usable')) await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  for (const width of [360, 1280]) {
    held = Promise.withResolvers();
    await page.setViewportSize({ width, height: 1400 });
    await open('/profile');
    await expect(page.getByRole('button', { name: 'Dil', exact: true })).toBeVisible();
    held.resolve();
    await page.getByText(/^BK-/).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await shiftsOf(page), `${width} px`).toBeLessThan(0.001);
  }
});

test('nothing jumps while the header and the tabs come in pieces', async ({ page, baseURL }) => {
  await noteShifts(page);
  const line = await inPieces(`${baseURL}/profile`, /(?=<li>|<li |<button type="button" aria-label="Njoftimet")/);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto(line.url);
    expect(await shiftsOf(page), `${width} px`).toBe(0);
  }
  line.close();
  // Where a browser draws what has come so far, too.
  await page.setViewportSize({ width: 360, height: 640 });
  const tabs = page.getByRole('navigation').getByRole('listitem');
  const placeOf = () => tabs.first().boundingBox();
  const whole = await placeOf();
  await tabs.last().evaluate((tab) => tab.remove());
  expect(await placeOf()).toEqual(whole);
});

test('nothing jumps while slow answers come, of another city, in another order or at the checkout', async ({
  page,
  open,
  shopper,
}) => {
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

  test('nothing moves for somebody who asked for calm', async ({ page, open, shopper: _ }) => {
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
