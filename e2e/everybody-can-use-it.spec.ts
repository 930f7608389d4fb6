import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { colour, expired, gelNails } from './shop/catalogue.ts';
import { expect, open, test } from './shop/journey.ts';

async function steady(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.locator('h1')).toHaveCount(1);
}

const screens: { name: string; show: (page: Page) => Promise<void> }[] = [
  ...['/', '/?category=lips', '/?search=zzzzqq', '/categories', '/cart', '/checkout', '/checkout?method=cash'].map(
    visit,
  ),
  ...['/favorites', '/profile', '/login', `/deal/${colour.id}`, `/deal/${expired.id}`, '/nowhere'].map(visit),
  {
    name: 'an open deal with a message',
    show: async (page) => {
      await open(page, '/');
      await page.locator(`article a[href="/deal/${gelNails.id}"]`).click();
      await page.getByRole('dialog').locator('article button').last().click();
      await expect(page.getByRole('dialog').getByRole('listitem')).toBeVisible();
    },
  },
  {
    name: 'the question before the cart is emptied',
    show: async (page) => {
      await open(page, '/cart');
      await page.getByRole('main').getByRole('button').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'a form with errors',
    show: async (page) => {
      await open(page, '/login');
      await page.getByRole('main').getByRole('button').last().click();
      await page.locator('button[type=submit]').click();
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(3);
    },
  },
];

function visit(path: string) {
  return {
    name: path,
    show: async (page: Page) => {
      await open(page, path);
      await steady(page);
    },
  };
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const language of ['sq', 'en'] as const) {
    test.describe(`${colorScheme}, ${language}`, () => {
      test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

      test(`no screen has a barrier in ${colorScheme}, ${language}`, async ({
        page,
        shopper,
        context,
        baseURL,
        watch,
      }) => {
        test.slow();
        watch.expect(/404/);
        await shopper.add(colour.id);
        await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }]);
        for (const { name, show } of screens) {
          await show(page);
          const { violations } = await new AxeBuilder({ page }).analyze();
          const found = violations
            .filter(({ impact }) => impact !== 'minor')
            .map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(({ html }) => html.slice(0, 160)) }));
          expect.soft(found, name).toEqual([]);
        }
      });
    });
  }
}

for (const width of [320, 360, 390]) {
  test(`at ${width} px every target is large enough for a thumb and nothing scrolls sideways`, async ({
    page,
    shopper,
    watch,
  }) => {
    watch.expect(/404/);
    await page.setViewportSize({ width, height: 780 });
    await shopper.add(colour.id);
    for (const { name, show } of screens) {
      await show(page);
      const { small, wide, clipped } = await page.evaluate(measure);
      expect.soft(small, `${name}: targets below 24 px, main ones below 44 px`).toEqual([]);
      expect.soft(wide, `${name}: pixels of sideways scrolling`).toBeLessThanOrEqual(width);
      expect.soft(clipped, `${name}: labels that are cut off`).toEqual([]);
    }
  });
}

/** In the page: what is too small to tap. Links inside a sentence are exempt; boxes count with their label. */
function measure() {
  const small: string[] = [];
  const scope = document.querySelector('dialog[open]') ?? document;
  for (const element of scope.querySelectorAll<HTMLElement>('a, button, input, select')) {
    const style = getComputedStyle(element);
    if (style.visibility === 'hidden' || element.closest('[inert], [aria-hidden=true], .sr-only')) continue;
    const labelled = element.matches('input[type=checkbox]') ? element.closest('label') : null;
    const stretched = getComputedStyle(element, '::after').position === 'absolute';
    const box = (
      labelled ?? (stretched ? (element.closest('article, section') ?? element) : element)
    ).getBoundingClientRect();
    if (box.width === 0 || element.matches('.sr-only')) continue;
    const inSentence = element.matches('a') && style.display === 'inline' && !stretched;
    const least = element.matches('button, select, nav a') && !element.matches('[lang]') ? 44 : 24;
    const fits = box.height >= least - 0.5 && (box.width >= least - 0.5 || least === 24);
    if (!fits && !(inSentence && box.height >= 18)) {
      small.push(`${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.slice(0, 120)}`);
    }
  }
  const clipped = [...document.querySelectorAll<HTMLElement>('nav li a, button')]
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && !element.closest('[inert]'))
    .map((element) => element.outerHTML.slice(0, 120));
  return { small, clipped, wide: document.documentElement.scrollWidth };
}
