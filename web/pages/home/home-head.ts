import type { DealCard } from '#core/contract/shapes.ts';
import { useHead } from '#web/kit/head.tsx';
import { useT } from '#web/kit/i18n.tsx';

interface Shown {
  category: string;
  /** The category's name; null for all. */
  name: string | null;
  search: string;
  deals: DealCard[];
}

/** What search engines and shares read of the home list. A search result is not a page to index. */
export function useHomeHead({ category, name, search, deals }: Shown): void {
  const t = useT();
  const title = name && !search ? `${name} – ${t('home.meta.title')}` : t('home.meta.title');
  useHead({
    title: `${title} | ${t('app.name')}`,
    description: t('home.meta.description'),
    canonical: search ? undefined : name ? `/?category=${category}` : '/',
    image: '/pictures/share/home.jpg',
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: t('app.name'),
        description: t('home.meta.description'),
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
