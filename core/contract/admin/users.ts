/** Accounts as administrators see and change them. */
import * as z from 'zod/mini';
import { cleaned } from '#core/contract/clean-text.ts';
import { endpoint, PageQuery } from '#core/contract/endpoint.ts';
import { errorCode } from '#core/contract/field-errors.ts';
import { SearchText } from '#core/contract/inputs.ts';
import { Done, Id, Instant } from '#core/contract/shapes.ts';
import { membershipStatuses, planIds } from '#core/domain/memberships.ts';

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
  /** Null unless it is suspended; inactive then. */
  suspension: z.nullable(z.object({ reason: z.string(), createdAt: Instant })),
  /** The latest one. */
  membership: z.nullable(
    z.object({
      plan: z.enum(planIds),
      status: z.enum(membershipStatuses),
      currentPeriodEnd: Instant,
      /** Posting is still allowed although the period has ended. */
      isInGrace: z.boolean(),
      /** It runs and was paid, so that a gift is refused. */
      isPaid: z.optional(z.boolean()),
    }),
  ),
  /** Until when it pays by card only, after cash orders that expired. */
  cashRestrictedUntil: z.optional(z.nullable(Instant)),
});
export type ListedUser = z.infer<typeof ListedUser>;

export const MAX_SUSPENSION_REASON = 1000;

const Role = z.enum(['user', 'admin']);

/** Proves to be the administrator: by the password, or without one by a recent sign-in. */
export const RoleChange = z.object({ role: Role, password: z.optional(z.string().check(z.maxLength(200))) });

const params = z.object({ id: Id });

export const adminUsers = {
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
  suspend: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/suspension',
    access: 'admin',
    summary: 'Suspends an account: ends its sessions, pauses its deals and mails the reason. 409 when it is suspended.',
    params,
    body: z.object({
      reason: z.string().check(cleaned(), z.minLength(1), z.maxLength(MAX_SUSPENSION_REASON, errorCode('tooLong'))),
    }),
    answer: Done,
  }),
  reinstate: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id/suspension',
    access: 'admin',
    summary: 'Ends a suspension and resumes the deals that it paused; repeating it changes nothing.',
    params,
    answer: Done,
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id/sessions',
    access: 'admin',
    summary: 'Signs somebody out everywhere.',
    params,
    answer: Done,
  }),
  sendResetLink: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/reset-link',
    access: 'admin',
    summary: 'Mails somebody a link to set a new password.',
    params,
    answer: Done,
  }),
  showBusiness: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/business',
    access: 'admin',
    summary: 'NIPT and contact of the latest dealer request, null without one. That it was viewed is recorded.',
    params,
    answer: z.nullable(z.object({ nipt: z.string(), phone: z.nullable(z.string()), email: z.nullable(z.string()) })),
  }),
  changeRole: endpoint({
    method: 'PATCH',
    path: '/api/admin/users/:id/role',
    access: 'admin',
    summary:
      'Makes somebody an administrator or takes that back, except from the last one. Asks for the password again.',
    params,
    body: RoleChange,
    limit: 'roleChanges',
    answer: Done,
  }),
  liftCashRestriction: endpoint({
    method: 'PATCH',
    path: '/api/admin/users/:id/cash',
    access: 'admin',
    summary: 'Lets somebody order in cash again although cash orders expired; repeating it changes nothing.',
    params,
    body: z.object({ isRestricted: z.literal(false) }),
    answer: Done,
  }),
  setPermission: endpoint({
    method: 'PATCH',
    path: '/api/admin/users/:id/permissions',
    access: 'admin',
    summary: 'Grants or revokes the permission to post deals. Revoking pauses the deals of the user.',
    params: z.object({ id: Id }),
    body: z.object({ canPostDeals: z.boolean() }),
    answer: z.object({
      id: Id,
      username: z.string(),
      email: z.string(),
      role: z.enum(['user', 'admin']),
      canPostDeals: z.boolean(),
    }),
  }),
};
