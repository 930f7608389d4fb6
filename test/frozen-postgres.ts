/** A PostgreSQL of one test, which can be made to hang: it neither answers nor closes. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { postgresOf } from './shop-process.ts';

export interface FreezablePostgres {
  url: string;
  freeze: () => void;
  thaw: () => void;
}

export async function freezablePostgres(): Promise<FreezablePostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-frozen-'));
  const { url, stop } = await startEmbeddedPostgres({ folder });
  const { pid } = postgresOf(folder);
  const signal = (name: NodeJS.Signals) => {
    for (const each of [pid, ...childrenOf(pid)]) process.kill(each, name);
  };
  onTestFinished(async () => {
    signal('SIGCONT');
    await stop();
    rmSync(folder, { recursive: true });
  });
  // The server first, so that it starts no further process.
  return { url, freeze: () => signal('SIGSTOP'), thaw: () => signal('SIGCONT') };
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
