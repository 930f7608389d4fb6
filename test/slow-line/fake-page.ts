/** A page with a cart in it: the browser's half as it is, until the page is left. */
import { QueryObserver } from '@tanstack/react-query';
import type { Intention } from '#web/features/cart/cart-intentions.ts';
import { createCartQueue } from '#web/features/cart/cart-queue.ts';
import type { CartCalls } from '#web/features/cart/cart-sender.ts';
import { pageOf } from '#web/features/cart/kept-changes.ts';
import { createQueryClient } from '#web/kit/query-client.ts';
import type { Confirmation, FakeBrowser } from './fake-browser.ts';
import type { FakeCart } from './fake-cart.ts';
import type { FakeLine } from './fake-line.ts';
import { type Outcome, outcomesOf } from './outcomes.ts';
import { requestsOf } from './page-requests.ts';

const QUERY_KEY = ['cart'];
const ANA = 'ana';

export interface Surroundings {
  server: FakeCart;
  browser: FakeBrowser;
  line: FakeLine;
  tab: number;
  onDone: () => void;
}

function openCart({ server, line, onDone }: Surroundings) {
  const queries = createQueryClient();
  const requests = requestsOf(line, server);
  const { send } = requests;
  const calls: CartCalls = {
    list: () => send(server.lines),
    add: (addition) => send(() => server.add(addition)),
    setQuantity: (itemId, quantity) => send(() => server.setQuantity(itemId, quantity)),
    remove: (itemId) => send(() => server.remove(itemId)),
    clear: () => send(server.clear),
  };
  const queue = createCartQueue({ queries, queryKey: () => QUERY_KEY, calls, onDone });
  const queryFn = ({ signal }: { signal: AbortSignal }) => queue.list(signal);
  const observer = new QueryObserver(queries, { queryKey: QUERY_KEY, queryFn });
  return { queries, requests, queue, look: () => observer.subscribe(() => {}) };
}

export function openPage(surroundings: Surroundings) {
  const { server, browser, tab } = surroundings;
  const { queries, requests, queue, look } = openCart(surroundings);
  const outcomes = outcomesOf(requests.wasTaken);
  const page = pageOf({ store: browser.kept, inTurn: browser.inTurn });
  let asked: Confirmation | null = null;

  const want = (intention: Intention, outcome?: Outcome) => outcomes.follow(queue.want(intention), outcome);

  function order(confirmation: Confirmation): void {
    asked = confirmation;
    const { shown, key, outcome, over } = confirmation;
    const done = queue.order(() => requests.send(() => server.order(shown, key)));
    outcomes.follow(done, outcome, (made) => {
      Object.assign(confirmation, { order: made });
      browser.underWay = null;
      over.resolve();
    });
  }

  function takeUp(change: Intention): void {
    if (change.kind === 'order') {
      queue.hold(browser.underWay?.over.promise ?? Promise.resolve());
      return;
    }
    const before = browser.outcomesOfKept.shift();
    const outcome = want(change, before);
    for (const wish of browser.wishes) if (wish.outcome === before) wish.outcome = outcome;
  }

  /** Takes up what was kept, then confirms again what was under way. */
  const goOn = () =>
    queueMicrotask(() => {
      if (requests.areOver()) return;
      if (browser.kept.get()) void page.take(queue, ANA, takeUp);
      else if (browser.underWay?.tab === tab && browser.underWay !== asked) order(browser.underWay);
    });
  const stop = browser.kept.subscribe(goOn);
  let hide: (() => void) | null = look();
  goOn();

  return {
    shown: queue.shown,
    refresh: () => void queries.invalidateQueries({ queryKey: QUERY_KEY }),
    want,
    order,
    hold: queue.hold,
    /** To a screen without the cart, or back from it. */
    navigate(): void {
      hide?.();
      hide = hide ? null : look();
    },
    /** `hurried`: once what goes out at the last moment has gone out. */
    async leave(isHeard: boolean, hurried: () => Promise<void>): Promise<void> {
      const left = outcomes.leave();
      browser.outcomesOfKept.push(...left.filter((outcome) => outcome !== browser.underWay?.outcome));
      page.leave(queue, ANA);
      await hurried();
      if (requests.leave(isHeard)) Object.assign(left[0] ?? {}, { isTaken: true });
    },
    /** From another page, which the browser has kept this one behind. */
    comeBack(): void {
      requests.comeBack();
      asked = null;
      page.comeBack(queue);
      hide ??= look();
      goOn();
    },
    close(): void {
      queue.forget();
      stop();
      hide?.();
      queries.clear();
    },
  };
}
export type FakePage = ReturnType<typeof openPage>;
