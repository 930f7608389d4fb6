import type { ExpectedItem } from '#core/contract/cart.ts';
import { LEAST_CHARGE, MOST_CHARGE } from '#core/contract/payments.ts';
import { toUsdCents } from '#core/domain/exchange-rate.ts';
import { toLek } from '#core/domain/money.ts';
import { lockCart } from '#server/features/cart/cart.store.ts';
import type { CartSnapshot } from '#server/features/orders/orders.rules.ts';
import { snapshotCart } from '#server/features/orders/orders.service.ts';
import { findOrder, type StoredOrder } from '#server/features/orders/orders.store.ts';
import {
  FailedForKey,
  NotOpen,
  type PaymentProvider,
  ProviderAway,
  type ProviderPayment,
} from '#server/gateways/payments/provider.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError, busy } from '#server/kit/http/errors.ts';
import { holdUnits } from './payments.holds.ts';
import type { CountPrepared, FindPayment } from './payments.limits.ts';
import { settlePayment } from './payments.settle.ts';
import {
  closePayment,
  findOwnPayments,
  insertPayment,
  lockLivePayment,
  openPayment,
  type Payment,
  secondsOfPause,
} from './payments.store.ts';

/** Retries when the cart or the payment changed meanwhile. */
const MAX_TRIES = 4;

/** What the payment functions need. */
export interface PaymentParts {
  db: Db;
  cards: PaymentProvider;
}

interface PrepareRequest {
  userId: string;
  sessionId: string;
  expectedItems?: readonly ExpectedItem[] | undefined;
  /** Lek for one dollar. */
  allPerUsd: string;
  /** Counts a new attempt; throws 429. */
  count: CountPrepared;
}

export interface Prepared {
  payment: Payment;
  intent: ProviderPayment;
}

/** Prepares the payment of the cart. Reuses the payment prepared before and changes its amount where cart or rate changed. */
export async function preparePayment(parts: PaymentParts, request: PrepareRequest): Promise<Prepared> {
  let failedId: string | null = null;
  for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
    const payment = await inTransaction(parts.db, (tx) => livePayment(tx, parts.cards, { ...request, failedId }));
    const intent = await atProvider(parts, payment).catch((error: unknown) => {
      // The failed call may have created a payment; nobody can pay it, since its secret was not sent to anybody.
      if (error instanceof FailedForKey && failedId === null) return 'failed' as const;
      throw error;
    });
    if (intent === null) continue;
    if (intent === 'failed' || !isAsWritten(intent, payment)) {
      failedId = payment.id;
      continue;
    }
    await refuseWhilePaused(parts.db, request.userId);
    return { payment, intent };
  }
  throw busy();
}

/** False where a late call for another attempt arrived at the provider after ours. */
const isAsWritten = (intent: ProviderPayment, { id, chargedAmount, chargedCurrency }: Payment) =>
  intent.attemptId === id && intent.amount === chargedAmount && intent.currency === chargedCurrency.toLowerCase();

interface Search extends PrepareRequest {
  /** The attempt whose idempotency key failed: another one replaces it. */
  failedId: string | null;
}

/** The live attempt of the cart as it is now, inserted where needed. */
async function livePayment(tx: Tx, { name: provider, isLive }: PaymentProvider, request: Search): Promise<Payment> {
  const { userId, sessionId, allPerUsd, failedId } = request;
  const { version } = await lockCart(tx, userId);
  const snapshot = await snapshotCart(tx, { ...request, version });
  if (snapshot === null) throw new AppError(400, 'cart.empty');
  const live = await lockLivePayment(tx, version);
  const isSame = live !== null && isFor(live, { snapshot, allPerUsd, provider, isLive });
  if (isSame && live.isFresh && live.id !== failedId) {
    await holdUnits(tx, live.id, snapshot.limited);
    return live;
  }
  // Without a payment at the provider nobody got a secret, so nothing can be paid.
  if (live) await closePayment(tx, live.id, live.providerPaymentId === null ? 'canceled' : 'replaced');
  const chargedAmount = toUsdCents(snapshot.total, allPerUsd);
  if (chargedAmount < LEAST_CHARGE) throw new AppError(400, 'payments.tooSmall');
  if (chargedAmount > MOST_CHARGE) throw new AppError(400, 'payments.tooLarge');
  await refuseWhilePaused(tx, userId);
  const isThere = live?.provider === provider && live.isLive === isLive;
  const providerPaymentId = isThere ? live.providerPaymentId : null;
  if (!isSame) await request.count(tx, { isNewAtProvider: providerPaymentId === null });
  const payment = await insertPayment(tx, {
    userId,
    sessionId,
    cartVersion: version,
    provider,
    isLive,
    providerPaymentId,
    items: snapshot.items,
    totalAmount: snapshot.total,
    chargedAmount,
    exchangeRate: allPerUsd,
  });
  await holdUnits(tx, payment.id, snapshot.limited);
  await writeAudit(tx, {
    actorId: userId,
    action: 'payments.prepare',
    subject: 'payment',
    subjectId: payment.id,
    detail: { total: toLek(snapshot.total), cents: chargedAmount, rate: allPerUsd, replaces: live?.id ?? null },
  });
  return payment;
}

