/** The explicit list of recurring work. graphile-worker runs each entry once per tick, however many nodes there are. */
import { Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker';
import type { Deps } from './deps.ts';
import { markOver } from './features/deals/deals.store.ts';
import { createPool } from './kit/db/pool.ts';

interface Sweep {
  name: string;
  /** As in a crontab, in UTC. */
  cron: string;
  table: string;
  /** Which rows have done their service. */
  gone: string;
}

export const sweeps: readonly Sweep[] = [
  { name: 'sessions-expire', cron: '3 * * * *', table: 'sessions', gone: 'expire < now()' },
  { name: 'rate-limits-expire', cron: '*/10 * * * *', table: 'rate_limits', gone: 'expires_at < now()' },
  {
    name: 'cart-items-forget',
    cron: '*/10 * * * *',
    table: 'cart_items',
    gone: "removed_at < now() - interval '10 minutes'",
  },
  { name: 'deal-views-forget', cron: '17 3 * * *', table: 'deal_views', gone: 'day < (current_date - 2)::text' },
];

const MARK_OVER = { name: 'deals-mark-over', cron: '* * * * *' };

const BATCH = 5000;

/** Starts the worker on connections of its own: a job may take longer than a request. */
export async function startJobs({ log }: Pick<Deps, 'log'>, url: string): Promise<{ close: () => Promise<void> }> {
  const onError = (error: Error) => log.warn({ reason: error.message }, 'a connection of the worker broke');
  const pool = createPool({ url, max: 4, name: 'bukuri-worker', statementTimeoutMs: 60_000, onError });
  const runner: Runner = await run({
    pgPool: pool,
    taskList: tasks(),
    parsedCronItems: parseCronItems([...sweeps, MARK_OVER].map(({ name, cron }) => ({ task: name, match: cron }))),
    concurrency: 2,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error({ worker: message }, 'jobs');
      else if (level === 'warning') log.warn({ worker: message }, 'jobs');
    }),
  });
  return {
    close: async () => {
      await runner.stop();
      await pool.end();
    },
  };
}

function tasks(): TaskList {
  return {
    ...Object.fromEntries(
      sweeps.map((sweep) => [sweep.name, (_payload, { query }) => sweepTable(sweep, (sql) => query(sql))] as const),
    ),
    [MARK_OVER.name]: (_payload, { query }) => markOver((sql) => query(sql)),
  };
}

/** In batches, so that no lock is held for long. */
async function sweepTable(
  { table, gone }: Pick<Sweep, 'table' | 'gone'>,
  query: (sql: string) => Promise<{ rowCount: number | null }>,
): Promise<void> {
  const batch = `delete from ${table} where ctid = any(array(select ctid from ${table} where ${gone} limit ${BATCH}))`;
  while ((await query(batch)).rowCount === BATCH);
}
