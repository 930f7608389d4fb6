import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useNearness } from '#web/features/deals/near.ts';
import type { Filter } from '#web/features/deals/use-deals.ts';
import { addressWith, useAddress } from '#web/kit/address.ts';
import { useCity } from '#web/kit/preferences.ts';

type Changes = Partial<Record<'category' | 'search', string | null>>;

/** What the address of a list asks for. */
export const filterOf = (asked: URLSearchParams): Omit<Filter, 'city'> => ({
  category: asked.get('category') ?? 'all',
  search: asked.get('search') ?? '',
  sort: asked.get('sort') ?? '',
  minPrice: asked.get('minPrice') ?? '',
  maxPrice: asked.get('maxPrice') ?? '',
});

/** As much of the list as there is, in its usual order. */
export const UNBOUND = { sort: null, minPrice: null, maxPrice: null };

/** What home shows and the addresses of what it could show instead. */
export function useHomeFilter() {
  const address = useAddress();
  const navigate = useNavigate();
  const { city, choose } = useCity();
  const { near } = useNearness();
  const filter: Filter = { ...filterOf(new URLSearchParams(address.search)), city, near };
  /** Takes the place of the present entry, as the next key of a search does. */
  const replace = useCallback(
    (changes: Changes) => void navigate(addressWith(address, changes), { replace: true }),
    [address, navigate],
  );
  const hrefOf = (slug: string) => addressWith(address, { category: slug === 'all' ? null : slug, search: null });
  return {
    filter,
    replace,
    hrefOf,
    canonical: addressWith(address, UNBOUND),
    everywhere: city === 'all' ? null : () => choose('all'),
  };
}
