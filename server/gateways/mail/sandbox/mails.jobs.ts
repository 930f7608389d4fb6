/** Mails that nobody reads any more. */
import { sql } from 'drizzle-orm';
import { inBatches } from '#server/kit/db/batches.ts';
import type { Db } from '#server/kit/db/db.ts';
import { cleanupJob } from '#server/kit/jobs/job.ts';

export const deleteExpiredSandboxMails = cleanupJob({
  name: 'delete-expired-sandbox-mails',
  cron: '47 * * * *',
  table: 'sandbox_mails',
  rows: 'the newest 500, from when they were sent',
  kept: '30 days',
  run: ({ db }: { db: Db }, kept) =>
    inBatches(
      db,
      (limit) => sql`delete from sandbox_mails where ctid = any(array(
        select ctid from sandbox_mails where created_at < now() - ${kept}::interval limit ${limit}))`,
    ),
});
