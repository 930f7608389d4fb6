import type { Order } from '#core/contract/orders.ts';
import { shortPaymentId } from '#core/domain/cards.ts';
import { orderNumberOf } from '#core/domain/orders.ts';
import { cancelableUntil } from '#core/domain/vouchers.ts';
import type { Translate } from '#core/i18n/t.ts';

/** Whether it can still be paid at the salon, or canceled; of an order as of now (`orderAt`). */
export const isOpen = ({ status, paymentMethod }: Pick<Order, 'status' | 'paymentMethod'>): boolean =>
  status === 'pending' && paymentMethod === 'cash';

/** The units of it that can be used. `now` in ms. */
export const openUnitsOf = (order: Order, now: number) =>
  isUsable(order, now)
    ? order.items.flatMap(({ vouchers = [] }) => vouchers.filter(({ status }) => status === 'open'))
    : [];

/** An order as it counts now (ms): one in cash is over after its last day, though a job closes it only 48 hours later. */
export function orderAt(order: Order, now: number): Order {
  if (!isOpen(order) || now < Date.parse(order.useBy)) return order;
  const isUsed = order.items.some(({ vouchers }) => vouchers?.some(({ status }) => status === 'redeemed'));
  return { ...order, status: isUsed ? 'completed' : 'failed', failedReason: isUsed ? null : 'expired' };
}

/** Whether the cardholder's bank disputes it. */
const isDoubted = ({ charge }: Order) => charge?.dispute === 'open' || charge?.dispute === 'lost';

/** Whether a unit of it can be used at the salon: to pay there, or because it is paid. `now` in ms. */
export const isUsable = (order: Order, now: number): boolean =>
  now < Date.parse(order.useBy) &&
  (isOpen(order) ||
    (order.paymentMethod === 'card' &&
      order.status === 'completed' &&
      !isDoubted(order) &&
      !order.charge?.isVoid &&
      // Answers kept for offline may be older than vouchers.
      order.items.some(({ vouchers }) => vouchers?.some(({ status }) => status === 'open') ?? true)));

/** Whether its buyer can cancel open units. `now` in ms. */
export const isCancelable = (order: Order, now: number): boolean =>
  openUnitsOf(order, now).length > 0 && now < cancelableUntil(order);

export const statusOf = (order: Order, t: Translate): string =>
  isOpen(order) ? t('orders.status.toPay') : t(`orders.status.${order.status}`);

/** Whether what was paid, less what was refunded, is shown beside the total. */
export const isPaidApart = ({ paidAmount, totalAmount, status }: Order): boolean =>
  paidAmount !== totalAmount && (paidAmount > 0 || status === 'refunded');

/** A reason beyond the status. */
export function whyOf({ status, failedReason, charge, items }: Order) {
  const units = items.flatMap(({ vouchers = [] }) => vouchers);
  // Answers kept for offline may be older than vouchers and their reasons.
  if (failedReason === 'canceled' && units.some(({ cancelReason }) => cancelReason === 'salon'))
    return 'canceledBySalon';
  if (failedReason) return failedReason;
  if (charge?.isVoid) return 'test';
  if (charge?.dispute === 'open') return 'disputed';
  if (charge?.dispute === 'lost') return 'lost';
  if (status !== 'completed' || !charge) return null;
  const isCanceled = units.length > 0 && units.every(({ cancelReason }) => cancelReason);
  if (isCanceled && charge.refunding > 0) return 'refundStarted';
  if (isCanceled && units.some(({ refund }) => refund?.status === 'failed')) return 'refundFailed';
  return charge.refunded > 0 ? 'partlyRefunded' : null;
}

/**
 * What an order is for its buyer, and what is beside it: the only place for these words. `now` in ms.
 */
export function stateOf(order: Order, { t, now }: { t: Translate; now: number }): { words: string; beside: string } {
  const why = whyOf(order);
  const reason = why ? t(`orders.reason.${why}`) : '';
  const units = order.items.flatMap(({ vouchers = [] }) => vouchers);
  const used = units.filter(({ status }) => status === 'redeemed').length;
  if (!isUsable(order, now)) {
    const isUsed = units.length > 0 && used === units.length;
    return { words: reason || (isUsed ? t('orders.state.used') : ''), beside: '' };
  }
  const isPartlyUsed = used > 0 && used < units.length;
  return {
    words: t(isOpen(order) ? 'orders.state.ready' : 'orders.state.paid'),
    beside: [isPartlyUsed && t('orders.state.partlyUsed', { used, all: units.length }), reason]
      .filter(Boolean)
      .join(' · '),
  };
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
