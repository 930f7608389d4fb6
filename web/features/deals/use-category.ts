import { useQuery } from '@tanstack/react-query';
import { api } from '#web/kit/api.ts';
import { isKnownCategory, type NamedCategory } from './deal-words.ts';
import { categoriesQuery } from './use-deals.ts';

/** A deal names its category by the slug alone. Null until it can be named: a slug is not for people. */
export function useCategory(slug: string | undefined): NamedCategory | null {
  const isAsked = slug !== undefined && !isKnownCategory(slug);
  const { data, isError } = useQuery({ ...categoriesQuery(api, 'all'), enabled: isAsked });
  if (slug === undefined) return null;
  if (!isAsked || isError) return { slug };
  return data ? (data.find((category) => category.slug === slug) ?? { slug }) : null;
}
