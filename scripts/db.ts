/** `db.ts migrate | seed | reset` on the database of the configuration; one that is not our own is named after `seed` and `reset`. */
import { sql } from 'drizzle-orm';
import { type Config, readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database.ts';
import { createDb } from '#server/kit/db/db.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { createLog } from '#server/kit/log.ts';
import { StartError } from '#server/kit/start-error.ts';
import { seedDemo } from '#server/seed.ts';

type Task = 'migrate' | 'seed' | 'reset';

async function main(task: Task, named: string | undefined): Promise<void> {
  const config = readConfig();
  if (task !== 'migrate') checkThrowAway(config, task, named);
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
    if (task !== 'migrate') await seedDemo(db);
  } finally {
    await pool.end();
    await database.close();
  }
  console.log({ migrate: 'Migrated.', seed: 'Seeded the demo shop.', reset: 'Emptied and seeded again.' }[task]);
}

/** Emptying a database, or letting people with published passwords into it, wants to be meant. */
function checkThrowAway(config: Config, task: Task, named: string | undefined): void {
  if (!config.databaseUrl && config.isPublicUrlLocal) return;
  const name = config.databaseUrl ? new URL(config.databaseUrl).pathname.slice(1) : 'bukuri';
  if (config.production) throw new StartError(`db:${task} does not touch a database in production.`);
  if (named === name) return;
  const harm = task === 'reset' ? 'throws everything away' : 'lets people with published passwords in';
  throw new StartError(`db:${task} ${harm}. If the database ${name} is for that, say: npm run db:${task} -- ${name}`);
}

const task = process.argv[2];
if (task === 'migrate' || task === 'seed' || task === 'reset') {
  await main(task, process.argv[3]).catch((error: unknown) => {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  });
} else {
  console.error('Say what to do: migrate, seed or reset.');
  process.exitCode = 1;
}
