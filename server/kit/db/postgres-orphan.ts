/** A PostgreSQL whose Node was killed: it goes on alone until the next start stops it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

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

function readPidFile(data: string): { pid: number; port: number } | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** Alive and, where /proc can tell, a postgres; a zombie is neither. */
function isPostgres(pid: number): boolean {
  if (existsSync('/proc/self/stat')) {
    if (!existsSync(`/proc/${pid}/stat`)) return false;
    return /\(postgres\) [^Z]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function serves(port: number, password: string, data: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: `postgres://bukuri:${password}@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data: string }>("select current_setting('data_directory') as data");
    await client.end();
    return rows[0]?.data === data;
  } catch {
    return false;
  }
}
