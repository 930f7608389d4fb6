/** What is written to the shop, and its last words to who leaves. */
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { languages } from '#core/i18n/language.ts';
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

/** Where somebody is told that their account is closed: no account knows the address any more, and this goes with the mail. */
export const farewells = pgTable(
  'farewells',
  {
    id: id(),
    email: text('email').notNull(),
    language: text('language', { enum: languages }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [check('farewells_language', isListed(t.language)), index('farewells_created').on(t.createdAt)],
);
