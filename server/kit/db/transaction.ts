/** Transactions with retries. */
import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import { causesOf } from '#server/kit/error-facts.ts';
import type { Db, Tx } from './db.ts';

const ATTEMPTS = 4;
export const UNIQUE_VIOLATION = '23505';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

const afterwards = new WeakMap<Tx, (() => void)[]>();
const connections = new WeakMap<Tx, PoolClient>();

/** The connection of a transaction, for named statements. */
export function connectionOf(tx: Tx): PoolClient {
  const connection = connections.get(tx);
  if (!connection) throw new Error('only inTransaction begins one');
  return connection;
}

/** Runs a callback after the commit, not after a rollback; it must not throw. */
export function onCommit(tx: Tx, run: () => void): void {
  afterwards.set(tx, [...(afterwards.get(tx) ?? []), run]);
}

/**
 * Runs `work` in one transaction. When PostgreSQL breaks it off because of a deadlock or a serialization failure it is
 * run again, at most three times: so `work` must touch nothing but `tx`.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(db, work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      await wait(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** Dry run: throws what `work` throws, and leaves nothing behind. */
export async function dryRun(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  const rollback = new Error('dry run');
  await inTransaction(db, async (tx) => {
    await work(tx);
    throw rollback;
  }).catch((error) => {
    if (error !== rollback) throw error;
  });
}

/** The connection is taken here because Drizzle leaks it when `begin` fails. */
async function once<T>({ $client: pool }: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!pool) throw new Error('a transaction begins no other');
  const client = await pool.connect();
  try {
    const { result, tx } = await drizzle(client).transaction(async (begun) => {
      const tx = begun as unknown as Tx;
      connections.set(tx, client);
      return { result: await work(tx), tx };
    });
    for (const run of afterwards.get(tx) ?? []) run();
    return result;
  } finally {
    client.release();
  }
}

function isConflict(error: unknown): boolean {
  const code = sqlState(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** The SQLSTATE of an error or of one of its causes. */
export function sqlState(error: unknown): string | undefined {
  for (const at of causesOf(error)) {
    if (typeof at.code === 'string') return at.code;
  }
  return undefined;
}
