/** What the QR code of an order says: one text for receipts and for the vouchers that are accepted at a salon. */

/** The six fields of Spec 2 §3 are plain and prove nothing: whoever reads them asks the shop, or checks what signs them. */
export interface Receipt {
  /** How the rest is to be read. */
  v: 1;
  /** `pi_…` or the Purchase ID. */
  paymentId: string;
  orderId: string;
  /** Lek. */
  amount: number;
  date: string;
  status: string;
  paymentMethod: string;
  /** What a salon accepts, short enough to be read aloud. */
  code?: string;
  /** Of all the others, in base64url. */
  sig?: string;
}

interface Ordered {
  id: string;
  stripePaymentIntentId: string;
  totalAmount: number;
  createdAt: string;
  status: string;
  paymentMethod: string;
}

export const receiptOf = ({
  id,
  stripePaymentIntentId,
  totalAmount,
  createdAt,
  status,
  paymentMethod,
}: Ordered): Receipt => ({
  v: 1,
  paymentId: stripePaymentIntentId,
  orderId: id,
  amount: totalAmount,
  date: createdAt,
  status,
  paymentMethod,
});
