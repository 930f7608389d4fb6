import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { formatAmount } from '#core/i18n/amount.ts';
import { formatLek } from '#core/i18n/format.ts';
import type { Translate } from '#core/i18n/t.ts';
import { addressWith, useAddress } from '#web/kit/address.ts';
import { useCity } from '#web/kit/city.ts';
import type { Filter } from '../deals/use-deals.ts';
import { useNearness } from './near.tsx';

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

/** The sorts that an address of a list can ask for, as they are offered. */
export const sorts = ['newest', 'ending', 'price', 'discount', 'rating'] as const;
type Sort = (typeof sorts)[number];
export const isSort = (said: string): said is Sort => (sorts as readonly string[]).includes(said);

/** What a list is sorted and bounded by, in words. */

export const sortName = (sort: Sort | 'default' | 'near', t: Translate) => t(`find.sort.${sort}`);

/** As it is shown: what is chosen beyond place and category, and the parameters that say it. */
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
