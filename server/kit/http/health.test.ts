import { expect, test } from 'vitest';
import { startShop } from '#test/client.ts';

const { app, pool } = await startShop();

const status = async (path: string) => {
  const answer = await app.inject(path);
  return [answer.statusCode, answer.json().status];
};

test('a shop that is open is alive and ready', async () => {
  expect(await status('/healthz')).toEqual([200, 'alive']);
  expect(await status('/readyz')).toEqual([200, 'ready']);
});

test('a shop whose database lacks a migration is alive but not ready', async () => {
  const { rows } = await pool.query("delete from migrations where name = '0001_audit' returning *");
  expect(await status('/readyz')).toEqual([503, 'migrations missing']);
  expect(await status('/healthz')).toEqual([200, 'alive']);
  await pool.query('insert into migrations values ($1, $2)', [rows[0].name, rows[0].applied_at]);
});

test('a shop that closes says so before it stops answering', async () => {
  app.draining = true;
  expect(await status('/readyz')).toEqual([503, 'closing']);
  expect(await status('/api/categories').then(([code]) => code)).toBe(200);
});
