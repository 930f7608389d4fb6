import { useState } from 'react';
import { adminDeals, type ReportedDeal } from '#core/contract/admin/deals.ts';
import { MAX_MODERATION_REASON } from '#core/contract/own-deals.ts';
import { formatDateTime } from '#core/i18n/format.ts';
import { ListSearch, ListView } from '#web/features/admin/list-view.tsx';
import { useAdminList, useListState, useRefresh } from '#web/features/admin/use-list.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DealRow } from './deal-row.tsx';

/** Reported deals, the longest reported first: a deal is hidden, or its reports are dismissed. */
export function ReportQueue() {
  const t = useT();
  const { q } = useListState();
  const list = useAdminList(adminDeals.reports, { ...(q && { q }) });
  return (
    <>
      <h2 className="text-2xl">{t('adminDeals.part.reports')}</h2>
      <ListSearch label={t('adminDeals.search')} />
      <ListView list={list} empty={t('adminDeals.reports.empty')}>
        {(items) => items.map((reported) => <Reported key={reported.deal.id} reported={reported} />)}
      </ListView>
    </>
  );
}

function Reported({ reported: { deal, reports } }: { reported: ReportedDeal }) {
  const t = useT();
  const refresh = useRefresh();
  const [decision, setDecision] = useState<'hidden' | 'dismissed' | null>(null);
  const close = () => setDecision(null);
  const action = t(decision === 'hidden' ? 'adminDeals.hide' : 'adminDeals.dismiss');
  return (
    <DealRow deal={deal}>
      <ul className="flex flex-col gap-2 border-t border-line pt-3 text-sm">
        {reports.map(({ id, reason, text, createdAt, username }) => (
          <li key={id} className="wrap-anywhere">
            <strong>{t(`report.reason.${reason}`)}</strong>
            {text && <span> – {text}</span>}
            <span className="block text-muted">
              <span translate="no">{username ?? t('adminDeals.guest')}</span> · {formatDateTime(createdAt, t.language)}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" aria-haspopup="dialog" onClick={() => setDecision('hidden')}>
          {t('adminDeals.hide')}
        </Button>
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => setDecision('dismissed')}>
          {t('adminDeals.dismiss')}
        </Button>
      </div>
      {decision && (
        <ConfirmDialog
          title={action}
          action={action}
          pending={t('adminDeals.deciding')}
          failed={t('adminDeals.saveFailed')}
          {...(decision === 'hidden' && {
            variant: 'danger' as const,
            notes: { label: t('adminDeals.hideReason'), maxLength: MAX_MODERATION_REASON, isRequired: true },
          })}
          send={(reason) => api.call(adminDeals.decideReports, { params: { id: deal.id }, body: { decision, reason } })}
          onDone={() => {
            close();
            toast({ tone: 'done', title: t(decision === 'hidden' ? 'adminDeals.hidden' : 'adminDeals.dismissed') });
            refresh();
          }}
          onClose={close}
        >
          <p>{t(decision === 'hidden' ? 'adminDeals.hide.effects' : 'adminDeals.dismiss.effects')}</p>
        </ConfirmDialog>
      )}
    </DealRow>
  );
}
