import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_DECLINE_REASON, redeem } from '#core/contract/redeem.ts';
import { type SoldVoucher, vouchers } from '#core/contract/vouchers.ts';
import { titleOf } from '#web/features/deals/deal-words.tsx';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Cancels an open unit that the salon cannot honour; the buyer reads the reason. */
export function DeclineUnit({ voucher }: { voucher: SoldVoucher }) {
  const t = useT();
  const queries = useQueryClient();
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button variant="secondary" className="self-start" aria-haspopup="dialog" onClick={() => open(true)}>
        {t('sales.decline')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t('sales.decline.title')}
          action={t('sales.decline.action')}
          pending={t('sales.decline.pending')}
          variant="danger"
          notes={{ label: t('sales.decline.reason'), minLength: 3, maxLength: MAX_DECLINE_REASON, isRequired: true }}
          failed={t('sales.decline.failed')}
          send={(reason = '') => api.call(redeem.decline, { body: { voucherId: voucher.id, reason } })}
          onDone={() => {
            open(false);
            toast({ tone: 'done', title: t('sales.decline.done') });
            void queries.invalidateQueries({
              predicate: ({ queryKey: [url] }) => String(url).startsWith(vouchers.sold.path),
            });
          }}
          onClose={() => open(false)}
        >
          <p>
            <span className="font-semibold">{titleOf(voucher, t)}</span>.{' '}
            {t(voucher.cashDue === null ? 'sales.decline.card' : 'sales.decline.cash')}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
