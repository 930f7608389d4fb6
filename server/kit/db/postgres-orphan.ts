/** A PostgreSQL whose Node was killed: it goes on alone until the next start stops it. */
import { setTimeout as wait } from 'node:timers/promises';
import { isPostgres, readPidFile, serves } from './running-postgres.ts';

const PATIENCE_MS = 30_000;

/**
 * Stops the PostgreSQL that still serves `data`, if there is one. Only called with the folder's lock held, so nobody
 * uses it. Its identity is proved by connecting: a number in a pid file may belong to anything by now.
 */
export async function stopOrphan(data: string, password: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let asked = false; Date.now() < deadline; await wait(20)) {
    const orphan = readPidFile(data);
    if (!orphan || !isPostgres(orphan.pid)) return;
    if (!asked && (await serves(orphan.port, password, data))) {
      process.kill(orphan.pid, 'SIGINT');
      asked = true;
    }
  }
}

/**
 * A pid file whose number now belongs to a program that is not PostgreSQL (after a restart of a container, say) would
 * stop PostgreSQL from starting. This is PostgreSQL's own way to be told; it still looks whether the data is in use.
 */
export function orphanEnvironment(data: string): NodeJS.ProcessEnv {
  const stale = readPidFile(data);
  return stale && !isPostgres(stale.pid) ? { PG_GRANDPARENT_PID: String(stale.pid) } : {};
}
