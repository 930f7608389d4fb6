import { useCallback } from 'react';
import { formatAmount, formatLek } from '#core/i18n/format.ts';
import type { Translate } from '#core/i18n/t.ts';
import { type Filter, isSort, type Sort } from '#web/features/deals/use-deals.ts';
import { addressWith, useAddress } from '#web/kit/router/address.ts';
import { useCity } from '#web/kit/router/city.ts';
import { useNavigate } from '#web/kit/router/location.tsx';
import { useNearness } from './near.tsx';

type Changes = Partial<Record<'category' | 'search', string | null>>;

/** The filter in the query of an address. */
export const filterOf = (asked: URLSearchParams): Omit<Filter, 'city'> => ({
  category: asked.get('category') ?? 'all',
  search: asked.get('search') ?? '',
  sort: asked.get('sort') ?? '',
  minPrice: asked.get('minPrice') ?? '',
  maxPrice: asked.get('maxPrice') ?? '',
});

/** Id of the heading of an empty list. */
export const NOTHING_FOUND = 'nothing-found';

export const UNBOUND = { sort: null, minPrice: null, maxPrice: null };

/** The filter of home, and the addresses of other filters. */
export function useHomeFilter() {
  const address = useAddress();
  const navigate = useNavigate();
  const { city, choose } = useCity();
  const { near } = useNearness();
  const filter: Filter = { ...filterOf(new URLSearchParams(address.search)), city, near };
  /** Replaces the history entry, as each key of a search does. */
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

export const sortName = (sort: Sort | 'default' | 'near', t: Translate) => t(`find.sort.${sort}`);

/** A sort or price bound as it is shown, and the parameters it stands for. */
export function chosenOf({ sort, minPrice, maxPrice, near }: Filter, t: Translate): { what: string; says: string[] }[] {
  const price = priceRange({ minPrice, maxPrice }, t);
  return [
    ...(isSort(sort) && !near ? [{ what: sortName(sort, t), says: ['sort'] }] : []),
    ...(price === null ? [] : [{ what: price, says: ['minPrice', 'maxPrice'] }]),
  ];
}

function priceRange({ minPrice, maxPrice }: Pick<Filter, 'minPrice' | 'maxPrice'>, t: Translate): string | null {
  const lek = (price: string) => formatLek(Number(price), t.language);
  if (!minPrice) return maxPrice ? t('find.price.atMost', { price: lek(maxPrice) }) : null;
  if (!maxPrice) return t('find.price.atLeast', { price: lek(minPrice) });
  const [from, to] = [minPrice, maxPrice].map((price) => formatAmount(Number(price), t.language));
  return lek(maxPrice).replace(String(to), `${from}–${to}`);
}
