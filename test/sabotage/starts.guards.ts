/** What a start asks before it changes a database, and what it leaves alone. */
import type { Guard } from './guard.ts';

const migrate = (test: string) => ['server/kit/db/migrate.test.ts', test] as const;
const files = 'server/kit/db/migration-files.ts';

export const guards: readonly Guard[] = [
  {
    without: 'a database is used that other texts of the same names have made',
    file: files,
    take: 'sums.has(name) && sums.get(name) !== sum',
    leave: 'sums.has(name) && sum === null',
    falls: migrate('a database that another text of a migration has made is refused'),
  },
  {
    without: 'a start waits for who changes the database, though nothing is missing',
    file: 'server/kit/db/migrate.ts',
    take: 'if ((await missingMigrations(client, folder)).length === 0) return [];',
    falls: migrate('where nothing is missing nobody waits'),
  },
  {
    without: 'what a migration found in the rows of people is said',
    file: 'server/kit/db/migrate.ts',
    take: "state.startsWith('22') ? ",
    leave: "state === '' ? ",
    falls: migrate('what a migration found in the rows of people is not said'),
  },
  {
    without: 'a turn that is waited for is given to a pooler, which keeps it',
    file: 'server/kit/db/pooler.ts',
    take: 'if (rows[0]?.setting === String(ODD_LIMIT_MS)) return;',
    leave: 'return;',
    falls: ['server/kit/db/pooler.test.ts', 'a pooler without a way past it is refused'],
  },
];
