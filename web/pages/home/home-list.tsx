import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { DealCard as Deal } from '#core/contract/shapes.ts';
import { kmBetween, readPlace } from '#core/domain/places.ts';
import { formatDistance } from '#core/i18n/format.ts';
import { DealCard } from '#web/features/deals/deal-card.tsx';
import { DealGrid } from '#web/features/deals/deal-grid.tsx';
import { cityName } from '#web/features/deals/deal-words.ts';
import { useNearness } from '#web/features/deals/near.ts';
import { categoriesQuery, type Filter } from '#web/features/deals/use-deals.ts';
import { SaveHeart } from '#web/features/favorites/save-button.tsx';
import { useHearts } from '#web/features/favorites/use-favorites.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { say } from '#web/kit/voice.tsx';

interface ListProps {
  deals: Deal[];
  label: string;
  fading: boolean;
}

export function HomeList({ deals, label, fading }: ListProps) {
  const t = useT();
  const hearts = useHearts();
  const here = readPlace(useNearness().near ?? '');
  const away = ({ distance }: Deal) => {
    const place = here && readPlace(distance ?? '');
    return place ? formatDistance(kmBetween(here, place), t.language) : undefined;
  };
  return (
    // What has focus comes to stand below the search and the chips.
    <div className={`[&_a,&_button]:scroll-mt-[120px] ${fading ? 'opacity-70 eased' : ''}`}>
      <DealGrid label={label}>
        {deals.map((deal, index) => (
          <li key={deal.id}>
            <DealCard deal={deal} first={index === 0} away={away(deal)}>
              <SaveHeart deal={deal} hearts={hearts} />
            </DealCard>
          </li>
        ))}
      </DealGrid>
    </div>
  );
}

const SAY_MS = 800;

interface CountProps {
  filter: Filter;
  /** How many are shown; null while that is not known. */
  count: number | null;
  hasMore: boolean;
}

/** Tells a screen reader how many deals there are of what was asked for, and where, not more often than every 800 ms. */
export function ResultCount({ filter, count, hasMore }: CountProps) {
  const text = useCountInWords({ filter, count, hasMore });
  const asked = JSON.stringify(filter);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as many as before are news of another list
  useEffect(() => {
    if (text === null) return;
    if (first.current) {
      first.current = false;
      return;
    }
    const timer = setTimeout(() => say(text), SAY_MS);
    return () => clearTimeout(timer);
  }, [text, asked]);
  return null;
}

function useCountInWords({ filter, count, hasMore }: CountProps): string | null {
  const t = useT();
  const { category, city, search, minPrice, maxPrice } = filter;
  const { data: categories = [] } = useQuery(categoriesQuery(api, city));
  if (count === null) return null;
  if (count === 0) return t('home.empty.title');
  const counted = categories.filter(({ slug }) => category === 'all' || slug === category);
  const total = search || minPrice || maxPrice ? 0 : counted.reduce((sum, { dealCount }) => sum + dealCount, 0);
  const isPart = hasMore && total > count;
  const deals = isPart
    ? t('home.results.shown', { count, deals: t.count('home.results', total) })
    : t.count('home.results', count);
  const where = city === 'all' ? t('find.inAll', { deals }) : t('find.in', { deals, city: cityName(city, t) });
  return hasMore && !isPart ? t('home.results.open', { deals: where }) : where;
}
