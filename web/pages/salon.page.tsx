import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SalonProfile } from '#core/contract/salons.ts';
import type { DealCard as Deal } from '#core/contract/shapes.ts';
import { structuredCloses } from '#core/domain/opening-hours.ts';
import { readPlace } from '#core/domain/places.ts';
import { ratingOf } from '#core/domain/reviews.ts';
import { shortened } from '#core/domain/shortened.ts';
import type { Translate } from '#core/i18n/t.ts';
import { DealCard } from '#web/features/deals/deal-card.tsx';
import { DealGrid } from '#web/features/deals/deal-grid.tsx';
import { cityName } from '#web/features/deals/deal-words.tsx';
import { shareImageOf } from '#web/features/deals/share-image.ts';
import { SaveHeart, useHearts } from '#web/features/favorites/favorites.tsx';
import { FollowButton } from '#web/features/follows/follows.tsx';
import { SalonReviews } from '#web/features/reviews/salon-reviews.tsx';
import { salonReviewsQuery } from '#web/features/reviews/use-reviews.ts';
import { instagram } from '#web/features/salons/salon-links.tsx';
import {
  aboutOf,
  SalonAbout,
  SalonContact,
  SalonHead,
  SalonPhotos,
  SalonWays,
} from '#web/features/salons/salon-profile.tsx';
import { SalonSkeleton } from '#web/features/salons/salon-skeleton.tsx';
import { salonDealsQuery, salonQuery } from '#web/features/salons/use-salon.ts';
import { ShareButton } from '#web/features/share/share-button.tsx';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useAddress } from '#web/kit/router/address.ts';
import { type Head, useHead } from '#web/kit/router/head.tsx';
import type { Prefetch } from '#web/kit/router/page.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { BackLink } from '#web/shell/back-link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { More } from '#web/ui/paged-list.tsx';
import { EmptyState, MissingPart, Problem } from '#web/ui/problem.tsx';

export const prefetch: Prefetch = (queries, { params, api }) => {
  const slug = String(params.slug);
  return Promise.all([
    queries.prefetchQuery(salonQuery(api, slug)),
    queries.prefetchInfiniteQuery(salonDealsQuery(api, slug)),
    queries.prefetchInfiniteQuery(salonReviewsQuery(api, slug)),
  ]);
};

export function Page() {
  const t = useT();
  const { slug = '' } = useAddress().params;
  const { data: salon, error, refetch } = useQuery(salonQuery(api, slug));
  const list = useInfiniteQuery(salonDealsQuery(api, slug));
  const deals = list.data?.pages.flatMap(({ items }) => items) ?? [];
  // A copy kept for offline may be older than the field.
  const isUnavailable = salon?.isAvailable === false;
  useHead(
    salon && !isUnavailable
      ? headOf(salon, deals, t)
      : {
          title: `${salon?.name ?? t(salon === null ? 'salonPage.notFound.title' : 'app.name')} | ${t('app.name')}`,
          status: salon === null ? 404 : 200,
        },
  );
  if (salon === null) {
    return (
      <EmptyState level="h1" art="not-found" title={t('salonPage.notFound.title')} text={t('salonPage.notFound.text')}>
        <ButtonLink to="/">{t('deal.backHome')}</ButtonLink>
      </EmptyState>
    );
  }
  if (!salon) {
    return error ? <Problem level="h1" text={reasonOf(error, t)} retry={() => void refetch()} /> : <SalonSkeleton />;
  }
  if (isUnavailable) {
    return (
      <EmptyState level="h1" art="not-found" title={t('salonPage.unavailable')}>
        <p translate="no" className="font-semibold wrap-anywhere">
          {salon.name}
        </p>
        <ButtonLink to="/">{t('deal.backHome')}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <BackLink aim="/" />
      <SalonHead salon={salon}>
        <ShareButton path={`/salon/${salon.slug}`} title={`${salon.name} – ${cityName(salon.city, t)}`} />
      </SalonHead>
      <SalonWays salon={salon}>
        <FollowButton salon={salon} />
      </SalonWays>
      {/* On a phone the deals come before the photos. */}
      <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_min(23rem,40%)] lg:grid-rows-[auto_auto_1fr] lg:items-start lg:gap-x-8">
        <SalonDeals list={list} deals={deals} />
        <div className="empty:hidden lg:col-span-2 lg:row-start-1">
          <SalonPhotos salon={salon} />
        </div>
        <div className="empty:hidden lg:col-start-1 lg:row-start-2">
          <SalonAbout salon={salon} />
        </div>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-2">
          <SalonContact salon={salon} />
        </div>
      </div>
      <SalonReviews salon={salon} />
    </div>
  );
}

