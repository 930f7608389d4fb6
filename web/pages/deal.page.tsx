import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Deal } from '#core/contract/shapes.ts';
import { isExpired, isPublic } from '#core/domain/deals.ts';
import { shortened } from '#core/domain/shortened.ts';
import { formatLek } from '#core/i18n/format.ts';
import type { Translate } from '#core/i18n/t.ts';
import { mayBeSignedIn, useUser } from '#web/features/accounts/use-user.ts';
import { DealActions } from '#web/features/deals/deal-actions.tsx';
import { DealDetail, DealNotFound } from '#web/features/deals/deal-detail.tsx';
import { DealSkeleton } from '#web/features/deals/deal-grid.tsx';
import { hiddenDealQuery, relatedQuery, useCategory } from '#web/features/deals/deal-queries.ts';
import {
  categoryName,
  cityName,
  descriptionOf,
  isKnownCategory,
  type NamedCategory,
  titleOf,
} from '#web/features/deals/deal-words.tsx';
import { DealsOfCity, RelatedDeals } from '#web/features/deals/related-deals.tsx';
import { shareImageOf } from '#web/features/deals/share-image.ts';
import { categoriesQuery, dealQuery } from '#web/features/deals/use-deals.ts';
import { api } from '#web/kit/data/api.ts';
import { useNow } from '#web/kit/data/clock.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary } from '#web/kit/lazy.tsx';
import { useAddress } from '#web/kit/router/address.ts';
import { type Head, useHead } from '#web/kit/router/head.tsx';
import { Link } from '#web/kit/router/link.tsx';
import type { Prefetch } from '#web/kit/router/page.tsx';
import { useHydrated } from '#web/kit/router/page-state.ts';
import { reasonOf } from '#web/kit/toasts.ts';
import { FormButton, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { ArrowLeft } from '#web/ui/more-icons.ts';
import { Problem } from '#web/ui/problem.tsx';

/** So long after its end, search engines forget a deal; its page stays. */
const INDEXED_FOR_MS = 30 * 86_400_000;

export const prefetch: Prefetch = async (queries, { params, api }) => {
  const deal = dealQuery(api, String(params.id));
  await Promise.all([queries.prefetchQuery(deal), queries.prefetchQuery(relatedQuery(api, String(params.id)))]);
  const category = queries.getQueryData(deal.queryKey)?.category;
  if (category && !isKnownCategory(category)) await queries.prefetchQuery(categoriesQuery(api, 'all'));
};

const LazyReport = lazyForm(async () => (await import('#web/features/deal-reports/report-form.tsx')).ReportForm);

const LatestReviews = lazyForm(
  async () => (await import('#web/features/reviews/salon-reviews.tsx')).LatestReviews,
  ['reviews'],
);

/** In the browser only, as it is below the first view. */
function Reviews(props: { slug: string; business: string }) {
  const waiting = <Skeletons count={1} className="h-72 w-full" />;
  if (!useHydrated()) return waiting;
  return (
    <ErrorBoundary of={LatestReviews} fallback={() => null}>
      <Suspense fallback={waiting}>
        <LatestReviews {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

export function Page() {
  const t = useT();
  const { id = '' } = useAddress().params;
  const shown = useQuery(dealQuery(api, id));
  const absent = shown.data === null;
  const hidden = useHiddenDeal(id, absent);
  const deal = shown.data ?? hidden.deal;
  const now = useNow(deal?.expiresAt ?? null);
  const category = useCategory(deal?.category);
  useHead(
    deal
      ? headOf(deal, t, { now, category })
      : { title: `${t(absent ? 'deal.notFound.title' : 'app.name')} | ${t('app.name')}`, status: absent ? 404 : 200 },
  );
  if (!deal && (shown.isPending || hidden.asking)) return <DealSkeleton />;
  const problem = shown.error ? { error: shown.error, retry: () => void shown.refetch() } : hidden.problem;
  if (!deal && problem) return <Problem level="h1" text={reasonOf(problem.error, t)} retry={problem.retry} />;
  if (!deal) {
    return (
      <>
        <DealNotFound />
        <DealsOfCity />
      </>
    );
  }
  return (
    <div className="-mx-4 -mt-4 lying:relative lying:mx-0 sm:mx-0 md:mt-0">
      <Link
        to="/"
        className="m-2 lying:absolute lying:m-0 lying:max-w-[38%] lying:text-sm inline-flex min-h-11 items-center gap-2 px-2 font-semibold text-brand hover:underline sm:mx-0 sm:px-0"
      >
        <ArrowLeft size={20} className="shrink-0" />
        {t('deal.backHome')}
      </Link>
      <DealDetail
        key={deal.id}
        deal={deal}
        level="h1"
        actions={(isForSale) => <DealActions deal={deal} isForSale={isForSale} />}
        related={
          <>
            {deal.salonSlug && deal.reviewCount > 0 && <Reviews slug={deal.salonSlug} business={deal.businessName} />}
            <RelatedDeals deal={deal} />
          </>
        }
      />
      {isPublic(deal) && (
        <FormButton title={t('deal.report')} variant="plain">
          {(close) => <LazyReport dealId={deal.id} onDone={close} />}
        </FormButton>
      )}
    </div>
  );
}

/** The public page answers 404 for a hidden deal; its owner and admins see it. */
function useHiddenDeal(id: string, isAbsent: boolean) {
  const visitor = useUser();
  const userId = visitor.state === 'user' ? visitor.user.id : null;
  const { data, isFetching, error, refetch } = useQuery({
    ...hiddenDealQuery(api, id, userId ?? ''),
    enabled: isAbsent && userId !== null,
  });
  const isWhoAsked = useHydrated() && visitor.state === 'asking' && mayBeSignedIn();
  const problem = visitor.state === 'failed' ? visitor : error && { error, retry: () => void refetch() };
  return {
    deal: data ?? undefined,
    asking: isAbsent && (isFetching || isWhoAsked),
    problem: isAbsent ? problem : null,
  };
}

function headOf(deal: Deal, t: Translate, { now, category }: { now: number; category: NamedCategory | null }): Head {
  const isOver = isExpired(deal.expiresAt, now);
  const title = titleOf(deal, t);
  if (deal.notForSale) return { title: `${title} – ${deal.businessName} | ${t('app.name')}`, status: 404 };
  const image = deal.shareImage ?? shareImageOf(deal.imageUrl);
  return {
    title: `${title} – ${deal.businessName} | ${t('app.name')}`,
    description: shortened(
      `${formatLek(deal.price, t.language)} · ${deal.businessName}, ${cityName(deal.city, t)}. ${descriptionOf(deal, t)}`,
      300,
    ),
    canonical: deal.expiresAt && now - Date.parse(deal.expiresAt) > INDEXED_FOR_MS ? undefined : `/deal/${deal.id}`,
    image,
    type: 'product',
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: title,
        description: descriptionOf(deal, t) || undefined,
        image,
        category: deal.category,
        brand: { '@type': 'Brand', name: deal.businessName },
        offers: {
          '@type': 'Offer',
          url: `/deal/${deal.id}`,
          price: deal.price,
          priceCurrency: 'ALL',
          availability: `https://schema.org/${isOver ? 'Discontinued' : deal.isSoldOut ? 'SoldOut' : 'LimitedAvailability'}`,
          ...(deal.expiresAt && !isOver ? { priceValidUntil: deal.expiresAt } : {}),
          seller: {
            '@type': 'HealthAndBeautyBusiness',
            name: deal.businessName,
            address: deal.address,
            ...(deal.salonSlug && { url: `/salon/${deal.salonSlug}` }),
          },
        },
      },
      {
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: t('nav.home'), item: '/' },
          {
            '@type': 'ListItem',
            position: 2,
            name: categoryName(category ?? { slug: deal.category }, t),
            item: `/?category=${deal.category}`,
          },
          { '@type': 'ListItem', position: 3, name: title },
        ],
      },
    ],
  };
}
