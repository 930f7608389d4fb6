import { useQuery } from '@tanstack/react-query';
import type { Category } from '#core/contract/categories.ts';
import { type CityChoice, DEFAULT_CITY } from '#core/domain/cities.ts';
import { AllDealsTile, CategoryTile, PopularTile } from '#web/features/browse/category-tiles.tsx';
import { useSiteDescription } from '#web/features/browse/home-head.ts';
import { cityName } from '#web/features/deals/deal-words.tsx';
import { categoriesQuery } from '#web/features/deals/use-deals.ts';
import { api } from '#web/kit/data/api.ts';
import { times } from '#web/kit/data/queries.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useAddress } from '#web/kit/router/address.ts';
import { useCity } from '#web/kit/router/city.ts';
import { useHead } from '#web/kit/router/head.tsx';
import type { Prefetch } from '#web/kit/router/page.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { Skeletons } from '#web/ui/loading.tsx';
import { Problem } from '#web/ui/problem.tsx';

/** Spec 1 §2: the two tiles are fixed. */
const popular = ['hair', 'skin'];

const emptyLast = (categories: Category[]) => [...categories].sort((a, b) => isEmpty(a) - isEmpty(b));
const isEmpty = ({ dealCount }: Category) => Number(dealCount === 0);

export const prefetch: Prefetch = (queries, { city, api }) => queries.prefetchQuery(categoriesQuery(api, city));

export function Page() {
  const t = useT();
  const { city } = useCity();
  const { canonical } = useAddress();
  const title = [t('categories.title'), city !== DEFAULT_CITY && cityName(city, t)].filter(Boolean).join(' – ');
  // Spec 1 §9: the counts are fresh for a minute.
  const { data, error, refetch } = useQuery({ ...categoriesQuery(api, city), ...times.default });
  useHead({
    title: `${title} | ${t('app.name')}`,
    description: `${title}. ${useSiteDescription()}`,
    canonical,
    image: '/pictures/share/home.jpg',
  });
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-3xl">{t('categories.title')}</h1>
      {data ? (
        <>
          <Popular
            categories={data.filter(({ slug, dealCount }) => dealCount > 0 && popular.includes(slug))}
            city={city}
          />
          <ul
            aria-label={t('categories.title')}
            className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-3 sm:gap-5 md:grid-cols-[repeat(auto-fill,minmax(max(11rem,20%),1fr))]"
          >
            {emptyLast(data).map((category, index) => (
              <li key={category.slug}>
                <CategoryTile category={category} city={city} first={index === 0} />
              </li>
            ))}
            <li>
              <AllDealsTile count={data.reduce((sum, { dealCount }) => sum + dealCount, 0)} city={city} />
            </li>
          </ul>
        </>
      ) : error ? (
        <Problem text={reasonOf(error, t)} retry={() => void refetch()} />
      ) : (
        <Skeletons isGrid count={2} className="h-48" />
      )}
    </div>
  );
}

function Popular({ categories, city }: { categories: Category[]; city: CityChoice }) {
  const t = useT();
  if (categories.length === 0) return null;
  return (
    <section aria-labelledby="popular" className="flex flex-col gap-3">
      <h2 id="popular" className="text-xl">
        {t('categories.popular')}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3 sm:gap-5 md:grid-cols-2">
        {categories.map((category) => (
          <li key={category.slug}>
            <PopularTile category={category} city={city} />
          </li>
        ))}
      </ul>
    </section>
  );
}