function isFor(
  live: Payment,
  requested: { snapshot: CartSnapshot; allPerUsd: string } & Pick<Payment, 'provider' | 'isLive'>,
): boolean {
  return (
    live.provider === requested.provider &&
    live.isLive === requested.isLive &&
    Number(live.exchangeRate) === Number(requested.allPerUsd) &&
    asText(live.items) === asText(requested.snapshot.items)
  );
}

/** Independent of the order of fields. */
const asText = (items: readonly object[]) =>
  JSON.stringify(items.map((item) => Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1))));

/** The payment at the provider while it can be paid; null to start over. */
async function atProvider(parts: PaymentParts, payment: Payment): Promise<ProviderPayment | null> {
  const intent =
    payment.status === 'open' ? await findAtProvider(parts, payment) : await createOrChange(parts, payment);
  if (intent?.state === 'open') return intent;
  if (intent?.state === 'paying') throw new AppError(409, 'payments.underWay');
  const order = intent && (await settlePayment(parts, intent));
  if (order) throw new AppError(409, 'payments.alreadyPaid', { details: { orderId: order.id } });
  await inTransaction(parts.db, (tx) => closePayment(tx, payment.id, 'canceled'));
  return null;
}

async function findAtProvider(
  { cards }: PaymentParts,
  { providerPaymentId }: Payment,
): Promise<ProviderPayment | null> {
  return providerPaymentId === null ? null : cards.find(providerPaymentId);
}

/** Null where another attempt replaced this one meanwhile: its secret is not sent. */
async function createOrChange({ db, cards }: PaymentParts, payment: Payment): Promise<ProviderPayment | null> {
  const { id, chargedAmount: amount, providerPaymentId } = payment;
  const intent = await (providerPaymentId === null
    ? cards.create({ attemptId: id, amount })
    : cards.change(providerPaymentId, { attemptId: id, amount }).catch((error: unknown) => {
        if (error instanceof NotOpen) return cards.find(providerPaymentId);
        throw error;
      }));
  if (intent?.state !== 'open') return intent;
  return (await openPayment(db, { id, providerPaymentId: intent.id })) ? intent : null;
}

/** Throws 429 after several declined cards, which may be card testing. */
export async function refuseWhilePaused(db: Db, userId: string): Promise<void> {
  const retryAfter = await secondsOfPause(db, userId);
  if (retryAfter > 0) throw new AppError(429, 'payments.paused', { retryAfter });
}

interface RecordRequest {
  userId: string;
  /** `pi_…` */
  paymentIntentId: string;
  find: FindPayment;
}

/** The order of a payment that its buyer reports as paid. An order recorded before is returned even while the provider is away. */
export async function recordOrder(parts: PaymentParts, request: RecordRequest): Promise<StoredOrder> {
  const { userId, paymentIntentId: providerPaymentId } = request;
  const own = await findOwnPayments(parts.db, { userId, providerPaymentId });
  if (own.length === 0) throw new AppError(404, 'payments.notFound');
  const orderId = own.find((payment) => payment.orderId !== null)?.orderId ?? (await settle(parts, request));
  const takesTestCards = !parts.cards.isLive;
  const order = orderId && (await findOrder(parts.db, { userId, orderId, takesTestCards }));
  if (!order) throw new AppError(402, 'payments.notPaid');
  return order;
}

async function settle(parts: PaymentParts, { paymentIntentId, find }: RecordRequest): Promise<string | null> {
  const reported = await orAway(() => find(parts.cards, paymentIntentId));
  const order = reported && (await settlePayment(parts, reported));
  // Not reported as unpaid, since the buyer would pay again.
  if (reported?.state === 'paying') throw new AppError(409, 'payments.underWay');
  if (reported?.state === 'paid' && !order) throw new AppError(409, 'payments.notAsAsked');
  return order?.id ?? null;
}

/** Reports an unavailable provider as 503. */
export async function orAway<T>(call: () => Promise<T>): Promise<T> {
  return call().catch((error: unknown) => {
    if (error instanceof ProviderAway) throw new AppError(503, 'payments.away', { retryAfter: 10 });
    throw error;
  });
}
