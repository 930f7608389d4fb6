/** What is wanted of the cart and not answered yet, oldest first, and who waits for it. */
import { type Resolvers, withResolvers } from '#web/kit/browser.ts';
import type { Intention } from './cart-intentions.ts';

export interface Wish {
  intention: Intention;
  /** Makes the order, when that is what is wanted. */
  confirm?: () => Promise<unknown>;
  /** Wanted on a page before this one. */
  isEarlier?: boolean;
  done: Resolvers<unknown>;
}

export function wishList() {
  let wishes: readonly Wish[] = [];
  let intentions: readonly Intention[] = [];
  const listeners = new Set<() => void>();

  function become(next: readonly Wish[]): void {
    wishes = next;
    intentions = next.map(({ intention }) => intention);
    for (const tell of listeners) tell();
  }

  return {
    all: () => wishes,
    /** The same array until something changes. */
    intentions: () => intentions,
    add(wish: Omit<Wish, 'done'>, place = wishes.length): Wish {
      const added = { ...wish, done: withResolvers<unknown>() };
      become([...wishes.slice(0, place), added, ...wishes.slice(place)]);
      return added;
    },
    change(wish: Wish, intention: Intention): void {
      wish.intention = intention;
      become([...wishes]);
    },
    drop: (lost: readonly Wish[]) => become(wishes.filter((wish) => !lost.includes(wish))),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    untilNone: () =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (wishes.length > 0) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      }),
  };
}
export type WishList = ReturnType<typeof wishList>;
