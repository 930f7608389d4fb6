/** Favourites, carts and orders. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { UseTerms } from '#core/contract/shapes.ts';
import { isCity, isListed, isPlace, uploadIn } from '#db/checks.ts';
import { at, createdAt, id, money, usableUntil } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';
import { deals } from './catalogue.ts';
import { salons } from './salons.ts';
import { users } from './users.ts';

/** One per user. An order closes the current `version`: at most one order per version. */
export const carts = pgTable('carts', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  version: uuid('version').notNull(),
  lastOrderId: uuid('last_order_id').references(() => orders.id, { onDelete: 'restrict' }),
  closedAt: at('closed_at'),
  touchedAt: at('touched_at').notNull().defaultNow(),
});
// Exported as cart_items.
policy(carts, { personalData: { owner: 'userId', part: null, onClosure: 'delete' } });

export const cartItems = pgTable(
  'cart_items',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => carts.userId, { onDelete: 'cascade' }),
    sessionId: text('session_id').notNull(),
    dealId: uuid('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    quantity: integer('quantity').notNull().default(1),
    /** Price when added, to report changes. */
    addedPrice: money('added_price').notNull(),
    createdAt: createdAt(),
    /** Removed lines are kept for ten minutes, so that a retried removal gets the same answer. */
    removedAt: at('removed_at'),
  },
  (t) => [
    check('cart_items_quantity', sql`${t.quantity} between 1 and 99`),
    uniqueIndex('cart_items_one_line').on(t.userId, t.dealId).where(sql`removed_at is null`),
    index('cart_items_user').on(t.userId),
    index('cart_items_removed').on(t.removedAt).where(sql`removed_at is not null`),
  ],
);
policy(cartItems, {
  personalData: { owner: 'userId', part: 'cart', onClosure: 'delete' },
  retention: { since: 'removedAt', keep: '10 minutes' },
});

