import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { StartError } from '#server/kit/start-error.ts';
import { emptyDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { createPool } from './pool.ts';

/** A folder of migrations by their names. */
async function folderOf(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'bukuri-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.sql`), text);
  return pathToFileURL(`${folder}/`);
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const patience = { lockMs: 50, totalMs: 10_000 };
const words = { '0000_words': 'create table words (word text)' };
test('migrations, three nodes at once, are applied once in order', async () => {
  const url = await emptyDatabase();
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  const all = applied.flat();
  expect(all[0]).toMatch(/^graphile-worker /);
  expect(all.slice(1)).toEqual(all.slice(1).sort());
  expect(new Set(all).size).toBe(all.length);
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  const pool = createPool({ url });
  expect(await pendingMigrations(pool)).toEqual([]);
  await pool.end();
});

test('database, migrated before the migrations were merged into two, stops the start with one sentence', async () => {
  const url = await emptyDatabase();
  await migrate(url, {
    folder: await folderOf({ '0000_tables': 'select 1', '0001_rules': 'select 2', '0002_deal_reports': 'select 3' }),
  });
  const refused = await migrate(url).catch((error: Error) => error);
  expect(refused).toBeInstanceOf(StartError);
  expect(refused).toMatchObject({
    message: expect.stringMatching(/^The database empty_\w+ was .* stay on the version that created it\.$/),
  });
});

test('migration, failing, is rolled back', async () => {
  const url = await emptyDatabase();
  const folder = await folderOf({
    ...words,
    '0001_more': 'create table more ();\n--> statement-breakpoint\nalter table absent add x int',
  });
  await expect(migrate(url, { folder })).rejects.toThrow(
    `Migration 0001_more failed at statement 2: relation "absent" does not exist (42P01)
  alter table absent add x int
The database is as it was before it.`,
  );
  const client = await connect(url);
  const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public' order by 1");
  expect(rows.map(({ tablename }) => tablename)).toEqual(['migrations', 'words']);
});

test('migration, table locked, retries without blocking requests', async () => {
  const url = await emptyDatabase();
  const [holder, visitor] = await Promise.all([connect(url), connect(url)]);
  await migrate(url, { folder: await folderOf(words) });
  await holder.query('begin; lock table words in access share mode');
  const log = recordingLog();
  const folder = await folderOf({ ...words, '0001_more': 'alter table words add column more text' });
  const migrating = migrate(url, { folder, patience, log });
  const busy = () => log.lines.filter(({ text }) => text.includes('tables are busy')).length;
  await expect.poll(busy).toBeGreaterThan(0);
  await visitor.query("set lock_timeout = '2s'; insert into words values ('mirë')");
  await expect.poll(busy).toBeGreaterThan(1);
  await holder.query('commit');
  expect(await migrating).toEqual(['0001_more']);
  expect((await visitor.query('select word, more from words')).rows).toEqual([{ word: 'mirë', more: null }]);
});

test('migration, table locked for too long, fails with one sentence', async () => {
  const url = await emptyDatabase();
  const holder = await connect(url);
  await migrate(url, { folder: await folderOf(words) });
  await holder.query('begin; lock table words in access share mode');
  const folder = await folderOf({ ...words, '0001_more': 'alter table words add column more text' });
  const migrating = migrate(url, { folder, patience: { lockMs: 20, totalMs: 0 } });
  await expect(migrating).rejects.toThrow('Migration 0001_more found its tables busy for 0 seconds');
});

const held = async (url: string) => {
  const holder = await connect(url);
  await holder.query("set application_name = 'somebody at night'; select pg_advisory_lock(8021604)");
  return holder;
};

test('migration lock held, nothing missing, start does not wait', async () => {
  const url = await emptyDatabase();
  const folder = await folderOf(words);
  await migrate(url, { folder });
  await held(url);
  expect(await migrate(url, { folder, turnMs: 0 })).toEqual([]);
});

test('migration lock held, something missing, names the holder and times out', async () => {
  const url = await emptyDatabase();
  await held(url);
  const said: string[] = [];
  const migrating = migrate(url, { folder: await folderOf(words), turnMs: 300, say: (step) => said.push(step) });
  await expect(migrating).rejects.toThrow(/somebody at night \(process \d+ .* has held its turn to do so for 0\.3 sec/);
  expect(said).toEqual([expect.stringMatching(/^Waiting until somebody at night \(process \d+ of PostgreSQL, from /)]);
});

test('applied migration, other checksum, is refused with instructions', async () => {
  const url = await emptyDatabase();
  await migrate(url, { folder: await folderOf(words) });
  const folder = await folderOf({ '0000_words': 'create table words (word text primary key)' });
  await expect(migrate(url, { folder })).rejects.toThrow(
    /other migrations than this version has \(0000_words\): .*npm run db:reset/,
  );
});
