/** Where the wishes of one shopper are carried out: each is sent, and it is found out what became of it. */
import { CancelledError, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { CartItem } from '#core/contract/cart.ts';
import { type Addition, apply, type Intention, isFulfilled, lineOf, standingOn } from './cart-intentions.ts';
import { type CartCalls, cartSpeech, isRefusal } from './cart-speech.ts';
import type { Wish, WishList } from './wishes.ts';

interface Parts {
  queries: QueryClient;
  /** Where the server's lines are kept. */
  queryKey: () => QueryKey;
  calls: CartCalls;
  wishes: WishList;
}

export interface CartDesk {
  /** Carries out the oldest wish, whatever the outcome; resolves when the next may follow. */
  carryOut(wish: Wish): Promise<void>;
  /** The same addition as before, if that one may have been made. */
  asBefore(addition: Addition): Addition;
  isOpen(): boolean;
  /** The shopper has left: nothing more is sent, or sent again, and no answer is read. */
  close(): void;
}

export function openDesk({ queries, queryKey, calls, wishes }: Parts): CartDesk {
  let isOpen = true;
  /** An answer was lost, or somebody else ordered, and nobody has looked since: nothing is sent that stands on what was known before. */
  let isInDoubt = false;
  /** Additions that were called failed, though they may have been made: whoever wants one again wants that one. */
  const doubted = new Map<string, Addition>();

  const lines = () => queries.getQueryData<CartItem[]>(queryKey());
  const learn = (now: CartItem[] | undefined) => now && queries.setQueryData<CartItem[]>(queryKey(), now);
  const unlessLeft = <T>(call: () => Promise<T>) => (isOpen ? call() : Promise.reject(left()));
  /** As often as the specification says. */
  const insist = async <T>(call: () => Promise<T>) => {
    const mutation = queries.getMutationCache().build(queries, { mutationFn: () => unlessLeft(call) });
    const answer = await mutation.execute(undefined);
    return unlessLeft(async () => answer);
  };
  const look = async () => {
    const now = await insist(calls.list);
    isInDoubt = false;
    return now;
  };
  const speech = cartSpeech({ calls, insist, lines, look });

  async function carryOut(wish: Wish): Promise<void> {
    let before: CartItem[] | undefined;
    try {
      // A list that was asked for earlier must not overwrite what comes now.
      await queries.cancelQueries({ queryKey: queryKey() });
      if (isInDoubt) learn(await look());
      before = lines();
      const { intention, confirm } = wish;
      if (intention.kind !== 'add') doubted.clear();
      const answer = await (intention.kind === 'order' ? confirm && speech.confirm(confirm) : speech.say(intention));
      isInDoubt = intention.kind === 'order' && answer === undefined;
      end(wish, before && !isInDoubt ? answered(before, intention, answer) : undefined);
      resolve(wish, answer);
    } catch (error) {
      if (!isRefusal(error)) isInDoubt = true;
      const now = isInDoubt ? await look().catch(() => undefined) : undefined;
      if (!isOpen) return;
      end(wish, now);
      if (before && now && isFulfilled(wish.intention, { before, now })) resolve(wish);
      else giveUp(wish, error);
    }
  }

  /** Both at once, so that nothing is shown twice or not at all in between. */
  function end(wish: Wish, now: CartItem[] | undefined): void {
    learn(now);
    wishes.drop([wish]);
  }

  function doubt(intention: Intention, isDoubted: boolean): void {
    if (intention.kind !== 'add') return;
    if (isDoubted) doubted.set(intention.deal.id, intention);
    else doubted.delete(intention.deal.id);
  }

  function resolve({ intention, done }: Wish, answer?: unknown): void {
    doubt(intention, false);
    done.resolve(answer);
  }

  /** What waits for something that failed fails with it. */
  function giveUp(failed: Wish, error: unknown): void {
    doubt(failed.intention, !isRefusal(error));
    const which = standingOn(failed.intention, { waiting: wishes.intentions(), lines: lines() ?? [] });
    const lost = wishes.all().filter(({ intention }) => which.includes(intention));
    wishes.drop(lost);
    for (const { done } of [failed, ...lost]) done.reject(error);
  }

  return {
    carryOut,
    asBefore(addition) {
      const before = doubted.get(addition.deal.id);
      return before?.quantity === addition.quantity ? before : addition;
    },
    isOpen: () => isOpen,
    close() {
      isOpen = false;
    },
  };
}

/** Who left is not here to hear that something failed. */
export const left = () => new CancelledError({ silent: true });

/** The server's lines after its answer. */
function answered(before: CartItem[], intention: Intention, answer: unknown): CartItem[] {
  if (intention.kind === 'order') return [];
  if (intention.kind !== 'add') return apply(before, intention);
  const line = answer as CartItem;
  return lineOf(before, line.dealId)
    ? before.map((other) => (other.dealId === line.dealId ? line : other))
    : [...before, line];
}
