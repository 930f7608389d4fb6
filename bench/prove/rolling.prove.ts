/**
 * `npm run prove -- rolling --restarts=20 --requests=10000` restarts two nodes in turn behind the nginx of this machine, with
 * `deploy/nginx.conf`, while people read and put things into their carts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { startNode } from '#e2e/shop/node-process.ts';
import { createDb } from '#server/kit/db/db.ts';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { startSession } from '#server/kit/http/sessions.ts';
import { freePort } from '#test/free-port.ts';
import { howMany } from './asked.ts';
import { lastingDeals } from './buyers.ts';

const PEOPLE = 12;
const POSTS_OF_PERSON = 0.3;

export const promise = 'two nodes behind nginx are restarted in turn and no GET and no POST is lost';

export async function prove(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { restarts: { type: 'string', default: '20' }, requests: { type: 'string', default: '10000' } },
  });
  const [restarts, requests] = [howMany(values.restarts), howMany(values.requests)];
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-rolling-'));
  opened.defer(() => rmSync(folder, { recursive: true }));
  const postgres = await startEmbeddedPostgres({ folder, settings: ['max_connections=100'] });
  opened.defer(() => postgres.stop());
  const [port, ...ports] = await Promise.all([freePort(), freePort(), freePort()]);
  const publicUrl = `http://localhost:${port}`;
  const open = (at: number) => startNode({ databaseUrl: postgres.url, publicUrl, port: at, role: 'web' });
  const nodes: ChildProcess[] = [];
  for (const at of ports) nodes.push(await open(at));
  opened.defer(async () => void (await Promise.all(nodes.map(end))));
  const proxy = await startNginx(folder, { port, ports });
  opened.defer(() => end(proxy));
  const pool = createPool({ url: postgres.url, name: 'bukuri-prove' });
  opened.defer(() => pool.end());

  const load = await startLoad(pool, publicUrl);
  const began = performance.now();
  for (let time = 0; time < restarts; time++) {
    const [node, at] = [nodes[time % 2], ports[time % 2]];
    if (!node || !at) throw new Error('there are two nodes');
    await end(node);
    nodes[time % 2] = await open(at);
  }
  const { asked, posted, lost } = await load.stop(requests);
  const { rows } = await pool.query('select count(*)::int as kept from cart_additions');
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${restarts} restarts, ${asked} requests, ${posted} of them POST, in ${seconds} s: ${lost.length} lost; ${rows[0].kept} additions kept`,
  );
  if (lost.length === 0 && rows[0].kept === posted) return;
  const errors = readFileSync(join(folder, 'error.log'), 'utf8')
    .split('\n')
    .filter((line) => !/refused/.test(line));
  throw new Error(`lost: ${[...new Set(lost)].join(', ')}; nginx says:\n${errors.join('\n')}`);
}

/** As a supervisor does it. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}`);
}

async function startNginx(folder: string, { port, ports }: { port: number; ports: number[] }): Promise<ChildProcess> {
  const given = readFileSync('deploy/nginx.conf', 'utf8');
  const [first, second] = ports;
  const conf = given
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace('server_name bukuri.example', 'server_name localhost')
    // All its people come from one address, faster than people do.
    .replace(/rate=\d+r/, 'rate=100000r')
    .replace(/^ *ssl_.*\n/gm, '');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {} http { access_log off; ${conf} }`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'inherit' });
  child.once('error', (error) => console.error(`nginx is wanted on this machine: ${error.message}`));
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

interface Load {
  /** Once so many requests were made. */
  stop: (least: number) => Promise<{ asked: number; posted: number; lost: string[] }>;
}

async function startLoad(pool: Pool, origin: string): Promise<Load> {
  const deals = await lastingDeals(pool);
  const { rows: users } = await pool.query(
    'select id from users u where is_active and not exists (select from deals d where d.user_id = u.id)',
  );
  const counted = { asked: 0, posted: 0, lost: [] as string[] };
  let least = Number.POSITIVE_INFINITY;

  async function ask(path: string, init: RequestInit = {}): Promise<boolean> {
    counted.asked += 1;
    const what = `${init.method ?? 'GET'} ${path}`;
    try {
      const answer = await fetch(origin + path, init);
      const text = await answer.text();
      if (answer.ok) return true;
      counted.lost.push(`${what}: ${answer.status} ${text.slice(0, 200)}`);
    } catch (error) {
      counted.lost.push(`${what}: ${(error as Error).cause ?? error}`);
    }
    return false;
  }

  async function shop(userId: string): Promise<void> {
    const { token } = await inTransaction(createDb(pool), (tx) =>
      startSession(tx, { userId, rememberMe: false, replaces: null }),
    );
    const sessionId = `session_${Date.now()}_${randomBytes(16).toString('hex')}`;
    const headers = { cookie: `bukuri=${token}`, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    while (counted.asked < least) {
      if (Math.random() < POSTS_OF_PERSON) {
        const dealId = deals[Math.floor(Math.random() * deals.length)];
        const body = JSON.stringify({ dealId, key: randomUUID(), sessionId });
        if (await ask('/api/cart', { method: 'POST', headers, body })) counted.posted += 1;
      } else await ask(Math.random() < 0.5 ? '/' : '/api/deals?city=all', { headers });
    }
  }

  const everybody = Promise.all(Array.from({ length: PEOPLE }, (_, n) => shop(users[n % users.length].id)));
  return {
    stop: async (requests) => {
      least = requests;
      await everybody;
      return counted;
    },
  };
}
