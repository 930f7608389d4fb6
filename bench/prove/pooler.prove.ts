/**
 * `npm run prove -- pooler` opens a node behind the PgBouncer of this machine, which pools by transaction with two connections, and
 * lets people use it and buy; with named statements once more where PgBouncer keeps them. As root PgBouncer runs as `nobody`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { freePort } from '#test/free-port.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { startNode } from './started-shop.ts';

const PEOPLE = 30;
/** From 1.21 on it prepares anew what another connection prepared, where it is told how many to keep. */
const KEEPS_NAMES = 21;
const LIMITS = 'set statement_timeout = 3000; set lock_timeout = 2000; set idle_in_transaction_session_timeout = 5000';

export const promise = 'a node works behind a PgBouncer that pools by transaction, and hears of changes';

export async function prove(): Promise<void> {
  const [, version = ''] = /(\d+\.\d+)/.exec(execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' })) ?? [];
  await behind(version, 'unnamed');
  if (Number(version.split('.')[1]) >= KEEPS_NAMES) await behind(version, 'named');
  else console.log(`PgBouncer ${version} keeps no named statements (1.${KEEPS_NAMES} does): not tried with them`);
}

async function behind(version: string, statements: 'named' | 'unnamed'): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-pooler-'));
  opened.defer(() => rmSync(folder, { recursive: true }));
  const postgres = await startEmbeddedPostgres({ folder });
  opened.defer(() => postgres.stop());
  const port = await freePort();
  const settings = mkdtempSync(join(tmpdir(), 'bouncer-'));
  opened.defer(() => rmSync(settings, { recursive: true }));
  const pooler = startPooler({ port, to: new URL(postgres.url), folder: settings, statements });
  opened.defer(() => void pooler.kill('SIGKILL'));
  await wait(1_000);
  const url = Object.assign(new URL(postgres.url), { port: String(port) });
  const { origin } = await startNode(opened, {
    databaseUrl: url.href,
    env: { DATABASE_DIRECT_URL: postgres.url, DATABASE_STATEMENTS: statements, RATE_LIMIT_SCALE: '1000' },
  });
  const pool = createPool({ url: postgres.url, max: 1, name: 'bukuri-prove' });
  opened.defer(() => pool.end());
  const counts = async () => (await pool.query('select count(*)::int as orders from orders')).rows[0].orders;
  const before = await counts();
  const began = performance.now();
  const answers = (await Promise.all(Array.from({ length: PEOPLE }, (_, n) => visit(origin, n)))).flat();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const made = (await counts()) - before;
  const wrong = answers.filter(([, status]) => status >= 400);
  console.log(
    `PgBouncer ${version}, ${statements} statements: ${answers.length} calls of ${PEOPLE} people over 2 connections in ${seconds} s, ` +
      `${made} orders made, ${wrong.length} calls failed`,
  );
  if (wrong.length > 0) throw new Error(`failed: ${[...new Set(wrong.map((each) => each.join(' ')))].join(', ')}`);
  if (made !== PEOPLE) throw new Error(`${made} orders were made by ${PEOPLE} people`);
  await mustHear(origin, pool);
  const broken = Object.keys(await brokenInvariants(pool));
  if (broken.length > 0) throw new Error(`broken: ${broken.join(', ')}`);
}

/** Long before what is kept would end by itself. */
async function mustHear(origin: string, pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from deals where deal_is_live(deals) limit 1');
  const read = async () => (await fetch(`${origin}/api/deals/${rows[0]?.id}`)).text();
  await read();
  await pool.query("update deals set title = 'E ndryshuar' where id = $1", [rows[0]?.id]);
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; await wait(50)) {
    if ((await read()).includes('E ndryshuar')) return;
  }
  throw new Error('a change was not heard');
}

interface Pooler {
  port: number;
  to: URL;
  folder: string;
  statements: 'named' | 'unnamed';
}

function startPooler({ port, to, folder, statements }: Pooler): ChildProcess {
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'users'), `"${to.username}" "${to.password}"\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${to.pathname.slice(1)} = host=127.0.0.1 port=${to.port} connect_query='${LIMITS}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${folder}/users
pool_mode = transaction
default_pool_size = 2
max_client_conn = 100
${statements === 'named' ? 'max_prepared_statements = 100' : ''}
`,
  );
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  return spawn('pgbouncer', ['-q', ...asNobody, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Registers, looks around, fills a cart and buys: path and status of each call. */
async function visit(origin: string, n: number): Promise<[string, number][]> {
  const said: [string, number][] = [];
  let cookie = '';
  const ask = async (path: string, body?: object) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(origin + path, { ...(body && init), headers });
    said.push([path, answer.status]);
    cookie ||= answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    return (await answer.text().then((text) => (text.startsWith('<') ? null : JSON.parse(text)))) as never;
  };
  const email = `pooler${n}@bukuri.example`;
  await ask('/api/auth/register', { username: email, email, passwordHash: 'nje fjalekalim i gjate' });
  await ask('/');
  const [deal] = (await ask('/api/deals?city=tirana')) as { id: string }[];
  const sessionId = `session_${Date.now()}_${'0'.repeat(32)}`;
  for (let time = 0; time < 5; time++) await ask('/api/cart', { dealId: deal?.id, quantity: 1, sessionId });
  await ask('/api/deals?search=prerje');
  await ask('/api/auth/me');
  const order = (await ask('/api/cash-payment', { sessionId, key: randomUUID() })) as { id: string };
  const [mine] = (await ask('/api/orders/my')) as { id: string }[];
  if (mine?.id !== order.id) throw new Error(`${email} does not find order ${order.id}`);
  await ask('/readyz');
  return said;
}
