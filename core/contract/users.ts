/** Accounts as administrators see and change them. */
import * as z from 'zod/mini';
import { membershipStatuses, planIds } from '../domain/memberships.ts';
import { SearchText } from './admin-deals.ts';
import { endpoint, PageQuery } from './endpoint.ts';
import { Id, Instant } from './shapes.ts';

const ListedUser = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  role: z.enum(['user', 'admin']),
  canPostDeals: z.boolean(),
  isActive: z.boolean(),
  createdAt: Instant,
  /** Additive, with all that follows. */
  isEmailVerified: z.boolean(),
  /** The latest one. */
  membership: z.nullable(
    z.object({
      plan: z.enum(planIds),
      status: z.enum(membershipStatuses),
      currentPeriodEnd: Instant,
      isLive: z.boolean(),
    }),
  ),
});
export type ListedUser = z.infer<typeof ListedUser>;

export const users = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    summary: 'Accounts, newest first, without closed ones; `q` is looked for in username, email and id.',
    query: z.object({ ...PageQuery, q: z.optional(SearchText), kind: z.optional(z.enum(['client', 'business'])) }),
    pageSize: 25,
    answer: z.array(ListedUser),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/admin/users/counts',
    access: 'admin',
    summary: 'How many accounts there are of each kind.',
    answer: z.object({ clients: z.int(), business: z.int(), admins: z.int() }),
  }),
};
