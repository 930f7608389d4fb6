/** Every page and dialog: axe without violations in both themes, and no overflow from 320 px on. */
import type { Page } from '@playwright/test';
import { arta, besa, type Person } from '#db/world.ts';
import { addressesFor } from './shop/addresses.ts';
import { axeViolations, contrastViolations } from './shop/axe.ts';
import { colour, gelNails } from './shop/catalogue.ts';
import { expect, open, test } from './shop/journey.ts';
import { overflows } from './shop/overflow.ts';
import { payments } from './shop/paying.ts';
import { signIn } from './shop/shopper.ts';

const PHONE = { width: 390, height: 844 };
/** Besides 320 px with text at 200 %. */
const WIDE = 1280;
/** Colours come from shared tokens: a few screens show all of them. */
const DARK = ['/', '/cart', '/checkout?method=card', '/profile', '/login', '/settings', '/: deal dialog'];
const COLOURED = [...DARK, '/categories', '/admin', '/about', '/for-salons', '/orders/:id'];

interface Screen {
  name: string;
  show: (page: Page) => Promise<void>;
}

const visit = (path: string, person?: Person): Screen => ({
  name: path,
  show: async (page) => {
    if (person) await signIn(page, person);
    await open(page, path);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(page.locator('h1')).toHaveCount(1);
  },
});

/** A dialog that a button of a page opens. */
const dialog = (path: string, button: RegExp): Screen => ({
  name: `${path}: ${button.source}`,
  show: async (page) => {
    await open(page, path);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog').getByRole('button').first()).toBeVisible();
  },
});

const ownOrder: Screen = {
  name: '/orders/:id',
  show: async (page) => {
    await open(page, '/profile');
    await page.getByRole('link', { name: /^(Shiko porosinë|View order): / }).click();
    await expect(page.getByRole('img').first()).toBeVisible();
  },
};

const registrationErrors: Screen = {
  name: '/login: registration with errors',
  show: async (page) => {
    await open(page, '/login');
    await page.getByRole('button', { name: /llogari tjetër|another account/ }).click();
    await page.getByRole('button', { name: /Regjistrohuni|Create one/ }).click();
    await page.locator('button[type=submit]').click();
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(3);
  },
};

const dealDialog: Screen = {
  name: '/: deal dialog',
  show: async (page) => {
    await open(page, '/');
    await page.locator(`article a[href="/deal/${gelNails.id}"]`).click();
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
  },
};

const dialogs: Screen[] = [
  dealDialog,
  dialog('/', /^(Rendit dhe filtro|Sort and filter)$/),
  dialog('/cart', /^(Zbraz shportën|Clear Cart)$/),
  dialog('/profile', /^(Anulo porosinë|Cancel order): /),
  registrationErrors,
  dialog('/profile', /^(Ndihmë dhe mbështetje|Help & Support)$/),
  dialog('/profile', /^(Apliko për të publikuar oferta|Request to Post Deals)$/),
  dialog('/settings', /^(Ndrysho fjalëkalimin|Change Password)$/),
  dialog('/settings', /^(Aktivizo hyrjen me dy hapa|Turn on two-step sign-in)$/),
  dialog('/settings', /^(Mbyll llogarinë|Close my account)$/),
];

/** Signed in as somebody else from the first of these on, so they come last. */
const restricted = [
  ...addressesFor('dealer').map((path) => visit(path, besa)),
  ...addressesFor('admin').map((path) => visit(path, arta)),
];

/** In Albanian, whose texts are longer. */
async function check(page: Page, { name, show }: Screen): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'light' });
  await show(page);
  const ofColour = COLOURED.includes(name) || /^\/(deal|salon)\//.test(name);
  expect.soft(await axeViolations(page, { ofColour }), name).toEqual([]);
  if (DARK.includes(name)) {
    await page.emulateMedia({ colorScheme: 'dark' });
    expect.soft(await contrastViolations(page), `${name}, dark theme`).toEqual([]);
  }
  const found = [...(await overflows(page, WIDE)), ...(await overflows(page, 320, true))];
  expect.soft(found, name).toEqual([]);
}

// A phone's browser would make its window wider instead of scrolling.
test.use({ isMobile: false, contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(async ({ shopper, watch }) => {
  test.slow();
  // 403: nobody here has a salon to redeem for.
  watch.expect(/402|404|429|503|403.*\/api\/redeem\b/);
  await shopper.confirmEmail();
  await shopper.add(gelNails.id, 2);
  await shopper.order();
  await shopper.add(colour.id);
});

test('every page has no axe violation and no overflow', async ({ page }) => {
  for (const screen of [...addressesFor('anyone', 'user').map((path) => visit(path)), ownOrder])
    await check(page, screen);
});

test('every dialog, payment state and restricted page has no axe violation and no overflow', async ({ page }) => {
  await visit('/cart').show(page);
  for (const screen of [...payments, ...dialogs, ...restricted]) await check(page, screen);
});
