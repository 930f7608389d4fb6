import { type PaymentProvider, Refused } from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { failRefund, findPendingRefunds, noteRefunds, type Refund, wishRefunds } from './payments.given-back.ts';
import { findPayment, type Payment } from './payments.store.ts';

interface Parts {
  db: Db;
  cards: PaymentProvider;
}

/** Gives lines of an order back to the card, or all that are left. Throws 409 where that is more than there is. */
export async function refundLines(
  parts: Parts,
  wish: { payment: Payment; positions: readonly number[] | null; reason: Refund['reason']; adminId: string },
): Promise<void> {
  await inTransaction(parts.db, (tx) => wishRefunds(tx, wish));
  await askForRefunds(parts, wish.payment.id);
}

/** Asks the provider for what is to be given back and notes what it answers. Each has its key, so that it may be asked again. */
export async function askForRefunds({ db, cards }: Parts, paymentId: string): Promise<void> {
  for (const refund of await findPendingRefunds(db, paymentId)) {
    const payment = await findPayment(db, refund.paymentId);
    if (payment?.providerPaymentId == null) throw new Error('what was paid has no payment');
    const { id: key, amount, orderId } = refund;
    const said = await cards.refund(payment.providerPaymentId, { key, amount }).catch((error: unknown) => {
      if (error instanceof Refused) return null;
      throw error;
    });
    await inTransaction(db, (tx) =>
      said ? noteRefunds(tx, { payment, orderId, refunds: [said] }) : failRefund(tx, refund),
    );
  }
}
