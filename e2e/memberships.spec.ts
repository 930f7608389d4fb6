import type { APIRequestContext, Page } from '@playwright/test';
import { arta } from '#db/world.ts';
import { axeViolations } from './shop/axe.ts';
import { expect, nodeA, test } from './shop/journey.ts';

// The payment page returns to the public address.
test.use({ baseURL: nodeA });

type Call = (method: 'get' | 'post' | 'patch', path: string, data?: object) => Promise<Record<string, unknown>>;

const callerOf =
  (browser: APIRequestContext): Call =>
  async (method, path, data) => {
    const answer = await browser[method](nodeA + path, data && { data });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };

/** Signs the administrator in beside this phone. */
const admins = test.extend<{ admin: Call; dealerId: string }>({
  admin: async ({ playwright }, use) => {
    const browser = await playwright.request.newContext();
    const admin = callerOf(browser);
    await admin('post', '/api/auth/login', { username: arta.email, password: arta.password });
    await use(admin);
    await browser.dispose();
  },
  /** Whoever is signed in on this phone, as a dealer. */
  dealerId: async ({ page, shopper: _, admin }, use) => {
    const { user } = (await callerOf(page.request)('get', '/api/auth/me')) as { user: { id: string } };
    await admin('patch', `/api/admin/users/${user.id}/permissions`, { canPostDeals: true });
    await use(user.id);
  },
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const header = (page: Page) => page.locator('summary', { hasText: /^Abonimi/ });

admins(
  'dealer, subscribing in a window, is a member; upgrades, cancels and reactivates',
  async ({ page, open, dealerId: _ }) => {
    await open('/profile');
    await expect(page.getByText('Nuk keni ende abonim.')).toBeVisible();
    expect(await axeViolations(page, { ofColour: true })).toEqual([]);
    const opening = page.waitForEvent('popup');
    await press(page, 'Zgjidh Fillestar');
    const popup = await opening;
    await popup.getByRole('button', { name: 'Paguaj' }).click();
    await expect(page.getByText('Abonimi u aktivizua!')).toBeVisible();
    expect(popup.isClosed()).toBe(true);
    await expect(header(page)).toHaveText('Abonimi Fillestar Mbeten 3 publikime');

    await press(page, 'Kalo në planin Flori');
    await page.getByRole('dialog').getByRole('button', { name: 'Kalo në planin Flori' }).click();
    await expect(header(page)).toHaveText('Abonimi Flori Publikime pa kufi');
    await press(page, 'Anulo abonimin');
    await page.getByRole('dialog').getByRole('button', { name: 'Anulo abonimin' }).click();
    await expect(header(page)).toHaveText(/në anulim/);
    expect(await axeViolations(page, { ofColour: true })).toEqual([]);
    await press(page, 'Riaktivizo abonimin');
    await expect(header(page)).not.toHaveText(/në anulim/);
  },
);

admins(
  'gift, continued by card where windows are blocked, is active again after a failed renewal and a new card',
  async ({ page, open, admin, dealerId }) => {
    await admin('post', '/api/admin/membership/override', { userId: dealerId, planId: 'entry' });
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await open('/profile');
    await header(page).click();
    await expect(page.getByText('Abonim dhuratë: mbeten 30 ditë')).toBeVisible();
    await press(page, 'Vazhdo me kartë');
    await press(page, 'Konfirmo');
    await expect(page.getByText('Abonimi u aktivizua!')).toBeVisible();
    await expect(page).toHaveURL('/profile');

    // It opens by itself until the membership is known to be live.
    await expect(async () => {
      if ((await page.locator('details[open]', { has: header(page) }).count()) === 0) await header(page).click();
      await expect(page.getByRole('button', { name: 'Ndrysho kartën' })).toBeVisible({ timeout: 2000 });
    }).toPass();
    await press(page, 'Ndrysho kartën');
    await press(page, 'Provë: rinovimi dështon tani');
    await expect(header(page)).toHaveText(/në pritje të pagesës/);
    await press(page, 'Ndrysho kartën');
    await press(page, 'Ruaj kartën');
    await expect(header(page)).toHaveText('Abonimi Fillestar Mbeten 3 publikime');
  },
);
