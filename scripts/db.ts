/** `npm run db:migrate`, `db:seed`, `db:reset`; the last two need the name of a database given by DATABASE_URL as confirmation. */
import { sql } from 'drizzle-orm';
import { type Config, readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database.ts';
import { createDb } from '#server/kit/db/db.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { createLog } from '#server/kit/log.ts';
import { StartError } from '#server/kit/start-error.ts';
import { seedShop } from '#server/seed-past.ts';

const DONE = { migrate: 'Migrated.', seed: 'Seeded the demo shop.', reset: 'Emptied and seeded again.' };
type Task = keyof typeof DONE;

export async function main([task, named]: string[]): Promise<void> {
  if (task !== 'migrate' && task !== 'seed' && task !== 'reset')
    throw new StartError('Say what to do: migrate, seed or reset.');
  const config = readConfig();
  if (task !== 'migrate') checkConfirmed(config, task, named);
  const isAsItIs = task === 'reset';
  const database = await openDatabase(config, {
    log: createLog('warn'),
    onLost: console.error,
    say: console.error,
    isAsItIs,
  });
  const pool = createPool({ url: database.directUrl, name: 'bukuri-db', statementTimeoutMs: 60_000 });
  try {
    const db = createDb(pool);
    if (task === 'reset') {
      await db.execute(sql`drop schema if exists graphile_worker cascade`);
      await db.execute(sql`drop schema public cascade`);
      await db.execute(sql`create schema public`);
      await migrate(database.directUrl);
    }
    if (task !== 'migrate') await seedShop(db);
  } finally {
    await pool.end();
    await database.close();
  }
  console.log(DONE[task]);
}

/** Deleting data, or adding accounts with published passwords, needs confirmation. */
function checkConfirmed(config: Config, task: Task, named: string | undefined): void {
  if (!config.databaseUrl && config.isPublicUrlLocal) return;
  const name = config.databaseUrl ? new URL(config.databaseUrl).pathname.slice(1) : 'bukuri';
  if (config.production) throw new StartError(`db:${task} does not touch a database in production.`);
  if (named === name) return;
  const harm = task === 'reset' ? 'throws everything away' : 'lets people with published passwords in';
  throw new StartError(`db:${task} ${harm}. If the database ${name} is for that, say: npm run db:${task} -- ${name}`);
}
