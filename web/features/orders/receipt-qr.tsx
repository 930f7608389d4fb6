import type { Order } from '#core/contract/orders.ts';
import { receiptOf } from '#core/domain/orders.ts';
import { spelled } from '#core/i18n/heard.ts';
import { useT } from '#web/kit/i18n.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { shownIdOf } from './order-state.ts';

/** The receipt for a scanner. */
export function ReceiptQr({ order }: { order: Order }) {
  const t = useT();
  return <QrCode text={JSON.stringify(receiptOf(order))} label={t('receipt.qr', { id: spelled(shownIdOf(order)) })} />;
}
