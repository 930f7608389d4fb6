/** A hot backup of every row into one file: all tables as they were at one moment, while the shop goes on. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { version } from '#server/kit/version.ts';
import { END_OF_ROWS, FORMAT, type Head, type Sums } from './backup-file.ts';
import { migrationsOf, sequencesOf, tablesOf } from './tables.ts';

/**
 * What a row looks like in the file does not depend on settings of the database, nor how long it may take; and rather no
 * backup than one without the rows that a policy hides.
 */
export const PLAINLY = `
  set local datestyle = iso; set local intervalstyle = postgres; set local row_security = off;
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/** Runs `work` in a transaction in which nothing changes. */
export async function inSnapshot<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only');
  try {
    await client.query(PLAINLY);
    return await work();
  } finally {
    await client.query('rollback');
  }
}

/** Writes what the snapshot of `client` shows. The file gets its name when it is whole and on the disk. */
export async function writeBackup(client: ClientBase, path: string): Promise<Sums> {
  const draft = `${path}.unfinished-${randomUUID()}`;
  const sums: Sums = {};
  try {
    await pipeline(
      contentsOf(client, sums),
      createGzip(),
      createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await rename(draft, path);
    return sums;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function* contentsOf(client: ClientBase, sums: Sums): AsyncGenerator<Buffer | string> {
  const head: Head = {
    format: FORMAT,
    version,
    takenAt: new Date().toISOString(),
    migrations: await migrationsOf(client),
    tables: await tablesOf(client),
    sequences: await sequencesOf(client),
  };
  yield `${JSON.stringify(head)}\n`;
  for (const { name, columns } of head.tables) {
    const hash = createHash('sha256');
    let rows = 0;
    for await (const chunk of client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))) {
      hash.update(chunk);
      rows += linesIn(chunk);
      yield chunk;
    }
    yield END_OF_ROWS;
    sums[name] = { rows, sha256: hash.digest('hex') };
  }
  yield `${JSON.stringify(sums)}\n`;
}

/** Each row ends with one; those inside a value are written as two letters. */
function linesIn(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) count++;
  return count;
}
