/** Sends what one shopper wants of the cart, again as long as there is hope that it was not heard, and finds out what became of it. */
import { CancelledError, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, isRefusal } from '#core/contract/call.ts';
import type { CartItem } from '#core/contract/cart.ts';
import { randomUuid } from '#web/kit/browser.ts';
import { type Addition, apply, type Intention, isFulfilled, lineOf, standingOn } from './cart-intentions.ts';
import type { Wish, WishList } from './wishes.ts';

export interface CartCalls {
  list(): Promise<CartItem[]>;
  add(addition: Addition): Promise<CartItem>;
  setQuantity(itemId: string, quantity: number): Promise<unknown>;
  remove(itemId: string): Promise<unknown>;
  clear(): Promise<unknown>;
}

interface Parts {
  queries: QueryClient;
  /** Where the server's lines are kept. */
  queryKey: () => QueryKey;
  calls: CartCalls;
  wishes: WishList;
}

export interface CartSender {
  /** Carries out the oldest wish, whatever the outcome; resolves when the next may follow. */
  carryOut(wish: Wish): Promise<void>;
  /** The same addition as before, if that one may have been made. */
  asBefore(addition: Addition): Addition;
  isClosed(): boolean;
  /** The shopper has signed out: nothing more is sent, or sent again, and no answer is read. */
  close(): void;
}

const LINE_GONE = 'cart.lineNotFound';

/** Whoever signed out is not here to hear that something failed. */
export const signedOut = () => new CancelledError({ silent: true });

export function openSender({ queries, queryKey, calls, wishes }: Parts): CartSender {
  let isClosed = false;
  /** An answer was lost, or somebody else ordered, and nobody has looked since: nothing is sent that stands on what was known before. */
  let isInDoubt = false;
  /** Additions that were called failed, though they may have been made: whoever wants one again wants that one. */
  const doubted = new Map<string, Addition>();

  const lines = () => queries.getQueryData<CartItem[]>(queryKey());
  const learn = (now: CartItem[] | undefined) => now && queries.setQueryData<CartItem[]>(queryKey(), now);
  const unlessClosed = <T>(call: () => Promise<T>) => (isClosed ? Promise.reject(signedOut()) : call());
  /** As often as the specification says. */
  const insist: Insist = async (call) => {
    const mutation = queries.getMutationCache().build(queries, { mutationFn: () => unlessClosed(call) });
    const answer = await mutation.execute(undefined);
    return unlessClosed(async () => answer);
  };
  const look = async () => {
    const now = await insist(calls.list);
    isInDoubt = false;
    return now;
  };
  const send = sending({ calls, insist, lines, look });

  async function carryOut(wish: Wish): Promise<void> {
    let before: CartItem[] | undefined;
    try {
      // A list that was asked for earlier must not overwrite what comes now.
      await queries.cancelQueries({ queryKey: queryKey() });
      const { intention } = wish;
      if (isInDoubt || ('dealId' in intention && !lines())) learn(await look());
      before = lines();
      if (intention.kind !== 'add') doubted.clear();
      const answer = await send(wish).catch((error: unknown) => addAnother(wish, error));
      isInDoubt = intention.kind === 'order' && answer === undefined;
      end(wish, before && !isInDoubt ? answered(before, intention, answer) : undefined);
      resolve(wish, answer);
    } catch (error) {
      if (!isRefusal(error)) isInDoubt = true;
      const now = isInDoubt ? await look().catch(() => undefined) : undefined;
      if (isClosed) return;
      end(wish, now);
      if (before && now && isFulfilled(wish.intention, { before, now })) resolve(wish);
      else giveUp(wish, error);
    }
  }

  /** What was called failed had been made, and somebody took it out elsewhere: whoever wants it now wants another. */
  function addAnother(wish: Wish, error: unknown): Promise<unknown> {
    const { intention } = wish;
    const isGone = isRefusal(error) && error.code === LINE_GONE;
    if (intention.kind !== 'add' || !isGone || !doubted.delete(intention.deal.id)) throw error;
    wishes.change(wish, { ...intention, key: randomUuid() });
    return send(wish);
  }

  /** Both at once, so that nothing is shown twice or not at all in between. */
  function end(wish: Wish, now: CartItem[] | undefined): void {
    learn(now);
    wishes.drop([wish]);
  }

  function resolve({ intention, done }: Wish, answer?: unknown): void {
    if (intention.kind === 'add') doubted.delete(intention.deal.id);
    done.resolve(answer);
  }

  /** What waits for something that failed fails with it. */
  function giveUp({ intention, done }: Wish, error: unknown): void {
    if (intention.kind === 'add' && !isRefusal(error)) doubted.set(intention.deal.id, intention);
    const which = standingOn(intention, { waiting: wishes.intentions(), lines: lines() ?? [] });
    const lost = wishes.all().filter((wish) => which.includes(wish.intention));
    wishes.drop(lost);
    for (const each of [done, ...lost.map((wish) => wish.done)]) each.reject(error);
  }

  return {
    carryOut,
    asBefore(addition) {
      const before = doubted.get(addition.deal.id);
      return before?.quantity === addition.quantity ? before : addition;
    },
    isClosed: () => isClosed,
    close() {
      isClosed = true;
    },
  };
}

