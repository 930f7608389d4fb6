/** The cart of the signed-in user. `sessionId` is a label; the owner is the signed-in user. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, Instant, Lek, SalonContact, SessionId, UseTerms } from './shapes.ts';

export const MAX_QUANTITY = 99;
export const MAX_LINES = 50;

export const CartItem = z.object({
  id: Id,
  quantity: z.int(),
  dealId: Id,
  sessionId: z.string(),
  /** Blank, with the price at the time of adding, when the deal is no longer public. */
  deal: z.object({
    id: Id,
    title: z.string(),
    titleEn: z.nullable(z.string()),
    imageUrl: z.nullable(z.string()),
    businessName: z.string(),
    category: z.string(),
    city: z.string(),
    price: Lek,
    originalPrice: z.nullable(Lek),
    discount: z.int(),
    /** Additive. */
    shownDiscount: z.optional(z.int()),
    /** As of the deal. Additive. */
    lowestPrice30d: z.optional(z.nullable(Lek)),
    expiresAt: z.nullable(Instant),
  }),
  /** Null when the deal is no longer public. Additive. */
  salon: z.nullable(SalonContact),
  /** Why the line cannot be bought; null when it can. Additive. */
  unavailable: z.nullable(z.enum(['expired', 'unavailable', 'soldOut', 'perPerson', 'newClientsOnly'])),
  /** How many the buyer can order; null without a limit. Additive. */
  unitsLeft: z.optional(z.nullable(z.int())),
  /** Additive. */
  terms: z.optional(z.nullable(UseTerms)),
  /** Set when the price has changed since the deal was added. Additive. */
  priceChanged: z.nullable(z.object({ old: Lek, new: Lek })),
});
export type CartItem = z.infer<typeof CartItem>;

/** A line of the cart as displayed to the buyer. */
export const ExpectedItem = z.object({
  dealId: Id.check(z.toLowerCase()),
  quantity: z.int().check(z.minimum(1), z.maximum(MAX_QUANTITY)),
  price: Lek,
  title: z.string(),
  titleEn: z.nullable(z.string()),
  businessName: z.string(),
});
export type ExpectedItem = z.infer<typeof ExpectedItem>;

/** The displayed cart, in any order. */
export const ExpectedItems = z.array(ExpectedItem).check(z.maxLength(MAX_LINES));
/** Body limit in bytes: titles may have four bytes per character. */
export const MAX_EXPECTED_BYTES = 192 * 1024;

export const cart = {
  list: endpoint({
    method: 'GET',
    path: '/api/cart/:sessionId',
    access: 'anyone',
    summary: 'The lines of the signed-in user; empty for a guest.',
    params: z.object({ sessionId: SessionId }),
    answer: z.array(CartItem),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/cart',
    access: 'user',
    summary: 'Adds a deal; the same deal again raises the quantity (at most 99).',
    body: z.object({
      dealId: Id,
      quantity: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_QUANTITY))),
      sessionId: SessionId,
      /** Idempotency key: a retry with the same key adds nothing. Additive. */
      key: z.optional(z.uuid()),
    }),
    answer: CartItem,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/cart/:itemId',
    access: 'user',
    summary: 'Sets the quantity of a line; 0 removes it.',
    params: z.object({ itemId: Id }),
    body: z.object({ quantity: z.int().check(z.minimum(0), z.maximum(MAX_QUANTITY)) }),
    answer: z.object({ id: Id, quantity: z.int() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/cart/:itemId',
    access: 'user',
    summary: 'Removes a line; idempotent for ten minutes.',
    params: z.object({ itemId: Id }),
    answer: z.object({ id: Id, quantity: z.int() }),
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/api/cart/clear/:sessionId',
    access: 'user',
    summary: 'Removes every line of the signed-in user.',
    params: z.object({ sessionId: SessionId }),
    answer: z.object({ removed: z.int() }),
  }),
};
