/** Requests to become a dealer as administrators see and decide them. */
import * as z from 'zod/mini';
import { cleaned } from '#core/contract/clean-text.ts';
import { OwnDealerRequest } from '#core/contract/dealers.ts';
import { endpoint, PageQuery } from '#core/contract/endpoint.ts';
import { errorCode } from '#core/contract/field-errors.ts';
import { SearchText } from '#core/contract/inputs.ts';
import { Id, Instant } from '#core/contract/shapes.ts';

export const MAX_REVIEW_NOTES = 1000;

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

export const adminRequests = {
  list: endpoint({
    method: 'GET',
    path: '/api/dealer-requests',
    access: 'admin',
    summary:
      'Requests: pending ones first, each group newest first; `q` is an id, or looked for in username, email and NIPT.',
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
};
