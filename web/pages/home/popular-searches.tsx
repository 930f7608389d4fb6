import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Filter } from '#web/features/deals/use-deals.ts';
import { popularQuery } from '#web/features/deals/use-searches.ts';
import { addressWith, useAddress } from '#web/kit/address.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { UNBOUND } from './use-home-filter.ts';

/** What others search for and find here; nothing where nobody knows. */
export function PopularSearches({ city }: Pick<Filter, 'city'>) {
  const t = useT();
  const id = useId();
  const address = useAddress();
  const { data: popular = [] } = useQuery(popularQuery(api, city));
  if (popular.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-xl">
        {t('find.popular')}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {popular.map((said) => (
          <li key={said}>
            <ButtonLink look="quiet" to={addressWith(address, { ...UNBOUND, category: null, search: said })}>
              {said}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
