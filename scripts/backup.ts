/** `backup.ts [FILE]` writes the database of the configuration into a file, while the shop is open or not. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { type Config, readConfig } from '#server/config.ts';
import { inSnapshot, writeBackup } from '#server/kit/backup/backup.ts';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { runningPostgres } from '#server/kit/db/running-postgres.ts';
import { StartError } from '#server/kit/start-error.ts';

async function main(named: string | undefined): Promise<void> {
  const config = readConfig();
  const file = named ?? join(config.dataDir, 'backups', `bukuri-${new Date().toISOString().replaceAll(':', '-')}.gz`);
  if (existsSync(file)) throw new StartError(`${file} is there already.`);
  const { url, stop } = await findDatabase(config);
  const client = new pg.Client({ connectionString: url, application_name: 'bukuri-backup' });
  try {
    await client.connect();
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const sums = Object.values(await inSnapshot(client, () => writeBackup(client, file)));
    const rows = sums.reduce((sum, table) => sum + table.rows, 0);
    const size = (statSync(file).size / 1024).toFixed(0);
    console.log(`${file}: ${rows} rows of ${sums.length} tables, ${size} KB. Carry it to another machine.`);
  } finally {
    await client.end();
    await stop?.();
  }
}

/** An open shop is asked beside its visitors; the database of a closed one is started for the while. */
async function findDatabase({
  databaseDirectUrl,
  databaseUrl,
  dataDir,
}: Config): Promise<{ url: string; stop?: () => Promise<void> }> {
  const open = databaseDirectUrl ?? databaseUrl ?? (await runningPostgres(dataDir));
  if (open) return { url: open };
  if (!existsSync(join(dataDir, 'postgres'))) throw new StartError(`There is no database in ${dataDir}.`);
  return startEmbeddedPostgres({ folder: dataDir });
}

await main(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
