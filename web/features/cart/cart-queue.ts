/**
 * Carries out what is wanted of the cart, one after the other in the order it was wanted. Meanwhile the screen shows the
 * server's lines with everything applied that the server has not answered yet. So a refusal puts back only itself, and an
 * order takes exactly what was on the screen.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { CartItem } from '#core/contract/cart.ts';
import { withResolvers } from '#web/kit/with-resolvers.ts';
import { left, openDesk } from './cart-desk.ts';
import { type Intention, replacedBy, shownOf } from './cart-intentions.ts';
import type { CartCalls } from './cart-speech.ts';
import { takeTurns } from './cart-turns.ts';
import { type Wish, wishList } from './wishes.ts';

export interface CartQueue {
  /** Resolves when the server has done it, rejects when it has not; with a `CancelledError` when somebody left meanwhile. */
  want(intention: Intention): Promise<unknown>;
  /** Orders what the screen shows: after everything that was wanted before, and not at all if some of that fails. */
  order<T>(confirm: () => Promise<T>): Promise<T>;
  /** Until an order that is under way elsewhere is over, what is wanted waits; if it is made here after all, it comes first. */
  hold(over: Promise<unknown>): void;
  /** What the screen shows; undefined while the server's lines are not known. */
  shown(): CartItem[] | undefined;
  /** What the server has not answered yet; the same array until it changes. */
  pending(): readonly Intention[];
  /** The server's lines, asked for when nothing is pending: between two changes they would be old on arrival. */
  list(signal?: AbortSignal): Promise<CartItem[]>;
  /** Ends a pause: the page is being left, and what was tapped counts. */
  hurry(): void;
  /** Leaves undone what has not been sent or would be tried again, and answers unread: the cart is somebody else's now. */
  forget(): void;
  subscribe(listener: () => void): () => void;
}

type Confirm = () => Promise<unknown>;

interface Parts {
  queries: QueryClient;
  /** Where the server's lines are kept. */
  queryKey: () => QueryKey;
  calls: CartCalls;
  /** Called when everything wanted has been answered. */
  onDone?: () => void;
}

export function createCartQueue({ queries, queryKey, calls, onDone }: Parts): CartQueue {
  const wishes = wishList();
  const turns = takeTurns({
    wishes,
    openDesk: () => openDesk({ queries, queryKey, calls, wishes }),
    onIdle() {
      void queries.invalidateQueries({ queryKey: queryKey() });
      onDone?.();
    },
  });

  function push(wish: Omit<Wish, 'done'>): Promise<unknown> {
    const { done } = wishes.add(wish);
    turns.goOn();
    return done.promise;
  }

  /** The place of an order that is under way elsewhere. */
  let held: { take: (confirm: Confirm) => void; done: Promise<unknown> } | null = null;

  return {
    want(wanted) {
      const waiting = wishes.intentions();
      const isAnother = wanted.kind !== 'add' || waiting.some(({ kind }) => kind === 'add');
      const intention = isAnother ? wanted : turns.desk().asBefore(wanted);
      const again = wishes.all()[replacedBy(intention, waiting)];
      if (!again || turns.isSending(again)) return push({ intention });
      wishes.change(again, intention);
      turns.goOn();
      return again.done.promise;
    },
    order<T>(confirm: () => Promise<T>) {
      held?.take(confirm);
      return (held?.done ?? push({ intention: { kind: 'order' }, confirm })) as Promise<T>;
    },
    hold(over) {
      if (wishes.intentions().some(({ kind }) => kind === 'order')) return;
      const { promise: taken, resolve: take } = withResolvers<Confirm | null>();
      const release = () => {
        held = null;
        take(null);
      };
      const done = push({ intention: { kind: 'order' }, confirm: async () => (await taken)?.() });
      held = { take, done };
      void over.then(release);
      // Whoever makes it here is told how it went.
      done.then(release, release);
    },
    shown() {
      const lines = queries.getQueryData<CartItem[]>(queryKey());
      return lines && shownOf(lines, wishes.intentions());
    },
    pending: wishes.intentions,
    async list(signal) {
      await wishes.untilNone();
      // Whoever asked since asks for everybody.
      if (signal?.aborted) throw left();
      return calls.list();
    },
    hurry: turns.hurry,
    forget: turns.beginAnew,
    subscribe: wishes.subscribe,
  };
}
