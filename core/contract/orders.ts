/** Orders: cash orders, the purchases of the signed-in user, cancellation. */
import * as z from 'zod/mini';
import { ExpectedItems, MAX_EXPECTED_BYTES } from './cart.ts';
import { endpoint, PageQuery } from './endpoint.ts';
import { Done, Id, Instant, Lek, SalonContact, SessionId, UseTerms } from './shapes.ts';
import { Voucher } from './vouchers.ts';

/** Per user. */
export const MAX_OPEN_CASH_ORDERS = 5;

export const OrderItem = z.object({
  dealId: Id,
  dealerId: z.nullable(Id),
  title: z.string(),
  titleEn: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  businessName: z.string(),
  price: Lek,
  originalPrice: z.nullable(Lek),
  discount: z.int(),
  quantity: z.int(),
  /** From the deal at the time of the order; missing fields from the salon. Additive. */
  salon: SalonContact,
  /** State of the refund to the card; null without one. Additive. */
  refund: z.nullable(z.enum(['pending', 'succeeded'])),
  /** Additive. */
  terms: z.optional(z.nullable(UseTerms)),
  /** One per unit. Additive. */
  vouchers: z.array(Voucher),
});
export type OrderItem = z.infer<typeof OrderItem>;

const Status = z.enum(['pending', 'completed', 'failed', 'refunded']);

/** Card charge. Amounts in dollars with two decimals. */
const Charge = z.object({
  amount: z.number(),
  currency: z.literal('USD'),
  /** Lek for one dollar. */
  exchangeRate: z.number(),
  refunded: z.number(),
  /** Pending refunds. */
  refunding: z.number(),
  /** Dispute (chargeback). */
  dispute: z.nullable(z.enum(['open', 'won', 'lost'])),
  /** Paid with a test card. */
  isTest: z.boolean(),
  /** A test payment that does not count because the sandbox is off. */
  isVoid: z.boolean(),
});

export const Order = z.object({
  id: Id,
  sessionId: z.string(),
  userId: z.nullable(Id),
  /** Card orders: the provider's `pi_…`. Cash orders: the Purchase ID, `BK-…` (Spec 2 §3). */
  stripePaymentIntentId: z.string(),
  /** Lek. */
  totalAmount: Lek,
  /** Lek: cash collected for redeemed units, or the card total minus refunds. Additive. */
  paidAmount: Lek,
  status: Status,
  /** Why a cash order is `failed`. Additive. */
  failedReason: z.nullable(z.enum(['canceled', 'expired'])),
  paymentMethod: z.enum(['card', 'cash']),
  createdAt: Instant,
  /** End of the last day on which it can be used. Additive. */
  useBy: Instant,
  /** Null for cash orders. Additive. */
  charge: z.nullable(Charge),
  items: z.array(OrderItem),
});
export type Order = z.infer<typeof Order>;

export const orders = {
  sendReceipt: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/receipt',
    access: 'admin',
    summary: 'Mails the receipt of an order to its buyer again; 409 when it was not paid or given back.',
    params: z.object({ id: Id }),
    answer: Done,
  }),
  cash: endpoint({
    method: 'POST',
    path: '/api/cash-payment',
    access: 'user',
    summary:
      'Turns the cart into a cash order; a repeated call answers the same order. 409 `orders.cashRestricted` with its end after cash orders that expired.',
    body: z.object({
      sessionId: SessionId,
      /** The displayed cart; 409 when the current cart differs. Additive. */
      expectedItems: z.optional(ExpectedItems),
      /** Idempotency key of one confirmation. Additive. */
      key: z.optional(Id),
    }),
    maxBytes: MAX_EXPECTED_BYTES,
    limit: 'cashOrders',
    priority: 'high',
    answer: Order,
  }),
  cashRestriction: endpoint({
    method: 'GET',
    path: '/api/cash-restriction',
    access: 'user',
    summary:
      'Until when the signed-in user pays by card only, or, where cards are off, has one open cash order at a time: after two cash orders that expired. Additive.',
    answer: z.object({ until: z.nullable(Instant), isRefused: z.boolean() }),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/orders/my',
    access: 'user',
    summary: 'The purchases of the signed-in user, newest first. The header X-Session-ID never widens access.',
    /** `key`: the order created with this idempotency key. Additive. */
    query: z.object({
      status: z.optional(Status),
      usable: z.optional(z.literal('true')),
      key: z.optional(Id),
      ...PageQuery,
    }),
    pageSize: 20,
    answer: z.array(Order),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/orders/:id',
    access: 'user',
    summary: 'A purchase of the signed-in user.',
    params: z.object({ id: Id }),
    answer: Order,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/orders/:id/cancel',
    access: 'user',
    summary:
      'Cancels the open units of an order of the signed-in user, paid by card within 14 days of the purchase; idempotent. 409 when none is open and none was canceled by the buyer.',
    priority: 'high',
    callsExternalService: true,
    params: z.object({ id: Id }),
    answer: Order,
  }),
  cancelVoucher: endpoint({
    method: 'POST',
    path: '/api/vouchers/:id/cancel',
    access: 'user',
    summary:
      'Cancels an open unit of the signed-in user: cash until its last day, card within 14 days of the purchase, with a refund. Idempotent; answers the order.',
    priority: 'high',
    callsExternalService: true,
    params: z.object({ id: Id }),
    answer: Order,
  }),
};
