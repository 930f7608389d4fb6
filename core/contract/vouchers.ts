/** What the QR code of a voucher opens, and the vouchers of a salon. */
import * as z from 'zod/mini';
import { VOUCHER_STATES } from '#core/domain/vouchers.ts';
import { endpoint, PageQuery } from './endpoint.ts';
import { SearchText } from './inputs.ts';
import { OwnReview } from './reviews.ts';
import { Id, Instant, Lek, SalonContact, UseTerms } from './shapes.ts';

export const VoucherState = z.enum(VOUCHER_STATES);

/** A voucher in an order of its buyer. */
export const Voucher = z.object({
  id: Id,
  /** Nine characters; people read it as `XXXX-XXXX-X`. */
  code: z.string(),
  /** Content of the QR code, in upper case. */
  url: z.string(),
  status: VoucherState,
  useBy: Instant,
  /** Cash to pay at the salon; null if it is paid. */
  cashDue: z.nullable(Lek),
  /** Additive; null unless canceled. */
  cancelReason: z.nullable(z.enum(['buyer', 'salon', 'refund', 'unused', 'expired'])),
  /** Whether a claim about it can be opened, unless one is open. Additive. */
  mayClaim: z.boolean(),
  /** Share of the card charge in dollars; null for cash. Additive. */
  charged: z.nullable(z.number()),
  /** Dollars to the card; `at` once it succeeded or failed. Additive; null without a refund. */
  refund: z.nullable(
    z.object({
      status: z.enum(['pending', 'succeeded', 'failed']),
      amount: z.number(),
      at: z.nullable(Instant),
    }),
  ),
  /** Whether its buyer can review it, and the review. Additive. */
  mayReview: z.optional(z.boolean()),
  review: z.optional(z.nullable(OwnReview)),
});
export type Voucher = z.infer<typeof Voucher>;

/** What anybody sees who has the link: neither name nor order. */
const ShownVoucher = z.object({
  code: z.string(),
  url: z.string(),
  title: z.string(),
  titleEn: z.nullable(z.string()),
  businessName: z.string(),
  salon: SalonContact,
  /** Additive. */
  terms: z.optional(z.nullable(UseTerms)),
  status: VoucherState,
  useBy: Instant,
  /** Null if it is paid. */
  cashDue: z.nullable(Lek),
  /** Whether who asks may redeem it: the owner or a till of its salon, or an administrator. */
  mayRedeem: z.boolean(),
});
export type ShownVoucher = z.infer<typeof ShownVoucher>;

/** A unit sold by a salon, without its buyer. */
const SoldVoucher = z.object({
  id: Id,
  /** The last two characters while it is open. */
  code: z.string(),
  title: z.string(),
  titleEn: z.nullable(z.string()),
  status: VoucherState,
  /** Lek. */
  price: Lek,
  /** Null if it is paid. */
  cashDue: z.nullable(Lek),
  createdAt: Instant,
  useBy: Instant,
  redeemedAt: z.nullable(Instant),
  /** Name of the till that redeemed it; null for the owner or an administrator. */
  redeemedBy: z.nullable(z.string()),
});
export type SoldVoucher = z.infer<typeof SoldVoucher>;

export const SOLD_STATES = ['open', 'today', 'all'] as const;

export const vouchers = {
  shown: endpoint({
    method: 'GET',
    path: '/api/vouchers/shown/:token',
    access: 'anyone',
    orTill: true,
    summary: 'A voucher by the token of its QR code (`<code>.<signature>`), in any case; whoever has it may use it.',
    params: z.object({ token: z.string().check(z.maxLength(60)) }),
    limit: 'shownVouchers',
    answer: ShownVoucher,
  }),
  sold: endpoint({
    method: 'GET',
    path: '/api/user/vouchers',
    access: 'user',
    summary:
      "The units sold by the signed-in user's salon, newest first, without their buyers. `state`: still open, redeemed today, or all. `q`: a whole voucher code or Purchase ID.",
    query: z.object({ state: z.optional(z.enum(SOLD_STATES)), q: z.optional(SearchText), ...PageQuery }),
    pageSize: 20,
    answer: z.array(SoldVoucher),
  }),
};
