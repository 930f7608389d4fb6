import type { Order } from '#core/contract/orders.ts';
import type { Translate } from '#core/i18n/t.ts';

/** Whether its buyer may still come and pay, or take it back. */
export const isOpen = ({ status, paymentMethod }: Pick<Order, 'status' | 'paymentMethod'>): boolean =>
  status === 'pending' && paymentMethod === 'cash';

/** The status, in the words of what it means where there are any. */
export const statusOf = (order: Order, t: Translate): string =>
  isOpen(order) ? t('orders.status.toPay') : t(`orders.status.${order.status}`);
