/** One process at a time changes a database: who waits says for whom, and not for ever. */
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '#server/kit/start-error.ts';

export interface Waiting {
  /** Told who is waited for. */
  say?: ((step: string) => void) | undefined;
  /** Ends the waiting. */
  signal?: AbortSignal | undefined;
  /** After how long it is given up; five minutes when absent. */
  turnMs?: number | undefined;
}

/** Any constant that nothing else locks. */
const TURN = 8_021_604;
const TURN_MS = 5 * 60_000;
const SAY_MS = 5_000;

const HOLDER = `
  select format('%s (process %s of PostgreSQL, from %s)', coalesce(nullif(application_name, ''), usename), pid,
    coalesce(host(client_addr), 'its own machine')) as who
  from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and classid = 0 and objid = $1 and datname = current_database()
    and pg_locks.database = datid`;

/** Asks again and again: who waits inside a statement holds a snapshot, and an index made concurrently waits for that. */
export async function waitForTurn(client: pg.Client, { say, signal, turnMs = TURN_MS }: Waiting): Promise<void> {
  const began = Date.now();
  const ask = () => client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [TURN]);
  for (let sayAt = began; !(await ask()).rows[0]?.mine; await wait(100, undefined, { signal })) {
    const now = Date.now();
    if (now < sayAt && now < began + turnMs) continue;
    const { rows } = await client.query<{ who: string }>(HOLDER, [TURN]);
    const who = rows[0]?.who ?? 'somebody';
    if (now >= began + turnMs) {
      throw new StartError(
        `The database is to be changed, and ${who} has held its turn to do so for ${turnMs / 1000} seconds. If that is nobody's start any more, end it: select pg_terminate_backend(…).`,
      );
    }
    say?.(`Waiting until ${who} has changed the database …`);
    sayAt = now + SAY_MS;
  }
}
