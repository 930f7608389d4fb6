import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CityChoice } from '#core/domain/cities.ts';
import { featuredQuery } from '#web/features/deals/use-deals.ts';
import { api } from '#web/kit/api.ts';

/** So long a list waits for what stands above it, in ms: where nothing is featured it would move up. */
const PATIENCE_MS = 1000;

/** What is featured in a city, and whether the list below waits for it where it `isShown`. */
export function useBanner(city: CityChoice, isShown: boolean) {
  const queries = useQueryClient();
  const featured = useQuery(featuredQuery(api, city));
  const isComing = isShown && featured.isPending;
  const [lateIn, setLateIn] = useState<CityChoice | null>(null);
  useEffect(() => {
    if (!isComing) return;
    const timer = setTimeout(() => setLateIn(city), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [city, isComing]);
  return {
    featured,
    isAwaited: isComing && featured.failureCount === 0 && lateIn !== city,
    /** Asks again for what could not be told. */
    retry(): void {
      if (!featured.isError) return;
      setLateIn(null);
      void queries.resetQueries(featuredQuery(api, city));
    },
  };
}

/** What it was when the list `of` that name was shown first: what comes later moves no card of it. */
export function useAtFirst<T>(value: T, { isShown, of }: { isShown: boolean; of: string }): T {
  const [first, setFirst] = useState<{ of: string; value: T } | null>(null);
  if (!isShown) return value;
  if (first?.of === of) return first.value;
  setFirst({ of, value });
  return value;
}