/** Makes a call, again while it has no answer. */
type Insist = <T>(call: () => Promise<T>) => Promise<T>;

interface Line {
  calls: CartCalls;
  insist: Insist;
  /** The server's lines, as far as they are known … */
  lines: () => CartItem[] | undefined;
  /** … and as they are now. */
  look: () => Promise<CartItem[]>;
}

/** How each intention is said to the server. */
function sending({ calls, insist, lines, look }: Line) {
  /** Where the lines from before are not known, only its key can tell whether an addition whose answer was lost was made. */
  async function add(addition: Addition): Promise<CartItem> {
    try {
      return await insist(() => calls.add(addition));
    } catch (error) {
      if (isRefusal(error) || lines()) throw error;
      await look();
      return insist(() => calls.add(addition));
    }
  }

  async function change(intention: Extract<Intention, { kind: 'set' | 'remove' }>): Promise<unknown> {
    const line = lineOf(lines() ?? [], intention.dealId);
    // Somebody removed it in another tab, or it has been ordered: the server would say the same.
    if (!line) throw new ApiError(404, JSON.stringify({ code: LINE_GONE }), '');
    if (intention.kind === 'set') return insist(() => calls.setQuantity(line.id, intention.quantity));
    return insist(() => calls.remove(line.id));
  }

  /** An order whose answer was lost has emptied the cart; asking again answers that order. */
  async function order(confirm: () => Promise<unknown>): Promise<unknown> {
    try {
      return await insist(confirm);
    } catch (error) {
      if (isRefusal(error) || (await insist(calls.list)).length > 0) throw error;
      return insist(confirm);
    }
  }

  return async ({ intention, confirm }: Wish): Promise<unknown> => {
    if (intention.kind === 'add') return add(intention);
    if (intention.kind === 'clear') return insist(calls.clear);
    if (intention.kind === 'order') return confirm && order(confirm);
    const isRemoval = intention.kind === 'remove' || intention.quantity === 0;
    return change(intention).catch((error: unknown) => {
      if (!isRemoval || !isRefusal(error) || error.code !== LINE_GONE) throw error;
    });
  };
}

/** The server's lines after its answer. */
function answered(before: CartItem[], intention: Intention, answer: unknown): CartItem[] {
  if (intention.kind === 'order') return [];
  if (intention.kind !== 'add') return apply(before, intention);
  const line = answer as CartItem;
  return lineOf(before, line.dealId)
    ? before.map((other) => (other.dealId === line.dealId ? line : other))
    : [...before, line];
}
