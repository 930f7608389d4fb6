/** What somebody wants of the cart, and what the screen shows of it before the server has answered. */
import { type CartItem, MAX_QUANTITY } from '#core/contract/cart.ts';

export type Intention =
  /** `key` makes it happen once, however often it is sent. */
  | { kind: 'add'; key: string; deal: CartItem['deal']; quantity: number; sessionId: string }
  | { kind: 'set'; dealId: string; quantity: number }
  | { kind: 'remove'; dealId: string }
  | { kind: 'clear' }
  | { kind: 'order' };

const without = (lines: CartItem[], dealId: string) => lines.filter((line) => line.dealId !== dealId);

const withQuantity = (lines: CartItem[], dealId: string, quantity: number) =>
  quantity === 0
    ? without(lines, dealId)
    : lines.map((line) => (line.dealId === dealId ? { ...line, quantity } : line));

export type Addition = Extract<Intention, { kind: 'add' }>;

/** The lines as they are once the intention is carried out. What is being ordered stays in view until it is. */
export function apply(lines: CartItem[], intention: Intention): CartItem[] {
  switch (intention.kind) {
    case 'add': {
      const before = lineOf(lines, intention.deal.id);
      return before
        ? withQuantity(lines, before.dealId, Math.min(MAX_QUANTITY, before.quantity + intention.quantity))
        : [...lines, newLine(intention)];
    }
    case 'set':
      return withQuantity(lines, intention.dealId, intention.quantity);
    case 'remove':
      return without(lines, intention.dealId);
    case 'clear':
      return [];
    case 'order':
      return lines;
  }
}

/** The lines as the screen shows them while this is pending: what is wanted after an order is no part of it, and waits unseen. */
export function shownOf(lines: CartItem[], pending: readonly Intention[]): CartItem[] {
  const order = pending.findIndex(({ kind }) => kind === 'order');
  return pending.slice(0, order === -1 ? undefined : order).reduce(apply, lines);
}

export const lineOf = (lines: readonly CartItem[], dealId: string): CartItem | undefined =>
  lines.find((line) => line.dealId === dealId);

/** How a line looks until the server has made it; `key` stands in for the id it will get. */
const newLine = ({ key, deal, quantity, sessionId }: Addition): CartItem => ({
  id: key,
  dealId: deal.id,
  sessionId,
  quantity,
  deal,
  salon: null,
  unavailable: null,
  priceChanged: null,
});

/** Whether the lines changed as they would have, had it been carried out: an answer may be lost after that. */
export function isFulfilled(intention: Intention, { before, now }: { before: CartItem[]; now: CartItem[] }): boolean {
  if (intention.kind === 'order') return false;
  const wanted = apply(before, intention);
  const dealId = dealOf(intention);
  if (dealId === null) return now.length === 0;
  return lineOf(wanted, dealId)?.quantity === lineOf(now, dealId)?.quantity;
}

/** What cannot be as it was meant once `failed` has failed: an order of what was shown, a change of a line that was never added. */
export function standingOn(
  failed: Intention,
  { waiting, lines }: { waiting: readonly Intention[]; lines: readonly CartItem[] },
): Intention[] {
  const absent = failed.kind === 'add' && !lineOf(lines, failed.deal.id) ? failed.deal.id : null;
  const again = waiting.findIndex((later) => later.kind === 'add' && later.deal.id === absent);
  return waiting.filter(
    (later, index) =>
      later.kind === 'order' || ('dealId' in later && later.dealId === absent && (again === -1 || index < again)),
  );
}

const dealOf = (intention: Intention): string | null => {
  if (intention.kind === 'add') return intention.deal.id;
  return 'dealId' in intention ? intention.dealId : null;
};

/** Which of the intentions `later` says anew, so that it need not be carried out itself; -1 when it is none. */
export function replacedBy(later: Intention, intentions: readonly Intention[]): number {
  if (later.kind !== 'set') return -1;
  const last = intentions.findLastIndex((earlier) => [null, later.dealId].includes(dealOf(earlier)));
  return intentions[last]?.kind === 'set' ? last : -1;
}
