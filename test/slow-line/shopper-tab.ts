/** A tab with a cart in it: what somebody wants there, and what became of that. */
import { QueryObserver } from '@tanstack/react-query';
import type { CartItem } from '#core/contract/cart.ts';
import type { Intention } from '#web/features/cart/cart-intentions.ts';
import { createCartQueue } from '#web/features/cart/cart-queue.ts';
import type { CartCalls } from '#web/features/cart/cart-sender.ts';
import { createQueryClient } from '#web/kit/query-client.ts';
import { type FakeCart, type FakeOrder, totalOf } from './fake-cart.ts';
import type { FakeLine } from './fake-line.ts';

const QUERY_KEY = ['cart'];

export interface Outcome {
  isKnown: boolean;
  isDone: boolean;
  /** Whether the server did it, whatever became of the answer. */
  isTaken: boolean;
}

export interface Wish {
  intention: Intention;
  outcome: Outcome;
}

interface Confirmation {
  /** What the screen showed. */
  shown: CartItem[];
  /** What was answered. */
  order: FakeOrder | null;
}

interface Parts {
  line: FakeLine;
  onDone: () => void;
  /** The order that is under way in another tab. */
  elsewhere: () => Promise<unknown> | null;
}

export function openTab(server: FakeCart, { line, onDone, elsewhere }: Parts) {
  const queries = createQueryClient();
  const wishes: Wish[] = [];
  const confirmations: Confirmation[] = [];
  const outcomes = new Map<Promise<unknown>, Outcome>();
  let taken = 0;
  let order: Promise<unknown> | null = null;

  const send = <T>(act: () => T) =>
    line.carry(() => {
      const before = server.changes();
      const answer = act();
      taken += server.changes() - before;
      return answer;
    });
  const calls: CartCalls = {
    list: () => line.carry(server.lines),
    add: (addition) => send(() => server.add(addition)),
    setQuantity: (itemId, quantity) => send(() => server.setQuantity(itemId, quantity)),
    remove: (itemId) => send(() => server.remove(itemId)),
    clear: () => send(server.clear),
  };
  const queue = createCartQueue({ queries, queryKey: () => QUERY_KEY, calls, onDone });
  const observer = new QueryObserver(queries, { queryKey: QUERY_KEY, queryFn: ({ signal }) => queue.list(signal) });
  const look = () => observer.subscribe(() => {});
  let leave: (() => void) | null = look();

  /** Changes that were sent as one share what became of them. */
  function outcomeOf(done: Promise<unknown>): Outcome {
    const known = outcomes.get(done);
    if (known) return known;
    const outcome: Outcome = { isKnown: false, isDone: false, isTaken: false };
    const settle = (isDone: boolean) => () => {
      Object.assign(outcome, { isKnown: true, isDone, isTaken: taken > 0 });
      taken = 0;
    };
    outcomes.set(done, outcome);
    done.then(settle(true), settle(false));
    return outcome;
  }

  return {
    wishes,
    confirmations,
    shown: queue.shown,
    /** The order that is under way here. */
    order: () => order,
    want(intention: Intention): void {
      const other = elsewhere();
      if (other) queue.hold(other);
      wishes.push({ intention, outcome: outcomeOf(queue.want(intention)) });
    },
    /** As the button does, which is off while an order is under way. */
    confirm(): void {
      const shown = queue.shown() ?? [];
      if (shown.length === 0 || order || elsewhere()) return;
      const confirmation: Confirmation = { shown, order: null };
      const key = server.newId();
      const done = queue.order(() => send(() => server.order(totalOf(shown), key)));
      wishes.push({ intention: { kind: 'order' }, outcome: outcomeOf(done) });
      confirmations.push(confirmation);
      const isOver = () => {
        order = null;
      };
      order = done.then((made) => Object.assign(confirmation, { order: made })).then(isOver, isOver);
    },
    /** To a page without the cart, or back from it. */
    navigate(): void {
      leave?.();
      leave = leave ? null : look();
    },
    refresh: () => void queries.invalidateQueries({ queryKey: QUERY_KEY }),
    close(): void {
      leave?.();
      queries.clear();
    },
  };
}
export type ShopperTab = ReturnType<typeof openTab>;
