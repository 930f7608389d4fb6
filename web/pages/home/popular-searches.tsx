import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Category } from '#core/contract/categories.ts';
import { categoryName, langOfCategory } from '#web/features/deals/deal-words.ts';
import type { Filter } from '#web/features/deals/use-deals.ts';
import { popularQuery } from '#web/features/deals/use-searches.ts';
import { addressWith, useAddress } from '#web/kit/address.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useHydrated } from '#web/kit/page-state.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { UNBOUND } from './use-home-filter.ts';

interface Props extends Pick<Filter, 'city'> {
  categories: Category[];
  hrefOf: (slug: string) => string;
}

/** What others search for and find here, or the categories where nobody knows. */
export function PopularSearches({ city, categories, hrefOf }: Props) {
  const t = useT();
  const id = useId();
  const address = useAddress();
  const { data: popular = [], isPending } = useQuery(popularQuery(api, city));
  const searches = popular.map((said) => ({
    name: said,
    lang: undefined,
    to: addressWith(address, { ...UNBOUND, category: null, search: said }),
  }));
  const filled = categories.filter(({ dealCount }) => dealCount > 0);
  const kinds = filled.map((category) => ({
    name: categoryName(category, t),
    lang: langOfCategory(category, t),
    to: hrefOf(category.slug),
  }));
  const ways = searches.length > 0 ? searches : kinds;
  const isWaiting = useHydrated() && isPending;
  if (isWaiting) {
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        <Skeleton className="h-6 w-2/5" />
        <Skeleton className="h-11 rounded-full" />
      </div>
    );
  }
  if (isPending || ways.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-xl">
        {t(searches.length > 0 ? 'find.popular' : 'categories.title')}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {ways.map(({ name, lang, to }) => (
          <li key={to}>
            <ButtonLink variant="secondary" to={to} lang={lang}>
              {name}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
