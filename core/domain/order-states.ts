/** The life of an order, as a table of allowed moves. The trigger `orders_guard` of the database has a copy; a test holds them together. */

export const orderMoves = {
  pending: ['completed', 'failed', 'refunded'],
  completed: ['refunded'],
  failed: [],
  /** When the bank of the card sends back what was given back, and the provider says so: `order_is_charged` of the database. */
  refunded: ['completed'],
} as const;

export type OrderState = keyof typeof orderMoves;

/** Whether an order may go from one state to another; staying where it is, is no move. */
export function mayMove(from: OrderState, to: OrderState): boolean {
  return (orderMoves[from] as readonly OrderState[]).includes(to);
}
