/** A node of the shop as a process, on a PostgreSQL of its own, for proofs that send real requests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { freePort } from '#test/free-port.ts';
import { firstAnswer } from '../demo-shop.ts';

const MAIN = fileURLToPath(new URL('../../server/main.mjs', import.meta.url));

export interface StartedShop {
  origin: string;
  child: ChildProcess;
  /** Everything it has said so far. */
  output: () => string;
  /** The sum of a metric, over all its labels. */
  metric: (name: string) => Promise<number>;
  /** To its database. */
  pool: Pool;
  databaseUrl: string;
  /** Where its PostgreSQL lives. */
  folder: string;
  /** Everything its PostgreSQL has said so far. */
  databaseLog: () => string;
}

/** Ends with `opened`, and throws then if it did not end in order. */
export async function startShop(opened: AsyncDisposableStack, env: Record<string, string> = {}): Promise<StartedShop> {
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-prove-'));
  opened.defer(() => rmSync(folder, { recursive: true }));
  const postgres = await startEmbeddedPostgres({ folder, settings: ['max_connections=100'] });
  opened.defer(() => postgres.stop());
  const pool = createPool({ url: postgres.url, name: 'bukuri-prove', max: 2 });
  opened.defer(() => pool.end());
  const node = await startNode(opened, { databaseUrl: postgres.url, env });
  const databaseLog = () => readFileSync(join(folder, 'postgres/log'), 'utf8');
  return { ...node, pool, databaseUrl: postgres.url, folder, databaseLog };
}

/** One more node on that database. */
export async function startNode(
  opened: AsyncDisposableStack,
  { databaseUrl, env }: { databaseUrl: string; env: Record<string, string> },
): Promise<Omit<StartedShop, 'pool' | 'databaseUrl' | 'folder' | 'databaseLog'>> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      SEED: 'demo',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  opened.defer(async () => {
    child.kill('SIGINT');
    const [code, signal] = await ended;
    if (code !== 0) throw new Error(`a node ended with ${signal ?? code}, and had said:\n${said.slice(-10_000)}`);
  });
  await firstAnswer(`${origin}/readyz`, 60_000);
  const metric = async (name: string) => {
    const told = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const lines = told.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'));
    return [...lines].reduce((sum, [, value]) => sum + Number(value), 0);
  };
  return { origin, child, output: () => said, metric };
}
