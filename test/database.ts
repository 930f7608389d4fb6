/** A database of its own for each test file, cloned from one that was migrated once. */
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, inject } from 'vitest';
import type { Db } from '#server/deps.ts';
import { createDb, createPool } from '#server/kit/db/pool.ts';
import { databaseUrl, onServer, TEMPLATE } from './postgres-server.ts';

export interface TestDatabase {
  url: string;
  pool: Pool;
  db: Db;
}

/** Call it at the top of a test file; the database is dropped after the last test of the file. */
export async function testDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${TEMPLATE}`);
  const url = databaseUrl(server, name);
  const pool = createPool({ url, name: 'bukuri-test', ...options });
  afterAll(async () => {
    await pool.end();
    await onServer(server, `drop database ${name} with (force)`);
  });
  return { url, pool, db: createDb(pool) };
}
