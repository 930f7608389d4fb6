/** What the stand-in for cards need not know any more. */
import { sql } from 'drizzle-orm';
import { inBatches } from '#server/kit/db/batches.ts';
import type { Db } from '#server/kit/db/db.ts';
import { cleanupJob } from '#server/kit/jobs/job.ts';

export const deleteExpiredSandboxAnswers = cleanupJob({
  name: 'delete-expired-sandbox-answers',
  cron: '41 * * * *',
  table: 'sandbox_answers',
  rows: 'all, from the answer',
  // As long as Stripe keeps a key.
  kept: '24 hours',
  run: ({ db }: { db: Db }, kept) =>
    inBatches(
      db,
      (limit) => sql`delete from sandbox_answers where ctid = any(array(
        select ctid from sandbox_answers where created_at < now() - ${kept}::interval limit ${limit}))`,
    ),
});

export const deleteExpiredSandboxEvents = cleanupJob({
  name: 'delete-expired-sandbox-events',
  cron: '43 * * * *',
  table: 'sandbox_events',
  rows: 'all, from the event',
  kept: '30 days',
  run: ({ db }: { db: Db }, kept) =>
    inBatches(
      db,
      (limit) => sql`delete from sandbox_events where ctid = any(array(
        select ctid from sandbox_events where created_at < now() - ${kept}::interval limit ${limit}))`,
    ),
});

/** Whoever tries cards at one payment leaves a charge and a card of each. */
export const deleteExpiredSandboxObjects = cleanupJob({
  name: 'delete-expired-sandbox-objects',
  cron: '47 * * * *',
  table: 'sandbox_objects',
  rows: 'what paid nothing, from when it was made',
  kept: '30 days',
  run: ({ db }: { db: Db }, kept) =>
    inBatches(
      db,
      (limit) => sql`delete from sandbox_objects where ctid = any(array(
        select ctid from sandbox_objects where created_at < now() - ${kept}::interval and (kind = 'payment_method'
          or kind = 'charge' and body ->> 'status' = 'failed'
          or kind = 'payment_intent' and body ->> 'status' not in ('succeeded', 'processing')) limit ${limit}))`,
    ),
});
