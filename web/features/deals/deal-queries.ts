/** What the page of a deal asks for besides the deal. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { deals } from '#core/contract/deals.ts';
import type { Deal, DealCard } from '#core/contract/shapes.ts';
import { type Api, api } from '#web/kit/data/api.ts';
import { times } from '#web/kit/data/queries.ts';
import { isKnownCategory, type NamedCategory } from './deal-words.tsx';
import { categoriesQuery, findDeal } from './use-deals.ts';

/** A hidden deal, cached under its user, so that it is removed on sign-out. */
export const hiddenDealQuery = (api: Api, id: string, userId: string) =>
  queryOptions({
    queryKey: [userId, urlOf(deals.get, { params: { id } })],
    queryFn: () => findDeal(api, id),
  });

/** What a list knows of a deal. */
export const asDeal = (card: DealCard): Deal => ({
  ...card,
  businessInfo: null,
  businessInfoEn: null,
  socialLink: null,
  phone: null,
  views: 0,
  shares: 0,
  likes: 0,
  sold: 0,
  salon: null,
  shareImage: null,
});

/** Related deals. */
export const relatedQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [urlOf(deals.related, { params: { id } })],
    queryFn: () => api.call(deals.related, { params: { id } }),
    ...times.deals,
  });

/** The category of a slug; null until it is known: a slug is not shown. */
export function useCategory(slug: string | undefined): NamedCategory | null {
  const isAsked = slug !== undefined && !isKnownCategory(slug);
  const { data, isError } = useQuery({ ...categoriesQuery(api, 'all'), enabled: isAsked });
  if (slug === undefined) return null;
  if (!isAsked || isError) return { slug };
  return data ? (data.find((category) => category.slug === slug) ?? { slug }) : null;
}
