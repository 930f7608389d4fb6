/** What the stand-ins for cards and mails keep, so that they are one for all nodes. Empty where cards and mails are real. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at, createdAt } from '../columns.ts';
import { policy } from '../table-policies.ts';

/** Its objects as it answers them: payment intents, charges, refunds, disputes. */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('sandbox_objects_payment').on(sql`(${t.body} ->> 'payment_intent')`)],
);
policy(sandboxObjects, {
  retention: {
    since: 'createdAt',
    keep: '30 days',
    where: sql`(kind = 'payment_method' or kind = 'charge' and body ->> 'status' = 'failed'
      or kind = 'payment_intent' and body ->> 'status' not in ('succeeded', 'processing'))`,
  },
});

/** What it answered to a key, to answer it again. */
export const sandboxAnswers = pgTable('sandbox_answers', {
  key: text('key').primaryKey(),
  /** What was asked, to refuse the key for anything else. */
  request: text('request').notNull(),
  status: integer('status').notNull(),
  body: jsonb('body').$type<Record<string, unknown>>().notNull(),
  createdAt: createdAt(),
});
// As long as Stripe keeps an idempotency key.
policy(sandboxAnswers, { retention: { since: 'createdAt', keep: '24 hours' } });

/** What it has to tell us, until we heard it. */
export const sandboxEvents = pgTable(
  'sandbox_events',
  {
    id: text('id').primaryKey(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    dueAt: at('due_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    deliveredAt: at('delivered_at'),
    createdAt: createdAt(),
  },
  (t) => [index('sandbox_events_due').on(t.dueAt).where(sql`delivered_at is null`)],
);
policy(sandboxEvents, { retention: { since: 'createdAt', keep: '30 days' } });

/** How it is to fail, for whoever tries what then happens. */
export const sandboxFaults = pgTable('sandbox_faults', {
  name: text('name').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
});

/** Mails that were not sent but kept, to be read by whoever works on the shop. */
export const sandboxMails = pgTable(
  'sandbox_mails',
  {
    id: text('id').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** How often it was sent. */
    times: integer('times').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [index('sandbox_mails_created').on(t.createdAt)],
);
policy(sandboxMails, { retention: { since: 'createdAt', keep: '30 days' } });
