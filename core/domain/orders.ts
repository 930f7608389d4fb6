/** Rules of orders shared by server and browser. */

/** Allowed transitions between order states; the trigger `orders_guard` has a copy, a test compares them. */
export const orderMoves = {
  pending: ['completed', 'failed', 'refunded'],
  /** Cash only: a redemption was undone, before the last day ended or after it (`expired`). */
  completed: ['refunded', 'pending', 'failed'],
  failed: [],
  /** The card issuer returned the refund to the provider (`order_is_charged` in the database). */
  refunded: ['completed'],
} as const;

export type OrderState = keyof typeof orderMoves;

export function mayMove(from: OrderState, to: OrderState): boolean {
  return (orderMoves[from] as readonly OrderState[]).includes(to);
}

/** Short order number for display: the end of the id. */
export const orderNumberOf = ({ id }: { id: string }): string => id.slice(-12);

/** Prices in lek. */
interface CartLine {
  dealId: string;
  quantity: number;
  deal: { price: number; title: string; titleEn: string | null; businessName: string };
}

/** The cart as displayed; the server refuses the order when its own cart differs. */
export const expectedItems = (lines: readonly CartLine[]) =>
  lines.map(({ dealId, quantity, deal: { price, title, titleEn, businessName } }) => ({
    dealId,
    quantity,
    price,
    title,
    titleEn,
    businessName,
  }));

/** Content of the QR code of a receipt: the fields of Spec 2 §3 and a version `v`. `paymentId`: `pi_…` or the Purchase ID; `amount` in lek. */
export const receiptOf = ({
  id,
  stripePaymentIntentId,
  totalAmount,
  createdAt,
  status,
  paymentMethod,
}: {
  id: string;
  stripePaymentIntentId: string;
  totalAmount: number;
  createdAt: string;
  status: string;
  paymentMethod: string;
}) => ({
  v: 1,
  paymentId: stripePaymentIntentId,
  orderId: id,
  amount: totalAmount,
  date: createdAt,
  status,
  paymentMethod,
});
