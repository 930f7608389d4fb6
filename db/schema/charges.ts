/** Card payments: exchange rates, payment attempts, refunds and webhook events. Amounts are in minor units of their currency. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { isListed } from '#db/checks.ts';
import { at, createdAt, id } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';
import { deals } from './catalogue.ts';
import { orderItems, orders } from './shopping.ts';
import { users } from './users.ts';
import { vouchers } from './vouchers.ts';

/** Qindarka or cents. */
const minor = (name: string) => bigint(name, { mode: 'number' });
/** Lek per dollar; a string, to keep the precision. */
const allPerUsd = (name: string) => numeric(name, { precision: 12, scale: 6 });

/** Append-only; `currentRate` chooses the valid one. A rate from the configuration is not stored here, who set one is in the audit log. */
export const exchangeRates = pgTable(
  'exchange_rates',
  {
    id: id(),
    allPerUsd: allPerUsd('all_per_usd').notNull(),
    source: text('source', { enum: ['admin', 'feed'] }).notNull(),
    takenAt: at('taken_at').notNull().defaultNow(),
  },
  (t) => [
    check('exchange_rates_rate', sql`${t.allPerUsd} > 0 and ${t.allPerUsd} < 'NaN'::numeric`),
    check('exchange_rates_source', isListed(t.source)),
    index('exchange_rates_taken').on(t.takenAt.desc()),
  ],
);

/** A card payment attempt. Its id is the idempotency key and in the metadata of the provider's payment, which so names its attempt. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    sessionId: text('session_id').notNull(),
    /** Version of the cart. */
    cartVersion: uuid('cart_version').notNull(),
    provider: text('provider', { enum: ['stripe', 'sandbox'] }).notNull(),
    /** False in test mode and in the sandbox. */
    isLive: boolean('is_live').notNull(),
    /** `pi_…`; null until created at the provider. An attempt shares it with the ones it replaced. */
    providerPaymentId: text('provider_payment_id'),
    /** `preparing`: not yet created at the provider; `replaced`: by an attempt with another amount. */
    status: text('status', { enum: ['preparing', 'open', 'paid', 'replaced', 'canceled'] })
      .notNull()
      .default('preparing'),
    /** Snapshot that becomes the items of the order. */
    items: jsonb('items').$type<Omit<typeof orderItems.$inferInsert, 'orderId'>[]>().notNull(),
    totalAmount: minor('total_amount').notNull(),
    totalCurrency: text('total_currency').notNull().default('ALL'),
    chargedAmount: minor('charged_amount').notNull(),
    chargedCurrency: text('charged_currency').notNull().default('USD'),
    exchangeRate: allPerUsd('exchange_rate').notNull(),
    orderId: uuid('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    /** First chargeback. */
    disputedAt: at('disputed_at'),
    /** Status per dispute (`dp_…`). */
    disputes: jsonb('disputes').$type<Record<string, 'open' | 'won' | 'lost'>>().notNull().default({}),
    /** Of all disputes: `open` if any is open, else `lost` if any was lost. */
    disputeStatus: text('dispute_status', { enum: ['open', 'won', 'lost'] }),
    createdAt: createdAt(),
    /** Last reconciliation. */
    checkedAt: at('checked_at'),
    /** Since when applying the state of the provider fails; null if it does not. */
    unsettledAt: at('unsettled_at'),
    /** When it was paid, replaced or canceled. */
    closedAt: at('closed_at'),
  },
  (t) => [
    check('payments_provider', isListed(t.provider)),
    check('payments_live', sql`not (${t.isLive} and ${t.provider} = 'sandbox')`),
    check('payments_status', isListed(t.status)),
    check('payments_dispute', isListed(t.disputeStatus)),
    check('payments_disputed', sql`(${t.disputedAt} is null) = (${t.disputeStatus} is null)`),
    check('payments_currencies', sql`${t.totalCurrency} = 'ALL' and ${t.chargedCurrency} = 'USD'`),
    check('payments_rate', sql`${t.exchangeRate} > 0 and ${t.exchangeRate} < 'NaN'::numeric`),
    check(
      'payments_amounts',
      sql`${t.totalAmount} > 0 and ${t.chargedAmount} = round(${t.totalAmount} / ${t.exchangeRate})`,
    ),
    check(
      'payments_known',
      sql`${t.status} = 'preparing' or ${t.status} = 'canceled' or ${t.providerPaymentId} is not null`,
    ),
    check('payments_order', sql`(${t.orderId} is not null) = (${t.status} = 'paid')`),
    check('payments_closed', sql`(${t.closedAt} is null) = (${t.status} in ('preparing', 'open'))`),
    uniqueIndex('payments_one_live').on(t.cartVersion).where(sql`status in ('preparing', 'open')`),
    uniqueIndex('payments_one_paid').on(t.providerPaymentId).where(sql`status = 'paid'`),
    uniqueIndex('payments_one_order').on(t.orderId).where(sql`order_id is not null`),
    index('payments_provider_payment').on(t.providerPaymentId),
    index('payments_live').on(t.createdAt).where(sql`status in ('preparing', 'open')`),
    index('payments_open_disputes').on(t.disputedAt).where(sql`dispute_status = 'open'`),
    index('payments_paid').on(t.createdAt, t.chargedAmount).where(sql`status = 'paid'`),
    index('payments_unsettled').on(t.unsettledAt).where(sql`unsettled_at is not null`),
    index('payments_test').on(t.orderId).where(sql`not is_live and order_id is not null`),
    index('payments_newest').on(t.createdAt, t.id),
    index('payments_user').on(t.userId),
  ],
);
// Mismatched payments are kept for manual review.
policy(payments, {
  personalData: {
    owner: 'userId',
    part: 'payments',
    onClosure: {
      kept: 'id userId sessionId cartVersion provider isLive providerPaymentId status items totalAmount totalCurrency chargedAmount chargedCurrency exchangeRate orderId disputedAt disputes disputeStatus createdAt checkedAt unsettledAt closedAt',
      emptied: '',
    },
  },
  retention: {
    since: 'closedAt',
    keep: '90 days',
    where: sql`status in ('replaced', 'canceled') and not exists (select from audit_log
      where subject = 'payment' and subject_id = payments.id::text and action = 'payments.mismatch')`,
  },
});

