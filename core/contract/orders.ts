/** Orders: confirming by cash, one's own purchases, all and each, and taking one back. */
import * as z from 'zod/mini';
import { ExpectedItems, MAX_EXPECTED_BYTES } from './cart.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery } from './paging.ts';
import { Id, Instant, Lek, SalonContact, SessionId } from './shapes.ts';

/** Most cash orders one person may have open at a time. */
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
  /** As the deal said it then; what it did not say is as the salon says it now. Additive. */
  salon: SalonContact,
  /** What was paid for it is on its way back to the card, or there; null while it is not. Additive. */
  refund: z.nullable(z.enum(['pending', 'succeeded'])),
});
export type OrderItem = z.infer<typeof OrderItem>;

const Status = z.enum(['pending', 'completed', 'failed', 'refunded']);

/** What a card was charged, in dollars with two decimals, and what became of that. */
const Charge = z.object({
  amount: z.number(),
  currency: z.literal('USD'),
  /** Lek for one dollar. */
  exchangeRate: z.number(),
  refunded: z.number(),
  /** On its way back. */
  refunding: z.number(),
  /** Whether its bank was asked to take it back, and what became of that. */
  dispute: z.nullable(z.enum(['open', 'won', 'lost'])),
  /** Whether a test card paid, so that no money moved. */
  isTest: z.boolean(),
  /** Whether that is worth nothing here, since no test cards are taken. */
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
  status: Status,
  /** Why a cash order is `failed`: its buyer canceled it, or nobody came in time. Additive. */
  failedReason: z.nullable(z.enum(['canceled', 'expired'])),
  paymentMethod: z.enum(['card', 'cash']),
  createdAt: Instant,
  /** The last second of the last day on which it can be used. Additive. */
  useBy: Instant,
  /** Null of cash. Additive. */
  charge: z.nullable(Charge),
  items: z.array(OrderItem),
});
export type Order = z.infer<typeof Order>;

export const orders = {
  cash: endpoint({
    method: 'POST',
    path: '/api/cash-payment',
    access: 'user',
    summary: 'Turns the cart into one cash order; repeating the call answers the same order.',
    body: z.object({
      sessionId: SessionId,
      /** What the buyer was shown; a cart that holds anything else answers 409. Additive. */
      expectedItems: z.optional(ExpectedItems),
      /** Made for one confirmation: sent again, however late, it answers the order it made. Additive. */
      key: z.optional(Id),
    }),
    maxBytes: MAX_EXPECTED_BYTES,
    limit: 'cashOrders',
    goesFirst: true,
    answer: Order,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/orders/my',
    access: 'user',
    summary: 'The purchases of the signed-in user, newest first. The header X-Session-ID never widens access.',
    /** Those of one status, those that can still be used, or what the confirmation with this key made; additive. */
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
    summary: 'Takes back an open cash order of the signed-in user; taking it back again answers the same.',
    goesFirst: true,
    params: z.object({ id: Id }),
    answer: Order,
  }),
};
