/** `npm run restore -- FILE [DATABASE]`: restores a backup and the uploaded files beside it; the name of a non-empty database confirms that it is replaced. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database.ts';
import { diskStorage } from '#server/gateways/storage/disk.ts';
import { openStorage } from '#server/gateways/storage/open-storage.ts';
import { copyMissing } from '#server/gateways/storage/storage.ts';
import { createLog } from '#server/kit/log.ts';
import { StartError } from '#server/kit/start-error.ts';
import { restoreBackup } from './backup/restore.ts';

export async function main([file, named]: string[]): Promise<void> {
  if (!file || !existsSync(file)) throw new StartError('Say which file: npm run restore -- FILE');
  const config = readConfig();
  const database = await openDatabase(config, {
    log: createLog('warn'),
    onLost: console.error,
    say: console.error,
  });
  const client = new pg.Client({ connectionString: database.directUrl, application_name: 'bukuri-restore' });
  // The failing statement reports a lost connection.
  client.on('error', () => {});
  try {
    await client.connect();
    await checkMayBeReplaced(client, file, named);
    const sums = Object.values(await restoreBackup(client, file));
    const media = join(dirname(file), 'media');
    const copied = existsSync(media) ? await copyMissing(diskStorage(media), await openStorage(config)) : 0;
    console.log(
      `Restored ${sums.reduce((sum, { rows }) => sum + rows, 0)} rows of ${sums.length} tables and ${copied} files.`,
    );
  } finally {
    await client.end();
    await database.close();
  }
}

/** A restore deletes the current data. */
async function checkMayBeReplaced(client: pg.Client, file: string, named: string | undefined): Promise<void> {
  const { rows } = await client.query<{ name: string; users: number; deals: number; orders: number }>(
    `select current_database() as name, (select count(*)::int from users) as users,
       (select count(*)::int from deals) as deals, (select count(*)::int from orders) as orders`,
  );
  const [{ name, ...counts } = { name: '' }] = rows;
  if (named === name || Object.values(counts).every((count) => count === 0)) return;
  const held = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  throw new StartError(
    `The database ${name} holds ${held.join(', ')}, and a restore throws them away. If that is meant, say: npm run restore -- ${file} ${name}`,
  );
}
