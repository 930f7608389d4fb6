/** A review with its reply. */
import { type ReactNode, useState } from 'react';
import type { OwnReview, Review } from '#core/contract/reviews.ts';
import { formatDate } from '#core/i18n/dates.ts';
import type { Language } from '#core/i18n/language.ts';
import { langOf, titleOf } from '#web/features/deals/deal-words.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Check } from '#web/ui/icons.ts';
import { Stars } from './stars.tsx';

const ReportForm = lazyForm(async () => (await import('./review-forms.tsx')).ReviewReportForm, ['reviews']);

/** `2026-11` as month and year in words. */
const monthOf = (month: string, language: Language) =>
  formatDate(`${month}-15T12:00:00Z`, language).replace(/^\d+ /, '');

interface Props {
  review: Pick<Review, 'voucherId' | 'stars' | 'text' | 'name' | 'language' | 'title' | 'titleEn' | 'reply'> &
    Partial<Pick<Review, 'month' | 'isEdited'> & Pick<OwnReview, 'createdAt'>>;
  /** Name of the salon. */
  business: string;
  /** Whether who reads it is signed in and may report it. */
  mayReport?: boolean;
  /** Beside the stars. */
  badge?: ReactNode;
  /** Below it. */
  children?: ReactNode;
}

export function ReviewArticle({ review, business, mayReport = false, badge, children }: Props) {
  const t = useT();
  const { voucherId, stars, text, name, month, createdAt, isEdited, reply } = review;
  const title = titleOf(review, t);
  return (
    <article className="flex flex-col gap-2 rounded-card bg-surface p-[min(1.25rem,5vw)] shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Stars stars={stars} />
        {badge}
      </div>
      <p className="wrap-anywhere">
        <strong translate={name ? 'no' : undefined}>{name ?? t('review.customer')}</strong>
        <span className="text-sm text-muted">
          {' · '}
          {month ? monthOf(month, t.language) : createdAt && formatDate(createdAt, t.language)}
          {isEdited && ` · ${t('review.edited')}`}
        </span>
      </p>
      {text && (
        <p
          lang={review.language === t.language ? undefined : review.language}
          className="whitespace-pre-line wrap-anywhere"
        >
          {text}
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span lang={langOf(review.titleEn, t)} className="wrap-anywhere">
          {title}
        </span>
        <span className="inline-flex items-center gap-1 text-olive">
          <Check size={15} /> {t('review.verified')}
        </span>
      </p>
      {reply && (
        <div className="mt-1 flex flex-col gap-1 rounded-2xl bg-raised p-3 wrap-anywhere">
          <p className="text-sm font-semibold">
            {t('review.replyFrom', { business })}
            {reply.isBeforeEdit && <span className="font-normal text-muted"> · {t('review.reply.beforeEdit')}</span>}
          </p>
          <p lang={langOf(null, t)} className="whitespace-pre-line">
            {reply.text}
          </p>
        </div>
      )}
      {children}
      {mayReport && <Report voucherId={voucherId} title={title} />}
    </article>
  );
}

function Report({ voucherId, title }: { voucherId: string; title: string }) {
  const t = useT();
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button
        variant="plain"
        className="-mb-2 -ml-[min(1.25rem,6.25vw)] self-start text-muted"
        aria-haspopup="dialog"
        aria-label={t('review.report.of', { title })}
        onClick={() => open(true)}
      >
        {t('review.report')}
      </Button>
      {isOpen && (
        <FormDialog title={t('review.report.title')} onClose={() => open(false)}>
          <ReportForm voucherId={voucherId} onDone={() => open(false)} />
        </FormDialog>
      )}
    </>
  );
}
