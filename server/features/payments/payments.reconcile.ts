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

/** How many are taken up at once … */
const BATCH = 40;
/** … and how many of them are asked about at the same time. */
const TOGETHER = 4;
/** After that a run takes up no more: the next one comes a minute after this one came. */
const RUN_MS = 45_000;

interface Parts {
  db: Db;
  cards: PaymentProvider;
}

/** One run. One that fails keeps none of the others waiting; throws at the end, or at once when the provider is away. */
export async function reconcile(parts: Parts): Promise<void> {
  const { db } = parts;
  const end = performance.now() + RUN_MS;
  const failures = [
    ...(await allOf({ db, find: findAbandoned, end }, (payment) => giveUp(parts, payment))),
    ...(await allOf({ db, find: findDoubtful, end }, (payment) => ask(parts, payment))),
    ...(await eachOf(await findWaitingRefunds(db, BATCH), (paymentId) => askForRefunds(parts, paymentId))),
  ];
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments could not be settled`);
}

/** Whatever is due, batch after batch. */
async function allOf(
  { db, find, end }: { db: Db; find: typeof findDoubtful; end: number },
  settle: (payment: Payment) => Promise<void>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  while (performance.now() < end) {
    const payments = await find(db, BATCH);
    if (payments.length === 0) break;
    failures.push(...(await eachOf(payments, settle)));
  }
  return failures;
}

async function eachOf<T>(these: readonly T[], settle: (one: T) => Promise<void>): Promise<unknown[]> {
  const failures: unknown[] = [];
  const waiting = [...these];
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      await settle(one).catch((error: unknown) => {
        failures.push(error);
        if (error instanceof ProviderAway) waiting.length = 0;
      });
      at('one reconciled');
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  const away = failures.find((error) => error instanceof ProviderAway);
  if (away) throw away;
  return failures;
}

/** An attempt that the provider does not know yet is nobody's to pay; the one that prepares it goes on by itself. */
async function ask({ db, cards }: Parts, { providerPaymentId }: Payment): Promise<void> {
  const said = providerPaymentId === null ? null : await cards.find(providerPaymentId);
  if (said) await settlePayment({ db, cards }, said);
}

/** Nobody pays it any more, unless somebody just did. */
export async function giveUp({ db, cards }: Parts, payment: Payment): Promise<void> {
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
