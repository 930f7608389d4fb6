/** The database of the configuration, for commands that work beside an open shop as well. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { startEmbeddedPostgres } from './kit/db/embedded-postgres.ts';
import { runningPostgres } from './kit/db/running-postgres.ts';
import { StartError } from './kit/start-error.ts';

/** An open shop is asked beside its visitors; the database of a closed one is started for the while. */
export async function findDatabase({
  databaseDirectUrl,
  databaseUrl,
  dataDir,
}: Config): Promise<{ url: string; stop?: () => Promise<void> }> {
  const open = databaseDirectUrl ?? databaseUrl ?? (await runningPostgres(dataDir));
  if (open) return { url: open };
  if (!existsSync(join(dataDir, 'postgres'))) throw new StartError(`There is no database in ${dataDir}.`);
  return startEmbeddedPostgres({ folder: dataDir });
}
