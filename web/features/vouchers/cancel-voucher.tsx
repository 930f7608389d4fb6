import { useState } from 'react';
import type { Order } from '#core/contract/orders.ts';
import type { Voucher } from '#core/contract/vouchers.ts';
import { cancelableUntil, shownCode } from '#core/domain/vouchers.ts';
import { formatDate, formatDateTime } from '#core/i18n/dates.ts';
import { formatAmount, NBSP } from '#core/i18n/format.ts';
import { spelled } from '#core/i18n/spoken.ts';
import { useCancelOrder } from '#web/features/orders/use-orders.ts';
import { focusOn } from '#web/kit/access/focus.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Cancels one unit after a confirmation. */
export function CancelVoucher({ order, unit }: { order: Order; unit: Voucher }) {
  const t = useT();
  const [isAsking, ask] = useState(false);
  const cancel = useCancelOrder(() => {
    ask(false);
    // The card has moved behind the open ones.
    const title = document.getElementById('vouchers');
    if (title) focusOn(title);
  });
  const until = (order.paymentMethod === 'card' ? formatDateTime : formatDate)(cancelableUntil(order), t.language);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
      {t('voucher.cancel.until', { date: until })}
      <Button
        variant="danger"
        aria-haspopup="dialog"
        aria-label={`${t('voucher.cancel')}: ${spelled(shownCode(unit.code))}`}
        onClick={() => ask(true)}
      >
        {t('voucher.cancel')}
      </Button>
      {isAsking && (
        <Dialog title={t('voucher.cancel.ask')} onClose={() => ask(false)}>
          <p>{t(order.paymentMethod === 'card' ? 'voucher.cancel.card' : 'voucher.cancel.cash')}</p>
          <div className="flex flex-wrap justify-end gap-3 pt-5">
            <Button variant="secondary" data-first="" onClick={() => ask(false)}>
              {t('voucher.cancel.keep')}
            </Button>
            <Button
              isPending={cancel.isPending}
              onClick={() => cancel.mutate({ orderId: order.id, voucherId: unit.id })}
            >
              {t('voucher.cancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** Who canceled a unit, and how far its refund is. */
export function RefundState({ unit: { cancelReason, refund } }: { unit: Voucher }) {
  const t = useT();
  if (!cancelReason && !refund) return null;
  const values = refund && {
    amount: `${formatAmount(refund.amount, t.language, 2)}${NBSP}USD`,
    date: refund.at ? formatDate(refund.at, t.language) : '',
  };
  return (
    <p className="flex flex-col text-sm">
      {cancelReason && cancelReason !== 'expired' && <span>{t(`voucher.canceledBy.${cancelReason}`)}</span>}
      {refund && values && <span className="font-semibold">{t(`voucher.refund.${refund.status}`, values)}</span>}
    </p>
  );
}
