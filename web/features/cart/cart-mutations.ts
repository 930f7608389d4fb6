/** Changes of the cart that the server has not confirmed yet, and the lines the screen shows meanwhile (optimistic update). */
import { type CartItem, MAX_QUANTITY } from '#core/contract/cart.ts';

export type CartMutation =
  /** `key` is its idempotency key. */
  | { kind: 'add'; key: string; deal: CartItem['deal']; quantity: number; sessionId: string }
  | { kind: 'set'; dealId: string; quantity: number }
  | { kind: 'remove'; dealId: string }
  | { kind: 'clear' }
  | { kind: 'order' };

export type Addition = Extract<CartMutation, { kind: 'add' }>;

export const lineOf = (lines: readonly CartItem[], dealId: string): CartItem | undefined =>
  lines.find((line) => line.dealId === dealId);

const withQuantity = (lines: CartItem[], dealId: string, quantity: number) =>
  quantity === 0
    ? lines.filter((line) => line.dealId !== dealId)
    : lines.map((line) => (line.dealId === dealId ? { ...line, quantity } : line));

/** The lines after the mutation. The lines of an order stay visible until it is made. */
export function apply(lines: CartItem[], mutation: CartMutation): CartItem[] {
  switch (mutation.kind) {
    case 'add': {
      const { key, deal, quantity, sessionId } = mutation;
      const before = lineOf(lines, deal.id);
      if (before) return withQuantity(lines, deal.id, Math.min(MAX_QUANTITY, before.quantity + quantity));
      const unknown = { salon: null, unavailable: null, priceChanged: null };
      // The key stands in for the id that the server assigns.
      return [...lines, { id: key, dealId: deal.id, sessionId, quantity, deal, ...unknown }];
    }
    case 'set':
      return withQuantity(lines, mutation.dealId, mutation.quantity);
    case 'remove':
      return withQuantity(lines, mutation.dealId, 0);
    case 'clear':
      return [];
    case 'order':
      return lines;
  }
}

/** The server's lines with the pending mutations applied. Those after an order are not part of it, so they are not shown yet. */
export function optimisticLines(lines: CartItem[], pending: readonly CartMutation[]): CartItem[] {
  const order = pending.findIndex(({ kind }) => kind === 'order');
  return pending.slice(0, order === -1 ? undefined : order).reduce(apply, lines);
}

const dealOf = (mutation: CartMutation): string | null => {
  if (mutation.kind === 'add') return mutation.deal.id;
  return 'dealId' in mutation ? mutation.dealId : null;
};

/** Whether the lines changed as they would have if the mutation was carried out, although its response was lost. */
export function isApplied(mutation: CartMutation, { before, now }: { before: CartItem[]; now: CartItem[] }): boolean {
  if (mutation.kind === 'order') return false;
  const dealId = dealOf(mutation);
  if (dealId === null) return now.length === 0;
  return lineOf(apply(before, mutation), dealId)?.quantity === lineOf(now, dealId)?.quantity;
}

/** The pending mutations that fail with `failed`: an order of what was shown, and changes of a line that was never added. */
export function dependentsOf(
  failed: CartMutation,
  { pending, lines }: { pending: readonly CartMutation[]; lines: readonly CartItem[] },
): CartMutation[] {
  const absent = failed.kind === 'add' && !lineOf(lines, failed.deal.id) ? failed.deal.id : null;
  const again = pending.findIndex((later) => later.kind === 'add' && later.deal.id === absent);
  return pending.filter(
    (later, index) =>
      later.kind === 'order' || ('dealId' in later && later.dealId === absent && (again === -1 || index < again)),
  );
}

/** The index of the pending quantity change that `later` replaces; -1 when there is none. */
export function supersededBy(later: CartMutation, pending: readonly CartMutation[]): number {
  if (later.kind !== 'set') return -1;
  const last = pending.findLastIndex((earlier) => [null, later.dealId].includes(dealOf(earlier)));
  return pending[last]?.kind === 'set' ? last : -1;
}
