/**
 * What every journey has: a phone at the shop, and a watch that fails the test on anything a careful shopper's
 * browser would complain about: console errors and warnings, page errors, failed requests, sideways scrolling.
 */
import { basename } from 'node:path';
import { test as base, type Locator, type Page } from '@playwright/test';
import { type Shopper, shopperOf } from './shopper.ts';
import { sidewaysScroll, Watch } from './watch.ts';

export { expect } from '@playwright/test';

export const nodeA = process.env.JOURNEYS_NODE_A ?? '';
export const nodeB = process.env.JOURNEYS_NODE_B ?? '';

interface Fixtures {
  /** Complaints of the browser; tell it what a journey expects to fail. */
  watch: Watch;
  /** Goes to an address and waits until the app has taken over. */
  open: (address: string) => Promise<void>;
  /** Somebody with a new account, signed in on this phone. */
  shopper: Shopper;
}

const SEEN = Symbol('looks for what is seen');

/** A text is looked for on the screen, of each tab and dialog; what is said besides, to who listens, is no part of that. */
function lookForWhatIsSeen(page: Page): void {
  for (const place of [Object.getPrototypeOf(page), Object.getPrototypeOf(page.locator('*'))]) {
    if (SEEN in place) continue;
    const byText: Page['getByText'] = place.getByText;
    place[SEEN] = true;
    place.getByText = function (this: Page | Locator, ...query: Parameters<Page['getByText']>) {
      const tab = 'page' in this ? this.page() : this;
      return byText.apply(this as Page, query).and(tab.locator(':not([data-live-region] *)'));
    };
  }
}

export const test = base.extend<Fixtures>({
  // What Playwright leaves as it was when it empties a browser for the next journey (`reuseContext`).
  context: async ({ context }, use) => {
    await context.clearPermissions();
    await context.setGeolocation(null);
    await context.setOffline(false);
    await use(context);
  },
  page: async ({ page, serviceWorkers }, use) => {
    lookForWhatIsSeen(page);
    // Playwright would make their registration fail, which is logged.
    if (serviceWorkers === 'block')
      await page.addInitScript(() => {
        const register = { value: () => new Promise(() => {}), writable: false };
        // Pages of providers in the tests have none, without TLS.
        if (navigator.serviceWorker) Object.defineProperty(navigator.serviceWorker, 'register', register);
      });
    await use(page);
  },
  // Files take turns on the two nodes, so that nothing can live in the memory of one; another address is another browser.
  baseURL: async ({ browserName: _ }, use, { file }) => use(basename(file).length % 2 === 0 ? nodeA : nodeB),
  watch: [
    async ({ page }, use) => {
      const watch = new Watch(page);
      await use(watch);
      watch.check();
      base.expect(await sidewaysScroll(page), 'pixels of sideways scrolling').toBe(0);
      // Answers still held back on a bad line end with their journey; otherwise they fail it when its page closes.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
    { auto: true },
  ],
  open: async ({ page }, use) => use((address) => open(page, address)),
  shopper: async ({ page, baseURL }, use) => use(await shopperOf(page, baseURL ?? nodeA)),
});

export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('html[data-ready]').waitFor();
}

/** Goes to an address as a link inside the app does, without loading anything anew. */
export const walk = (page: Page, address: string): Promise<void> =>
  page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);

/** The visible refusal of a form; announcements repeat its text. */
export const refusalIn = (place: Page | Locator): Locator => place.locator('[data-form-error]');
