/** The reviews of a salon: on its page, on the page of a deal, and where its owner replies. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Review } from '#core/contract/reviews.ts';
import type { SalonProfile } from '#core/contract/salons.ts';
import { ratingOf } from '#core/domain/reviews.ts';
import { formatAmount } from '#core/i18n/format.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { useOwnSalon } from '#web/features/salons/use-own-salon.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useAnchor } from '#web/kit/router/anchor.ts';
import { Link } from '#web/kit/router/link.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Star } from '#web/ui/icons.ts';
import { Skeletons } from '#web/ui/loading.tsx';
import { PagedList } from '#web/ui/paged-list.tsx';
import { EmptyState, MissingPart } from '#web/ui/problem.tsx';
import { ReviewArticle } from './review.tsx';
import { Stars } from './stars.tsx';
import { latestReviewsQuery, salonReviewsQuery } from './use-reviews.ts';

const ReplyForm = lazyForm(async () => (await import('./review-forms.tsx')).ReplyForm, ['reviews']);

/** How reviews are verified, in one sentence. */
const Rule = () => {
  const t = useT();
  return (
    <p className="text-sm text-muted">
      {t('review.rule')}{' '}
      <Link to="/about#reviews" className="inline-flex min-h-6 items-center text-brand underline">
        {t('review.how')}
      </Link>
    </p>
  );
};

export function SalonReviews({ salon }: { salon: SalonProfile }) {
  const t = useT();
  const mayReport = useUser().state === 'user';
  useAnchor('reviews');
  const list = useInfiniteQuery(salonReviewsQuery(api, salon.slug));
  const counts = salon.ratings ?? [];
  const { rating, count } = ratingOf(counts);
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="flex scroll-mt-20 flex-col gap-4">
      <h2 id="reviews-title" className="text-xl">
        {t('review.title')}
      </h2>
      <div className="grid gap-4 lg:grid-cols-[min(23rem,40%)_minmax(0,1fr)] lg:items-start lg:gap-x-8">
        <div className="flex flex-col gap-3 rounded-card bg-surface p-[min(1.25rem,5vw)] shadow-card">
          {rating !== null && <Average rating={rating} count={count} />}
          {rating !== null && <Distribution counts={counts} count={count} />}
          <Rule />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <PagedList
            list={list}
            waiting={<Skeletons count={2} className="h-36" />}
            failed={t('review.notFetched')}
            empty={<p className="text-muted">{t('review.none')}</p>}
            more={t('review.more')}
          >
            {(review) => (
              <ReviewArticle key={review.voucherId} review={review} business={salon.name} mayReport={mayReport} />
            )}
          </PagedList>
        </div>
      </div>
    </section>
  );
}

function Average({ rating, count }: { rating: number; count: number }) {
  const t = useT();
  const said = formatAmount(rating, t.language, 1);
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span aria-hidden="true" className="font-display text-4xl font-semibold numerals">
        {said}
      </span>
      <span className="sr-only">{t('deal.rating', { rating: said })}</span>
      <span aria-hidden="true">
        <Stars stars={Math.round(rating)} />
      </span>
      <span className="text-muted">{t.count('review.count', count)}</span>
    </p>
  );
}

function Distribution({ counts, count }: { counts: readonly number[]; count: number }) {
  const t = useT();
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {[5, 4, 3, 2, 1].map((stars) => {
        const n = counts[stars - 1] ?? 0;
        return (
          <li key={stars} className="flex items-center gap-2">
            <span aria-hidden="true" className="inline-flex w-8 items-center gap-1 numerals">
              {stars} <Star size={13} className="fill-current text-honey" />
            </span>
            <svg aria-hidden="true" className="h-2 min-w-0 flex-1 rounded-full bg-raised text-honey">
              <rect width={`${(100 * n) / count}%`} height="100%" rx="4" fill="currentColor" />
            </svg>
            <span className="sr-only">{t.count('review.stars', stars)}:</span>
            <span className="min-w-8 text-right numerals">{formatAmount(n, t.language)}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** The latest reviews of the salon of a deal; nothing without any. */
export function LatestReviews({ slug, business }: { slug: string; business: string }) {
  const t = useT();
  const id = useId();
  const mayReport = useUser().state === 'user';
  const { data, error, refetch } = useQuery(latestReviewsQuery(slug));
  if (!data)
    return error ? (
      <MissingPart what={t('review.notFetched')} error={error} retry={() => void refetch()} />
    ) : (
      <Skeletons count={1} className="h-72" />
    );
  if (data.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex w-full flex-col gap-3">
      <h2 id={id} className="text-xl">
        {t('review.title')}
      </h2>
      <div className="grid items-start gap-3 md:grid-cols-3">
        {data.map((review) => (
          <ReviewArticle key={review.voucherId} review={review} business={business} mayReport={mayReport} />
        ))}
      </div>
      <Rule />
      <Link
        to={`/salon/${slug}#reviews`}
        className="inline-flex min-h-11 items-center self-start font-semibold text-brand underline"
      >
        {t('review.all')}
      </Link>
    </section>
  );
}

/** The reviews of the own salon, each with its reply. */
export function OwnSalonReviews() {
  const { data: salon } = useOwnSalon();
  const t = useT();
  if (salon === undefined) return <Skeletons count={2} className="h-36" />;
  if (salon === null) return <EmptyState art="no-results" title={t('review.none')} />;
  return <Replies salon={salon} />;
}

function Replies({ salon: { slug, name } }: { salon: SalonProfile }) {
  const t = useT();
  const list = useInfiniteQuery({ ...salonReviewsQuery(api, slug), staleTime: 0 });
  return (
    <PagedList
      list={list}
      waiting={<Skeletons count={2} className="h-36" />}
      failed={t('review.notFetched')}
      empty={<EmptyState art="no-results" title={t('review.none')} />}
      more={t('review.more')}
    >
      {(review) => (
        <ReviewArticle key={review.voucherId} review={review} business={name} mayReport>
          <Reply review={review} />
        </ReviewArticle>
      )}
    </PagedList>
  );
}

function Reply({ review: { voucherId, reply } }: { review: Review }) {
  const t = useT();
  const [isOpen, open] = useState(false);
  const title = t(reply ? 'review.reply.edit' : 'review.reply');
  return (
    <>
      <Button
        variant={reply ? 'secondary' : 'primary'}
        className="self-start"
        aria-haspopup="dialog"
        onClick={() => open(true)}
      >
        {title}
      </Button>
      {isOpen && (
        <FormDialog title={title} onClose={() => open(false)}>
          <ReplyForm voucherId={voucherId} text={reply?.text} onDone={() => open(false)} />
        </FormDialog>
      )}
    </>
  );
}
