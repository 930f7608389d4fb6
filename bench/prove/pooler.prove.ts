/**
 * `npm run prove -- pooler` opens a node behind the PgBouncer of this machine, which pools by transaction with two connections, and
 * lets people use it. As root PgBouncer runs as `nobody`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { loadConfig } from '#server/config.ts';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { createLog } from '#server/kit/log.ts';
import { startShop } from '#server/start.ts';
import { freePort } from '#test/free-port.ts';

const PEOPLE = 30;
const LIMITS = 'set statement_timeout = 3000; set lock_timeout = 2000; set idle_in_transaction_session_timeout = 5000';

export const promise = 'a node works behind a PgBouncer that pools by transaction, and hears of changes';

export async function prove(): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-pooler-'));
  opened.defer(() => rmSync(folder, { recursive: true }));
  const postgres = await startEmbeddedPostgres({ folder });
  opened.defer(() => postgres.stop());
  const port = await freePort();
  const pooler = startPooler({ port, to: new URL(postgres.url), folder: mkdtempSync(join(tmpdir(), 'bouncer-')) });
  opened.defer(() => void pooler.kill('SIGKILL'));
  await wait(1_000);
  const url = new URL(postgres.url);
  url.port = String(port);
  const config = loadConfig({
    DATABASE_URL: url.href,
    DATABASE_DIRECT_URL: postgres.url,
    HOST: '127.0.0.1',
    PORT: '0',
    SEED: 'demo',
    RATE_LIMIT_SCALE: '1000',
  });
  const onFatal = (reason: string) => {
    throw new Error(reason);
  };
  const shop = await startShop({ config, log: createLog('warn'), onFatal });
  opened.defer(() => shop.close());
  const origin = String(shop.address);
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => visit(origin, n)));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const wrong = answers.flat().filter(([, status]) => status >= 400);
  const version = execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' }).split('\n')[0];
  console.log(
    `${version}: ${answers.flat().length} calls of ${PEOPLE} people over 2 connections in ${seconds} s, ${wrong.length} failed`,
  );
  if (wrong.length > 0) throw new Error(`failed: ${[...new Set(wrong.map((each) => each.join(' ')))].join(', ')}`);
}

function startPooler({ port, to, folder }: { port: number; to: URL; folder: string }): ChildProcess {
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
  await ask('/readyz');
  return said;
}