interface DealsProps {
  list: UseInfiniteQueryResult<InfiniteData<{ items: Deal[] }>>;
  deals: Deal[];
}

function SalonDeals({ list, deals }: DealsProps) {
  const t = useT();
  const hearts = useHearts();
  const box = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = list;
  return (
    <section aria-labelledby="deals" ref={box} className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-start-3">
      <h2 id="deals" className="text-xl">
        {t('salonPage.deals')}
      </h2>
      {!data && error && <MissingPart what={t('salonPage.deals.failed')} error={error} retry={() => void refetch()} />}
      {data && deals.length === 0 && <p className="text-muted">{t('salonPage.deals.none')}</p>}
      {deals.length > 0 && (
        <DealGrid label={t('salonPage.deals')}>
          {deals.map((deal, index) => (
            <li key={deal.id}>
              <DealCard deal={deal} first={index === 0}>
                <SaveHeart deal={deal} hearts={hearts} />
              </DealCard>
            </li>
          ))}
        </DealGrid>
      )}
      {data && <More list={list} box={box} text={t('home.loadMore')} />}
    </section>
  );
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function headOf(salon: SalonProfile, deals: Deal[], t: Translate): Head {
  const { slug, name, address, phone, photos, logoUrl, hours, holidays } = salon;
  const city = cityName(salon.city, t);
  const about = aboutOf(salon, t.language).text;
  const image =
    salon.shareImage ?? shareImageOf(photos[0] ?? logoUrl ?? deals.find(({ imageUrl }) => imageUrl)?.imageUrl);
  const place = readPlace(salon.location ?? '');
  const { rating, count } = ratingOf(salon.ratings ?? []);
  return {
    title: `${name} – ${city} | ${t('app.name')}`,
    description: shortened(`${t('salonPage.meta', { name, city })} ${about}`.trim(), 300),
    canonical: `/salon/${slug}`,
    image,
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'HealthAndBeautyBusiness',
        name,
        url: `/salon/${slug}`,
        image,
        ...(about && { description: about }),
        ...(rating !== null && {
          aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: count, bestRating: 5 },
        }),
        ...(phone && { telephone: phone }),
        address: {
          '@type': 'PostalAddress',
          ...(address && { streetAddress: address }),
          addressLocality: city,
          addressCountry: 'AL',
        },
        ...(place && { geo: { '@type': 'GeoCoordinates', latitude: place[0], longitude: place[1] } }),
        ...(hours.length > 0 && {
          openingHoursSpecification: [
            ...hours.map((stretch) => ({
              '@type': 'OpeningHoursSpecification',
              dayOfWeek: `https://schema.org/${WEEKDAYS[stretch.weekday - 1]}`,
              opens: stretch.opens,
              closes: structuredCloses(stretch),
            })),
            ...holidays.map((day) => ({
              '@type': 'OpeningHoursSpecification',
              opens: '00:00',
              closes: '00:00',
              validFrom: day,
              validThrough: day,
            })),
          ],
        }),
        ...(salon.instagram && { sameAs: [instagram(salon.instagram)] }),
      },
    ],
  };
}
