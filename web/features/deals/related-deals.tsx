import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId } from 'react';
import type { DealCard as Card, Deal, RelatedDeal } from '#core/contract/shapes.ts';
import { isExpired, isPublic } from '#core/domain/deals.ts';
import { SaveHeart, useHearts } from '#web/features/favorites/favorites.tsx';
import { api } from '#web/kit/data/api.ts';
import { useMinute } from '#web/kit/data/clock.ts';
import { createStoredState, useStoredState } from '#web/kit/data/stored-state.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useCity } from '#web/kit/router/city.ts';
import { useHydrated } from '#web/kit/router/page-state.ts';
import { Skeleton, Skeletons } from '#web/ui/loading.tsx';
import { MissingPart } from '#web/ui/problem.tsx';
import { DealCard } from './deal-card.tsx';
import { relatedQuery, useCategory } from './deal-queries.ts';
import { categoryName, cityName, langOfCategory, WithPart } from './deal-words.tsx';
import { dealListQuery, isAbsent } from './use-deals.ts';

const NONE: RelatedDeal[] = [];

/** Related deals and recently viewed ones; `level` is that of the other headings. */
export function RelatedDeals({ deal, level = 'h2' }: { deal: Deal; level?: 'h2' | 'h3' }) {
  const t = useT();
  const hasRelated = isPublic(deal) || deal.notForSale === true;
  const { data, error, refetch } = useQuery({ ...relatedQuery(api, deal.id), enabled: hasRelated });
  const named = useCategory(deal.category);
  const seen = useRecentlyViewed(deal.id);
  useEffect(() => {
    if (isPublic(deal)) noteViewed(deal);
  }, [deal]);
  const of = (kind: RelatedDeal['relation']) => (data ?? NONE).filter(({ relation }) => relation === kind);
  const next = of('city');
  const alikeIn = (city: string) => {
    if (!named) return null;
    const category = categoryName(named, t);
    return (
      <WithPart part={{ text: category, lang: langOfCategory(named, t) }}>
        {t('deal.alike', { category, city: cityName(city, t) })}
      </WithPart>
    );
  };
  return (
    <>
      {hasRelated && !error && !(data && named) && <ShelfSkeleton />}
      {/* A hidden deal has no related ones. */}
      {!data && error && !isAbsent(error) && (
        <MissingPart what={t('deal.othersFailed')} error={error} retry={() => void refetch()} />
      )}
      <DealShelf level={level} title={t('salon.more', { salon: deal.businessName })} deals={of('salon')} />
      <DealShelf level={level} title={alikeIn(deal.city)} deals={named ? of('category') : NONE} />
      <DealShelf level={level} title={next[0] && alikeIn(next[0].city)} deals={named ? next : NONE} />
      <DealShelf level={level} title={t('deal.seen')} deals={seen} />
    </>
  );
}

const MAX_OTHERS = 4;

/** Deals of the visitor's city, below a deal that is absent. Only in the browser: the page is the same for all. */
export function DealsOfCity() {
  const t = useT();
  const { city } = useCity();
  const isHydrated = useHydrated();
  const filter = { category: 'all', search: '', city, sort: '', minPrice: '', maxPrice: '' };
  const { data } = useInfiniteQuery({ ...dealListQuery(api, filter), enabled: isHydrated });
  const others = data?.pages[0]?.items.slice(0, MAX_OTHERS) ?? [];
  return <DealShelf level="h2" title={t('deal.others')} deals={others} />;
}

/** A row of deals with a heading, which scrolls horizontally; nothing without deals. */
function DealShelf({ title, level: Title, deals }: { title: ReactNode; level: 'h2' | 'h3'; deals: readonly Card[] }) {
  const hearts = useHearts();
  const id = useId();
  if (deals.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex min-w-0 max-w-full flex-col gap-3">
      <Title id={id} className="text-xl">
        {title}
      </Title>
      <ul className="no-scrollbar -mx-4 flex gap-4 overflow-x-auto px-4 pb-5">
        {deals.map((deal) => (
          <li key={deal.id} className="w-64 shrink-0">
            <DealCard deal={deal} level={Title === 'h2' ? 'h3' : 'h4'} onPage>
              <SaveHeart deal={deal} hearts={hearts} />
            </DealCard>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ShelfSkeleton() {
  return (
    <div className="flex w-64 flex-col gap-3">
      <Skeleton className="h-6 w-4/5" />
      <Skeletons count={1} className="h-72" />
    </div>
  );
}

const MAX_VIEWED = 4;

/** The deals viewed on this device; not known to the server. */
const kept = createStoredState<readonly Card[]>('recentlyViewed', {
  none: [],
  read: (stored) => (Array.isArray(stored) ? stored.filter(isCard) : []),
  isPersonal: () => true,
});

/** The fields that a card needs. */
function isCard(stored: unknown): stored is Card {
  const { id, title, businessName, price } = (stored ?? {}) as Partial<Record<string, unknown>>;
  return [id, title, businessName].every((text) => typeof text === 'string') && typeof price === 'number';
}

/** Stores the deal as it was viewed, once it is complete: a card of an English list has no Albanian title. */
function noteViewed(deal: Card): void {
  if (!deal.title) return;
  const others = kept.get().filter(({ id }) => id !== deal.id);
  kept.set([{ ...deal, description: '', descriptionEn: null }, ...others].slice(0, MAX_VIEWED));
}

/** The latest first, without the present deal and expired ones. */
function useRecentlyViewed(present: string): Card[] {
  const now = useMinute();
  return useStoredState(kept).filter(({ id, expiresAt }) => id !== present && !isExpired(expiresAt ?? null, now));
}