/** Idempotency keys of additions. */
export const cartAdditions = pgTable(
  'cart_additions',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: uuid('key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('cart_additions_created').on(t.createdAt)],
);
policy(cartAdditions, {
  personalData: { owner: 'userId', part: null, onClosure: 'delete' },
  retention: { since: 'createdAt', keep: '1 day' },
});

export const favorites = pgTable(
  'favorites',
  {
    id: id(),
    /** Null for guests, whose owner is `browser`. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    browser: text('browser'),
    /** Not a key. */
    sessionId: text('session_id').notNull(),
    dealId: uuid('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** Hash of address and day of a guest: one like per deal, address and day. */
    likedFrom: text('liked_from'),
    isLike: boolean('is_like').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('favorites_user_deal').on(t.userId, t.dealId).where(sql`user_id is not null`),
    uniqueIndex('favorites_browser_deal').on(t.browser, t.dealId).where(sql`user_id is null`),
    uniqueIndex('favorites_like_from').on(t.dealId, t.likedFrom).where(sql`is_like`),
    check('favorites_one_keeper', sql`num_nonnulls(user_id, browser) = 1`),
    index('favorites_deal').on(t.dealId),
  ],
);
policy(favorites, {
  personalData: { owner: 'userId', part: 'favorites', onClosure: 'delete' },
  retention: { since: 'createdAt', keep: '90 days', where: sql`user_id is null` },
});

export const orders = pgTable(
  'orders',
  {
    id: id(),
    sessionId: text('session_id').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** `pi_…` of a card payment or the Purchase ID `BK-…` of a cash order (Spec 2 §3). */
    stripePaymentIntentId: text('stripe_payment_intent_id').notNull().unique(),
    /** Version of the ordered cart; the id of the payment if that version had an order already. */
    cartVersion: uuid('cart_version').notNull().unique(),
    /** Idempotency key of the confirmation. */
    confirmationKey: uuid('confirmation_key'),
    totalAmount: money('total_amount').notNull(),
    /** Card charge in minor units of `chargedCurrency`; null for cash. */
    chargedAmount: bigint('charged_amount', { mode: 'number' }),
    chargedCurrency: text('charged_currency'),
    exchangeRate: numeric('exchange_rate', { precision: 12, scale: 6 }),
    status: text('status', { enum: ['pending', 'completed', 'failed', 'refunded'] })
      .notNull()
      .default('completed'),
    paymentMethod: text('payment_method', { enum: ['card', 'cash'] })
      .notNull()
      .default('card'),
    /** Only for failed cash orders. */
    failedReason: text('failed_reason', { enum: ['canceled', 'expired'] }),
    /** Chargeback; the order cannot be redeemed until it is settled. */
    disputedAt: at('disputed_at'),
    createdAt: createdAt(),
    /** End of the last day, in Albanian time. */
    useBy: at('use_by').notNull().default(usableUntil),
  },
  (t) => [
    check('orders_total', sql`${t.totalAmount} >= 0 and ${t.totalAmount} < 'NaN'::numeric`),
    check('orders_status', isListed(t.status)),
    check('orders_method', isListed(t.paymentMethod)),
    check('orders_failed_reason', isListed(t.failedReason)),
    check(
      'orders_failed_why',
      sql`(${t.failedReason} is not null) = (${t.paymentMethod} = 'cash' and ${t.status} = 'failed')`,
    ),
    check('orders_disputed', sql`${t.disputedAt} is null or ${t.paymentMethod} = 'card'`),
    check(
      'orders_charged',
      sql`num_nonnulls(${t.chargedAmount}, ${t.chargedCurrency}, ${t.exchangeRate}) = case ${t.paymentMethod} when 'card' then 3 else 0 end`,
    ),
    check('orders_use_by', sql`${t.useBy} > ${t.createdAt}`),
    index('orders_pending').on(t.useBy).where(sql`status = 'pending'`),
    // Covers the payment method, for counts as index-only scans.
    index('orders_newest').on(t.createdAt, t.id, t.paymentMethod),
    index('orders_not_completed').on(t.status, t.createdAt, t.id).where(sql`status <> 'completed'`),
    index('orders_user').on(t.userId, t.createdAt.desc()),
    uniqueIndex('orders_confirmation').on(t.userId, t.confirmationKey).where(sql`confirmation_key is not null`),
  ],
);
policy(orders, {
  personalData: {
    owner: 'userId',
    part: 'orders',
    onClosure: {
      kept: 'id sessionId userId stripePaymentIntentId cartVersion confirmationKey totalAmount chargedAmount chargedCurrency exchangeRate status paymentMethod failedReason disputedAt createdAt useBy',
      emptied: '',
    },
  },
});

/** Immutable snapshot of the deal when it was ordered. */
export const orderItems = pgTable(
  'order_items',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    /** Line of the cart, from 1. */
    position: smallint('position').notNull(),
    dealId: uuid('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'restrict' }),
    dealerId: uuid('dealer_id').references(() => users.id, { onDelete: 'restrict' }),
    salonId: uuid('salon_id').references(() => salons.id, { onDelete: 'restrict' }),
    /** Option of the deal, if any. */
    option: text('option'),
    title: text('title').notNull(),
    titleEn: text('title_en'),
    imageUrl: text('image_url'),
    businessName: text('business_name').notNull(),
    price: money('price').notNull(),
    originalPrice: money('original_price'),
    discount: integer('discount').notNull(),
    quantity: integer('quantity').notNull(),
    /** From the deal; missing values are read from the salon. */
    address: text('address').notNull().default(''),
    city: text('city').notNull().default('tirana'),
    distance: text('distance'),
    phone: text('phone'),
    /** Null without any. */
    terms: jsonb('terms').$type<UseTerms>(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    unique('order_items_once').on(t.orderId, t.dealId, t.option).nullsNotDistinct(),
    check('order_items_position', sql`${t.position} > 0`),
    check('order_items_quantity', sql`${t.quantity} between 1 and 99`),
    check('order_items_price', sql`${t.price} > 0 and ${t.price} < 'NaN'::numeric`),
    check('order_items_original_price', sql`${t.originalPrice} >= ${t.price} and ${t.originalPrice} < 'NaN'::numeric`),
    check('order_items_discount', sql`${t.discount} between 0 and 100`),
    check('order_items_city', isCity(t.city)),
    check('order_items_distance', isPlace(t.distance)),
    index('order_items_deal').on(t.dealId),
    index('order_items_business').using('gin', sql`search_folded(${t.businessName}) gin_trgm_ops`),
    index('order_items_dealer').on(t.dealerId),
    index('order_items_salon').on(t.salonId),
    index('order_items_upload').on(uploadIn(t.imageUrl)).where(sql`image_url like '/media/%'`),
  ],
);
policy(orderItems, {
  personalData: {
    owner: 'dealerId',
    part: 'sales',
    onClosure: {
      kept: 'orderId position dealId dealerId salonId option title titleEn imageUrl businessName price originalPrice discount quantity address city distance phone terms',
      emptied: '',
    },
  },
});
