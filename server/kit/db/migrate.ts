/** Brings a database to the newest shape: db/migrations/*.sql in order, forward only, one process at a time. */
import { readFile } from 'node:fs/promises';
import pg from 'pg';

const FOLDER = new URL('../../../db/migrations/', import.meta.url);
/** Any constant that nothing else locks. */
const LOCK = 8_021_604;

interface Journal {
  entries: { tag: string }[];
}

/** Names of all migrations, oldest first. */
export async function migrationNames(): Promise<string[]> {
  const journal = JSON.parse(await readFile(new URL('meta/_journal.json', FOLDER), 'utf8')) as Journal;
  return journal.entries.map((entry) => entry.tag);
}

/** Applies what is missing, each in its own transaction, and tells which. Waits while another process is at it. */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'bukuri-migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const missing = await pendingMigrations(client);
    for (const name of missing) await apply(client, name);
    return missing;
  } finally {
    await client.end();
  }
}

/** Names of migrations the database has not seen. */
export async function pendingMigrations(db: Pick<pg.Pool, 'query'> | pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('select name from migrations');
  const applied = new Set(rows.map((row) => row.name));
  return (await migrationNames()).filter((name) => !applied.has(name));
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const statements = await readFile(new URL(`${name}.sql`, FOLDER), 'utf8');
  try {
    await client.query('begin');
    await client.query(statements);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed; the database is as it was before it.`, { cause: error });
  }
}
