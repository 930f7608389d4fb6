import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DealCard } from '#core/contract/shapes.ts';
import type { CityChoice } from '#core/domain/cities.ts';
import { langOf, Titled, titleOf } from '#web/features/deals/deal-words.tsx';
import { DiscountBadge, Lek } from '#web/features/deals/price.tsx';
import { featuredQuery } from '#web/features/deals/use-deals.ts';
import { api } from '#web/kit/data/api.ts';
import { useOffline } from '#web/kit/data/online.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Picture } from '#web/ui/picture.tsx';

const BELOW = '@max-[20.5rem]:col-[1/3] @max-[20.5rem]:row-start-2';

/**
 * The featured deal; below 360 px it has no picture, and the button stands below the text. With `isLate` the list no longer waits
 * for it: only an error keeps its place.
 */
export function PromoBanner({ city, isLate = false }: { city: CityChoice; isLate?: boolean }) {
  const t = useT();
  const offline = useOffline();
  const { data, isPending, isError } = useQuery(featuredQuery(api, city));
  const deal = data?.[0];
  const failed = isError && !offline && t('error.fetchFeatured');
  if (isLate) return <p className="min-h-5 text-center text-sm text-muted">{failed}</p>;
  if (isPending) return <Skeleton className="h-36 rounded-card low:h-28" />;
  if (!deal) return failed && <p className="text-center text-sm text-muted">{failed}</p>;
  return (
    <section
      aria-labelledby="promo"
      className="@container relative grid grid-cols-[2.2fr_1fr] overflow-hidden rounded-card bg-pomegranate text-ivory shadow-card"
    >
      <div className="flex flex-col items-start gap-0.5 p-[min(0.75rem,3.4vw)] pb-5 col-start-1 row-start-1 low:col-[1/3] low:pb-3 @max-[20.5rem]:col-span-2 sm:p-6">
        <h2 id="promo" className="font-sans text-sm tracking-normal">
          {t('home.banner.title')}
        </h2>
        <p
          lang={langOf(deal.titleEn, t)}
          className="font-display text-lg font-semibold leading-tight low:line-clamp-1 low:text-base sm:text-2xl"
        >
          {titleOf(deal, t)}
        </p>
        <p className="mt-auto flex flex-wrap items-baseline gap-x-2 sm:pr-44">
          <Lek
            amount={deal.price}
            name={t('deal.salePrice')}
            className="font-display text-xl font-semibold sm:text-2xl"
          />
          {deal.originalPrice !== null && deal.discount > 0 && (
            <s className="text-sm">
              <Lek amount={deal.originalPrice} name={t('deal.originalPrice')} />
            </s>
          )}
        </p>
        <p className="text-xs">{t('home.banner.text')}</p>
      </div>
      <Picture
        src={deal.imageUrl}
        alt=""
        width={320}
        height={160}
        sizes="(min-width: 640px) 500px, 320px"
        eager
        missing={t('deal.imageUnavailable')}
        className="col-start-2 row-start-1 low:hidden @max-[20.5rem]:hidden"
      />
      <DiscountBadge
        discount={deal.shownDiscount ?? deal.discount}
        className={`absolute right-3 top-3 max-sm:text-fitted-sm ${BELOW}`}
      />
      <span
        className={`z-10 col-start-2 row-start-1 m-[min(0.375rem,1.7vw)] mb-4 whitespace-nowrap self-end justify-self-center rounded-full bg-ivory px-[min(0.625rem,2.8vw)] py-2 text-[clamp(0.69rem,3.4vw,0.75rem)] font-bold text-pomegranate sm:col-start-1 sm:m-6 sm:justify-self-end sm:px-5 sm:text-sm ${BELOW}`}
      >
        <Link to={`/deal/${deal.id}`} over={deal} className="stretched focus-visible:after:outline-ivory">
          {t('home.banner.action')}
          <span className="sr-only">
            : <Titled deal={deal}>{titleOf(deal, t)}</Titled>
          </span>
        </Link>
      </span>
      <div aria-hidden="true" className="kilim absolute inset-x-0 bottom-0 h-1.5 text-ivory opacity-50" />
    </section>
  );
}

/** How long the list waits for the banner above it, in ms, so that it does not move up. */
const PATIENCE_MS = 2000;

/** The featured deals of a city; if `isShown`, the list below waits for them for a short time. */
export function useBanner(city: CityChoice, { isShown, isListThere }: { isShown: boolean; isListThere: boolean }) {
  const queries = useQueryClient();
  const { data, isPending, isError, failureCount } = useQuery(featuredQuery(api, city));
  const isComing = isShown && isPending;
  const [lateIn, setLateIn] = useState<CityChoice | null>(null);
  const isLate = lateIn === city;
  if (lateIn !== null && !(isLate && isShown)) setLateIn(null);
  useEffect(() => {
    if (!isComing || !isListThere) return;
    const timer = setTimeout(() => setLateIn(city), failureCount === 0 ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [city, isComing, isListThere, failureCount]);
  return {
    /** A banner later than that is not shown, and moves nothing. */
    featured: isLate ? [] : data,
    isLate,
    isAwaited: isComing && !isLate,
    retry(): void {
      if (!isError) return;
      setLateIn(null);
      void queries.resetQueries(featuredQuery(api, city));
    },
  };
}

/** The deals below the banner: the featured one moves to the end of the first page. */
export function behindBanner([page = [], ...more]: DealCard[][], banner: string | undefined): DealCard[] {
  const others = page.filter(({ id }) => id !== banner);
  return [...others, ...page.filter(({ id }) => id === banner), ...more.flat()];
}
