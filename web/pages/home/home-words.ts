import type { Category } from '#core/contract/categories.ts';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import { categoryName, cityName, langOfCategory } from '#web/features/deals/deal-words.ts';
import type { Filter } from '#web/features/deals/use-deals.ts';
import { useT } from '#web/kit/i18n.tsx';

/** Where the deals are, which ones the heading promises, and what sets the list apart from Tirana's whole one. */
export function useHomeWords({ category, search, city }: Filter, categories: Category[]) {
  const t = useT();
  const place = city === 'all' ? t('city.dealsInAll') : t('city.dealsIn', { city: cityName(city, t) });
  const known = categories.find(({ slug }) => slug === category) ?? { slug: category };
  const kind = category === 'all' ? null : categoryName(known, t);
  const here = (deals: string) =>
    city === 'all' ? t('find.inAll', { deals }) : t('find.in', { deals, city: cityName(city, t) });
  if (search) {
    const heading = t('find.results', { search });
    return { place, heading, kind: null, name: here(heading) };
  }
  const heading = kind ? here(kind) : place;
  const part = kind ? { text: kind, lang: langOfCategory(known, t) } : null;
  return { place, heading, kind: part, name: city === DEFAULT_CITY ? kind : heading };
}
