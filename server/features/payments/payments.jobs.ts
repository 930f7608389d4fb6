/** Background work of payments: webhooks, reconciliation with the provider, and cleanup. */
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { isMembershipSubject, syncSubject } from '#server/features/memberships/memberships.sync.ts';
import {
  NotOpen,
  type PaymentProvider,
  ProviderAway,
  type ProviderEvent,
  type ProviderName,
  type ProviderPayment,
} from '#server/gateways/payments/provider.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { enqueue, job, recurring } from '#server/kit/jobs/job.ts';
import { claimPendingRefunds, submitRefunds } from './payments.refunds.ts';
import type { PaymentParts } from './payments.service.ts';
import { settlePayment } from './payments.settle.ts';
import {
  cancelUncreated,
  claimAbandoned,
  claimLive,
  claimPaid,
  closePayment,
  type Due,
  type EventKey,
  findEventSubject,
  findPayment,
  findStaleEvents,
  findUnrecorded,
  insertEvent,
  markHandled,
  type Payment,
  secondsOfPause,
} from './payments.store.ts';

/** One queue: a provider that does not answer blocks one worker slot, and no other work. */
const QUEUE = 'card-provider';

export const paymentsProcessWebhook = job({
  name: 'payments-process-webhook',
  queue: QUEUE,
  payload: z.object({ source: z.enum(['stripe', 'sandbox']), externalId: z.string() }),
  run: async ({ db, cards }: Deps, event) => {
    if (!cards) throw new Error('no payment provider is configured');
    await processWebhookEvent({ db, cards }, event);
  },
});

export const paymentsReconcile = recurring({
  name: 'payments-reconcile',
  cron: '* * * * *',
  queue: QUEUE,
  run: async ({ db, cards }: Deps) => {
    if (cards) await reconcile({ db, cards });
  },
});

export const paymentsRetryWebhooks = recurring({
  name: 'payments-retry-webhooks',
  cron: '* * * * *',
  queue: QUEUE,
  run: async ({ db, cards }: Deps) => {
    if (cards) await retryStaleWebhooks({ db, cards });
  },
});

export const paymentsReconcileRecent = recurring({
  name: 'payments-reconcile-recent',
  cron: '11 * * * *',
  queue: QUEUE,
  run: async ({ db, cards }: Deps) => {
    if (cards) await reconcileRecent({ db, cards });
  },
});

/** Stores an event once and enqueues its processing. */
export async function storeWebhookEvent(tx: Tx, source: ProviderName, event: ProviderEvent): Promise<void> {
  if (await insertEvent(tx, source, event)) await enqueue(tx, paymentsProcessWebhook, { source, externalId: event.id });
}

/** Stores a posted webhook; throws 400 where the signature is not that of the provider. */
export async function receiveWebhook(
  { db, cards }: { db: Db; cards: Pick<PaymentProvider, 'name' | 'readEvent'> },
  { body, signature }: { body: Uint8Array; signature: string },
): Promise<void> {
  const event = cards.readEvent(Buffer.from(body), signature);
  if (!event) throw new AppError(400, 'payments.forged');
  await inTransaction(db, (tx) => storeWebhookEvent(tx, cards.name, event));
}

/** Fetches the payment or subscription again, since events may be old, reordered or repeated, and settles it. */
export async function processWebhookEvent({ db, cards }: PaymentParts, event: EventKey): Promise<void> {
  if (cards.name !== event.source) throw new Error('the event is of another provider');
  const subjectId = await findEventSubject(db, event);
  if (subjectId !== null && isMembershipSubject(subjectId)) {
    await syncSubject({ db, cards }, subjectId);
    return markHandled(db, event);
  }
  const reported = subjectId === null ? null : await cards.find(subjectId);
  if (reported) await settlePayment({ db, cards }, reported);
  if (reported?.state === 'open') await cancelWhilePaused({ db, cards }, reported);
  await markHandled(db, event);
}

/** A failed job may wait for hours, so unprocessed events are retried each minute. Throws the failures at the end. */
export async function retryStaleWebhooks(parts: PaymentParts): Promise<void> {
  const run = startRun();
  await runEach(run, await findStaleEvents(parts.db, parts.cards.name, 40), (event) =>
    processWebhookEvent(parts, event),
  );
  throwFailures(run, 'webhooks could not be processed');
}

/** Claimed at once. */
const BATCH = 40;
/** Paid payments checked per run. */
const MAX_PAID = 100;
/** Newest payments of the provider that are compared with ours. */
const MAX_RECENT = 1_000;

