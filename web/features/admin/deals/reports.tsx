import { type AdminDeal, adminDeals, type FieldChange, type ReportedDeal } from '#core/contract/admin/deals.ts';
import { PRICE_RAISED, REVIEW } from '#core/contract/deal-reports.ts';
import { MAX_MODERATION_REASON } from '#core/contract/own-deals.ts';
import { stillOf } from '#core/domain/media.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import { formatAmount } from '#core/i18n/format.ts';
import { ListSearch, ListView } from '#web/features/admin/list-view.tsx';
import { useAdminList, useListState, useRefresh } from '#web/features/admin/use-list.ts';
import { searchedById, useOpened, useOpenedRow } from '#web/features/admin/use-opened.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DealDialog, DealRow } from './deal-row.tsx';

const source = searchedById(adminDeals.reports, ({ deal }) => deal.id);
const actionsOf = () => ['details', 'hide', 'dismiss', 'show', 'refuse'] as const;
const isReview = ({ reports }: ReportedDeal) => reports.some(({ reason }) => reason === REVIEW);

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
        ) : opened.action === 'show' ? (
          <DealDialog deal={opened.row.deal} opened="show" onClose={closeAll} />
        ) : (
          <DecisionDialog deal={opened.row.deal} asking={opened.action} onClose={close} onDone={closeAll} />
        ))}
    </>
  );
}

function Reported({ reported }: { reported: ReportedDeal }) {
  const t = useT();
  const { open } = useOpened();
  const { deal, reports } = reported;
  const [first, second] = isReview(reported) ? (['show', 'refuse'] as const) : (['hide', 'dismiss'] as const);
  return (
    <DealRow deal={deal}>
      <ul className="flex flex-col gap-2 border-t border-line pt-3 text-sm">
        {reports.map(({ id, reason, text, createdAt, username, changes }) => (
          <li key={id} className="wrap-anywhere">
            <strong>
              {t(
                reason === REVIEW
                  ? 'adminDeals.review'
                  : reason === PRICE_RAISED
                    ? 'adminDeals.priceRaised'
                    : `report.reason.${reason}`,
              )}
            </strong>
            {text && <span> – {text}</span>}
            <span className="block text-muted">
              {reason !== REVIEW && reason !== PRICE_RAISED && (
                <span translate="no">{username ?? t('adminDeals.guest')} · </span>
              )}
              {formatDateTime(createdAt, t.language)}
            </span>
            {changes && <Changes changes={changes} />}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          variant={first === 'hide' ? 'danger' : 'secondary'}
          aria-haspopup="dialog"
          onClick={() => open(deal.id, first)}
        >
          {t(`adminDeals.${first}`)}
        </Button>
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => open(deal.id, second)}>
          {t(`adminDeals.${second}`)}
        </Button>
      </div>
    </DealRow>
  );
}

/** Labels of the fields that the form names otherwise. */
const labels: Record<string, string> = { imageUrl: 'adminDeals.review.photo', distance: 'dealForm.location' };

/** What the owner changed since the deal was hidden. */
function Changes({ changes }: { changes: readonly FieldChange[] }) {
  const t = useT();
  if (changes.length === 0) return <p>{t('adminDeals.review.unchanged')}</p>;
  const shownAs = (field: string, value: FieldChange['before']) => {
    if (value === null || value === '') return t('adminDeals.review.empty');
    if (field === 'imageUrl')
      return <img src={stillOf(String(value), 320)} alt="" className="inline h-16 rounded-lg" />;
    return typeof value === 'number' ? formatAmount(value, t.language) : value;
  };
  return (
    <>
      <p className="mt-2">{t('adminDeals.review.changed')}</p>
      <dl className="flex flex-col gap-1">
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt className="text-muted">{t((labels[field] ?? `dealForm.${field}`) as 'dealForm.title')}</dt>
            <dd className="flex flex-wrap items-center gap-1.5">
              <del>{shownAs(field, before)}</del> → <ins className="no-underline">{shownAs(field, after)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const decisions = { hide: 'hidden', dismiss: 'dismissed', refuse: 'dismissed' } as const;

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
      {...(asking !== 'dismiss' && {
        ...(asking === 'hide' && { variant: 'danger' as const }),
        notes: { label: t('adminDeals.hideReason'), maxLength: MAX_MODERATION_REASON, isRequired: true },
      })}
      send={(reason) => api.call(adminDeals.decideReports, { params: { id }, body: { decision, reason } })}
      onDone={() => {
        onDone();
        toast({ tone: 'done', title: t(asking === 'refuse' ? 'adminDeals.refused' : `adminDeals.${decision}`) });
        refresh();
      }}
      onClose={onClose}
    >
      <p>{t(`adminDeals.${asking}.effects`)}</p>
    </ConfirmDialog>
  );
}
