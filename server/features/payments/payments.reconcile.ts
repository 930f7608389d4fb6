/** Finds what a crash or a lost message left half done, and does the rest. */
import type { Db } from '#server/kit/db/db.ts';
import { giveUp } from './payments.give-up.ts';
import { findWaitingRefunds } from './payments.given-back.ts';
import type { PaymentParts } from './payments.parts.ts';
import { askForRefunds } from './payments.refund.ts';
import { beginRun, eachOf, isOver, type Run, tellFailures } from './payments.run.ts';
import { settlePayment } from './payments.settle.ts';
import { type Due, findAbandoned, findDoubtful, findPaid, type Payment } from './payments.store.ts';
import { findUnrecorded } from './payments.unknown.ts';

/** How many are taken up at once. */
const BATCH = 40;
/** How many of those that were paid are looked at again in a run. */
const PAID = 100;
/** Among how many of the newest payments of the provider those are looked for that are not here. */
const LATELY = 1_000;

/** One run. One that fails keeps none of the others waiting, those who may have paid least of all; throws at the end. */
export async function reconcile(parts: PaymentParts): Promise<void> {
  const { db, cards } = parts;
  const run = beginRun();
  await allOf({ db, cards, find: findDoubtful, run }, (payment) => ask(parts, payment));
  await allOf({ db, cards, find: findAbandoned, run }, (payment) => giveUp(parts, payment));
  const paid = isOver(run) ? [] : await findPaid(db, { provider: cards.name, limit: PAID });
  await eachOf(run, paid, (payment) => ask(parts, payment));
  await allOf({ db, cards, find: findWaitingRefunds, run }, (paymentId) => askForRefunds(parts, paymentId));
  tellFailures(run, 'payments could not be settled');
}

/** Looks at what the provider was paid lately: of what is not here at all it is the only one to know. */
export async function survey(parts: PaymentParts): Promise<void> {
  const { db, cards } = parts;
  const run = beginRun();
  const ids = await cards.paidLately(LATELY);
  await eachOf(run, await findUnrecorded(db, { provider: cards.name, ids }), async (id) => {
    const said = await cards.find(id);
    if (said) await settlePayment(parts, said);
  });
  tellFailures(run, 'payments could not be settled');
}

/** Whatever is due, batch after batch. */
async function allOf<T>(
  { db, cards, find, run }: PaymentParts & { find: (db: Db, due: Due) => Promise<T[]>; run: Run },
  settle: (one: T) => Promise<void>,
): Promise<void> {
  while (!isOver(run)) {
    const these = await find(db, { provider: cards.name, limit: BATCH });
    if (these.length === 0) break;
    await eachOf(run, these, settle);
  }
}

/** An attempt that the provider does not know yet is nobody's to pay; the one that prepares it goes on by itself. */
async function ask({ db, cards }: PaymentParts, { providerPaymentId }: Payment): Promise<void> {
  const said = providerPaymentId === null ? null : await cards.find(providerPaymentId);
  if (said) await settlePayment({ db, cards }, said);
}
