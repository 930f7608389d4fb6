/** Finds what a crash or a lost message left half done, and does the rest. */
import {
  NotOpen,
  type PaymentProvider,
  ProviderAway,
  type ProviderPayment,
} from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';
import { at } from '#server/kit/kill-points.ts';
import { findWaitingRefunds } from './payments.given-back.ts';
import { askForRefunds } from './payments.refund.ts';
import { settlePayment } from './payments.settle.ts';
import { closePayment, findAbandoned, findDoubtful, type Payment } from './payments.store.ts';

/** How many are looked at in one run; the next follows a minute later. */
const AT_ONCE = 50;

interface Parts {
  db: Db;
  cards: PaymentProvider;
}

/** One run. One that fails keeps none of the others waiting; throws at the end, or at once when the provider is away. */
export async function reconcile(parts: Parts): Promise<void> {
  const { db } = parts;
  const failures = [
    ...(await eachOf(await findAbandoned(db, AT_ONCE), (payment) => giveUp(parts, payment))),
    ...(await eachOf(await findDoubtful(db, AT_ONCE), (payment) => ask(parts, payment))),
    ...(await eachOf(await findWaitingRefunds(db, AT_ONCE), (paymentId) => askForRefunds(parts, paymentId))),
  ];
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments could not be settled`);
}

async function eachOf<T>(these: readonly T[], settle: (one: T) => Promise<void>): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const one of these) {
    await settle(one).catch((error: unknown) => {
      if (error instanceof ProviderAway) throw error;
      failures.push(error);
    });
    at('one reconciled');
  }
  return failures;
}

/** An attempt that the provider does not know yet is nobody's to pay; the one that prepares it goes on by itself. */
async function ask({ db, cards }: Parts, { providerPaymentId }: Payment): Promise<void> {
  const said = providerPaymentId === null ? null : await cards.find(providerPaymentId);
  if (said) await settlePayment({ db, cards }, said);
}

/** Nobody pays it any more, unless somebody just did. */
async function giveUp({ db, cards }: Parts, payment: Payment): Promise<void> {
  const said = await canceled(cards, payment);
  if (said) await settlePayment({ db, cards }, said);
  // What was canceled may still name the attempt that this one replaced.
  if (said === null || said.state === 'canceled') await closePayment(db, payment.id, 'canceled');
}

/** Asked for by its key, so that one whose answer was lost is canceled too. */
async function canceled(
  cards: PaymentProvider,
  { id: attemptId, chargedAmount: amount, providerPaymentId }: Payment,
): Promise<ProviderPayment | null> {
  const which = providerPaymentId ?? (await cards.create({ attemptId, amount })).id;
  return cards.cancel(which).catch((error: unknown) => {
    if (error instanceof NotOpen) return cards.find(which);
    throw error;
  });
}
