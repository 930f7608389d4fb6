/** Deletes what was kept of closed accounts, some years after they were closed (Spec 2 §9). */
import { sql } from 'drizzle-orm';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { recurring } from '#server/kit/jobs/job.ts';

/** After the closure; the legal texts say so. */
const KEPT_YEARS = 3;
/** In one run; the rest waits for the next night. */
const MOST = 10_000;

export const deleteClosedAccounts = recurring({
  name: 'privacy-delete-closed-accounts',
  cron: '27 3 * * *',
  run: async ({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) => {
    const before = new Date(clock.now());
    before.setUTCFullYear(before.getUTCFullYear() - KEPT_YEARS);
    const until = before.toISOString();
    const { rows } = await db.execute<{ id: string }>(sql`select id from users
      where closed_at < ${until} and records_deleted_at is null order by closed_at limit ${MOST}`);
    const errors: unknown[] = [];
    // One that cannot be deleted does not keep the others.
    for (const { id } of rows) {
      await inTransaction(db, (tx) => tx.execute(sql`select delete_closed_account(${id}, ${until})`)).catch((error) =>
        errors.push(error),
      );
    }
    if (rows.length > 0) log.info({ accounts: rows.length - errors.length }, 'records of closed accounts deleted');
    if (errors.length > 0) throw new AggregateError(errors, 'closed accounts were not deleted');
  },
});
