/** Finds what a crash or a lost message left half done, and does the rest. */
import { ProviderAway } from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';
import { at } from '#server/kit/kill-points.ts';
import { giveUp } from './payments.give-up.ts';
import { findWaitingRefunds } from './payments.given-back.ts';
import type { PaymentParts } from './payments.parts.ts';
import { askForRefunds } from './payments.refund.ts';
import { settlePayment } from './payments.settle.ts';
import { type Due, findAbandoned, findDoubtful, findPaid, type Payment } from './payments.store.ts';
import { findUnrecorded } from './payments.unknown.ts';

/** How many are taken up at once … */
const BATCH = 40;
/** … and how many of them are asked about at the same time. */
const TOGETHER = 4;
/** How many of those that were paid are looked at again in a run. */
const PAID = 100;
/** Among how many of the newest payments of the provider those are looked for that are not here. */
const LATELY = 1_000;
/** After that a run takes up no more: the next one comes a minute after this one came. */
const RUN_MS = 45_000;

/** So many who in a row got no answer are told the provider is away; fewer may be what it fails of these alone. */
const IN_A_ROW = 8;

/** How far a run is. */
interface Run {
  /** When it has to end, as `performance.now()` counts. */
  end: number;
  failures: unknown[];
  /** How many got no answer since the last that did. */
  unanswered: number;
}

const isOver = ({ end, unanswered }: Run) => unanswered >= IN_A_ROW || performance.now() >= end;

/** One run. One that fails keeps none of the others waiting, those who may have paid least of all; throws at the end. */
export async function reconcile(parts: PaymentParts): Promise<void> {
  const { db, cards } = parts;
  const run: Run = { end: performance.now() + RUN_MS, failures: [], unanswered: 0 };
  await allOf({ db, cards, find: findDoubtful, run }, (payment) => ask(parts, payment));
  await allOf({ db, cards, find: findAbandoned, run }, (payment) => giveUp(parts, payment));
  const paid = isOver(run) ? [] : await findPaid(db, { provider: cards.name, limit: PAID });
  await eachOf(run, paid, (payment) => ask(parts, payment));
  await allOf({ db, cards, find: findWaitingRefunds, run }, (paymentId) => askForRefunds(parts, paymentId));
  tellFailures(run);
}

/** Looks at what the provider was paid lately: of what is not here at all it is the only one to know. */
export async function survey(parts: PaymentParts): Promise<void> {
  const { db, cards } = parts;
  const run: Run = { end: performance.now() + RUN_MS, failures: [], unanswered: 0 };
  const ids = await cards.paidLately(LATELY);
  await eachOf(run, await findUnrecorded(db, { provider: cards.name, ids }), async (id) => {
    const said = await cards.find(id);
    if (said) await settlePayment(parts, said);
  });
  tellFailures(run);
}

function tellFailures({ failures }: Run): void {
  if (failures.length === 0) return;
  if (failures.every((error) => error instanceof ProviderAway)) throw failures[0];
  throw new AggregateError(failures, `${failures.length} payments could not be settled`);
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

async function eachOf<T>(run: Run, these: readonly T[], settle: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...these];
  const settled = async (one: T) => {
    try {
      await settle(one);
      run.unanswered = 0;
    } catch (error) {
      run.failures.push(error);
      run.unanswered = error instanceof ProviderAway ? run.unanswered + 1 : 0;
    }
    at('one reconciled');
  };
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined && !isOver(run); one = waiting.shift()) await settled(one);
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
}

/** An attempt that the provider does not know yet is nobody's to pay; the one that prepares it goes on by itself. */
async function ask({ db, cards }: PaymentParts, { providerPaymentId }: Payment): Promise<void> {
  const said = providerPaymentId === null ? null : await cards.find(providerPaymentId);
  if (said) await settlePayment({ db, cards }, said);
}
