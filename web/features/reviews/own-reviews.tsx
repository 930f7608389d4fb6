/** What buyers do with their own reviews: stars by one tap, editing, withdrawing. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OwnReview, reviews } from '#core/contract/reviews.ts';
import type { Voucher } from '#core/contract/vouchers.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import { langOf, titleOf } from '#web/features/deals/deal-words.tsx';
import { api } from '#web/kit/data/api.ts';
import { useMinute } from '#web/kit/data/clock.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useAnchor } from '#web/kit/router/anchor.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { ReviewArticle } from './review.tsx';
import { StarButtons } from './stars.tsx';
import { openReviewsQuery, useRefreshReviews } from './use-reviews.ts';

const ReviewForm = lazyForm(async () => (await import('./review-forms.tsx')).ReviewForm, ['reviews']);

interface Unit extends Pick<Voucher, 'id' | 'mayReview' | 'review'> {
  title: string;
  titleEn: string | null;
  businessName: string;
}

/** The reviews of the units of an order, and stars for each that can be reviewed. */
export function OwnReviews({ units }: { units: readonly Unit[] }) {
  const t = useT();
  const shown = units.filter(({ mayReview, review }) => mayReview || review);
  useAnchor('reviews');
  if (shown.length === 0) return null;
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="flex scroll-mt-20 flex-col gap-3 print:hidden">
      <h2 id="reviews-title" className="text-xl">
        {t(shown.some(({ review }) => review) ? 'review.own' : 'review.write')}
      </h2>
      {shown.map(({ id, review, ...unit }) =>
        review ? (
          <Own key={id} review={review} business={unit.businessName} />
        ) : (
          <AskReview key={id} voucherId={id} {...unit} />
        ),
      )}
    </section>
  );
}

/** For the buyer who opens the own voucher; nothing for others who have its link. */
export function ReviewOfVoucher({ code }: { code: string }) {
  const { data } = useQuery(openReviewsQuery);
  const open = data?.find((each) => each.code === code);
  return open ? <AskReview {...open} businessName={open.salon} /> : null;
}

function AskReview({ voucherId, businessName, ...unit }: Omit<Unit, 'id'> & { voucherId: string }) {
  const t = useT();
  const [stars, choose] = useState<number | null>(null);
  const question = t('review.ask', { business: businessName });
  return (
    <div className="flex flex-col gap-1 rounded-card bg-surface p-[min(1.25rem,5vw)] shadow-card">
      <p className="font-semibold wrap-anywhere">{question}</p>
      <p lang={langOf(unit.titleEn, t)} className="text-sm text-muted wrap-anywhere">
        {titleOf(unit, t)}
      </p>
      <StarButtons label={question} onChoose={choose} />
      {stars !== null && (
        <FormDialog title={question} onClose={() => choose(null)}>
          <ReviewForm voucherId={voucherId} stars={stars} onDone={() => choose(null)} />
        </FormDialog>
      )}
    </div>
  );
}

const looks = { published: 'green', held: 'amber', hidden: 'red', withdrawn: 'neutral' } as const;

function Own({ review, business }: { review: OwnReview; business: string }) {
  const t = useT();
  const refresh = useRefreshReviews();
  const [opened, open] = useState<'edit' | 'withdraw' | null>(null);
  const close = () => open(null);
  const now = useMinute();
  const { voucherId, status, reason, editableUntil } = review;
  const isEditable = status !== 'withdrawn' && now < Date.parse(editableUntil);
  return (
    <ReviewArticle
      review={review}
      business={business}
      badge={<Badge look={looks[status]}>{t(`review.status.${status}`)}</Badge>}
    >
      {status === 'hidden' && reason && <p className="text-sm">{t('review.reason', { reason })}</p>}
      {status !== 'withdrawn' && (
        <div className="flex flex-wrap items-center gap-2 pt-1">
          {isEditable && (
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => open('edit')}>
              {t('review.edit')}
            </Button>
          )}
          <Button variant="plain" aria-haspopup="dialog" onClick={() => open('withdraw')}>
            {t('review.withdraw')}
          </Button>
          {isEditable && (
            <p className="text-sm text-muted">
              {t('review.edit.until', { date: formatDateTime(editableUntil, t.language) })}
            </p>
          )}
        </div>
      )}
      {opened === 'edit' && (
        <FormDialog title={t('review.edit')} onClose={close}>
          <ReviewForm voucherId={voucherId} own={review} onDone={close} />
        </FormDialog>
      )}
      {opened === 'withdraw' && (
        <ConfirmDialog
          title={t('review.withdraw.ask')}
          action={t('review.withdraw')}
          pending={t('review.sending')}
          variant="danger"
          failed={t('review.withdraw.failed')}
          send={() => api.call(reviews.withdraw, { params: { voucherId } })}
          onDone={() => {
            close();
            void refresh();
          }}
          onClose={close}
        >
          <p>{t('review.withdraw.effects')}</p>
        </ConfirmDialog>
      )}
    </ReviewArticle>
  );
}
