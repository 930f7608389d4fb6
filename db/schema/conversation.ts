/** What is written to the shop. */
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { isListed } from '../checks.ts';
import { at, createdAt, id } from '../columns.ts';
import { users } from './people.ts';

export const supportMessages = pgTable(
  'support_messages',
  {
    id: id(),
    /** Null means anonymous. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    contactEmail: text('contact_email'),
    subject: text('subject'),
    message: text('message').notNull(),
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
    index('support_messages_status_at').on(t.status, t.createdAt),
  ],
);
