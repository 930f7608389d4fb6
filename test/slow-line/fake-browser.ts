/** What the tabs of a browser have in common: what one wanted in them, what is kept for the next page, the order under way. */
import type { CartItem } from '#core/contract/cart.ts';
import type { Intention } from '#web/features/cart/cart-intentions.ts';
import type { KeptChanges } from '#web/features/cart/kept-changes.ts';
import type { KeptValue } from '#web/kit/kept.ts';
import type { Resolvers } from '#web/kit/with-resolvers.ts';
import type { FakeOrder } from './fake-cart.ts';
import type { Outcome } from './outcomes.ts';

export interface Wish {
  intention: Intention;
  outcome: Outcome;
}

export interface Confirmation {
  key: string;
  /** Which confirms it again, should its page be left before the answer. */
  tab: number;
  /** What the screen showed. */
  shown: CartItem[];
  /** What was answered. */
  order: FakeOrder | null;
  outcome: Outcome;
  over: Resolvers<void>;
}

export function fakeBrowser() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    kept: keptInMemory<KeptChanges>(),
    inTurn(_name: string, work: () => Promise<unknown>): Promise<void> {
      const turn = last.then(work);
      last = turn;
      return turn.then(() => {});
    },
    /** Oldest first. */
    wishes: [] as Wish[],
    confirmations: [] as Confirmation[],
    underWay: null as Confirmation | null,
    /** Of what is kept, in the same order. */
    outcomesOfKept: [] as Outcome[],
  };
}
export type FakeBrowser = ReturnType<typeof fakeBrowser>;

function keptInMemory<T>(): KeptValue<T | null> {
  const listeners = new Set<() => void>();
  let kept: T | null = null;
  return {
    none: null,
    get: () => kept,
    getAfresh: () => kept,
    set(value) {
      kept = value;
      for (const tell of listeners) tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
