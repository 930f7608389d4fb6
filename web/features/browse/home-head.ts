import type { Category } from '#core/contract/categories.ts';
import type { DealCard } from '#core/contract/shapes.ts';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import { categoryName, cityName, langOfCategory } from '#web/features/deals/deal-words.tsx';
import type { Filter } from '#web/features/deals/use-deals.ts';
import { useCards } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useHead } from '#web/kit/router/head.tsx';

interface HomeHead {
  filter: Filter;
  /** What sets the list apart; null for the whole list of Tirana. */
  name: string | null;
  /** Heading of the list. */
  heading: string;
  canonical: string;
  deals: DealCard[];
}

/** Metadata of the home list. Search results are not indexed. */
export function useHomeHead({ filter: { search }, name, heading, canonical, deals }: HomeHead): void {
  const t = useT();
  const siteDescription = useSiteDescription();
  const description = name === null ? siteDescription : `${heading}. ${siteDescription}`;
  const title = name ? `${name} – ${t('home.meta.title')}` : t('home.meta.title');
  useHead({
    title: `${title} | ${t('app.name')}`,
    description,
    canonical: search ? undefined : canonical,
    image: '/pictures/share/home.jpg',
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'ItemList',
        itemListElement: deals.map((deal, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          url: `/deal/${deal.id}`,
        })),
      },
    ],
  });
}

/** The heading of the list and its parts. */
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

/** The site's description for search engines, which names card payments only where they are offered. */
export function useSiteDescription(): string {
  const t = useT();
  // In the sandbox no money moves.
  return t(useCards() === 'stripe' ? 'home.meta.descriptionWithCards' : 'home.meta.description');
}
