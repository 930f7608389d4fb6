/** A minimal model of the server's cart. */
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '#core/contract/call.ts';
import { type CartItem, MAX_QUANTITY } from '#core/contract/cart.ts';

const refusal = (status: number, code: string) => new ApiError(status, JSON.stringify({ code, message: code }), '');

export interface FakeOrder {
  id: string;
  /** The idempotency key. */
  key: string;
  items: Unit[];
}

const MAX_LINES = 4;

type Unit = Pick<CartItem, 'dealId' | 'quantity'>;

export const unitsOf = (lines: readonly CartItem[]): Unit[] =>
  lines.map(({ dealId, quantity }) => ({ dealId, quantity }));

const byDeal = (units: readonly Unit[]) => units.toSorted((one, other) => one.dealId.localeCompare(other.dealId));

/** Whether they contain the same deals in any order. */
export const areAlike = (units: readonly Unit[], others: readonly Unit[]): boolean =>
  isDeepStrictEqual(byDeal(units), byDeal(others));

export function fakeCart() {
  let lines: CartItem[] = [];
  let orders: FakeOrder[] = [];
  let isClosed = false;
  let changes = 0;
  let ids = 0;
  const keys = new Set<string>();
  const removed = new Set<string>();

  const newId = () => {
    ids += 1;
    return `id-${ids}`;
  };
  const change = (next: CartItem[]) => {
    changes += 1;
    isClosed = false;
    lines = next;
  };
  const put = (line: CartItem) => {
    change(lines.map((other) => (other.id === line.id ? line : other)));
    return line;
  };

  function remove(id: string): void {
    if (!lines.some((line) => line.id === id)) {
      if (!removed.has(id)) throw refusal(404, 'cart.lineNotFound');
      return;
    }
    removed.add(id);
    change(lines.filter((line) => line.id !== id));
  }

  return {
    lines: () => lines,
    orders: () => orders,
    changes: () => changes,
    newId,
    remove,
    add({ key, deal, quantity }: { key: string; deal: CartItem['deal']; quantity: number }): CartItem {
      const line = lines.find(({ dealId }) => dealId === deal.id);
      if (keys.has(key)) {
        if (!line) throw refusal(404, 'cart.lineNotFound');
        return line;
      }
      if (deal.title === 'own') throw refusal(409, 'deals.own');
      if (!line && lines.length >= MAX_LINES) throw refusal(409, 'cart.full');
      keys.add(key);
      if (line) return put({ ...line, quantity: Math.min(MAX_QUANTITY, line.quantity + quantity) });
      const added = { id: newId(), dealId: deal.id, sessionId: 'session_1', quantity, deal, ...NOTHING_TO_SAY };
      change([...lines, added]);
      return added;
    },
    setQuantity(id: string, quantity: number): void {
      const line = lines.find((other) => other.id === id);
      if (quantity === 0) remove(id);
      else if (line) put({ ...line, quantity });
      else throw refusal(404, 'cart.lineNotFound');
    },
    clear(): void {
      for (const { id } of lines) removed.add(id);
      change([]);
    },
    order(shown: readonly CartItem[], key: string): FakeOrder {
      const last = lines.length === 0 && isClosed ? orders.at(-1) : undefined;
      const made = orders.find((order) => order.key === key) ?? last;
      if (made && areAlike(made.items, unitsOf(shown))) return made;
      if (lines.length === 0) throw refusal(400, 'cart.empty');
      if (!areAlike(unitsOf(lines), unitsOf(shown))) throw refusal(409, 'cart.changed');
      const order = { id: newId(), key, items: unitsOf(lines) };
      orders = [...orders, order];
      change([]);
      isClosed = true;
      return order;
    },
  };
}

const NOTHING_TO_SAY = { salon: null, unavailable: null, priceChanged: null };
