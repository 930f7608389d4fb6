/**
 * Tags of cached answers: which content an answer shows or depends on. Triggers send them when that content changes
 * (`cache_touch` in db/migrations).
 *
 * | tag | changes when |
 * |---|---|
 * | `d:<deal>` | something that its card shows changes |
 * | `n:<deal>` | something that only its page shows changes, such as a contact or the number of units sold |
 * | `s:<slug>` | a salon changes, or deals come to it or leave it |
 * | `p:<city>/<category>` | deals come to that list, leave it or move in its default order |
 * | the same with `:price` … | its order by price, …, the words of its deals or its featured deals change |
 * | `k:<city>` | the number of its deals or their lowest price changes |
 * | `c` | a category changes |
 */
export type Sorted = 'price' | 'discount' | 'ending' | 'rating' | 'words' | 'featured';

interface Place {
  /** Null is the whole country. */
  city: string | null;
  category?: string | null;
}

export const cacheTags = {
  deal: (id: string) => `d:${id}`,
  dealPage: (id: string) => `n:${id}`,
  salon: (slug: string) => `s:${slug}`,
  place: ({ city, category }: Place, by?: Sorted) =>
    `p:${city ?? ''}${category ? `/${category}` : ''}${by ? `:${by}` : ''}`,
  counts: (city: string | null) => `k:${city ?? ''}`,
  categories: 'c',
};

interface ChangedTag {
  tag: string;
  /** What it names is no longer public: not even briefly may it be shown. */
  isGone: boolean;
}

/** Tags of a notice, with those of wider places. Null: everything may have changed. */
export function changedTags(notice: string): ChangedTag[] | null {
  const words = notice.split(' ');
  if (words.includes('*') || notice === '') return null;
  return words.flatMap((word) => {
    const isGone = word.startsWith('-');
    const tag = isGone ? word.slice(1) : word;
    return [tag, ...widerTags(tag)].map((one) => ({ tag: one, isGone }));
  });
}

function widerTags(tag: string): string[] {
  if (tag.startsWith('k:')) return ['k:'];
  const place = /^p:([^/:]+)\/([^:]+)(:.+)?$/.exec(tag);
  if (!place) return [];
  const [, city, category, by = ''] = place;
  return [`p:${city}${by}`, `p:/${category}${by}`, `p:${by}`];
}
