/** The PostgreSQL of a folder as its processes: what crashes and hangs are made of. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the folder's PostgreSQL is. */
export function postgresOf(folder: string): { pid: number; url: string } {
  const [pid, , , port] = readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(join(folder, 'postgres/password'), 'utf8');
  return { pid: Number(pid), url: `postgres://bukuri:${password}@127.0.0.1:${port}/bukuri` };
}

/** Makes it hang: it neither answers nor closes. */
export const freeze = (folder: string) => signal(folder, 'SIGSTOP');
export const thaw = (folder: string) => signal(folder, 'SIGCONT');

/** The server first, so that it starts no further process. */
function signal(folder: string, name: NodeJS.Signals): void {
  const { pid } = postgresOf(folder);
  process.kill(pid, name);
  for (const child of childrenOf(pid)) killIfThere(child, name);
}

/** A connection may end between being seen and being told. */
function killIfThere(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!String(error).includes('ESRCH')) throw error;
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // It ended meanwhile.
    return undefined;
  }
}
