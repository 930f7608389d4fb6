import { type AdminDeal, adminDeals, type ReportedDeal } from '#core/contract/admin/deals.ts';
import { MAX_MODERATION_REASON } from '#core/contract/own-deals.ts';
import { formatDateTime } from '#core/i18n/format.ts';
import { ListSearch, ListView } from '#web/features/admin/list-view.tsx';
import { useAdminList, useListState, useRefresh } from '#web/features/admin/use-list.ts';
import { searchedById, useOpened, useOpenedRow } from '#web/features/admin/use-opened.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DealRow } from './deal-row.tsx';

const source = searchedById(adminDeals.reports, ({ deal }) => deal.id);
const actionsOf = () => ['details', 'hide', 'dismiss'] as const;

/** Reported deals, the longest reported first: a deal is hidden, or its reports are dismissed. */
export function ReportQueue() {
  const t = useT();
  const { q } = useListState();
  const list = useAdminList(adminDeals.reports, { ...(q && { q }) });
  const { opened, close, closeAll } = useOpenedRow({ rows: list.data?.items, source, actionsOf });
  return (
    <>
      <h2 className="text-2xl">{t('adminDeals.part.reports')}</h2>
      <ListSearch label={t('adminDeals.search')} />
      <ListView list={list} empty={t('adminDeals.reports.empty')}>
        {(items) => items.map((reported) => <Reported key={reported.deal.id} reported={reported} />)}
      </ListView>
      {opened &&
        (opened.action === 'details' ? (
          <Dialog title={t('adminDeals.part.reports')} onClose={close}>
            <Reported reported={opened.row} />
          </Dialog>
        ) : (
          <DecisionDialog deal={opened.row.deal} asking={opened.action} onClose={close} onDone={closeAll} />
        ))}
    </>
  );
}

function Reported({ reported: { deal, reports } }: { reported: ReportedDeal }) {
  const t = useT();
  const { open } = useOpened();
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
        <Button variant="danger" aria-haspopup="dialog" onClick={() => open(deal.id, 'hide')}>
          {t('adminDeals.hide')}
        </Button>
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => open(deal.id, 'dismiss')}>
          {t('adminDeals.dismiss')}
        </Button>
      </div>
    </DealRow>
  );
}

const decisions = { hide: 'hidden', dismiss: 'dismissed' } as const;

interface DecisionProps {
  deal: AdminDeal;
  asking: keyof typeof decisions;
  onClose: () => void;
  onDone: () => void;
}

function DecisionDialog({ deal: { id }, asking, onClose, onDone }: DecisionProps) {
  const t = useT();
  const refresh = useRefresh();
  const decision = decisions[asking];
  return (
    <ConfirmDialog
      title={t(`adminDeals.${asking}`)}
      action={t(`adminDeals.${asking}`)}
      pending={t('adminDeals.deciding')}
      failed={t('adminDeals.saveFailed')}
      {...(asking === 'hide' && {
        variant: 'danger' as const,
        notes: { label: t('adminDeals.hideReason'), maxLength: MAX_MODERATION_REASON, isRequired: true },
      })}
      send={(reason) => api.call(adminDeals.decideReports, { params: { id }, body: { decision, reason } })}
      onDone={() => {
        onDone();
        toast({ tone: 'done', title: t(`adminDeals.${decision}`) });
        refresh();
      }}
      onClose={onClose}
    >
      <p>{t(`adminDeals.${asking}.effects`)}</p>
    </ConfirmDialog>
  );
}
