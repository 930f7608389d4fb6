import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { reviews } from '#core/contract/reviews.ts';
import { type Api, api } from '#web/kit/data/api.ts';
import { pagesQuery, times } from '#web/kit/data/queries.ts';

export const salonReviewsQuery = (by: Api, slug: string) =>
  infiniteQueryOptions({ ...pagesQuery(by, reviews.ofSalon, {}, { slug }), ...times.deals });

/** So many on the page of a deal. */
const LATEST = '3';

export const latestReviewsQuery = (slug: string) => {
  const which = { params: { slug }, query: { limit: LATEST } };
  return queryOptions({
    queryKey: [urlOf(reviews.ofSalon, which)],
    queryFn: () => api.call(reviews.ofSalon, which),
    ...times.deals,
  });
};

export const openReviewsQuery = queryOptions({
  queryKey: [urlOf(reviews.open)],
  queryFn: () => api.call(reviews.open),
  staleTime: 0,
});

const CHANGED = /^\/api\/(orders|reviews|salons|deals)\b/;

/** Refetches what a review or reply changes. */
export function useRefreshReviews(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => CHANGED.test(String(queryKey[0])) });
}
