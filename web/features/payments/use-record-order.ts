import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import type { Order } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import { api, codeOfRefusal, isSignedOut } from '#web/kit/api.ts';
import { sessionId } from '#web/kit/preferences.ts';
import { broadcast } from '#web/kit/tabs.ts';
import { keepConfirmation, keptConfirmation, newConfirmation } from '../orders/confirmation.ts';
import { useLearnOrder } from '../orders/use-orders.ts';
import { forgetPayment, type KeptPayment, keepPayment } from './kept-payment.ts';

/** Between two tries while nobody answers, in ms; the last one again and again. */
const PAUSES = [1000, 2000, 4000, 8000, 15_000];
/** How long it is tried. */
const LATELY_MS = 10 * 60_000;
/** How often it has to be called unpaid: what was sent may still be on its way. */
const LOOKS = 4;

/** Says that it is not paid, which may still change. */
export const isNotPaid = (error: unknown): boolean => codeOfRefusal(error) === 'payments.notPaid' || isUnknown(error);
/** Says that there is no such payment, or none of who asks. */
export const isUnknown = (error: unknown): boolean => codeOfRefusal(error) === 'payments.notFound';
/** Says that money came, and not as it was asked for. */
export const isNotAsAsked = (error: unknown): boolean => codeOfRefusal(error) === 'payments.notAsAsked';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function insist({ sessionId, paymentIntentId }: KeptPayment, looks: number): Promise<Order> {
  const begun = Date.now();
  for (let attempt = 0, unpaid = 0; ; attempt++) {
    try {
      return await api.call(payments.checkout, { body: { sessionId, paymentIntentId } });
    } catch (error) {
      if (codeOfRefusal(error) === 'payments.notPaid') unpaid += 1;
      const isOver = unpaid >= looks || isUnknown(error) || isNotAsAsked(error) || isSignedOut(error);
      if (isOver || Date.now() - begun > LATELY_MS) throw error;
      await pause(PAUSES[Math.min(attempt, PAUSES.length - 1)] ?? 0);
    }
  }
}

const underWay = new WeakMap<QueryClient, Map<string, Promise<Order>>>();

/** Records the order of a payment until that is answered; who asks meanwhile hears the same answer. */
export function useRecordOrder(): (payment: KeptPayment, looks?: number) => Promise<Order> {
  const queries = useQueryClient();
  const learn = useLearnOrder();

  async function record(payment: KeptPayment, looks: number): Promise<Order> {
    const order = await insist(payment, looks).catch((error) => {
      if (payment.state === 'paid' && isSignedOut(error)) keepPayment({ ...payment, state: 'signedOut' });
      throw error;
    });
    await learn({ userId: payment.userId, order });
    // The empty cart says what became of it, unless somebody has still to hear what became of an order in cash.
    if ((keptConfirmation()?.state ?? 'made') === 'made')
      keepConfirmation({ ...newConfirmation(payment.userId, []), state: 'made', orderId: order.id, isPaid: true });
    // Not before something else speaks of it.
    forgetPayment(payment.paymentIntentId);
    void queries.invalidateQueries({ queryKey: [urlOf(cart.list, { params: { sessionId: sessionId() } })] });
    broadcast('cart');
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
