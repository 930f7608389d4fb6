/** How each intention is said to the server, and said again as long as there is hope that it was not heard. */
import { ApiError } from '#core/contract/call.ts';
import type { CartItem } from '#core/contract/cart.ts';
import { type Addition, type Intention, lineOf } from './cart-intentions.ts';

export interface CartCalls {
  list(): Promise<CartItem[]>;
  add(addition: Addition): Promise<CartItem>;
  setQuantity(itemId: string, quantity: number): Promise<unknown>;
  remove(itemId: string): Promise<unknown>;
  clear(): Promise<unknown>;
}

interface Parts {
  calls: CartCalls;
  /** Makes a call, again while it has no answer. */
  insist: <T>(call: () => Promise<T>) => Promise<T>;
  /** The server's lines, as far as they are known … */
  lines: () => CartItem[] | undefined;
  /** … and as they are now. */
  look: () => Promise<CartItem[]>;
}

const LINE_GONE = 'cart.lineNotFound';

export const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500;

const isGone = (error: unknown) => isRefusal(error) && error.code === LINE_GONE;

export function cartSpeech({ calls, insist, lines, look }: Parts) {
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
    const line = lineOf(lines() ?? (await look()), intention.dealId);
    // Somebody removed it in another tab, or it has been ordered: the server would say the same.
    if (!line) throw new ApiError(404, JSON.stringify({ code: LINE_GONE }), '');
    if (intention.kind === 'set') return insist(() => calls.setQuantity(line.id, intention.quantity));
    return insist(() => calls.remove(line.id));
  }

  return {
    /** An order is said by who confirms it. */
    async say(intention: Exclude<Intention, { kind: 'order' }>): Promise<unknown> {
      if (intention.kind === 'add') return add(intention);
      if (intention.kind === 'clear') return insist(calls.clear);
      const isRemoval = intention.kind === 'remove' || intention.quantity === 0;
      return change(intention).catch((error: unknown) => {
        if (!isRemoval || !isGone(error)) throw error;
      });
    },
    /** An order whose answer was lost has emptied the cart; asking again answers that order. */
    async confirm<T>(confirm: () => Promise<T>): Promise<T> {
      try {
        return await insist(confirm);
      } catch (error) {
        if (isRefusal(error) || (await insist(calls.list)).length > 0) throw error;
        return insist(confirm);
      }
    },
  };
}
