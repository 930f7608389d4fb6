/** Messages to support, and notices of closed accounts. */
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ALL_REPORT_REASONS, REPORT_DECISIONS } from '#core/contract/deal-reports.ts';
import { languages } from '#core/i18n/language.ts';
import { isListed } from '#db/checks.ts';
import { at, createdAt, id } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';
import { deals } from './catalogue.ts';
import { orders } from './shopping.ts';
import { users } from './users.ts';

export const supportMessages = pgTable(
  'support_messages',
  {
    id: id(),
    /** Null means anonymous. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    contactEmail: text('contact_email'),
    /** What it is about. */
    orderId: uuid('order_id').references(() => orders.id, { onDelete: 'set null' }),
    subject: text('subject'),
    message: text('message').notNull(),
    /** Language of the page, for guests; accounts are answered in their own. */
    language: text('language', { enum: languages }).notNull().default('sq'),
    status: text('status', { enum: ['pending', 'read'] })
      .notNull()
      .default('pending'),
    createdAt: createdAt(),
    readAt: at('read_at'),
    adminReply: text('admin_reply'),
    repliedAt: at('replied_at'),
    repliedBy: uuid('replied_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    check('support_messages_status', isListed(t.status)),
    check('support_messages_language', isListed(t.language)),
    check('support_messages_reply', sql`(${t.adminReply} is null) = (${t.repliedAt} is null)`),
    index('support_messages_newest').on(t.createdAt, t.id),
    index('support_messages_alike').using(
      'gin',
      sql`search_folded(coalesce(${t.contactEmail}, '') || ' ' || coalesce(${t.subject}, '') || ' ' || ${t.message}) gin_trgm_ops`,
    ),
    index('support_messages_user').on(t.userId, t.createdAt),
    index('support_messages_status_at').on(t.status, t.createdAt),
  ],
);
// Includes a guest's messages from the account's verified address: see personal-data-export.ts and account closure.
policy(supportMessages, {
  personalData: { owner: 'userId', part: 'messages', onClosure: 'delete' },
  retention: { since: 'createdAt', keep: '3 years' },
});

/** Recipient of the email about a closed account, which no longer has an address; deleted once it is sent. */
export const closedAccountNotices = pgTable(
  'closed_account_notices',
  {
    id: id(),
    email: text('email').notNull(),
    language: text('language', { enum: languages }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('closed_account_notices_language', isListed(t.language)),
    index('closed_account_notices_created').on(t.createdAt),
  ],
);
// As long as the job retries.
policy(closedAccountNotices, { retention: { since: 'createdAt', keep: '2 days' } });

/** One report per deal and reporter; `reporter` is the account, or the browser of a guest. */
export const dealReports = pgTable(
  'deal_reports',
  {
    id: id(),
    dealId: uuid('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** Null for a guest, and of a review. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Of a review the same for all deals, so that each has one. */
    reporter: text('reporter').notNull(),
    reason: text('reason', { enum: ALL_REPORT_REASONS }).notNull(),
    text: text('text'),
    createdAt: createdAt(),
    /** Null until an administrator decided. */
    decision: text('decision', { enum: REPORT_DECISIONS }),
    decidedAt: at('decided_at'),
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    check('deal_reports_reason', isListed(t.reason)),
    check('deal_reports_decision', isListed(t.decision)),
    check('deal_reports_decided', sql`(${t.decision} is null) = (${t.decidedAt} is null)`),
    index('deal_reports_open').on(t.createdAt).where(sql`decision is null`),
    uniqueIndex('deal_reports_once').on(t.dealId, t.reporter),
    index('deal_reports_user').on(t.userId),
    index('deal_reports_newest').on(t.createdAt, t.id),
  ],
);
policy(dealReports, {
  personalData: { owner: 'userId', part: 'dealReports', secret: ['decidedBy'], onClosure: 'delete' },
  retention: { since: 'createdAt', keep: '1 year' },
});
