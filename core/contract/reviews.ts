/** Reviews of salons: the buyer of a redeemed voucher reviews once, the salon replies, administrators decide what is reported. */
import * as z from 'zod/mini';
import { REVIEW_REPORT_REASONS, REVIEW_STATES } from '#core/domain/reviews.ts';
import { cleaned } from './clean-text.ts';
import { endpoint, PageQuery } from './endpoint.ts';
import { errorCode } from './field-errors.ts';
import { oneLine, orNothing, SearchText } from './inputs.ts';
import { Done, Id, Instant } from './shapes.ts';

export const MAX_REVIEW = 1_000;
export const MAX_REVIEWER_NAME = 40;
export const MAX_REVIEW_REASON = 500;

const Stars = z.int(errorCode('required')).check(z.minimum(1), z.maximum(5));
const ReviewText = z.string().check(cleaned(), z.maxLength(MAX_REVIEW, errorCode('tooLong')));
/** Shown with the review; without it nobody is named. */
const ReviewerName = orNothing(z.string().check(oneLine(), z.maxLength(MAX_REVIEWER_NAME, errorCode('tooLong'))));

export const ReviewInput = z.object({ stars: Stars, text: z.optional(ReviewText), name: ReviewerName });

export const ReplyInput = z.object({
  text: z
    .string(errorCode('required'))
    .check(cleaned(), z.minLength(1, errorCode('required')), z.maxLength(MAX_REVIEW, errorCode('tooLong'))),
});

export const ReviewReport = z.object({
  reason: z.enum(REVIEW_REPORT_REASONS, errorCode('unknownChoice')),
  text: z.optional(z.string().check(cleaned(), z.maxLength(MAX_REVIEW_REASON, errorCode('tooLong')))),
});

const Reply = z.object({
  text: z.string(),
  createdAt: Instant,
  /** Whether the review was edited after the reply was written. */
  isBeforeEdit: z.boolean(),
});

const Written = {
  voucherId: Id,
  stars: z.int(),
  text: z.string(),
  /** As typed by the author; null: a customer without a name. */
  name: z.nullable(z.string()),
  /** Of the page on which it was written. */
  language: z.enum(['sq', 'en']),
  /** Treatment. */
  title: z.string(),
  titleEn: z.nullable(z.string()),
  reply: z.nullable(Reply),
};

/** As everybody sees it. */
export const Review = z.object({
  ...Written,
  /** Like `2026-11`, in Albania. */
  month: z.string(),
  isEdited: z.boolean(),
});
export type Review = z.infer<typeof Review>;

/** As its author sees it. */
export const OwnReview = z.object({
  ...Written,
  status: z.enum(REVIEW_STATES),
  /** What the administrator wrote who decided last. */
  reason: z.nullable(z.string()),
  version: z.int(),
  createdAt: Instant,
  editableUntil: Instant,
});
export type OwnReview = z.infer<typeof OwnReview>;

/** A redeemed voucher that its buyer can review. */
const OpenReview = z.object({
  voucherId: Id,
  code: z.string(),
  orderId: Id,
  title: z.string(),
  titleEn: z.nullable(z.string()),
  salon: z.string(),
  salonSlug: z.string(),
  redeemedAt: Instant,
});
export type OpenReview = z.infer<typeof OpenReview>;

export const AdminReview = z.object({
  ...OwnReview.shape,
  salon: z.object({ name: z.string(), slug: z.string() }),
  author: z.nullable(z.string()),
  /** Whether the redemption was undone. */
  isUndone: z.boolean(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  /** Those that nobody decided. */
  reports: z.array(
    z.object({
      reason: z.enum(REVIEW_REPORT_REASONS),
      text: z.nullable(z.string()),
      createdAt: Instant,
      username: z.string(),
    }),
  ),
});
export type AdminReview = z.infer<typeof AdminReview>;

export const ReviewDecision = z.object({
  decision: z.enum(['publish', 'hide'], errorCode('unknownChoice')),
  /** Told to author and salon. */
  reason: z
    .string(errorCode('required'))
    .check(cleaned(), z.minLength(3, errorCode('required')), z.maxLength(MAX_REVIEW_REASON, errorCode('tooLong'))),
  /** Of the review that was read. */
  version: z.int(),
});

const params = z.object({ voucherId: Id });

export const reviews = {
  open: endpoint({
    method: 'GET',
    path: '/api/reviews/open',
    access: 'user',
    summary: 'Vouchers of the signed-in user that were redeemed within 90 days and are not reviewed, newest first.',
    answer: z.array(OpenReview),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/reviews',
    access: 'user',
    changesPublic: true,
    summary:
      'Reviews a redeemed voucher of the signed-in buyer, once. Published at once, unless its text waits for an administrator.',
    body: z.extend(ReviewInput, { voucherId: Id }),
    limit: 'reviews',
    status: 201,
    answer: OwnReview,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/reviews/:voucherId',
    access: 'user',
    changesPublic: true,
    summary: 'Changes an own review within 48 hours. 409 if `version` is older.',
    params,
    body: z.extend(z.partial(ReviewInput), { version: z.int() }),
    limit: 'reviews',
    answer: OwnReview,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/reviews/:voucherId',
    access: 'user',
    changesPublic: true,
    summary: 'Withdraws an own review with its text; the voucher cannot be reviewed again. Idempotent.',
    params,
    answer: Done,
  }),
  reply: endpoint({
    method: 'PUT',
    path: '/api/reviews/:voucherId/reply',
    access: 'user',
    changesPublic: true,
    summary: 'The public reply of the salon to a review of it; a second one replaces the first.',
    params,
    body: ReplyInput,
    limit: 'reviews',
    answer: Review,
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/reviews/:voucherId/report',
    access: 'user',
    summary: 'Reports a review or its reply to administrators, once. It stays published until one decides.',
    params,
    body: ReviewReport,
    limit: 'reviewReports',
    status: 201,
    answer: Done,
  }),
  ofSalon: endpoint({
    method: 'GET',
    path: '/api/salons/:slug/reviews',
    access: 'anyone',
    summary: 'The published reviews of a salon, newest first.',
    params: z.object({ slug: z.string().check(z.regex(/^[a-z0-9-]{1,80}$/)) }),
    query: z.object(PageQuery),
    pageSize: 10,
    isPublic: true,
    answer: z.array(Review),
  }),
};

export const REVIEW_FILTERS = ['held', 'reported', 'all'] as const;

export const adminReviews = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/reviews',
    access: 'admin',
    summary:
      'Reviews, newest first. `state`: those that wait for approval, are reported, or all (default). `q`: name of the salon, e-mail of the author, voucher code or id.',
    query: z.object({ state: z.optional(z.enum(REVIEW_FILTERS)), q: z.optional(SearchText), ...PageQuery }),
    pageSize: 20,
    answer: z.array(AdminReview),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/admin/reviews/:voucherId/decide',
    access: 'admin',
    changesPublic: true,
    summary:
      'Publishes or hides a review and closes its reports. 409 with who and when if another administrator decided, or if it was edited since.',
    params,
    body: ReviewDecision,
    answer: AdminReview,
  }),
};
