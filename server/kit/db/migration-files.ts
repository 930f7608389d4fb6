/** Migrations as files, and which of them a database has seen. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import worker from 'graphile-worker/package.json' with { type: 'json' };
import type pg from 'pg';
import { StartError } from '#server/kit/start-error.ts';

export interface MigrationFile {
  name: string;
  text: string;
  /** Of its text; the worker's have their version for a name. */
  sum: string | null;
}

export const FOLDER = new URL('../../../db/migrations/', import.meta.url);
/** Jobs are added by migrations and by nodes that never run one, so their tables come first and everywhere. */
export const WORKER = `graphile-worker ${worker.version}`;

export const CREATE_TABLE = `create table if not exists migrations
  (name text primary key, sum text, applied_at timestamptz not null default now())`;

type Db = Pick<pg.Pool, 'query'> | pg.Client;

/** Names of migrations the database has not seen, in their order. */
export async function pendingMigrations(db: Db, folder = FOLDER): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('select name from migrations');
  const applied = new Set(rows.map((row) => row.name));
  return [WORKER, ...(await namesIn(folder))].filter((name) => !applied.has(name));
}

/** What is missing before anything is locked or changed. Refuses a database that other texts of the same names have made. */
export async function missingMigrations(db: Db, folder: URL): Promise<MigrationFile[]> {
  const files = await Promise.all((await namesIn(folder)).map((name) => readMigration(name, folder)));
  const { rows } = await db.query<{ table: string | null }>("select to_regclass('migrations') as table");
  const all = [{ name: WORKER, text: '', sum: null }, ...files];
  if (!rows[0]?.table) return all;
  // As JSON, since the tables of a database from before have no sums.
  const applied = await db.query<{ name: string; sum: string | null; database: string }>(
    "select name, to_jsonb(m) ->> 'sum' as sum, current_database() as database from migrations m",
  );
  const sums = new Map(applied.rows.map(({ name, sum }) => [name, sum]));
  const changed = files.filter(({ name, sum }) => sums.has(name) && sums.get(name) !== sum);
  if (changed.length > 0) {
    throw new StartError(sentenceOf(changed.map(({ name }) => name).join(', '), applied.rows[0]?.database));
  }
  return all.filter(({ name }) => !sums.has(name));
}

const sentenceOf = (names: string, database = 'bukuri') =>
  `The database ${database} was made by an older state of Bukuri: what it calls ${names} is not what is here under that name.
If it holds nothing but a demo shop, begin anew with: npm run db:reset (or npm run db:reset -- ${database}), which throws everything away.
Otherwise run the version that made it, keep what it holds with its npm run backup, and try npm run restore into an empty database.`;

async function namesIn(folder: URL): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return files.map((file) => file.slice(0, -'.sql'.length));
}

async function readMigration(name: string, folder: URL): Promise<MigrationFile> {
  const text = await readFile(new URL(`${name}.sql`, folder), 'utf8');
  // A checkout may write the ends of lines in its own way.
  const sum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  return { name, text, sum };
}
