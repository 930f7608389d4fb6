/** `npm run prove -- kills --times=50` ends a node with `kill -9` that often while people buy, and crashes its database each fifth time. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startNode, stopNode } from '#e2e/shop/node-process.ts';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { freePort } from '#test/free-port.ts';
import { crash } from '#test/postgres-of.ts';
import { howMany } from './asked.ts';
import { startBuying } from './buyers.ts';
import { checkOrders, ordersOf } from './orders-kept.ts';
import { counted } from './traffic.ts';

/** Each waits for so long after the one before, in ms. */
const LONGEST_LIFE = 2_000;
const CRASH_EVERY = 5;

export const promise = 'a node that is killed in the midst of orders loses and doubles none';

export async function prove(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { times: { type: 'string', default: '50' } } });
  const times = howMany(values.times);
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-kills-'));
  opened.defer(() => rmSync(folder, { recursive: true }));
  const postgres = await startEmbeddedPostgres({ folder });
  opened.defer(() => postgres.stop());
  const pool = createPool({ url: postgres.url, name: 'bukuri-prove', max: 2 });
  opened.defer(() => pool.end());
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const open = () => startNode({ databaseUrl: postgres.url, publicUrl: origin, port, role: 'web' });
  let node = await open();
  opened.defer(() => stopNode(node));
  const before = await ordersOf(pool);
  const buyers = await startBuying({ pool, origin, pauseMs: 50, people: 60 * times });
  for (let time = 1; time <= times; time++) {
    await wait(Math.random() * LONGEST_LIFE);
    node.removeAllListeners('exit');
    const ended = once(node, 'exit');
    node.kill('SIGKILL');
    if (time % CRASH_EVERY === 0) crash(folder);
    await ended;
    node = await open();
  }
  await buyers.stop();
  const { lost, doubled } = await checkOrders(pool, { before, answered: buyers.orders });
  console.log(
    `${times} kills, ${Math.floor(times / CRASH_EVERY)} of them with a crash of the database: ${buyers.orders.length} orders answered ` +
      `(${counted(buyers.statuses)}; 0 is a connection that broke), ${lost} lost, ${doubled} doubled`,
  );
  if (lost > 0 || doubled > 0) throw new Error('orders are not those that were answered');
}
