/** Orders, payments, refunds and the exchange rate, for administrators. */
import * as z from 'zod/mini';
import { endpoint, PageQuery } from '#core/contract/endpoint.ts';
import { errorCode } from '#core/contract/field-errors.ts';
import { SearchText } from '#core/contract/inputs.ts';
import { Order } from '#core/contract/orders.ts';
import { Id, Instant, Lek } from '#core/contract/shapes.ts';

/** Reasons that an administrator can give. */
export const REFUND_REASONS = ['requested', 'duplicate', 'salon'] as const;

export const REVIEW_KINDS = [
  'withoutOrder',
  'withoutPayment',
  'refundFailed',
  'disputed',
  'unsettled',
  'late',
  'partlyRefunded',
  'withdrawn',
  'closed',
] as const;

const Buyer = z.nullable(z.object({ id: Id, username: z.string(), email: z.string() }));
/** Dollars. */
const Usd = z.number();

export const AdminOrder = z.extend(Order, { buyer: Buyer });
export type AdminOrder = z.infer<typeof AdminOrder>;

const OrderDetail = z.extend(AdminOrder, {
  payment: z.nullable(
    z.object({ id: Id, provider: z.string(), intent: z.nullable(z.string()), isLive: z.boolean(), status: z.string() }),
  ),
  refunds: z.array(
    z.object({
      id: Id,
      /** Order line, from 1, of older refunds; null for those of units and for sums without a unit. */
      position: z.nullable(z.int()),
      voucherId: z.nullable(Id),
      amount: Usd,
      reason: z.string(),
      status: z.enum(['pending', 'succeeded', 'failed']),
      createdAt: Instant,
      requestedBy: z.nullable(z.string()),
    }),
  ),
  /** What can still be refunded without the shares of redeemed units; 0 for cash. */
  refundable: Usd,
});
export type OrderDetail = z.infer<typeof OrderDetail>;

const AdminPayment = z.object({
  id: Id,
  intent: z.nullable(z.string()),
  provider: z.string(),
  isLive: z.boolean(),
  status: z.enum(['preparing', 'open', 'paid', 'replaced', 'canceled']),
  totalAmount: Lek,
  charged: Usd,
  createdAt: Instant,
  orderId: z.nullable(Id),
  dispute: z.nullable(z.enum(['open', 'won', 'lost'])),
  buyer: Buyer,
});
export type AdminPayment = z.infer<typeof AdminPayment>;

const Review = z.object({
  kind: z.enum(REVIEW_KINDS),
  /** Of the order, the payment or the event. */
  id: z.string(),
  orderId: z.nullable(Id),
  intent: z.nullable(z.string()),
  amount: z.nullable(Usd),
  since: z.nullable(Instant),
});
export type Review = z.infer<typeof Review>;

const Rate = z.object({
  allPerUsd: z.string(),
  source: z.enum(['admin', 'feed', 'configuration', 'sandbox']),
  takenAt: z.nullable(Instant),
});
const Rates = z.object({
  /** Null: card payments are paused. */
  current: z.nullable(Rate),
  latest: z.array(Rate),
});
export type Rates = z.infer<typeof Rates>;

export const RefundInput = z.object({
  /** Order lines, from 1, with all their units; without these and `voucherIds` all units that are not redeemed. */
  positions: z.optional(
    z.array(z.int().check(z.minimum(1))).check(z.minLength(1, errorCode('required')), z.maxLength(50)),
  ),
  voucherIds: z.optional(z.array(Id).check(z.minLength(1, errorCode('required')), z.maxLength(500))),
  reason: z.enum(REFUND_REASONS, errorCode('unknownChoice')),
});
export const RateInput = z.object({
  /** Lek for one dollar, with at most six decimals. */
  allPerUsd: z.string(errorCode('required')).check(z.regex(/^\d{1,5}(\.\d{1,6})?$/, errorCode('invalidNumber'))),
  /** Of a rate more than 20 % from the last one. */
  isConfirmed: z.optional(z.boolean()),
});

export const adminMoney = {
  orders: endpoint({
    method: 'GET',
    path: '/api/admin/orders',
    access: 'admin',
    summary: 'Orders, newest first. `q` is an id, a Purchase ID or payment, the email of the buyer, or a salon.',
    query: z.object({
      q: z.optional(SearchText),
      status: z.optional(z.enum(['', 'pending', 'completed', 'failed', 'refunded'])),
      method: z.optional(z.enum(['', 'card', 'cash'])),
      ...PageQuery,
    }),
    pageSize: 50,
    answer: z.array(AdminOrder),
  }),
  order: endpoint({
    method: 'GET',
    path: '/api/admin/orders/:id',
    access: 'admin',
    summary: 'An order with its payment and refunds.',
    params: z.object({ id: Id }),
    answer: OrderDetail,
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/refunds',
    access: 'admin',
    summary:
      'Refunds units of a card order, or all that are not redeemed; the amount follows from what was charged. 409 for redeemed units and for what was refunded before.',
    params: z.object({ id: Id }),
    body: RefundInput,
    callsExternalService: true,
    answer: OrderDetail,
  }),
  payments: endpoint({
    method: 'GET',
    path: '/api/admin/payments',
    access: 'admin',
    summary: 'Attempts to pay by card, newest first. `q` as of orders.',
    query: z.object({ q: z.optional(SearchText), ...PageQuery }),
    pageSize: 50,
    answer: z.array(AdminPayment),
  }),
  review: endpoint({
    method: 'GET',
    path: '/api/admin/payments/review',
    access: 'admin',
    summary: 'Card payments that need a person, as listed by `npm run payments`.',
    answer: z.array(Review),
  }),
  rates: endpoint({
    method: 'GET',
    path: '/api/admin/exchange-rate',
    access: 'admin',
    summary: 'The exchange rate that card payments use, and the latest ones.',
    answer: Rates,
  }),
  setRate: endpoint({
    method: 'POST',
    path: '/api/admin/exchange-rate',
    access: 'admin',
    summary: 'Sets the rate for 24 hours. 409 when it is more than 20 % from the last one and not confirmed.',
    body: RateInput,
    answer: Rates,
  }),
};
