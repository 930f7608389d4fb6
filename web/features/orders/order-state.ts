import type { Order } from '#core/contract/orders.ts';
import { shortPaymentId } from '#core/domain/cards.ts';
import { orderNumberOf } from '#core/domain/orders.ts';
import type { Translate } from '#core/i18n/t.ts';

/** Whether it can still be paid at the salon, or canceled. */
export const isOpen = ({ status, paymentMethod }: Pick<Order, 'status' | 'paymentMethod'>): boolean =>
  status === 'pending' && paymentMethod === 'cash';

/** Whether the cardholder's bank disputes it. */
const isDoubted = ({ charge }: Order) => charge?.dispute === 'open' || charge?.dispute === 'lost';

/** Whether it can be shown at the salon: to pay there, or because it is paid. `now` in ms. */
export const isUsable = (order: Order, now: number): boolean =>
  isOpen(order) ||
  (order.paymentMethod === 'card' &&
    order.status === 'completed' &&
    !isDoubted(order) &&
    !order.charge?.isVoid &&
    now < Date.parse(order.useBy));

export const statusOf = (order: Order, t: Translate): string =>
  isOpen(order) ? t('orders.status.toPay') : t(`orders.status.${order.status}`);

/** A reason beyond the status. */
export function whyOf({ status, failedReason, charge }: Order) {
  if (failedReason) return failedReason;
  if (charge?.isVoid) return 'test';
  if (charge?.dispute === 'open') return 'disputed';
  if (charge?.dispute === 'lost') return 'lost';
  return status === 'completed' && charge && charge.refunded > 0 ? 'partlyRefunded' : null;
}

/** A note on an order that cannot be used; null for others. `now` in ms. */
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

/** The Purchase ID of a cash order; else the order number. */
export const nameOf = (order: Order): string =>
  order.paymentMethod === 'cash' ? order.stripePaymentIntentId : orderNumberOf(order);

/** The Purchase ID; of a card payment the beginning of its id (Spec 2 §2). */
export const shownIdOf = ({ paymentMethod, stripePaymentIntentId: id }: Order): string =>
  paymentMethod === 'cash' ? id : shortPaymentId(id);
