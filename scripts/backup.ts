/** `npm run backup [FILE]`: writes the configured database to a file and uploaded files to `media` beside it, while the shop is running or not. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { readConfig } from '#server/config.ts';
import { findDatabase } from '#server/database.ts';
import { diskStorage } from '#server/gateways/storage/disk.ts';
import { openStorage } from '#server/gateways/storage/open-storage.ts';
import { copyMissing } from '#server/gateways/storage/storage.ts';
import { StartError } from '#server/kit/start-error.ts';
import { inSnapshot, writeBackup } from './backup/backup.ts';

export async function main([named]: string[]): Promise<void> {
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
    // After the rows: each of their files is there by then. Names are never reused, so only new ones are copied.
    const media = join(dirname(file), 'media');
    const copied = await copyMissing(await openStorage(config), diskStorage(media));
    console.log(`${file}: ${rows} rows of ${sums.length} tables, ${size} KB; ${copied} new files in ${media}.`);
    console.log('Carry both to another machine.');
  } finally {
    await client.end();
    await stop?.();
  }
}
