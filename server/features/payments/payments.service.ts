import type { ExpectedItem } from '#core/contract/cart.ts';
import { LEAST_CHARGE, MOST_CHARGE } from '#core/contract/payments.ts';
import { toUsdCents } from '#core/domain/exchange-rate.ts';
import { toLek } from '#core/domain/money.ts';
import { lockCart } from '#server/features/cart/cart.store.ts';
import type { CartSnapshot } from '#server/features/orders/orders.rules.ts';
import { snapshotCart } from '#server/features/orders/orders.service.ts';
import {
  FailedForKey,
  NotOpen,
  type PaymentProvider,
  type ProviderPayment,
} from '#server/gateways/payments/provider.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError, busy } from '#server/kit/http/errors.ts';
import type { CountPrepared } from './payments.limits.ts';
import type { PaymentParts } from './payments.parts.ts';
import { refuseWhilePaused } from './payments.pause.ts';
import { settlePayment } from './payments.settle.ts';
import { closePayment, insertPayment, lockLivePayment, openPayment, type Payment } from './payments.store.ts';

/** How often a preparation begins anew because somebody changed the cart, paid or canceled meanwhile. */
const ATTEMPTS = 4;

interface Wish {
  userId: string;
  sessionId: string;
  expectedItems?: readonly ExpectedItem[] | undefined;
  /** Lek for one dollar. */
  allPerUsd: string;
  /** Counts a payment that is prepared anew; throws 429 where there were too many. */
  count: CountPrepared;
}

export interface Prepared {
  payment: Payment;
  intent: ProviderPayment;
}

/** The payment of the cart as it is: the one that was prepared before, asked for another amount where the cart or the rate changed. */
export async function preparePayment(parts: PaymentParts, wish: Wish): Promise<Prepared> {
  let spoiled: string | null = null;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const payment = await inTransaction(parts.db, (tx) => livePayment(tx, parts.cards, { ...wish, spoiled }));
    const intent = await atProvider(parts, payment).catch((error: unknown) => {
      // What a call that failed may have made all the same is nobody's to pay: its secret was told to nobody.
      if (error instanceof FailedForKey && spoiled === null) return 'spoiled' as const;
      throw error;
    });
    if (intent === null) continue;
    if (intent === 'spoiled' || !isAsWritten(intent, payment)) {
      spoiled = payment.id;
      continue;
    }
    await refuseWhilePaused(parts.db, wish.userId);
    return { payment, intent };
  }
  throw busy();
}

/** What was asked for another attempt may arrive after what was asked for this one. */
const isAsWritten = (intent: ProviderPayment, { id, chargedAmount, chargedCurrency }: Payment) =>
  intent.attemptId === id && intent.amount === chargedAmount && intent.currency === chargedCurrency.toLowerCase();

interface Search extends Wish {
  /** The attempt that the provider is no more asked about by its key: another takes its place. */
  spoiled: string | null;
}

/** The live attempt of the cart, which pays for what is in it now. */
async function livePayment(tx: Tx, { name: provider, isLive }: PaymentProvider, wish: Search): Promise<Payment> {
  const { userId, sessionId, allPerUsd, spoiled } = wish;
  const { generation } = await lockCart(tx, userId);
  const snapshot = await snapshotCart(tx, { ...wish, generation });
  if (snapshot === null) throw new AppError(400, 'cart.empty');
  const live = await lockLivePayment(tx, generation);
  const isSame = live !== null && isFor(live, { snapshot, allPerUsd, provider, isLive });
  if (isSame && live.isFresh && live.id !== spoiled) return live;
  // Of one that the provider is not known to have nobody was given the secret.
  if (live) await closePayment(tx, live.id, live.providerPaymentId === null ? 'canceled' : 'replaced');
  const chargedAmount = toUsdCents(snapshot.total, allPerUsd);
  if (chargedAmount < LEAST_CHARGE) throw new AppError(400, 'payments.tooSmall');
  if (chargedAmount > MOST_CHARGE) throw new AppError(400, 'payments.tooLarge');
  await refuseWhilePaused(tx, userId);
  const isThere = live?.provider === provider && live.isLive === isLive;
  const providerPaymentId = isThere ? live.providerPaymentId : null;
  if (!isSame) await wish.count(tx, { isNewAtProvider: providerPaymentId === null });
  const payment = await insertPayment(tx, {
    userId,
    sessionId,
    cartGeneration: generation,
    provider,
    isLive,
    providerPaymentId,
    items: snapshot.items,
    totalAmount: snapshot.total,
    chargedAmount,
    exchangeRate: allPerUsd,
  });
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
  wanted: { snapshot: CartSnapshot; allPerUsd: string } & Pick<Payment, 'provider' | 'isLive'>,
): boolean {
  return (
    live.provider === wanted.provider &&
    live.isLive === wanted.isLive &&
    Number(live.exchangeRate) === Number(wanted.allPerUsd) &&
    asText(live.items) === asText(wanted.snapshot.items)
  );
}

/** The same for the same items, in whatever order their fields come. */
const asText = (items: readonly object[]) =>
  JSON.stringify(items.map((item) => Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1))));

/** What the provider has of an attempt, as long as it can be paid; null where all has to be looked at anew. */
async function atProvider(parts: PaymentParts, payment: Payment): Promise<ProviderPayment | null> {
  const intent = payment.status === 'open' ? await known(parts, payment) : await made(parts, payment);
  if (intent?.state === 'open') return intent;
  if (intent?.state === 'paying') throw new AppError(409, 'payments.underWay');
  const order = intent && (await settlePayment(parts, intent));
  if (order) throw new AppError(409, 'payments.alreadyPaid', { details: { orderId: order.id } });
  await inTransaction(parts.db, (tx) => closePayment(tx, payment.id, 'canceled'));
  return null;
}

async function known({ cards }: PaymentParts, { providerPaymentId }: Payment): Promise<ProviderPayment | null> {
  return providerPaymentId === null ? null : cards.find(providerPaymentId);
}

/** Makes or changes it. The secret of one that another attempt replaced meanwhile is told to nobody. */
async function made({ db, cards }: PaymentParts, payment: Payment): Promise<ProviderPayment | null> {
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
