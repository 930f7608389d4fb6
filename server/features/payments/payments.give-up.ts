/** Ends what nobody is to pay any more. */
import { NotOpen, type PaymentProvider, type ProviderPayment } from '#server/gateways/payments/provider.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import type { PaymentParts } from './payments.parts.ts';
import { settlePayment } from './payments.settle.ts';
import { closePayment, closeUntold, type Payment } from './payments.store.ts';

/** Unless somebody just paid it. */
export async function giveUp({ db, cards }: PaymentParts, payment: Payment): Promise<void> {
  const { providerPaymentId } = payment;
  // Nobody was given the secret of one that the provider is not known to have, whether it made it or fails each time.
  if (providerPaymentId === null) return inTransaction(db, (tx) => closeUntold(tx, payment.id));
  const said = await canceled(cards, providerPaymentId);
  if (said) await settlePayment({ db, cards }, said);
  // What was canceled may still name the attempt that this one replaced.
  if (said === null || said.state === 'canceled') {
    await inTransaction(db, (tx) => closePayment(tx, payment.id, 'canceled'));
  }
}

async function canceled(cards: PaymentProvider, id: string): Promise<ProviderPayment | null> {
  return cards.cancel(id).catch((error: unknown) => {
    if (error instanceof NotOpen) return cards.find(id);
    throw error;
  });
}
