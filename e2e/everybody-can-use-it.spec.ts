import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { arta, besa, type Person } from '#db/world.ts';
import { addressesFor } from './shop/addresses.ts';
import { colour, gelNails } from './shop/catalogue.ts';
import { DOUBLED, misfits, WIDTHS } from './shop/fit.ts';
import { heardOn, misheard } from './shop/heard.ts';
import { expect, open, test } from './shop/journey.ts';
import { type Shopper, signIn } from './shop/shopper.ts';

async function steady(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.locator('h1')).toHaveCount(1);
}

interface Screen {
  name: string;
  show: (page: Page) => Promise<void>;
}

const screens: Screen[] = [
  ...addressesFor('anyone', 'user').map(visit),
  {
    name: 'an open deal with a message',
    show: async (page) => {
      await open(page, '/');
      await page.locator(`article a[href="/deal/${gelNails.id}"]`).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Ruaj|Save)$/ })
        .click();
      const message = page
        .getByRole('dialog')
        .getByRole('listitem')
        .filter({ hasText: /Oferta u ruajt|Added to favorites/ });
      await expect(message).toBeVisible();
    },
  },
  {
    name: 'the orders and bounds of a list',
    show: async (page) => {
      await open(page, '/');
      await page.getByRole('button', { name: /^(Rendit dhe filtro|Sort and filter)$/ }).click();
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
    },
  },
  {
    name: 'the question before the cart is emptied',
    show: async (page) => {
      await open(page, '/cart');
      await page.getByRole('button', { name: /^(Zbraz shportën|Clear Cart)$/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'the question before an order is canceled',
    show: async (page) => {
      await open(page, '/profile');
      await page.getByRole('button', { name: /^(Anulo porosinë|Cancel order)$/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'a form with errors',
    show: async (page) => {
      await open(page, '/login');
      await page.getByRole('button', { name: /llogari tjetër|another account/ }).click();
      await page.getByRole('button', { name: /Regjistrohuni|Create one/ }).click();
      await page.locator('button[type=submit]').click();
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(3);
    },
  },
  // Whoever is signed in here stays so: these come last.
  ...addressesFor('dealer').map((path) => visitAs(besa, path)),
  ...addressesFor('admin').map((path) => visitAs(arta, path)),
];

function visit(path: string): Screen {
  return {
    name: path,
    show: async (page) => {
      await open(page, path);
      await steady(page);
    },
  };
}

function visitAs(person: Person, path: string): Screen {
  return {
    name: path,
    show: async (page) => {
      await signIn(page, person);
      await visit(path).show(page);
      await expect(page.locator('h1')).not.toHaveText(/404/);
    },
  };
}

/** A theme changes colours and nothing else, so the dark one is asked about those alone. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** An open order and a cart, so that no screen is empty. */
async function fill(shopper: Shopper): Promise<void> {
  await shopper.add(gelNails.id, 2);
  await shopper.order();
  await shopper.add(colour.id);
}

for (const language of ['sq', 'en'] as const) {
  test.describe(language, () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test(`no screen has a barrier in ${language}, light or dark, and every price is heard right`, async ({
      page,
      shopper,
      context,
      baseURL,
      watch,
    }) => {
      test.slow();
      watch.expect(/404/);
      await fill(shopper);
      await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }]);
      for (const { name, show } of screens) {
        await page.emulateMedia({ colorScheme: 'light' });
        await show(page);
        expect.soft(await barriers(page), name).toEqual([]);
        expect.soft(misheard(await heardOn(page)), `${name}: numbers a voice would part`).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.evaluate(repainted);
        expect.soft(await barriers(page, OF_COLOURS), `${name}, dark`).toEqual([]);
      }
    });
  });
}

/** In the page: what a change of theme sets in motion has come to rest. */
async function repainted(): Promise<void> {
  await new Promise(requestAnimationFrame);
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));
  await new Promise(requestAnimationFrame);
}

/** What axe finds by all of its rules or some; no screen has frames, which axe would open a page of its own for. */
async function barriers(page: Page, rules?: string[]) {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(({ html }) => html.slice(0, 160)) }));
}

for (const language of ['sq', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ isMobile: false, contextOptions: { reducedMotion: 'reduce' } });

    test(`every screen fits every width in ${language}, with letters twice as large too`, async ({
      page,
      shopper,
      context,
      baseURL,
      watch,
    }) => {
      test.slow();
      watch.expect(/404/);
      await fill(shopper);
      await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }]);
      const guest = {
        name: "a guest's profile",
        show: async () => {
          await context.clearCookies({ name: 'signedIn' });
          await open(page, '/profile');
        },
      };
      for (const { name, show } of [...addressesFor('anyone', 'user').map(visit), guest]) {
        await show(page);
        const found: string[] = [];
        for (const width of WIDTHS) {
          found.push(...(await misfits(page, width, false)));
          if (DOUBLED.includes(width)) found.push(...(await misfits(page, width, true)));
        }
        expect.soft(found, name).toEqual([]);
      }
    });
  });
}

test('at every narrow width every target is large enough for a thumb and nothing scrolls sideways', async ({
  page,
  shopper,
  watch,
}) => {
  test.slow();
  watch.expect(/404/);
  await fill(shopper);
  for (const { name, show } of screens) {
    await show(page);
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 780 });
      const { small, wide, clipped } = await page.evaluate(measure);
      expect.soft(small, `${name}, ${width} px: targets below 24 px, main ones below 44 px`).toEqual([]);
      expect.soft(wide, `${name}, ${width} px: pixels of sideways scrolling`).toBeLessThanOrEqual(width);
      expect.soft(clipped, `${name}, ${width} px: labels that are cut off`).toEqual([]);
    }
  }
});

/** In the page: what is too small to tap. Links inside a sentence are exempt; boxes count with their label. */
function measure() {
  const small: string[] = [];
  const scope = document.querySelector('dialog[open]') ?? document;
  for (const element of scope.querySelectorAll<HTMLElement>('a, button, input, select')) {
    const style = getComputedStyle(element);
    if (style.visibility === 'hidden' || element.closest('[inert], [aria-hidden=true], .sr-only')) continue;
    const labelled = element.matches('input[type=checkbox], input[type=radio]') ? element.closest('label') : null;
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
