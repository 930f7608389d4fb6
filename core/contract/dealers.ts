/** Requests to become a dealer, decisions about them, and the permission to post deals. */
import * as z from 'zod/mini';
import { isNiptWellFormed } from '#core/domain/accounts.ts';
import { emailOr } from './accounts/accounts.ts';
import { cleaned } from './clean-text.ts';
import { endpoint, PageQuery } from './endpoint.ts';
import { errorCode } from './field-errors.ts';
import { SearchText } from './inputs.ts';
import { Phone } from './phone.ts';
import { Id, Instant } from './shapes.ts';

export const MAX_NIPT = 40;
export const MAX_REVIEW_NOTES = 1000;

const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

/** The specified client sends an empty text for what was left empty. */
export const DealerApplication = z
  .object({
    nipt: z.string(errorCode('niptRequired')).check(
      cleaned(),
      z.toUpperCase(),
      z.overwrite((typed) => {
        const plain = typed.replace(/[\s\p{Pd}.]/gu, '').replace(/^AL(?=.{10}$)/, '');
        return isNiptWellFormed(plain) ? plain : typed;
      }),
      z.minLength(1, errorCode('niptRequired')),
      z.maxLength(MAX_NIPT, errorCode('tooLong')),
    ),
    phone: z.optional(z.union([z.literal(''), Phone])),
    email: z.optional(z.union([z.literal(''), emailOr('emailFormat')])),
  })
  .check(
    z.refine(({ phone, email }) => Boolean(phone || email), {
      path: ['phone'],
      error: errorCode('contactRequired'),
      // Reported together with errors of other fields.
      when: isObject,
    }),
  );

const OwnDealerRequest = z.object({
  id: Id,
  userId: Id,
  nipt: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  status: z.enum(['pending', 'approved', 'rejected']),
  requestedAt: Instant,
  reviewedAt: z.nullable(Instant),
  notes: z.nullable(z.string()),
});
export type OwnDealerRequest = z.infer<typeof OwnDealerRequest>;

/** What administrators see. */
const DealerRequest = z.extend(OwnDealerRequest, {
  reviewedBy: z.nullable(Id),
  /** A letter, eight digits and a letter. Others are accepted; additive. */
  isNiptWellFormed: z.boolean(),
  user: z.object({ username: z.string(), email: z.string(), isEmailVerified: z.boolean() }),
  /** What is known of the applicant; additive. */
  activity: z.object({ registeredAt: Instant, orders: z.int(), earlierRequests: z.int() }),
});
export type DealerRequest = z.infer<typeof DealerRequest>;

export const dealers = {
  request: endpoint({
    method: 'POST',
    path: '/api/dealer-requests',
    access: 'user',
    summary: 'Asks for the permission to post deals. 409 while a request is pending.',
    body: DealerApplication,
    limit: 'dealerRequests',
    status: 201,
    answer: OwnDealerRequest,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/dealer-requests/my',
    access: 'user',
    summary: 'The latest 20 requests of the signed-in user, newest first.',
    answer: z.array(OwnDealerRequest),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/dealer-requests',
    access: 'admin',
    summary: 'Requests: pending ones first, each group newest first; `q` is looked for in username, email and NIPT.',
    query: z.object({
      ...PageQuery,
      q: z.optional(SearchText),
      status: z.optional(z.enum(['pending', 'approved', 'rejected'])),
    }),
    pageSize: 50,
    answer: z.array(DealerRequest),
  }),
  decide: endpoint({
    method: 'PATCH',
    path: '/api/dealer-requests/:id/status',
    access: 'admin',
    summary:
      'Approves or rejects a pending request. Repeated by the same administrator it changes nothing; a decided one is 409.',
    params: z.object({ id: Id }),
    body: z.object({
      status: z.enum(['approved', 'rejected']),
      notes: z.nullish(z.string().check(cleaned(), z.maxLength(MAX_REVIEW_NOTES, errorCode('tooLong')))),
    }),
    answer: DealerRequest,
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
