import { expect, test } from 'vitest';
import { startShop } from '#test/client.ts';

const { app, clock, deps, pool } = await startShop();

/** What is said once the last answer counts no more. */
const status = async (path: string) => {
  clock.move(1000);
  const answer = await app.inject(path);
  return [answer.statusCode, answer.json().status];
};

test('health checks, server ready, answer 200', async () => {
  expect(await status('/healthz')).toEqual([200, 'alive']);
  expect(await status('/readyz')).toEqual([200, 'ready']);
});

test('readiness, migration missing, answers 503', async () => {
  const { rows } = await pool.query("delete from migrations where name = '0001_rules' returning *");
  expect(await status('/readyz')).toEqual([503, 'migrations missing']);
  expect(await status('/healthz')).toEqual([200, 'alive']);
  await pool.query('insert into migrations (name, sum) values ($1, $2)', [rows[0].name, rows[0].sum]);
});

test('readiness, pool busy, answers 200', async () => {
  const clients = await Promise.all(Array.from({ length: deps.config.databasePool }, () => pool.connect()));
  expect(await status('/readyz')).toEqual([200, 'ready']);
  for (const client of clients) client.release();
});

test('readiness, checked often, is cached', async () => {
  await status('/readyz');
  await pool.query('alter table migrations rename to away');
  const { statusCode } = await app.inject('/readyz');
  await pool.query('alter table away rename to migrations');
  expect(statusCode).toBe(200);
});

test('readiness, shutdown begun, answers 503', async () => {
  deps.closing.abort();
  expect(await status('/readyz')).toEqual([503, 'closing']);
  expect((await app.inject('/api/categories')).headers.connection).not.toBe('close');
  deps.leaving.abort();
  for (const path of ['/api/categories', '/api/auth/me', '/healthz', '/nowhere']) {
    expect((await app.inject(path)).headers.connection, `${path} keeps no connection`).toBe('close');
  }
  expect(await status('/api/categories').then(([code]) => code)).toBe(200);
});
