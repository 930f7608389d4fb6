/** Accounts, their settings, dealer requests and memberships. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { languages } from '#core/i18n/language.ts';
import { isListed } from '#db/checks.ts';
import { at, createdAt, id, money, updatedAt } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    username: text('username').notNull().unique(),
    /** Null for the username. */
    displayName: text('display_name'),
    email: text('email').notNull().unique(),
    /** argon2id; null for accounts that only sign in with an identity provider. */
    passwordHash: text('password_hash'),
    role: text('role', { enum: ['user', 'admin'] })
      .notNull()
      .default('user'),
    canPostDeals: boolean('can_post_deals').notNull().default(false),
    /** A closed account keeps an anonymous row; a trigger deactivates its deals. */
    isActive: boolean('is_active').notNull().default(true),
    /** Language of emails. */
    language: text('language', { enum: languages }).notNull().default('sq'),
    emailVerifiedAt: at('email_verified_at'),
    termsAcceptedAt: at('terms_accepted_at'),
    /** Version of the accepted terms: the day they took effect. */
    termsVersion: text('terms_version'),
    stripeCustomerId: text('stripe_customer_id').unique(),
    stripeSubscriptionId: text('stripe_subscription_id').unique(),
    /** When the account was closed. */
    closedAt: at('closed_at'),
    /** When `delete_closed_account` deleted the records of a closed account; the row is still referred to. */
    recordsDeletedAt: at('records_deleted_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('users_role', isListed(t.role)),
    check('users_closed', sql`${t.closedAt} is null or not ${t.isActive}`),
    index('users_closed_at').on(t.closedAt).where(sql`closed_at is not null and records_deleted_at is null`),
    check('users_language', isListed(t.language)),
    check('users_display_name', sql`char_length(${t.displayName}) between 1 and 60`),
    index('users_newest').on(t.createdAt, t.id),
    // What administrators search for.
    index('users_alike').using(
      'gin',
      sql`search_folded(${t.username} || ' ' || ${t.email} || ' ' || ${t.id}::text) gin_trgm_ops`,
    ),
    check('users_email_lower', sql`${t.email} = lower(${t.email}) and ${t.username} = lower(${t.username})`),
  ],
);
// An anonymous row stays for accounting.
policy(users, { personalData: { owner: 'id', part: 'account', onClosure: 'keep' } });

/** An account that administrators suspended: inactive until it is reinstated. An inactive account without a row here is closed. */
export const accountSuspensions = pgTable(
  'account_suspensions',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Mailed, and shown at sign-in. */
    reason: text('reason').notNull(),
    suspendedBy: uuid('suspended_by').references(() => users.id, { onDelete: 'set null' }),
    /** Those that were active, to be resumed. */
    pausedDeals: uuid('paused_deals').array().notNull(),
    createdAt: createdAt(),
  },
  (t) => [check('account_suspensions_reason', sql`char_length(${t.reason}) between 1 and 1000`)],
);
policy(accountSuspensions, {
  personalData: { owner: 'userId', part: 'suspension', secret: ['suspendedBy', 'pausedDeals'], onClosure: 'delete' },
});

export const userSettings = pgTable('user_settings', {
  id: id(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  emailNotifications: boolean('email_notifications').notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
policy(userSettings, { personalData: { owner: 'userId', part: 'settings', secret: ['id'], onClosure: 'delete' } });

export const dealerRequests = pgTable(
  'dealer_requests',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    nipt: text('nipt').notNull(),
    phone: text('phone'),
    email: text('email'),
    status: text('status', { enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    requestedAt: at('requested_at').notNull().defaultNow(),
    reviewedAt: at('reviewed_at'),
    reviewedBy: uuid('reviewed_by').references(() => users.id, { onDelete: 'set null' }),
    notes: text('notes'),
  },
  (t) => [
    check('dealer_requests_status', isListed(t.status)),
    check('dealer_requests_reviewed', sql`(${t.status} = 'pending') = (${t.reviewedAt} is null)`),
    check('dealer_requests_contact', sql`${t.phone} is not null or ${t.email} is not null`),
    uniqueIndex('dealer_requests_one_pending').on(t.userId).where(sql`status = 'pending'`),
    index('dealer_requests_user').on(t.userId),
    index('dealer_requests_status_at').on(t.status, t.requestedAt),
  ],
);
policy(dealerRequests, {
  personalData: { owner: 'userId', part: 'dealerRequests', secret: ['id', 'reviewedBy'], onClosure: 'delete' },
});

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
    /** The admin who gave it as a gift; null when it is paid. */
    paymentOverrideBy: uuid('payment_override_by').references(() => users.id, { onDelete: 'set null' }),
    /** Raised by every change but that of `postsUsed`: what was fetched from the provider before is not applied after. */
    version: integer('version').notNull().default(0),
    /** The end of a period that was announced by email. */
    announcedEnd: at('announced_end'),
    /** When the provider was last asked about its subscription without anybody waiting. */
    checkedAt: at('checked_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('memberships_plan', isListed(t.plan)),
    check('memberships_status', isListed(t.status)),
    // More than the limit where the plan became smaller.
    check('memberships_posts', sql`${t.postsUsed} >= 0`),
    check('memberships_period', sql`${t.currentPeriodStart} < ${t.currentPeriodEnd}`),
    uniqueIndex('memberships_one_live').on(t.userId).where(sql`status in ('active', 'canceling', 'past_due')`),
    index('memberships_user').on(t.userId, t.createdAt),
    index('memberships_live_end').on(t.currentPeriodEnd).where(sql`status in ('active', 'canceling', 'past_due')`),
  ],
);
policy(memberships, { personalData: { owner: 'userId', part: 'memberships', onClosure: 'keep' } });

/** Each period that was paid or given; a trigger refuses changes. */
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
    /** Of a bank transfer or a receipt. */
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
  personalData: { owner: 'userId', part: 'membershipPeriods', secret: ['recordedBy'], onClosure: 'keep' },
});

/** A payment page of the provider on which somebody may subscribe. Its id is the idempotency key. */
export const membershipCheckouts = pgTable(
  'membership_checkouts',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    plan: text('plan', { enum: ['entry', 'silver', 'gold'] }).notNull(),
    /** `cs_…`; null until the provider opened it. */
    sessionId: text('session_id').unique(),
    status: text('status', { enum: ['open', 'completed', 'expired'] })
      .notNull()
      .default('open'),
    /** The card is charged when a gift or a paid time ends. */
    trialEnd: at('trial_end'),
    /** Where the page returns to. */
    returnUrl: text('return_url').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** When the provider was last asked about it without anybody waiting. */
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
  personalData: { owner: 'userId', part: null, onClosure: 'keep' },
  retention: { since: 'createdAt', keep: '90 days', where: sql`status <> 'open'` },
});
