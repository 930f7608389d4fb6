import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SearchHints } from '#core/contract/deals.ts';
import { type Filter, hintsQuery } from '#web/features/deals/use-deals.ts';
import { api } from '#web/kit/api.ts';

/** So long nobody types before more is asked than the list. */
const CALM_MS = 400;

interface Hints extends Partial<SearchHints> {
  /** Whether it is not known yet what helps. */
  isAsking: boolean;
}

/** What helps beyond the list of a search; nothing while there is none. */
export function useSearchHints({ search, city }: Pick<Filter, 'search' | 'city'>): Hints {
  const [calm, setCalm] = useState(search);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(search), CALM_MS);
    return () => clearTimeout(timer);
  }, [search]);
  const { data = {}, isLoading } = useQuery(hintsQuery(api, { search: calm, city }));
  return calm === search ? { ...data, isAsking: isLoading } : { isAsking: search !== '' };
}
