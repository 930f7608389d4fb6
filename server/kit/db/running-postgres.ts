/** The PostgreSQL that serves a data folder at this moment, whoever started it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** The address of the database of a shop that is open on `folder`; nothing when none is. */
export async function runningPostgres(folder: string): Promise<string | undefined> {
  const data = join(folder, 'postgres/cluster');
  const found = readPidFile(data);
  if (!found || !isPostgres(found.pid)) return undefined;
  const password = readFileSync(join(folder, 'postgres/password'), 'utf8');
  if (!(await serves(found.port, password, data))) return undefined;
  return `postgres://bukuri:${password}@127.0.0.1:${found.port}/bukuri`;
}

/** What PostgreSQL writes of itself into its data. */
export function readPidFile(data: string): { pid: number; port: number } | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** Alive and, where /proc can tell, a postgres; a zombie is neither. */
export function isPostgres(pid: number): boolean {
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

/** Whether it is the PostgreSQL of `data` that answers at `port`. */
export async function serves(port: number, password: string, data: string): Promise<boolean> {
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
