import { useState } from 'react';
import { type AdminReview, adminReviews, MAX_REVIEW_REASON, REVIEW_FILTERS } from '#core/contract/reviews.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import { FilterSelect, ListSearch, ListView } from '#web/features/admin/list-view.tsx';
import { useAdminList, useListState, useRefresh } from '#web/features/admin/use-list.ts';
import { ReviewArticle } from '#web/features/reviews/review.tsx';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

const looks = { published: 'green', held: 'amber', hidden: 'red', withdrawn: 'neutral' } as const;

/** Reviews that wait for approval, are reported, or all. */
export function ReviewsTab() {
  const t = useT();
  const { q, filter, change } = useListState();
  const held = useAdminList(adminReviews.list, { state: 'held' });
  // Where nothing is held, what waits is reported.
  const usual = !q && held.data?.items.length === 0 ? 'reported' : 'held';
  const state = REVIEW_FILTERS.find((each) => each === filter) ?? usual;
  const list = useAdminList(adminReviews.list, { state, ...(q && { q }) });
  return (
    <>
      <h2 className="text-2xl">{t('admin.tab.reviews')}</h2>
      <div className="flex flex-wrap items-center gap-3">
        <ListSearch label={t('review.admin.search')} />
        <FilterSelect
          label={t('admin.filter')}
          value={state}
          onChoose={(value) => change({ filter: value })}
          options={REVIEW_FILTERS.map((value) => ({ value, text: t(`review.admin.${value}`) }))}
        />
      </div>
      <ListView list={list} empty={t('review.admin.none')}>
        {(items) => items.map((review) => <Row key={review.voucherId} review={review} />)}
      </ListView>
    </>
  );
}

type Decision = 'publish' | 'hide';

function Row({ review }: { review: AdminReview }) {
  const t = useT();
  const [asked, ask] = useState<Decision | null>(null);
  const { status, salon, author, isUndone, decidedBy, decidedAt, reason, reports } = review;
  const isShown = status === 'published';
  const decisions: Decision[] = status === 'withdrawn' ? [] : status === 'hidden' ? ['publish'] : ['hide', 'publish'];
  return (
    <ReviewArticle
      review={review}
      business={salon.name}
      badge={<Badge look={looks[status]}>{t(`review.status.${status}`)}</Badge>}
    >
      <p translate="no" className="text-sm text-muted wrap-anywhere">
        <Link to={`/salon/${salon.slug}`} className="underline">
          {salon.name}
        </Link>{' '}
        · {author ?? t('review.admin.gone')}
      </p>
      {isUndone && <p className="text-sm">{t('review.admin.undone')}</p>}
      {decidedAt && (
        <p className="text-sm wrap-anywhere">
          {t('review.admin.decided', { name: decidedBy ?? '–', date: formatDateTime(decidedAt, t.language) })}: {reason}
        </p>
      )}
      {reports.length > 0 && (
        <ul className="flex flex-col gap-2 border-t border-line pt-3 text-sm">
          {reports.map((report) => (
            <li key={report.username + report.createdAt} className="wrap-anywhere">
              <strong>{t(`review.report.${report.reason}`)}</strong>
              {report.text && <span> – {report.text}</span>}
              <span className="block text-muted">
                <span translate="no">{report.username}</span> · {formatDateTime(report.createdAt, t.language)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {decisions
          .filter((decision) => decision === 'hide' || !isShown || reports.length > 0)
          .map((decision) => (
            <Button
              key={decision}
              variant={decision === 'hide' ? 'danger' : 'secondary'}
              aria-haspopup="dialog"
              onClick={() => ask(decision)}
            >
              {t(decision === 'publish' && isShown ? 'review.admin.keep' : `review.admin.${decision}`)}
            </Button>
          ))}
      </div>
      {asked && <Decide review={review} decision={asked} onClose={() => ask(null)} />}
    </ReviewArticle>
  );
}

function Decide({ review, decision, onClose }: { review: AdminReview; decision: Decision; onClose: () => void }) {
  const t = useT();
  const refresh = useRefresh();
  const { voucherId, version } = review;
  return (
    <ConfirmDialog
      title={t(`review.admin.${decision}.ask`)}
      action={t(`review.admin.${decision}`)}
      pending={t('review.admin.saving')}
      {...(decision === 'hide' && { variant: 'danger' as const })}
      notes={{ label: t('review.admin.reason'), minLength: 3, maxLength: MAX_REVIEW_REASON, isRequired: true }}
      failed={t('review.admin.failed')}
      send={(reason = '') =>
        api.call(adminReviews.decide, { params: { voucherId }, body: { decision, reason, version } })
      }
      onDone={() => {
        onClose();
        toast({ tone: 'done', title: t(`review.admin.done.${decision}`) });
        refresh();
      }}
      onClose={onClose}
    />
  );
}
