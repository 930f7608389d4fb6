/** Tables of the payment and mail sandboxes, shared by all nodes. Empty where cards and mails are real. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';

/** Objects of the payment sandbox by kind; a payment holds its refunds and disputes. */
export const sandboxObjects = pgTable('sandbox_objects', {
  id: text('id').primaryKey(),
  kind: text('kind').notNull(),
  data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  createdAt: createdAt(),
});
policy(sandboxObjects, {
  retention: {
    since: 'createdAt',
    keep: '30 days',
    where: sql`(kind in ('checkout', 'portal') or kind = 'payment' and data ->> 'state' in ('open', 'canceled'))`,
  },
});

/** Emails shown at /sandbox/mail instead of being sent. */
export const sandboxMails = pgTable(
  'sandbox_mails',
  {
    id: text('id').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** Number of deliveries. */
    times: integer('times').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [index('sandbox_mails_created').on(t.createdAt)],
);
policy(sandboxMails, { retention: { since: 'createdAt', keep: '30 days' } });
