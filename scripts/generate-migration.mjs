// `npm run db:generate -- --name=reviews`: writes the next migration from db/schema. Kept are the SQL files, whose names are
// the journal, and the newest snapshot of the schema.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { install, root, run } from './prepare.mjs';

install('all');
const migrations = `${root}db/migrations/`;
const meta = `${migrations}meta/`;
const namesIn = (folder, ending) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .sort();
const entries = namesIn(migrations, '.sql').map((file, idx) => ({
  idx,
  version: '7',
  when: idx,
  tag: file.slice(0, -'.sql'.length),
  breakpoints: true,
}));
writeFileSync(`${meta}_journal.json`, JSON.stringify({ version: '7', dialect: 'postgresql', entries }));
const status = run('drizzle-kit', ['generate', ...process.argv.slice(2)]);
rmSync(`${meta}_journal.json`);
for (const old of namesIn(meta, '_snapshot.json').slice(0, -1)) rmSync(meta + old);
process.exit(status);
