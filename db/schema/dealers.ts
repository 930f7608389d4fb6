/** Requests to become a dealer. */
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { isListed } from '#db/checks.ts';
import { at, id } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';
import { users } from './users.ts';

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
