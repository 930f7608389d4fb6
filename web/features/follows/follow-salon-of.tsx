import { useQuery } from '@tanstack/react-query';
import { salonQuery } from '#web/features/salons/use-salon.ts';
import { api } from '#web/kit/data/api.ts';
import { FollowButton } from './follows.tsx';

/** Follows the salon with this address, once it is known. */
export function FollowSalonOf({ slug }: { slug: string }) {
  const { data: salon } = useQuery(salonQuery(api, slug));
  return salon ? <FollowButton salon={salon} /> : <div className="h-11" />;
}
