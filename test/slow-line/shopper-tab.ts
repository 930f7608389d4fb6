/** A tab in which somebody goes from one page with a cart to the next. */
import { setImmediate as afterPromises } from 'node:timers/promises';
import type { CartItem } from '#core/contract/cart.ts';
import type { Intention } from '#web/features/cart/cart-intentions.ts';
import { withResolvers } from '#web/kit/with-resolvers.ts';
import type { Random } from '../random.ts';
import type { Confirmation } from './fake-browser.ts';
import { type FakePage, openPage, type Surroundings } from './fake-page.ts';
import { newOutcome } from './outcomes.ts';

export function openTab(surroundings: Surroundings) {
  const { server, browser, tab } = surroundings;
  let page: FakePage = openPage(surroundings);
  let isAway = false;
  const shown = (): CartItem[] | undefined => (isAway ? undefined : page.shown());

  return {
    shown,
    isAway: () => isAway,
    refresh: () => page.refresh(),
    navigate: () => page.navigate(),
    want(intention: Intention): void {
      if (browser.underWay) page.hold(browser.underWay.over.promise);
      browser.wishes.push({ intention, outcome: page.want(intention) });
    },
    /** As the button does, which is off while an order is under way. */
    confirm(): void {
      const lines = shown() ?? [];
      if (lines.length === 0 || browser.underWay) return;
      const key = server.newId();
      const outcome = newOutcome();
      const confirmation: Confirmation = { key, tab, shown: lines, order: null, outcome, over: withResolvers() };
      browser.underWay = confirmation;
      browser.confirmations.push(confirmation);
      browser.wishes.push({ intention: { kind: 'order' }, outcome });
      page.order(confirmation);
    },
    async leave(random: Random): Promise<void> {
      isAway = true;
      await page.leave(random.chance(0.5), () => afterPromises());
    },
    /** To the page that was left, as it was, or to a new one. */
    comeBack(isSame: boolean): void {
      isAway = false;
      if (isSame) page.comeBack();
      else {
        page.close();
        page = openPage(surroundings);
      }
    },
    close: () => page.close(),
  };
}
export type ShopperTab = ReturnType<typeof openTab>;
