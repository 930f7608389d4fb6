/** Claims of buyers about a voucher: the buyer writes once, the salon answers once, an administrator decides. */
import * as z from 'zod/mini';
import { cleaned } from './clean-text.ts';
import { endpoint, PageQuery } from './endpoint.ts';
import { errorCode } from './field-errors.ts';
import { Done, Id, Instant } from './shapes.ts';

export const CLAIM_KINDS = ['salonClosed', 'refused', 'notAsDescribed', 'other'] as const;
export const CLAIM_DECISIONS = ['refund', 'close'] as const;
export const MIN_CLAIM_TEXT = 10;
export const MAX_CLAIM_TEXT = 1_000;

const ClaimText = z
  .string(errorCode('required'))
  .check(
    cleaned(),
    z.minLength(MIN_CLAIM_TEXT, errorCode('tooShort')),
    z.maxLength(MAX_CLAIM_TEXT, errorCode('tooLong')),
  );

export const ClaimInput = z.object({ kind: z.enum(CLAIM_KINDS, errorCode('unknownChoice')), text: ClaimText });
export const ClaimAnswer = z.object({ text: ClaimText });
/** Read by buyer and salon. */
export const RefundReason = z.object({
  reason: z
    .string(errorCode('required'))
    .check(cleaned(), z.minLength(3, errorCode('required')), z.maxLength(MAX_CLAIM_TEXT, errorCode('tooLong'))),
});

export const ClaimDecision = z.extend(RefundReason, { decision: z.enum(CLAIM_DECISIONS, errorCode('unknownChoice')) });

export const Claim = z.object({
  id: Id,
  voucherId: Id,
  kind: z.enum(CLAIM_KINDS),
  /** Null after its writer closed the account. */
  text: z.nullable(z.string()),
  state: z.enum(['waitingForSalon', 'answered', 'decided']),
  answer: z.nullable(z.string()),
  decision: z.nullable(z.enum(CLAIM_DECISIONS)),
  reason: z.nullable(z.string()),
  createdAt: Instant,
  /** Until when the salon can answer. */
  answerBy: Instant,
  /** Of the voucher. Additive. */
  title: z.string(),
  titleEn: z.nullable(z.string()),
  salon: z.string(),
  orderId: Id,
});
export type Claim = z.infer<typeof Claim>;

export const AdminClaim = z.extend(Claim, {
  /** Whether it can be decided now. */
  isDue: z.boolean(),
  buyer: z.nullable(z.string()),
  /** Dollars that were charged for the unit; null for cash. */
  charged: z.nullable(z.number()),
  decidedBy: z.nullable(z.string()),
});
export type AdminClaim = z.infer<typeof AdminClaim>;

const params = z.object({ id: Id });

export const claims = {
  add: endpoint({
    method: 'POST',
    path: '/api/claims',
    access: 'user',
    summary:
      'Opens a claim of the buyer about a voucher that was redeemed within 14 days, or is open. 409 while another is open.',
    body: z.extend(ClaimInput, { voucherId: Id }),
    limit: 'claims',
    status: 201,
    answer: Claim,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/claims',
    access: 'user',
    summary: 'Claims of the signed-in user, or about the own salon without its buyers; newest first.',
    query: z.object({ as: z.optional(z.enum(['buyer', 'salon'])), ...PageQuery }),
    pageSize: 20,
    answer: z.array(Claim),
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/claims/:id',
    access: 'user',
    summary: 'Withdraws an own claim that is not decided; idempotent.',
    params,
    answer: Done,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/claims/:id/answer',
    access: 'user',
    summary: 'Answers a claim about the own salon, once, within three days.',
    params,
    body: ClaimAnswer,
    answer: Claim,
  }),
  all: endpoint({
    method: 'GET',
    path: '/api/admin/claims',
    access: 'admin',
    summary: 'Claims, newest first. `state`: those that are open, or decided.',
    query: z.object({ state: z.optional(z.enum(['open', 'decided'])), ...PageQuery }),
    pageSize: 20,
    answer: z.array(AdminClaim),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/admin/claims/:id/decide',
    access: 'admin',
    summary:
      'Decides a claim after the answer of the salon, after three days, or at any time where the salon has no active owner. `refund` refunds the unit; 409 for cash. A second decision is 409 with who and when.',
    params,
    body: ClaimDecision,
    callsExternalService: true,
    answer: AdminClaim,
  }),
  refundUsed: endpoint({
    method: 'POST',
    path: '/api/admin/vouchers/:id/refund',
    access: 'admin',
    summary: 'Refunds a redeemed voucher: decides its open claim, or one of kind `other` that is opened for it.',
    params,
    body: RefundReason,
    callsExternalService: true,
    answer: AdminClaim,
  }),
};
