/** The PostgreSQL of a folder as its process: what crashes are made of. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the folder's PostgreSQL is. */
export function postgresOf(folder: string): { pid: number; url: string } {
  const [pid, , , port] = readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(join(folder, 'postgres/password'), 'utf8');
  return { pid: Number(pid), url: `postgres://bukuri:${password}@127.0.0.1:${port}/bukuri` };
}
