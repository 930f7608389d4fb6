import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CityChoice } from '#core/domain/cities.ts';
import { featuredQuery } from '#web/features/deals/use-deals.ts';
import { api } from '#web/kit/api.ts';

/** So long a list waits for what stands above it, in ms: where nothing is featured it would move up. */
const PATIENCE_MS = 2000;

/** What is featured in a city, for which the list below waits a little where it `isShown`, once it is there itself. */
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
    /** What comes later than the list waits is not shown, and moves nothing. */
    featured: isLate ? [] : data,
    isLate,
    isAwaited: isComing && !isLate,
    /** Asks again for what could not be told. */
    retry(): void {
      if (!isError) return;
      setLateIn(null);
      void queries.resetQueries(featuredQuery(api, city));
    },
  };
}