/** Units of limited deals that a live attempt keeps for its buyer. A trigger deletes them when it is paid or closed. */
export const unitHolds = pgTable(
  'unit_holds',
  {
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    dealId: uuid('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    units: smallint('units').notNull(),
    /** Then the attempt is canceled; moved by each request of its buyer. */
    until: at('until').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.paymentId, t.dealId] }),
    check('unit_holds_units', sql`${t.units} between 1 and 99`),
    index('unit_holds_deal').on(t.dealId),
  ],
);
policy(unitHolds, { personalData: null });

/** A refund of a unit, or one made at the provider without reference to a unit. Older ones are of all units of a line (`position`). */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'restrict' }),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    /** Of a whole line; only in refunds made before vouchers were refunded one by one. */
    position: smallint('position'),
    /** Null for amounts of no unit: refunded at the provider, or the remainder beyond the units. */
    voucherId: uuid('voucher_id').references(() => vouchers.id, { onDelete: 'restrict' }),
    amount: minor('amount').notNull(),
    currency: text('currency').notNull().default('USD'),
    reason: text('reason', {
      enum: ['requested', 'duplicate', 'salon', 'provider', 'buyer', 'unused', 'claim'],
    }).notNull(),
    status: text('status', { enum: ['pending', 'succeeded', 'failed'] })
      .notNull()
      .default('pending'),
    /** `re_…`, one per line; null until created at the provider. */
    providerRefundId: text('provider_refund_id'),
    requestedBy: uuid('requested_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** Last reconciliation. */
    checkedAt: at('checked_at'),
    settledAt: at('settled_at'),
  },
  (t) => [
    foreignKey({
      name: 'refunds_line',
      columns: [t.orderId, t.position],
      foreignColumns: [orderItems.orderId, orderItems.position],
    }).onDelete('restrict'),
    check('refunds_amount', sql`${t.amount} > 0`),
    check('refunds_currency', sql`${t.currency} = 'USD'`),
    check('refunds_reason', isListed(t.reason)),
    check('refunds_status', isListed(t.status)),
    check('refunds_settled', sql`(${t.settledAt} is null) = (${t.status} = 'pending')`),
    uniqueIndex('refunds_line_once').on(t.orderId, t.position).where(sql`position is not null and status <> 'failed'`),
    check('refunds_of', sql`num_nonnulls(${t.position}, ${t.voucherId}) <= 1`),
    uniqueIndex('refunds_voucher_once').on(t.voucherId).where(sql`voucher_id is not null and status <> 'failed'`),
    // For the foreign key, and failed ones of a voucher.
    index('refunds_voucher').on(t.voucherId).where(sql`voucher_id is not null`),
    uniqueIndex('refunds_sum_once').on(t.providerRefundId).where(sql`position is null`),
    index('refunds_payment').on(t.paymentId),
    index('refunds_order').on(t.orderId),
    index('refunds_pending').on(t.createdAt).where(sql`status = 'pending'`),
    index('refunds_failed').on(t.createdAt).where(sql`status = 'failed'`),
    index('refunds_succeeded').on(t.createdAt).where(sql`status = 'succeeded'`),
  ],
);
policy(refunds, {
  personalData: {
    owner: 'requestedBy',
    part: 'refunds',
    onClosure: {
      kept: 'id paymentId orderId position voucherId amount currency reason status providerRefundId requestedBy createdAt checkedAt settledAt',
      emptied: '',
    },
  },
});

/** Received webhook events, deduplicated; stored before the response and processed by a job. */
export const externalEvents = pgTable(
  'external_events',
  {
    source: text('source', { enum: ['stripe', 'sandbox'] }).notNull(),
    externalId: text('external_id').notNull(),
    type: text('type').notNull(),
    /** Id of the changed object, which is fetched from the provider. */
    subjectId: text('subject_id'),
    receivedAt: at('received_at').notNull().defaultNow(),
    handledAt: at('handled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.externalId] }),
    check('external_events_source', isListed(t.source)),
    index('external_events_received').on(t.receivedAt),
  ],
);
policy(externalEvents, { retention: { since: 'receivedAt', keep: '90 days' } });
