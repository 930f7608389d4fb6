/**
 * Carries out what is wanted of the cart, one after the other in the order it was wanted. Meanwhile the screen shows the
 * server's lines with everything applied that the server has not answered yet. So a refusal puts back only itself, and an
 * order takes exactly what was on the screen.
 *
 *     idle ──── something is wanted ────> sending ── answered ──> idle, or the next
 *      └── a tap ──> gathering ── they pause, something else is wanted, the page is left ──> sending
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { CartItem } from '#core/contract/cart.ts';
import { withResolvers } from '#web/kit/browser.ts';
import { type Addition, type Intention, replacedBy, shownOf } from './cart-intentions.ts';
import { type CartCalls, type CartSender, openSender, signedOut } from './cart-sender.ts';
import { type Wish, type WishList, wishList } from './wishes.ts';

/** Taps within this time are sent as one change, in ms. */
const TAPS_MS = 300;

export interface CartQueue {
  /** Resolves when the server has done it, rejects when it has not; with a `CancelledError` when somebody signed out meanwhile. */
  want(intention: Intention): Promise<unknown>;
  /** Orders what the screen shows: after everything that was wanted before, and not at all if some of that fails. */
  order<T>(confirm: () => Promise<T>): Promise<T>;
  /** Until an order that is under way elsewhere is over, what is wanted waits; if it is made here after all, it comes first. */
  hold(over: Promise<unknown>): void;
  /** Until `take` is over nothing is sent; what is wanted in its argument comes before all that waits. */
  takeUp(take: (earlier: (want: () => void) => void) => Promise<void>): Promise<void>;
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
  const sending = oneByOne({
    wishes,
    openSender: () => openSender({ queries, queryKey, calls, wishes }),
    onIdle() {
      void queries.invalidateQueries({ queryKey: queryKey() });
      onDone?.();
    },
  });

  /** What is wanted now was wanted on a page before. */
  let isEarlier = false;
  const place = () => {
    const all = wishes.all();
    const later = isEarlier ? all.findIndex((wish) => !wish.isEarlier && !sending.isSending(wish)) : -1;
    return later === -1 ? all.length : later;
  };

  function push(wish: Omit<Wish, 'done'>): Promise<unknown> {
    const { done } = wishes.add({ ...wish, isEarlier }, place());
    sending.goOn();
    return done.promise;
  }

  /** The place of an order that is under way elsewhere. */
  let held: { take: (confirm: Confirm) => void; done: Promise<unknown> } | null = null;

  return {
    want(wanted) {
      const waiting = wishes.intentions().slice(0, place());
      const isAnother = wanted.kind !== 'add' || waiting.some(({ kind }) => kind === 'add');
      const intention = isAnother ? wanted : sending.asBefore(wanted);
      const again = wishes.all()[replacedBy(intention, waiting)];
      if (!again || sending.isSending(again)) return push({ intention });
      wishes.change(again, intention);
      sending.goOn();
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
    takeUp: (take) =>
      sending.waitFor(
        take((want) => {
          isEarlier = true;
          want();
          isEarlier = false;
        }),
      ),
    shown() {
      const lines = queries.getQueryData<CartItem[]>(queryKey());
      return lines && shownOf(lines, wishes.intentions());
    },
    pending: wishes.intentions,
    async list(signal) {
      await wishes.untilNone();
      // Whoever asked since asks for everybody.
      if (signal?.aborted) throw signedOut();
      return calls.list();
    },
    hurry: sending.hurry,
    forget: sending.reloadPage,
    subscribe: wishes.subscribe,
  };
}

interface Sending {
  wishes: WishList;
  /** One for each shopper. */
  openSender: () => CartSender;
  /** Called when everything wanted has been answered. */
  onIdle: () => void;
}

function oneByOne({ wishes, openSender, onIdle }: Sending) {
  let sender = openSender();
  let state: 'idle' | 'gathering' | 'sending' = 'idle';
  let pause: ReturnType<typeof setTimeout> | undefined;
  let awaited: Promise<void> | null = null;

  /** Whenever something was wanted or answered. */
  function goOn(): void {
    if (state === 'sending' || awaited) return;
    clearTimeout(pause);
    const [first, second] = wishes.all();
    if (!first) {
      state = 'idle';
      onIdle();
    } else if (first.intention.kind === 'set' && !second) {
      state = 'gathering';
      pause = setTimeout(() => void send(first), TAPS_MS);
    } else void send(first);
  }

  async function send(wish: Wish): Promise<void> {
    clearTimeout(pause);
    state = 'sending';
    const own = sender;
    await own.carryOut(wish);
    if (own.isClosed()) return;
    state = 'idle';
    goOn();
  }

  return {
    goOn,
    isSending: (wish: Wish) => state === 'sending' && wish === wishes.all()[0],
    asBefore: (addition: Addition) => sender.asBefore(addition),
    async waitFor(over: Promise<void>): Promise<void> {
      awaited = over;
      clearTimeout(pause);
      if (state === 'gathering') state = 'idle';
      await over.finally(() => {
        if (awaited !== over) return;
        awaited = null;
        if (wishes.all().length > 0) goOn();
      });
    },
    /** Ends a pause. */
    hurry(): void {
      const [first] = wishes.all();
      if (state === 'gathering' && first) void send(first);
    },
    /** Another shopper is here. */
    reloadPage(): void {
      clearTimeout(pause);
      state = 'idle';
      sender.close();
      sender = openSender();
      awaited = null;
      const lost = wishes.all();
      wishes.drop(lost);
      for (const { done } of lost) done.reject(signedOut());
    },
  };
}
