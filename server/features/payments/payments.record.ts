/** The order of a payment that its buyer says was made: recorded where it is not yet, and answered as often as they ask. */
import type { Order } from '#core/contract/orders.ts';
import { findOrder } from '#server/features/orders/orders.store.ts';
import { ProviderAway } from '#server/gateways/payments/provider.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { FindPayment } from './payments.asked.ts';
import type { PaymentParts } from './payments.parts.ts';
import { settlePayment } from './payments.settle.ts';
import { findOwnPayments } from './payments.store.ts';

interface Paid {
  userId: string;
  /** `pi_…` */
  paymentIntentId: string;
  find: FindPayment;
}

/** What was recorded before is answered while the provider is away. */
export async function recordOrder(parts: PaymentParts, paid: Paid): Promise<Order> {
  const { userId, paymentIntentId: providerPaymentId } = paid;
  const own = await findOwnPayments(parts.db, { userId, providerPaymentId });
  if (own.length === 0) throw new AppError(404, 'payments.notFound');
  const orderId = own.find((payment) => payment.orderId !== null)?.orderId ?? (await record(parts, paid));
  const takesTestCards = !parts.cards.isLive;
  const order = orderId && (await findOrder(parts.db, { userId, orderId, takesTestCards }));
  if (!order) throw new AppError(402, 'payments.notPaid');
  return order;
}

async function record(parts: PaymentParts, { paymentIntentId, find }: Paid): Promise<string | null> {
  const said = await reached(() => find(parts.cards, paymentIntentId));
  const order = said && (await settlePayment(parts, said));
  // Neither is called unpaid: whoever believed that would pay again.
  if (said?.state === 'paying') throw new AppError(409, 'payments.underWay');
  if (said?.state === 'paid' && !order) throw new AppError(409, 'payments.notAsAsked');
  return order?.id ?? null;
}

/** Whoever waits for a provider that does not answer is told so. */
export async function reached<T>(ask: () => Promise<T>): Promise<T> {
  return ask().catch((error: unknown) => {
    if (error instanceof ProviderAway) throw new AppError(503, 'payments.away', { retryAfter: 10 });
    throw error;
  });
}
