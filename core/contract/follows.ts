/** Salons that the signed-in user follows. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done, Id } from './shapes.ts';

export const FollowedSalon = z.object({
  salonId: Id,
  slug: z.string(),
  name: z.string(),
  city: z.string(),
  logoUrl: z.nullable(z.string()),
});
export type FollowedSalon = z.infer<typeof FollowedSalon>;

export const follows = {
  list: endpoint({
    method: 'GET',
    path: '/api/follows',
    access: 'user',
    summary: 'The followed salons by name.',
    answer: z.array(FollowedSalon),
  }),
  add: endpoint({
    method: 'PUT',
    path: '/api/follows/:salonId',
    access: 'user',
    summary: 'Follows a salon, whose new deals are notified; idempotent.',
    params: z.object({ salonId: Id }),
    answer: Done,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/follows/:salonId',
    access: 'user',
    summary: 'Stops following a salon; idempotent.',
    params: z.object({ salonId: Id }),
    answer: Done,
  }),
};
