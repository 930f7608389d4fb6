import { expect, test } from 'vitest';
import { startShop } from '#test/client.ts';

const { app, clock, deps, pool } = await startShop();

/** What is said once the last answer counts no more. */
const status = async (path: string) => {
  clock.move(1000);
  const answer = await app.inject(path);
  return [answer.statusCode, answer.json().status];
};

test('a shop that is open is alive and ready', async () => {
  expect(await status('/healthz')).toEqual([200, 'alive']);
  expect(await status('/readyz')).toEqual([200, 'ready']);
});

test('a shop whose database lacks a migration is alive but not ready', async () => {
  const { rows } = await pool.query("delete from migrations where name = '0001_rules' returning *");
  expect(await status('/readyz')).toEqual([503, 'migrations missing']);
  expect(await status('/healthz')).toEqual([200, 'alive']);
  await pool.query('insert into migrations (name, sum) values ($1, $2)', [rows[0].name, rows[0].sum]);
});

test('a shop whose connections are all in use is ready', async () => {
  const clients = await Promise.all(Array.from({ length: deps.config.databasePool }, () => pool.connect()));
  expect(await status('/readyz')).toEqual([200, 'ready']);
  for (const client of clients) client.release();
});

test('those who ask often are told without the database', async () => {
  await status('/readyz');
  await pool.query('alter table migrations rename to away');
  const { statusCode } = await app.inject('/readyz');
  await pool.query('alter table away rename to migrations');
  expect(statusCode).toBe(200);
});

test('a shop that closes says so before it stops answering', async () => {
  deps.closing.abort();
  expect(await status('/readyz')).toEqual([503, 'closing']);
  expect((await app.inject('/api/categories')).headers.connection).not.toBe('close');
  deps.leaving.abort();
  for (const path of ['/api/categories', '/api/auth/me', '/healthz', '/nowhere']) {
    expect((await app.inject(path)).headers.connection, `${path} keeps no connection`).toBe('close');
  }
  expect(await status('/api/categories').then(([code]) => code)).toBe(200);
});
