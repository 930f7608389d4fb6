/** Accounts, their suspensions and settings. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { languages } from '#core/i18n/language.ts';
import { isListed } from '#db/checks.ts';
import { at, createdAt, id, updatedAt } from '#db/columns.ts';
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
    closedAt: at('closed_at'),
    /** Set by `delete_closed_account` where the row is still referenced. */
    recordsDeletedAt: at('records_deleted_at'),
    /** Cash orders that expired before do not restrict the account: an administrator lifted that. */
    cashLiftedAt: at('cash_lifted_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('users_role', isListed(t.role)),
    check('users_closed', sql`${t.closedAt} is null or not ${t.isActive}`),
    index('users_closed_at').on(t.closedAt).where(sql`closed_at is not null and records_deleted_at is null`),
    check('users_language', isListed(t.language)),
    check('users_display_name', sql`char_length(${t.displayName}) between 1 and 60`),
    index('users_newest').on(t.createdAt, t.id),
    // Search of administrators.
    index('users_alike').using(
      'gin',
      sql`search_folded(${t.username} || ' ' || ${t.email} || ' ' || ${t.id}::text) gin_trgm_ops`,
    ),
    check('users_email_lower', sql`${t.email} = lower(${t.email}) and ${t.username} = lower(${t.username})`),
  ],
);
// The anonymous row stays for accounting.
policy(users, {
  personalData: {
    owner: 'id',
    part: 'account',
    onClosure: {
      kept: 'id role canPostDeals isActive language termsAcceptedAt termsVersion closedAt recordsDeletedAt cashLiftedAt createdAt',
      emptied: 'username displayName email passwordHash emailVerifiedAt stripeCustomerId stripeSubscriptionId',
    },
  },
});

/** Suspensions by administrators. An inactive account without a row here is closed. */
export const accountSuspensions = pgTable(
  'account_suspensions',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Emailed, and shown at sign-in. */
    reason: text('reason').notNull(),
    suspendedBy: uuid('suspended_by').references(() => users.id, { onDelete: 'set null' }),
    /** Deals that were active, to be resumed. */
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
