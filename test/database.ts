/** A database of its own for each test file, cloned from one that was migrated once. */
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, inject, onTestFinished } from 'vitest';
import { createDb, type Db } from '#server/kit/db/db.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { isInMemory } from './passing-folder.ts';
import { databaseUrl, OWNER, onServer, ownersUrl, TEMPLATE } from './postgres-server.ts';

/** Files are copied in less time than they are written in the log, where no disk is in between. */
const STRATEGY = isInMemory ? 'strategy file_copy' : '';

export interface TestDatabase {
  url: string;
  pool: Pool;
  db: Db;
}

/** Call it at the top of a test file; the database is dropped after the last test of the file. */
export async function testDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${TEMPLATE} owner ${OWNER} ${STRATEGY}`);
  const url = ownersUrl(server, name);
  // A busy machine is no fault of the test.
  const pool = createPool({ url, name: 'bukuri-test', connectionTimeoutMs: 15_000, ...options });
  afterAll(async () => {
    await pool.end();
    await onServer(server, `drop database ${name} with (force)`);
  });
  return { url, pool, db: createDb(pool) };
}

/** The same database as somebody who may do what its owner may not, such as breaking its rules. */
export function asSuperuser(url: string): string {
  return databaseUrl(inject('postgres'), new URL(url).pathname.slice(1));
}

/** The address of a database in which nothing is yet; it is dropped after the test. */
export async function emptyDatabase(): Promise<string> {
  const server = inject('postgres');
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} owner ${OWNER}`);
  onTestFinished(() => onServer(server, `drop database ${name} with (force)`));
  return ownersUrl(server, name);
}
