import type { Page } from '@playwright/test';
import { arta, besa, type Person } from '#db/world.ts';
import { addressesFor } from './shop/addresses.ts';
import { barriers, barriersOfColour } from './shop/barriers.ts';
import { colour, gelNails } from './shop/catalogue.ts';
import { DOUBLED, HARDEST, LYING, misfits, unpainted, WIDTHS } from './shop/fit.ts';
import { heardOn, misheard } from './shop/heard.ts';
import { expect, open, test, walk } from './shop/journey.ts';
import { payments } from './shop/paying.ts';
import { type Shopper, signIn } from './shop/shopper.ts';
import { cutByFont, cutBySpacing, fadedEdges, hiddenAtOpening, lostColours } from './shop/sight.ts';
import { hardToTap } from './shop/thumb.ts';

const PHONE = { width: 390, height: 844 };
/** Where a thumb reaches everything. */
const NARROW = [320, 360, 390];

async function steady(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.locator('h1')).toHaveCount(1);
}

interface Screen {
  name: string;
  /** What was pressed in it lay further down. */
  isScrolled?: boolean;
  show: (page: Page) => Promise<void>;
}

/** What anybody or a shopper may open by its address. */
const paths = addressesFor('anyone', 'user');

/** What opens over a page or changes it, and what is for some alone. */
const states: Screen[] = [
  {
    name: 'an open deal with a message',
    isScrolled: true,
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
    name: 'the sorts and bounds of a list',
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
      await page.getByRole('button', { name: /^(Anulo porosinë|Cancel order): / }).click();
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
  opened('/profile', /^(Ndihmë dhe mbështetje|Help & Support)$/, 'the form of a message'),
  opened('/settings', /^(Ndrysho fjalëkalimin|Change Password)$/, 'the form of another password'),
  opened('/settings', /^(Aktivizo hyrjen me dy hapa|Turn on two-step sign-in)$/, 'the form of two-step sign-in'),
  opened('/settings', /^(Mbyll llogarinë|Close my account)$/, 'the form that closes the account'),
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

/** What a button of a page opens, once its form is there. */
function opened(path: string, button: RegExp, name: string): Screen {
  return {
    name,
    isScrolled: true,
    show: async (page) => {
      await open(page, path);
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('dialog').locator('form')).toBeVisible();
    },
  };
}

/** From page to page without loading any anew, but for the lists of home, which have no titles of their own. */
function walks(): Screen[] {
  const titles = new Set<string>();
  return paths.map((path) => ({
    name: path,
    show: async (page) => {
      if (path === '/' || path.startsWith('/?')) await open(page, path);
      else {
        await walk(page, path);
        await expect.poll(async () => titles.has(await page.title()), { message: path }).toBe(false);
      }
      await steady(page);
      titles.add(await page.title());
    },
  }));
}

/** At no address that is known before. */
const ownOrder: Screen = {
  name: "an order's page",
  show: async (page) => {
    await open(page, '/profile');
    await page.getByRole('link', { name: /^(Shiko porosinë|View order): / }).click();
    await expect(page.getByRole('img')).toBeVisible();
    await steady(page);
  },
};

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

/** An open order and a cart, so that no screen is empty. */
async function fill(shopper: Shopper): Promise<void> {
  await shopper.add(gelNails.id, 2);
  await shopper.order();
  await shopper.add(colour.id);
}

/** On a phone, once it is shown; where `themes` are looked at, its colours too, in the light and then in the dark. */
async function findNoBarrier(
  page: Page,
  name: string,
  { themes, within }: { themes: boolean; within?: string },
): Promise<void> {
  await page.setViewportSize(PHONE);
  expect.soft(await barriers(page, { ofColour: themes, within }), name).toEqual([]);
  expect.soft(misheard(await heardOn(page)), `${name}: numbers a voice would part`).toEqual([]);
  if (!themes) return;
  expect.soft(await fadedEdges(page), `${name}: contrast`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await barriersOfColour(page, { within }), `${name}, dark`).toEqual([]);
  expect.soft(await fadedEdges(page), `${name}, dark: contrast`).toEqual([]);
}

async function showOnPhone(page: Page, { show }: Screen, size = PHONE): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light' });
  await show(page);
}

// Words have no colours of their own: in one language those of all screens are looked at.
// Each page is loaded in one language, and walked to in the other.
for (const { language, themes, where, pages } of [
  { language: 'sq', themes: true, where: 'in sq, light or dark', pages: paths.map(visit) },
  { language: 'en', themes: false, where: 'in en', pages: walks() },
]) {
  test.describe(`in ${language}`, () => {
    // A phone's browser would make its window wider instead of scrolling.
    test.use({ isMobile: false, contextOptions: { reducedMotion: 'reduce' } });

    test.beforeEach(async ({ shopper, context, baseURL, watch }) => {
      test.slow();
      watch.expect(/404|429|503/);
      await fill(shopper);
      await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }]);
    });

    test(`no page has a barrier ${where}, and each fits every width, with letters twice as large too`, async ({
      page,
      context,
    }) => {
      const guest = {
        name: "a guest's profile",
        show: async () => {
          await context.clearCookies({ name: 'signedIn' });
          await open(page, '/profile');
        },
      };
      for (const screen of [...pages, ownOrder, guest]) {
        await showOnPhone(page, screen);
        await findNoBarrier(page, screen.name, { themes });
        const found: string[] = [];
        // The second language has one page at all widths for the header, which is the same on each.
        const widths = themes || screen === pages[0] ? [...WIDTHS, LYING.width] : HARDEST;
        await unpainted(page, async () => {
          for (const width of widths) {
            found.push(...(await misfits(page, width, false)));
            if (NARROW.includes(width)) found.push(...(await hardToTap(page, width)));
            if (DOUBLED.includes(width)) found.push(...(await misfits(page, width, true)));
          }
          found.push(...(await cutBySpacing(page)), ...(await cutByFont(page)));
          if (themes) found.push(...(await lostColours(page)));
        });
        expect.soft(found, screen.name).toEqual([]);
      }
    });

    test(`nothing that opens on a page has a barrier ${where}, nor has what is for some alone`, async ({
      page,
      shopper,
    }) => {
      await shopper.confirmEmail();
      await showOnPhone(page, visit('/cart'));
      for (const screen of payments) {
        await screen.show(page);
        // The frame around it is that of every page.
        await findNoBarrier(page, screen.name, { themes, within: 'main' });
        const found = [...(await hardToTap(page, 320)), ...(await misfits(page, 320, true))];
        await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
        await page.emulateMedia({ colorScheme: 'light' });
        expect.soft(found, screen.name).toEqual([]);
      }
      for (const screen of states) {
        // In one language on a phone that lies on its side.
        await showOnPhone(page, screen, language === 'en' ? LYING : PHONE);
        const found = screen.isScrolled ? [] : await hiddenAtOpening(page);
        for (const width of NARROW) expect.soft(await hardToTap(page, width), screen.name).toEqual([]);
        found.push(...(await misfits(page, LYING.width, false)), ...(await misfits(page, 320, true)));
        await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
        found.push(...(await cutBySpacing(page)));
        if (themes) found.push(...(await lostColours(page)));
        expect.soft(found, screen.name).toEqual([]);
        // Last, since it takes longest; a message that goes by itself was measured before.
        await findNoBarrier(page, screen.name, { themes });
      }
    });
  });
}
