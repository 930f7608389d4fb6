import { Refused } from '#server/gateways/payments/provider.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { failRefund, findPendingRefunds, noteRefunds, type Refund, wishRefunds } from './payments.given-back.ts';
import type { PaymentParts } from './payments.parts.ts';
import { findPayment, type Payment } from './payments.store.ts';

/** Gives lines of an order back to the card, or all that are left. Throws 409 where that is more than there is. */
export async function refundLines(
  parts: PaymentParts,
  wish: { payment: Payment; positions: readonly number[] | null; reason: Refund['reason']; adminId: string },
): Promise<void> {
  await inTransaction(parts.db, (tx) => wishRefunds(tx, wish));
  await askForRefunds(parts, wish.payment.id);
}

/**
 * Asks the provider for what is to be given back, and notes what it says of it. It forgets a key after a day: what it was
 * asked for before is found among its refunds and never asked for again.
 */
export async function askForRefunds({ db, cards }: PaymentParts, paymentId: string): Promise<void> {
  const pending = await findPendingRefunds(db, paymentId);
  if (pending.length === 0) return;
  const payment = await findPayment(db, paymentId);
  const providerPaymentId = payment?.providerPaymentId ?? null;
  if (!payment || providerPaymentId === null) throw new Error('what was paid has no payment');
  const there = (await cards.find(providerPaymentId))?.refunds ?? [];
  for (const refund of pending) {
    const { id: key, amount, orderId, providerRefundId } = refund;
    const known = there.find((said) => (providerRefundId === null ? said.key === key : said.id === providerRefundId));
    if (!known && providerRefundId !== null) continue;
    const said = known ?? (await unlessRefused(cards.refund(providerPaymentId, { key, amount })));
    await inTransaction(db, (tx) =>
      said ? noteRefunds(tx, { payment, orderId, refunds: [said] }) : failRefund(tx, refund),
    );
  }
}

async function unlessRefused<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof Refused) return null;
    throw error;
  });
}
