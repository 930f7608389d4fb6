import type { Order } from '#core/contract/orders.ts';
import { shortPaymentId } from '#core/domain/cards.ts';
import { orderNumberOf } from '#core/domain/orders.ts';
import type { Translate } from '#core/i18n/t.ts';

/** Whether its buyer may still come and pay, or take it back. */
export const isOpen = ({ status, paymentMethod }: Pick<Order, 'status' | 'paymentMethod'>): boolean =>
  status === 'pending' && paymentMethod === 'cash';

/** Whether the bank of the card took it back, or may. */
const isDoubted = ({ charge }: Order) => charge?.dispute === 'open' || charge?.dispute === 'lost';

/** Whether one may go to the salon with it: to pay there, or because it is paid for. `now` in ms. */
export const isUsable = (order: Order, now: number): boolean =>
  isOpen(order) ||
  (order.paymentMethod === 'card' &&
    order.status === 'completed' &&
    !isDoubted(order) &&
    !order.charge?.isVoid &&
    now < Date.parse(order.useBy));

/** The status, in the words of what it means where there are any. */
export const statusOf = (order: Order, t: Translate): string =>
  isOpen(order) ? t('orders.status.toPay') : t(`orders.status.${order.status}`);

/** What its status alone does not say. */
export function whyOf({ status, failedReason, charge }: Order) {
  if (failedReason) return failedReason;
  if (charge?.isVoid) return 'test';
  if (charge?.dispute === 'open') return 'disputed';
  if (charge?.dispute === 'lost') return 'lost';
  return status === 'completed' && charge && charge.refunded > 0 ? 'partlyRefunded' : null;
}

/** What became of it, where that is more than that it can be used; null where it is not. `now` in ms. */
export function noteOf(order: Order, now: number) {
  const { status, paymentMethod, useBy } = order;
  const why = whyOf(order);
  if (why) return why;
  if (paymentMethod === 'cash') return status === 'completed' ? 'paidAtSalon' : null;
  if (status === 'pending') return 'underWay';
  if (status === 'failed') return 'notPaid';
  if (status === 'refunded') return 'refunded';
  return now < Date.parse(useBy) ? null : 'over';
}

/** What names it at the salon and in what its buyer writes there: the Purchase ID; the order's number where it is paid for. */
export const nameOf = (order: Order): string =>
  order.paymentMethod === 'cash' ? order.stripePaymentIntentId : orderNumberOf(order);

/** How it was paid for: the Purchase ID; of a card payment the beginning of its id (Spec 2 §2). */
export const shownIdOf = ({ paymentMethod, stripePaymentIntentId: id }: Order): string =>
  paymentMethod === 'cash' ? id : shortPaymentId(id);
