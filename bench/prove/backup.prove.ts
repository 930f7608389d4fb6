/** `npm run prove -- backup --times=3` backs an open shop up that often while people buy, and restores each backup. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { createPool } from '#server/kit/db/pool.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { howMany } from './asked.ts';
import { startBuying } from './buyers.ts';
import { startShop } from './started-shop.ts';
import { counted } from './traffic.ts';

const run = promisify(execFile);

export const promise = 'a backup that is taken while people buy is of one moment, and comes back whole';

export async function prove(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { times: { type: 'string', default: '3' } } });
  const times = howMany(values.times);
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-backups-'));
  opened.defer(() => rmSync(folder, { recursive: true }));
  const shop = await startShop(opened, { RATE_LIMIT_SCALE: '1000', LOG_LEVEL: 'error' });
  const buyers = await startBuying({ ...shop, pauseMs: 20, people: 400 });
  for (let time = 1; time <= times; time++) {
    await wait(2_000);
    const file = join(folder, `${time}.gz`);
    const before = [...buyers.orders];
    const tookMs = await command('backup', shop.databaseUrl, [file]);
    const meanwhile = buyers.orders.length - before.length;
    const copy = Object.assign(new URL(shop.databaseUrl), { pathname: `/copy_${time}` }).href;
    await shop.pool.query(`create database copy_${time}`);
    const restoredMs = await command('restore', copy, [file]);
    const kept = await check(copy, before);
    console.log(
      `backup ${time}: ${kept} orders, ${(statSync(file).size / 1024).toFixed(0)} KB in ${tookMs} ms, ${meanwhile} orders made meanwhile; ` +
        `restored in ${restoredMs} ms, no invariant broken`,
    );
  }
  await buyers.stop();
  console.log(`${buyers.orders.length} orders answered, ${counted(buyers.statuses)}`);
}

async function command(name: 'backup' | 'restore', databaseUrl: string, words: string[]): Promise<number> {
  const began = performance.now();
  await run(process.execPath, [`scripts/${name}.ts`, ...words], { env: { DATABASE_URL: databaseUrl, SEED: 'none' } });
  return Math.round(performance.now() - began);
}

/** All orders that were answered before the backup began are in it, and it is sound. Answers how many orders it holds. */
async function check(url: string, before: string[]): Promise<number> {
  await using opened = new AsyncDisposableStack();
  const pool = createPool({ url, max: 1, name: 'bukuri-prove' });
  opened.defer(() => pool.end());
  const { rows } = await pool.query<{ id: string }>('select id from orders');
  const kept = new Set(rows.map(({ id }) => id));
  if (before.some((id) => !kept.has(id))) throw new Error('an order that was answered before is missing');
  const broken = Object.keys(await brokenInvariants(pool));
  if (broken.length > 0) throw new Error(`broken: ${broken.join(', ')}`);
  return kept.size;
}
