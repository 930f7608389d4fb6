import { useQuery } from '@tanstack/react-query';
import type { Category } from '#core/contract/categories.ts';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import { CategoryIcon } from '../features/deals/category-icon.tsx';
import { categoryName } from '../features/deals/deal-words.ts';
import { tintOf } from '../features/deals/tints.ts';
import { categoriesQuery } from '../features/deals/use-deals.ts';
import { useAddress } from '../kit/address.ts';
import { api } from '../kit/api.ts';
import { useCity } from '../kit/city.ts';
import { useHead } from '../kit/head.tsx';
import { useT } from '../kit/i18n.tsx';
import { Link } from '../kit/link.tsx';
import type { Prefetch } from '../kit/page.tsx';
import { ChevronRight } from '../ui/icons.tsx';
import { Picture } from '../ui/picture.tsx';
import { Problem } from '../ui/problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Spec 1 §2: the two tiles are fixed. */
const popular = ['hair', 'skin'];

export const prefetch: Prefetch = (queries, { city, api }) => queries.prefetchQuery(categoriesQuery(api, city));

export function Page() {
  const t = useT();
  const { city } = useCity();
  const { canonical } = useAddress();
  const place = city === DEFAULT_CITY ? '' : `&city=${city}`;
  const hrefOf = ({ slug }: Category) => `/?category=${slug}${place}`;
  const { data, isError, refetch } = useQuery(categoriesQuery(api, city));
  useHead({
    title: `${t('categories.title')} | ${t('app.name')}`,
    description: t('home.meta.description'),
    canonical,
    image: '/pictures/share/home.jpg',
  });
  if (isError && !data) return <Problem retry={() => void refetch()} />;
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-3xl">{t('categories.title')}</h1>
      {data ? (
        <>
          <section aria-labelledby="popular" className="flex flex-col gap-3">
            <h2 id="popular" className="text-xl">
              {t('categories.popular')}
            </h2>
            <ul className="grid grid-cols-2 gap-3 sm:gap-5">
              {data
                .filter(({ slug }) => popular.includes(slug))
                .map((category) => (
                  <li key={category.slug}>
                    <PopularTile category={category} href={hrefOf(category)} />
                  </li>
                ))}
            </ul>
          </section>
          <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4">
            {data.map((category, index) => (
              <li key={category.slug}>
                <CategoryRow category={category} href={hrefOf(category)} first={index === 0} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <div aria-busy="true" className="flex flex-col gap-3">
          <span className="sr-only">{t('common.loading')}</span>
          <Skeleton className="h-24 rounded-card" />
          <Skeleton className="h-24 rounded-card" />
        </div>
      )}
    </div>
  );
}

function CategoryRow({ category, href, first }: { category: Category; href: string; first: boolean }) {
  const t = useT();
  const name = categoryName(category, t);
  return (
    <Link
      to={href}
      className="flex items-center gap-4 overflow-hidden rounded-card bg-surface pr-4 shadow-card eased hover:shadow-lift"
    >
      <Picture
        src={`/pictures/categories/${category.slug}-320.jpg`}
        alt=""
        width={96}
        height={96}
        sizes="96px"
        widths={[160, 320]}
        quality="fine"
        first={first}
        missing={t('deal.imageUnavailable')}
        className={`size-24 shrink-0 ${tintOf(category.slug)}`}
      />
      <span className="min-w-0 flex-1">
        <span className="block font-display text-lg font-semibold leading-tight">{name}</span>
        <span className="text-sm text-quiet">{t.count('categories.count', category.dealCount)}</span>
      </span>
      <ChevronRight size={20} className="shrink-0 text-quiet" />
    </Link>
  );
}

function PopularTile({ category, href }: { category: Category; href: string }) {
  const t = useT();
  return (
    <Link
      to={href}
      className={`flex h-full flex-col justify-between gap-6 rounded-card p-4 sm:p-6 ${tintOf(category.slug)}`}
    >
      <CategoryIcon slug={category.slug} size={28} />
      <span>
        <span className="block font-display text-xl font-semibold leading-tight text-ink">
          {categoryName(category, t)}
        </span>
        <span className="text-sm text-ink">{t.count('categories.count', category.dealCount)}</span>
      </span>
    </Link>
  );
}
