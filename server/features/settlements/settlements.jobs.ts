/** Closes the months of salons and checks the ledger, every night. */
import { sql } from 'drizzle-orm';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/kit/db/db.ts';
import { recurring } from '#server/kit/jobs/job.ts';
import { checkLedger } from './ledger-checks.ts';
import { runningMonth } from './settlements.store.ts';

/** Salons that are read at a time. */
const BATCH = 500;

/**
 * Closes all months before the running one, each salon in a transaction of its own under its lock. Months that an earlier run
 * missed are closed too. Returns how many. A salon that fails does not keep others from it.
 * @param running - for tests and demo data: the month that stays open
 */
export async function closeMonths(db: Db, running: string | null = null): Promise<number> {
  const before = sql`coalesce(${running}::text, ${runningMonth})`;
  let last: { salonId: string; isTest: boolean } | null = null;
  let closed = 0;
  const failures: unknown[] = [];
  for (;;) {
    const behind: ReturnType<typeof sql> = last
      ? sql`(salon_id, is_test) > (${last.salonId}, ${last.isTest}::boolean)`
      : sql`true`;
    const { rows } = await db.execute<{ salonId: string; isTest: boolean }>(sql`
      select distinct salon_id as "salonId", is_test as "isTest" from ledger_entries
      where month is null and created_at < ((${before} || '-01')::timestamp at time zone 'Europe/Tirane') and ${behind}
      order by 1, 2 limit ${BATCH}`);
    for (const { salonId, isTest } of rows) {
      const closing = db.execute<{ count: number }>(
        sql`select close_statements(${salonId}, ${isTest}, ${before}) as count`,
      );
      const done = await closing.catch((error: unknown) => void failures.push(error));
      closed += done?.rows[0]?.count ?? 0;
    }
    last = rows.at(-1) ?? null;
    if (rows.length < BATCH) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'months could not be closed');
  return closed;
}

/** Every night, so that a missed first of the month is made up for; only then there is something to close. */
export const closeStatements = recurring({
  name: 'settlements-close-months',
  cron: '20 2 * * *',
  run: async ({ db, log }: Pick<Deps, 'db' | 'log'>) => {
    const closed = await closeMonths(db);
    if (closed > 0) log.info({ statements: closed }, 'months of salons closed');
    await db.execute(sql`select forget_bank_accounts()`);
  },
});

export const nightlyLedgerCheck = recurring({
  name: 'settlements-check-ledger',
  cron: '47 2 * * *',
  run: async ({ db, log }: Pick<Deps, 'db' | 'log'>) => {
    const broken = Object.entries(await checkLedger(db)).filter(([, count]) => count > 0);
    if (broken.length > 0) log.error({ broken: Object.fromEntries(broken) }, 'the ledger breaks its rules');
  },
});
