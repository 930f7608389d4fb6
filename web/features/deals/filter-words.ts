/** What a list is sorted and bounded by, in words. */
import { formatAmount, formatLek } from '#core/i18n/format.ts';
import type { Translate } from '#core/i18n/t.ts';
import { isSort, type Sort } from './list-sorts.ts';
import type { Filter } from './use-deals.ts';

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
