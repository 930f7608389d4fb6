import { expect, inject, onTestFinished, test } from 'vitest';
import { databaseUrl, onServer } from '#test/postgres-server.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { createPool } from './pool.ts';

async function emptyDatabase(): Promise<string> {
  const server = inject('postgres');
  const name = `empty_${process.hrtime.bigint()}`;
  await onServer(server, `create database ${name}`);
  onTestFinished(() => onServer(server, `drop database ${name} with (force)`));
  return databaseUrl(server, name);
}

test('nodes that start at the same moment migrate once, in order', async () => {
  const url = await emptyDatabase();
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  const all = applied.flat();
  expect(all.slice(0, 2)).toEqual(['0000_shop', '0001_audit']);
  expect(new Set(all).size).toBe(all.length);
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  const pool = createPool({ url });
  expect(await pendingMigrations(pool)).toEqual([]);
  await pool.end();
});

test('a migration that fails leaves the database as it was before it', async () => {
  const url = await emptyDatabase();
  const pool = createPool({ url });
  await pool.query('create table favorites (mine int)');
  await expect(migrate(url)).rejects.toThrow('Migration 0000_shop failed');
  const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'public' order by 1");
  expect(rows.map(({ tablename }) => tablename)).toEqual(['favorites', 'migrations']);
  expect((await pendingMigrations(pool))[0]).toBe('0000_shop');
  await pool.end();
});
