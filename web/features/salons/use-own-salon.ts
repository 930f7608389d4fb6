/** The salon of the signed-in dealer. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { type SalonProfile, salons } from '#core/contract/salons.ts';
import type { OpenStretch } from '#core/domain/opening-hours.ts';
import { api } from '#web/kit/data/api.ts';
import { instagram } from './salon-links.tsx';

const ownSalon = queryOptions({
  queryKey: [urlOf(salons.own)],
  queryFn: () => api.call(salons.own),
});

/** Null before there is one. */
export const useOwnSalon = ({ enabled = true } = {}) => useQuery({ ...ownSalon, enabled });

/** Shows a saved profile, on the page of the salon too. */
export function useShowSalon({ isOwn }: { isOwn: boolean }): (salon: SalonProfile) => void {
  const queries = useQueryClient();
  return (salon) => {
    if (isOwn) queries.setQueryData(ownSalon.queryKey, salon);
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => /^\/api\/(salons|deals)\b/.test(String(queryKey[0])),
    });
  };
}

/** The fields of a deal's form that are about its salon. */
export const businessOf = (salon: SalonProfile) => ({
  businessName: salon.name,
  businessInfo: salon.about || null,
  businessInfoEn: salon.aboutEn,
  socialLink: salon.instagram && instagram(salon.instagram),
  phone: salon.phone,
  city: salon.city,
  address: salon.address || null,
  hours: hoursInWords(salon.hours),
  distance: salon.location,
});

/** Like `9 AM - 7:30 PM`, as deals keep their hours; null where the days differ. */
export function hoursInWords(hours: readonly OpenStretch[]): string | null {
  const [first, ...others] = new Set(hours.map(({ opens, closes }) => `${clock(opens)} - ${clock(closes)}`));
  const isOncePerDay = new Set(hours.map(({ weekday }) => weekday)).size === hours.length;
  return first && others.length === 0 && isOncePerDay ? first : null;
}

function clock(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  return `${hour % 12 || 12}${minutes} ${hour % 24 < 12 ? 'AM' : 'PM'}`;
}
