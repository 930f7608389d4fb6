import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import type { Order } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import { api, codeOfRefusal, isSignedOut } from '#web/kit/api.ts';
import { sessionId } from '#web/kit/preferences.ts';
import { tellTabs } from '#web/kit/tabs.ts';
import { keepConfirmation, keptConfirmation, newConfirmation } from '../orders/confirmation.ts';
import { useLearnOrder } from '../orders/use-orders.ts';
import { forgetPayment, type KeptPayment, keepPayment } from './kept-payment.ts';

/** Between retries, ms; the last one repeats. */
const PAUSES = [1000, 2000, 4000, 8000, 15_000];
/** How long it is retried. */
const RETRY_MS = 10 * 60_000;
/** Answers of “not paid” before giving up: the payment may still be under way. */
const LOOKS = 4;

/** Not paid, which may still change. */
export const isNotPaid = (error: unknown): boolean => codeOfRefusal(error) === 'payments.notPaid' || isUnknown(error);
/** No such payment of this buyer. */
export const isUnknown = (error: unknown): boolean => codeOfRefusal(error) === 'payments.notFound';
/** Paid, but not as asked for. */
export const isNotAsAsked = (error: unknown): boolean => codeOfRefusal(error) === 'payments.notAsAsked';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function retry({ sessionId, paymentIntentId }: KeptPayment, looks: number): Promise<Order> {
  const begun = Date.now();
  for (let attempt = 0, unpaid = 0; ; attempt++) {
    try {
      return await api.call(payments.checkout, { body: { sessionId, paymentIntentId } });
    } catch (error) {
      if (codeOfRefusal(error) === 'payments.notPaid') unpaid += 1;
      const isOver = unpaid >= looks || isUnknown(error) || isNotAsAsked(error) || isSignedOut(error);
      if (isOver || Date.now() - begun > RETRY_MS) throw error;
      await pause(PAUSES[Math.min(attempt, PAUSES.length - 1)] ?? 0);
    }
  }
}

const underWay = new WeakMap<QueryClient, Map<string, Promise<Order>>>();

/** Records the order of a payment, retrying until it is answered; concurrent calls share one. */
export function useRecordOrder(): (payment: KeptPayment, looks?: number) => Promise<Order> {
  const queries = useQueryClient();
  const learn = useLearnOrder();

  async function record(payment: KeptPayment, looks: number): Promise<Order> {
    const order = await retry(payment, looks).catch((error) => {
      if (payment.state === 'paid' && isSignedOut(error)) keepPayment({ ...payment, state: 'signedOut' });
      throw error;
    });
    await learn({ userId: payment.userId, order });
    // Shown by the empty cart, unless a cash order is still to be shown there.
    if ((keptConfirmation()?.state ?? 'made') === 'made')
      keepConfirmation({ ...newConfirmation(payment.userId, []), state: 'made', orderId: order.id, isPaid: true });
    // Not before the order is shown by something else.
    forgetPayment(payment.paymentIntentId);
    void queries.invalidateQueries({ queryKey: [urlOf(cart.list, { params: { sessionId: sessionId() } })] });
    tellTabs('cart');
    return order;
  }

  return (payment, looks = LOOKS) => {
    const known = underWay.get(queries) ?? new Map<string, Promise<Order>>();
    underWay.set(queries, known);
    const { paymentIntentId: id } = payment;
    const recording = known.get(id) ?? record(payment, looks).finally(() => known.delete(id));
    known.set(id, recording);
    return recording;
  };
}
