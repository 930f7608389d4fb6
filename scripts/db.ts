/** `db.ts migrate | seed | reset` on the database of the configuration. */
import { sql } from 'drizzle-orm';
import { seedDemo } from '#db/seed.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import { createDb, createPool } from '#server/kit/db/pool.ts';
import { createLog } from '#server/kit/log.ts';
import { StartError } from '#server/kit/start-error.ts';

type Task = 'migrate' | 'seed' | 'reset';

async function main(task: Task): Promise<void> {
  const config = readConfig();
  if (task === 'reset' && config.databaseUrl && config.production) {
    throw new StartError('db:reset throws everything away and refuses to do so in production.');
  }
  const database = await openDatabase(config, { log: createLog('warn'), onLost: (reason) => console.error(reason) });
  const pool = createPool({ url: database.url, name: 'bukuri-db', statementTimeoutMs: 60_000 });
  try {
    const db = createDb(pool);
    if (task === 'reset') {
      await db.execute(sql`drop schema if exists graphile_worker cascade`);
      await db.execute(sql`drop schema public cascade`);
      await db.execute(sql`create schema public`);
      await migrate(database.url);
    }
    if (task !== 'migrate') await seedDemo(db);
  } finally {
    await pool.end();
    await database.close();
  }
  console.log({ migrate: 'Migrated.', seed: 'Seeded the demo shop.', reset: 'Emptied and seeded again.' }[task]);
}

const task = process.argv[2];
if (task === 'migrate' || task === 'seed' || task === 'reset') {
  await main(task).catch((error: unknown) => {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  });
} else {
  console.error('Say what to do: migrate, seed or reset.');
  process.exitCode = 1;
}
