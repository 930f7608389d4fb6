import type { DealCard } from '#core/contract/shapes.ts';
import type { Filter } from '#web/features/deals/use-deals.ts';
import { useHead } from '#web/kit/head.tsx';
import { useT } from '#web/kit/i18n.tsx';
import { useSiteDescription } from '../site-description.ts';

interface HomeHead {
  filter: Filter;
  /** What sets this list apart; null for Tirana's whole one. */
  name: string | null;
  canonical: string;
  deals: DealCard[];
}

/** What search engines and shares read of the home list. A search result is not a page to index. */
export function useHomeHead({ filter: { search }, name, canonical, deals }: HomeHead): void {
  const t = useT();
  const description = useSiteDescription();
  const title = name ? `${name} – ${t('home.meta.title')}` : t('home.meta.title');
  useHead({
    title: `${title} | ${t('app.name')}`,
    description,
    canonical: search ? undefined : canonical,
    image: '/pictures/share/home.jpg',
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: t('app.name'),
        description,
        inLanguage: t.language,
        url: '/',
      },
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
