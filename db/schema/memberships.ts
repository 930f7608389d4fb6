/** Memberships of dealers, their periods and payment pages. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { isListed } from '#db/checks.ts';
import { at, createdAt, id, money, updatedAt } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';
import { users } from './users.ts';

export const memberships = pgTable(
  'memberships',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    plan: text('plan', { enum: ['entry', 'silver', 'gold'] }).notNull(),
    status: text('status', { enum: ['active', 'canceling', 'past_due', 'expired', 'canceled'] })
      .notNull()
      .default('active'),
    postsUsed: integer('posts_used').notNull().default(0),
    /** -1 is unlimited. */
    postsLimit: integer('posts_limit').notNull(),
    stripeSubscriptionId: text('stripe_subscription_id').unique(),
    currentPeriodStart: at('current_period_start').notNull(),
    currentPeriodEnd: at('current_period_end').notNull(),
    /** The admin who gave it; null if paid. */
    paymentOverrideBy: uuid('payment_override_by').references(() => users.id, { onDelete: 'set null' }),
    /** Incremented by every change: a provider state fetched before is stale and not applied. */
    version: integer('version').notNull().default(0),
    /** The period end that was announced by email. */
    announcedEnd: at('announced_end'),
    /** Last reconciliation. */
    checkedAt: at('checked_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('memberships_plan', isListed(t.plan)),
    check('memberships_status', isListed(t.status)),
    // May exceed the limit after a downgrade.
    check('memberships_posts', sql`${t.postsUsed} >= 0`),
    check('memberships_period', sql`${t.currentPeriodStart} < ${t.currentPeriodEnd}`),
    uniqueIndex('memberships_one_live').on(t.userId).where(sql`status in ('active', 'canceling', 'past_due')`),
    index('memberships_user').on(t.userId, t.createdAt),
    index('memberships_live_end').on(t.currentPeriodEnd).where(sql`status in ('active', 'canceling', 'past_due')`),
  ],
);
policy(memberships, {
  personalData: {
    owner: 'userId',
    part: 'memberships',
    onClosure: {
      kept: 'id userId plan status postsUsed postsLimit stripeSubscriptionId currentPeriodStart currentPeriodEnd paymentOverrideBy version announcedEnd checkedAt createdAt updatedAt',
      emptied: '',
    },
  },
});

/** Paid and given periods; append-only by trigger. */
export const membershipPeriods = pgTable(
  'membership_periods',
  {
    id: id(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id, { onDelete: 'restrict' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    plan: text('plan', { enum: ['entry', 'silver', 'gold'] }).notNull(),
    startsAt: at('starts_at').notNull(),
    endsAt: at('ends_at').notNull(),
    /** Lek; 0 for a gift. */
    amount: money('amount').notNull(),
    method: text('method', { enum: ['card', 'bank', 'cash', 'gift'] }).notNull(),
    /** `in_…`, the invoice of a payment by card. */
    providerInvoiceId: text('provider_invoice_id').unique(),
    /** Reference of a bank transfer or receipt. */
    reference: text('reference'),
    receivedAt: at('received_at').notNull().defaultNow(),
    /** The admin who recorded it; null for payments by card. */
    recordedBy: uuid('recorded_by').references(() => users.id, { onDelete: 'restrict' }),
    createdAt: createdAt(),
  },
  (t) => [
    check('membership_periods_plan', isListed(t.plan)),
    check('membership_periods_method', isListed(t.method)),
    check('membership_periods_span', sql`${t.startsAt} < ${t.endsAt}`),
    check('membership_periods_amount', sql`(${t.method} = 'gift') = (${t.amount} = 0) and ${t.amount} >= 0`),
    check('membership_periods_card', sql`(${t.method} = 'card') = (${t.providerInvoiceId} is not null)`),
    check('membership_periods_recorded', sql`(${t.method} = 'card') = (${t.recordedBy} is null)`),
    check('membership_periods_reference', sql`(${t.method} in ('bank', 'cash')) = (${t.reference} is not null)`),
    uniqueIndex('membership_periods_reference_once').on(t.method, sql`lower(${t.reference})`),
    index('membership_periods_membership').on(t.membershipId),
    index('membership_periods_user').on(t.userId),
  ],
);
policy(membershipPeriods, {
  personalData: {
    owner: 'userId',
    part: 'membershipPeriods',
    secret: ['recordedBy'],
    onClosure: {
      kept: 'id membershipId userId plan startsAt endsAt amount method providerInvoiceId reference receivedAt recordedBy createdAt',
      emptied: '',
    },
  },
});

/** Checkout sessions for subscriptions. The id is the idempotency key. */
export const membershipCheckouts = pgTable(
  'membership_checkouts',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    plan: text('plan', { enum: ['entry', 'silver', 'gold'] }).notNull(),
    /** `cs_…`; null until created at the provider. */
    sessionId: text('session_id').unique(),
    status: text('status', { enum: ['open', 'completed', 'expired'] })
      .notNull()
      .default('open'),
    /** The first charge, at the end of a gift or paid period. */
    trialEnd: at('trial_end'),
    returnUrl: text('return_url').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** Last reconciliation. */
    checkedAt: at('checked_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('membership_checkouts_plan', isListed(t.plan)),
    check('membership_checkouts_status', isListed(t.status)),
    uniqueIndex('membership_checkouts_one_open').on(t.userId).where(sql`status = 'open'`),
    index('membership_checkouts_user').on(t.userId, t.createdAt),
  ],
);
policy(membershipCheckouts, {
  personalData: {
    owner: 'userId',
    part: null,
    onClosure: {
      kept: 'id userId plan sessionId status trialEnd returnUrl expiresAt checkedAt createdAt',
      emptied: '',
    },
  },
  retention: { since: 'createdAt', keep: '90 days', where: sql`status <> 'open'` },
});
