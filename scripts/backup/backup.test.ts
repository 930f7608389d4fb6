import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { contract } from '#server/features.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { seedDemo } from '#server/seed.ts';
import { startShop } from '#test/client.ts';
import { testDatabase } from '#test/database.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { newDeal } from '#test/shoppers.ts';
import { inSnapshot, writeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';
import { tablesOf } from './tables.ts';

const { accounts, cart, favorites, orders } = contract;
const shop = await startShop();
const { url: target } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'bukuri-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));
let file = '';

/** Alone with a database, as a restore wants it. */
async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** How many rows each table has, and their sum in whatever order. */
async function sumsOf(client: pg.Client): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const { name } of await tablesOf(client)) {
    const sum = `select concat_ws(' ', count(*), sum(hashtextextended(t::text, 0))) as sum from ${name} t`;
    sums[name] = (await client.query<{ sum: string }>(sum)).rows[0]?.sum ?? '';
  }
  return sums;
}

const backUp = () => connected(shop.url, (client) => inSnapshot(client, () => writeBackup(client, file)));
const restore = (path = file) => connected(target, (client) => restoreBackup(client, path));
const sumsThere = () => connected(target, sumsOf);

async function brokenThere() {
  const pool = createPool({ url: target, max: 1 });
  const broken = await brokenInvariants(pool);
  await pool.end();
  return broken;
}

let shoppers = 0;
/** Somebody comes, saves, fills a cart and buys: rows in eight tables, and a trigger that counts. */
async function comeAndBuy(dealId: string): Promise<void> {
  const call = shop.guest();
  const shopper = ++shoppers;
  const sessionId = `session_${shopper}`;
  await call(favorites.add, { body: { dealId, sessionId } });
  const email = `shopper${shopper}@example.al`;
  await call(accounts.register, { body: { email, passwordHash: 'një fjalëkalim i gjatë' } });
  await call(cart.add, { body: { dealId, sessionId, key: crypto.randomUUID() } });
  await call(orders.cash, { body: { sessionId } });
}

await seedDemo(shop.db);
const strange = 'Tabela\t\\.\n\\N "ë" \u2028 \r\n\\.';
const dealId = await newDeal(shop.db, { title: strange, descriptionEn: '', imageUrl: null });
await comeAndBuy(dealId);
await shop.pool.query(
  `select graphile_worker.add_job('delete-expired-accounts', '{"a": "\\\\n"}', queue_name => 'slow')`,
);

beforeEach(({ task }) => {
  file = join(folder, `${task.id}.gz`);
});

test('backup, taken during purchases, restores one consistent snapshot', async () => {
  const buying = { stop: false, bought: 0 };
  const buyers = [1, 2, 3].map(async () => {
    for (; !buying.stop; buying.bought++) await comeAndBuy(dealId);
  });
  const before = await connected(shop.url, (client) =>
    inSnapshot(client, async () => {
      const sums = await sumsOf(client);
      const had = buying.bought;
      await expect.poll(() => buying.bought).toBeGreaterThan(had + 5);
      await writeBackup(client, file);
      return sums;
    }),
  );
  buying.stop = true;
  await Promise.all(buyers);
  await restore();
  expect(await sumsThere()).toEqual(before);
  expect(Object.values(before).filter((sum) => sum !== '0').length).toBeGreaterThan(18);
  expect(await brokenThere()).toEqual({});
  expect(await connected(shop.url, sumsOf)).not.toEqual(before);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('restored database, used, keeps sequences, triggers and jobs', async () => {
  await backUp();
  await restore();
  await connected(target, async (client) => {
    await client.query(
      `insert into favorites (id, session_id, browser, deal_id) values (gen_random_uuid(), 'session_x', 'browser:x', $1)`,
      [dealId],
    );
    const last = await client.query('select max(id) as id from graphile_worker._private_jobs');
    const added = await client.query(`select id from graphile_worker.add_job('a-new-one')`);
    expect(BigInt(added.rows[0].id)).toBeGreaterThan(BigInt(last.rows[0].id));
    await expect(client.query(`update audit_log set action = 'x'`)).rejects.toThrow();
    await expect(client.query('delete from order_items')).rejects.toThrow();
  });
  expect(await brokenThere()).toEqual({});
});

test('damaged or truncated backup, restored, changes nothing', async () => {
  await backUp();
  await restore();
  const before = await sumsThere();
  await comeAndBuy(dealId);
  const whole = readFileSync(file);
  const text = gunzipSync(whole).toString();
  const spoiled = {
    'cut off': whole.subarray(0, whole.length - 200),
    'without its sums': gzipSync(text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)),
    'with another price': gzipSync(text.replace('1200.00', '1.00')),
  };
  for (const [what, bytes] of Object.entries(spoiled)) {
    const path = join(folder, what);
    writeFileSync(path, bytes);
    await expect(restore(path), what).rejects.toThrow('cut off or damaged; nothing was changed');
  }
  await expect(restore('package.json')).rejects.toThrow('is no backup');
  expect(await sumsThere()).toEqual(before);
});

test('backup of another schema, restored, is refused with its version', async () => {
  await backUp();
  const text = gunzipSync(readFileSync(file)).toString();
  for (const part of ['"0001_rules"', '"title_en",', 'jobs_id_seq']) {
    expect(text).toContain(part);
    writeFileSync(file, gzipSync(text.replace(part, part.replace(/\w+/, 'other'))));
    await expect(restore(), part).rejects.toThrow(/another shape, by Bukuri \d+\.\d+\.\d+\. Restore it with that/);
  }
});

test('restore, database in use, is refused', async () => {
  await backUp();
  await expect(connected(target, () => restore())).rejects.toThrow(/in use \(.*\): stop all nodes first/);
});
