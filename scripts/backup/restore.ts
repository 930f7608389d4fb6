/** Puts the rows of a backup in the place of all that a database holds: in one transaction, so that it is done or was not. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline as connect } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartError } from '#server/kit/start-error.ts';
import { PLAINLY } from './backup.ts';
import { END_OF_ROWS, FORMAT, type Head, linesOf, type Sum, type Sums } from './backup-file.ts';
import { migrationsOf, sequencesOf, type Table, tablesOf } from './tables.ts';

type Lines = AsyncGenerator<Buffer, undefined>;

const PATIENCE_MS = 2_000;
const DAMAGED = 'The backup is cut off or damaged; nothing was changed.';

/** The database has the shape of the backup, and nobody else is connected to it. */
export async function restoreBackup(client: ClientBase, path: string): Promise<Sums> {
  const lines = linesOf(unpack(path));
  const head = await readHead(lines);
  await checkAlone(client);
  await client.query('begin');
  try {
    await checkShape(client, head);
    await client.query(PLAINLY);
    const sums = await withoutReactions(client, () => replaceRows(client, head, lines));
    await client.query('commit');
    await client.query('analyze');
    return sums;
  } catch (error) {
    // Where that fails the connection is lost and the transaction with it: what went wrong before is what counts.
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    await lines.return(undefined);
  }
}

async function* unpack(path: string): AsyncGenerator<Buffer> {
  try {
    // What goes wrong with either stream comes out of the second.
    yield* connect(createReadStream(path), createGunzip(), () => {});
  } catch (cause) {
    throw isOfSystem(cause)
      ? new StartError(`${path} cannot be read (${cause.code}).`)
      : new StartError(DAMAGED, { cause });
  }
}

/** Of a file that could not be opened or read, whatever is in it. */
const isOfSystem = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error;

async function readHead(lines: Lines): Promise<Head> {
  const head = await readJson<Head>(lines).catch((error: Error) => {
    if (/cannot be read/.test(error.message)) throw error;
  });
  if (head?.format !== FORMAT) throw new StartError('This file is no backup of Bukuri.');
  return head;
}

/** Who has just gone may still be seen for a moment. */
async function checkAlone(client: ClientBase): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await wait(50)) {
    const { rows } = await client.query<{ name: string }>(
      `select distinct coalesce(nullif(application_name, ''), usename, '?') as name from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    if (rows.length === 0) return;
    const names = rows.map(({ name }) => name).join(', ');
    if (Date.now() > deadline) throw new StartError(`The database is in use (${names}): stop all nodes first.`);
  }
}

async function checkShape(client: ClientBase, head: Head): Promise<void> {
  const here = {
    migrations: await migrationsOf(client),
    tables: await tablesOf(client),
    sequences: (await sequencesOf(client)).map(({ name }) => name),
  };
  const { migrations, tables } = head;
  if (isDeepStrictEqual(here, { migrations, tables, sequences: head.sequences.map(({ name }) => name) })) return;
  throw new StartError(
    `The backup was taken from tables of another shape, by Bukuri ${head.version}. Restore it with that version; the newer one then brings the database to its shape.`,
  );
}

/**
 * What triggers do when rows change (counters, vocabulary, cache invalidation, checks) was done before the backup and its
 * outcome is in it. Foreign keys, constraints and constraint triggers go on checking.
 */
async function withoutReactions<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ on: string }>(
    `select format('%s %%s trigger %I', tgrelid::regclass, tgname) as on from pg_trigger
     where not tgisinternal and tgconstraint = 0 and tgenabled = 'O'
       and tgrelid in (select c.oid from pg_class c where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace))`,
  );
  const turn = async (how: 'enable' | 'disable') => {
    for (const { on } of rows) await client.query(`alter table ${on.replace('%s', how)}`);
  };
  await turn('disable');
  const done = await work();
  // A table whose checks are still to come cannot be altered.
  await client.query('set constraints all immediate');
  await turn('enable');
  return done;
}

async function replaceRows(client: ClientBase, { tables, sequences }: Head, lines: Lines): Promise<Sums> {
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  const sums: Sums = {};
  for (const table of tables) sums[table.name] = await copyRows(client, table, lines);
  const promised = await readJson<Sums>(lines).catch(() => undefined);
  if (!isDeepStrictEqual(sums, promised)) throw new StartError(DAMAGED);
  for (const { name, next } of sequences) await client.query(`alter sequence ${name} restart with ${BigInt(next)}`);
  // Who worked on them is gone: any worker may take them now.
  for (const name of ['_private_jobs', '_private_job_queues']) {
    await client.query(
      `update graphile_worker.${name} set locked_at = null, locked_by = null where locked_at is not null`,
    );
  }
  return sums;
}

async function copyRows(client: ClientBase, { name, columns }: Table, lines: Lines): Promise<Sum> {
  const hash = createHash('sha256');
  const rows = async function* () {
    for (let line = await lines.next(); !line.done && !line.value.equals(END_OF_ROWS); line = await lines.next()) {
      hash.update(line.value);
      yield line.value;
    }
  };
  const copy = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`));
  await pipeline(rows, copy);
  return { rows: copy.rowCount, sha256: hash.digest('hex') };
}

async function readJson<T>(lines: Lines): Promise<T> {
  const { value } = await lines.next();
  return JSON.parse(String(value)) as T;
}
