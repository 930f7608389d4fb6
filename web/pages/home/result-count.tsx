import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Translate } from '#core/i18n/t.ts';
import { cityName } from '#web/features/deals/deal-words.ts';
import { categoriesQuery, type Filter } from '#web/features/deals/use-deals.ts';
import { announce, joinSentences } from '#web/kit/announce.tsx';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { NOTHING_FOUND } from './home-empty.tsx';

const SAY_MS = 800;

interface CountProps {
  filter: Filter;
  /** How many are shown; null while that is not known. */
  count: number | null;
  hasMore: boolean;
  /** How many are shown below because they have some of the words. */
  partly: number;
}

/** Tells a screen reader how many deals there are of what was asked for, and where, not more often than every 800 ms. */
export function ResultCount(props: CountProps) {
  const t = useT();
  const text = useCountInWords(props);
  const { filter, partly } = props;
  const asked = JSON.stringify(filter);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as many as before are news of another list
  useEffect(() => {
    if (text === null) return;
    if (first.current) {
      first.current = false;
      return;
    }
    const timer = setTimeout(() => {
      // Where the way to all of Albania gave way to the heading that says the same, that is being read.
      const isRead = document.activeElement?.id === NOTHING_FOUND;
      const said = isRead ? partlyFound(partly, t) : text;
      if (said) announce(said);
    }, SAY_MS);
    return () => clearTimeout(timer);
  }, [text, asked]);
  return null;
}

const partlyFound = (count: number, t: Translate) =>
  count > 0 ? `${t('find.partly')}: ${t.count('home.results', count)}` : '';

function useCountInWords({ filter, count, hasMore, partly }: CountProps): string | null {
  const t = useT();
  const { category, city, search, minPrice, maxPrice } = filter;
  const { data: categories = [] } = useQuery(categoriesQuery(api, city));
  if (count === null) return null;
  const there = (deals: string) =>
    city === 'all' ? t('find.inAll', { deals }) : t('find.in', { deals, city: cityName(city, t) });
  if (count === 0) return joinSentences(there(t('home.empty.title')), partlyFound(partly, t));
  const counted = categories.filter(({ slug }) => category === 'all' || slug === category);
  const total = search || minPrice || maxPrice ? 0 : counted.reduce((sum, { dealCount }) => sum + dealCount, 0);
  const isPart = hasMore && total > count;
  const deals = isPart
    ? t('home.results.shown', { count, deals: t.count('home.results', total) })
    : t.count('home.results', count);
  return hasMore && !isPart ? t('home.results.open', { deals: there(deals) }) : there(deals);
}
