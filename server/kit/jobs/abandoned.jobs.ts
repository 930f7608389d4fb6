/** Jobs whose node was killed go to the next one: graphile-worker alone waits four hours for a node to come back. */
import { sql } from 'drizzle-orm';
import type { Db } from '#server/kit/db/db.ts';
import { recurring } from './job.ts';
import { nameOfWorker } from './worker.ts';

export const abandonedTakeOver = recurring({
  name: 'abandoned-take-over',
  cron: '* * * * *',
  run: async ({ db }: { db: Db }) => {
    // A worker that has just lost its connection has a minute to come back with another.
    await db.execute(sql`select graphile_worker.force_unlock_workers(array(
      select locked_by from graphile_worker.jobs where locked_at < now() - interval '1 minute'
        and ${nameOfWorker('')} || locked_by not in (select application_name from pg_stat_activity)))`);
  },
});
