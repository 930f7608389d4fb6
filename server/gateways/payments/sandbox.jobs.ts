/** Cleanup of the payment sandbox. */
import { sql } from 'drizzle-orm';
import { inBatches } from '#server/kit/db/batches.ts';
import type { Db } from '#server/kit/db/db.ts';
import { cleanupJob } from '#server/kit/jobs/job.ts';

export const deleteExpiredSandboxObjects = cleanupJob({
  name: 'delete-expired-sandbox-objects',
  cron: '47 * * * *',
  table: 'sandbox_objects',
  rows: 'payments that were not paid, from when they were made',
  kept: '30 days',
  run: ({ db }: { db: Db }, kept) =>
    inBatches(
      db,
      (limit) => sql`delete from sandbox_objects where ctid = any(array(
        select ctid from sandbox_objects where created_at < now() - ${kept}::interval
          and kind = 'payment' and data ->> 'state' in ('open', 'canceled') limit ${limit}))`,
    ),
});
