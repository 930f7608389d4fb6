import { colour } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { noteShifts, shiftsOf } from './shop/layout-shifts.ts';

for (const path of ['/', `/deal/${colour.id}`, '/profile']) {
  for (const width of [390]) {
    test(`${path.replace(/[0-9a-f-]{36}/, ':id')} at ${width} px, loaded and scrolled, has a layout shift of at most 0.02`, async ({
      page,
      open,
      shopper,
    }) => {
      await shopper.add(colour.id);
      if (path === '/profile') await shopper.order();
      await page.setViewportSize({ width, height: 780 });
      await noteShifts(page);
      await open(path);
      await page.waitForLoadState('networkidle');
      if (path === '/profile') {
        const code = await page.getByRole('link', { name: /^Kodi i blerjes/ }).boundingBox();
        expect((code?.y ?? 0) + (code?.height ?? Infinity)).toBeLessThan(700);
      }
      await page.mouse.wheel(0, 1500);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
      await page.waitForLoadState('networkidle');
      expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
    });
  }
}

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
  });
});
