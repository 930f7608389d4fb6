/** Queries of a salon's page. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { type SalonProfile, salons } from '#core/contract/salons.ts';
import { isAbsent } from '#web/features/deals/use-deals.ts';
import type { Api } from '#web/kit/data/api.ts';
import { pagesQuery, times } from '#web/kit/data/queries.ts';

/** Null when there is no such salon. */
export const salonQuery = (api: Api, slug: string) =>
  queryOptions({
    queryKey: [urlOf(salons.get, { params: { slug } })],
    queryFn: () => findSalon(api, slug),
    ...times.deals,
  });

async function findSalon(api: Api, slug: string): Promise<SalonProfile | null> {
  try {
    return await api.call(salons.get, { params: { slug } });
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

export const salonDealsQuery = (api: Api, slug: string) =>
  infiniteQueryOptions({ ...pagesQuery(api, salons.deals, {}, { slug }), ...times.deals });