/** Finishes what a crash or a lost webhook interrupted. A failure does not stop the others; throws the failures at the end. */
export async function reconcile(parts: PaymentParts): Promise<void> {
  const { db, cards } = parts;
  const run = startRun();
  await runAll({ db, cards, find: claimLive, run }, (payment) => checkPayment(parts, payment));
  await runAll({ db, cards, find: claimAbandoned, run }, (payment) => cancelAttempt(parts, payment));
  const paid = isRunOver(run) ? [] : await claimPaid(db, { provider: cards.name, limit: MAX_PAID });
  await runEach(run, paid, (payment) => checkPayment(parts, payment));
  await runAll({ db, cards, find: claimPendingRefunds, run }, (paymentId) => submitRefunds(parts, paymentId));
  throwFailures(run, 'payments could not be settled');
}

/** Compares with the newest payments of the provider: a payment whose attempt is missing here is found only this way. */
export async function reconcileRecent(parts: PaymentParts): Promise<void> {
  const { db, cards } = parts;
  const run = startRun();
  const ids = await cards.paidLately(MAX_RECENT);
  await runEach(run, await findUnrecorded(db, { provider: cards.name, ids }), async (id) => {
    const reported = await cards.find(id);
    if (reported) await settlePayment(parts, reported);
  });
  throwFailures(run, 'payments could not be settled');
}

/** Batch after batch until nothing is due. */
async function runAll<T>(
  { db, cards, find, run }: PaymentParts & { find: (db: Db, due: Due) => Promise<T[]>; run: Run },
  settle: (one: T) => Promise<void>,
): Promise<void> {
  while (!isRunOver(run)) {
    const batch = await find(db, { provider: cards.name, limit: BATCH });
    if (batch.length === 0) break;
    await runEach(run, batch, settle);
  }
}

async function checkPayment({ db, cards }: PaymentParts, { providerPaymentId }: Payment): Promise<void> {
  const reported = providerPaymentId === null ? null : await cards.find(providerPaymentId);
  if (reported) await settlePayment({ db, cards }, reported);
}

const CONCURRENCY = 4;
/** Then a run starts no more: the next one starts a minute after this one. */
const RUN_MS = 45_000;
/** After so many failures in a row the provider counts as unavailable. */
const MAX_UNANSWERED = 8;

/** Many calls to the provider, some at a time, for a limited time. */
interface Run {
  /** By `performance.now()`. */
  end: number;
  failures: unknown[];
  unanswered: number;
}

const startRun = (): Run => ({ end: performance.now() + RUN_MS, failures: [], unanswered: 0 });

const isRunOver = ({ end, unanswered }: Run) => unanswered >= MAX_UNANSWERED || performance.now() >= end;

/** A failure does not stop the others. */
async function runEach<T>(run: Run, items: readonly T[], settle: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const runOne = async (one: T) => {
    try {
      await settle(one);
      run.unanswered = 0;
    } catch (error) {
      run.failures.push(error);
      run.unanswered = error instanceof ProviderAway ? run.unanswered + 1 : 0;
    }
  };
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined && !isRunOver(run); one = waiting.shift()) await runOne(one);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

function throwFailures({ failures }: Run, what: string): void {
  if (failures.length === 0) return;
  if (failures.every((error) => error instanceof ProviderAway)) throw failures[0];
  throw new AggregateError(failures, `${failures.length} ${what}`);
}

/** Cancels an attempt, also at the provider; where it was just paid, it is settled instead. */
export async function cancelAttempt({ db, cards }: PaymentParts, payment: Payment): Promise<void> {
  const { providerPaymentId } = payment;
  // Without a payment at the provider nobody got a secret, so nothing can be paid.
  if (providerPaymentId === null) return inTransaction(db, (tx) => cancelUncreated(tx, payment.id));
  const reported = await cancelAtProvider(cards, providerPaymentId);
  if (reported) await settlePayment({ db, cards }, reported);
  // The canceled payment may still name the attempt that this one replaced.
  if (reported === null || reported.state === 'canceled') {
    await inTransaction(db, (tx) => closePayment(tx, payment.id, 'canceled'));
  }
}

async function cancelAtProvider(cards: PaymentProvider, id: string): Promise<ProviderPayment | null> {
  return cards.cancel(id).catch((error: unknown) => {
    if (error instanceof NotOpen) return cards.find(id);
    throw error;
  });
}

/** Cancels the open payment of a paused buyer: with its secret the browser could go on without us. */
async function cancelWhilePaused(parts: PaymentParts, { attemptId }: ProviderPayment): Promise<void> {
  const payment = attemptId === null ? null : await findPayment(parts.db, attemptId);
  if (!payment?.userId || (await secondsOfPause(parts.db, payment.userId)) <= 0) return;
  await cancelAttempt(parts, payment);
}
