// `npm run db:generate -- --name=reviews`: writes the next migration from db/schema and keeps only the newest snapshot.
import { readdirSync, rmSync } from 'node:fs';
import { install, root, run } from './prepare.mjs';

install('all');
const status = run('drizzle-kit', ['generate', ...process.argv.slice(2)]);
const folder = `${root}db/migrations/meta/`;
const snapshots = readdirSync(folder)
  .filter((file) => file.endsWith('_snapshot.json'))
  .sort();
for (const old of snapshots.slice(0, -1)) rmSync(folder + old);
process.exit(status);
