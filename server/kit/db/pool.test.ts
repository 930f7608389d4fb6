import { expect, test } from 'vitest';
import { causesOf } from '#server/kit/error-facts.ts';
import { isBusy } from '#server/kit/http/failures.ts';
import { testDatabase } from '#test/database.ts';
import { isSilence } from './pool.ts';

const { pool } = await testDatabase({ max: 1 });
const errorOf = (text: string) => pool.query(text).then(String, (error: Error) => error);

test('statement timeout, also as a cause, is recognised', async () => {
  const late = await errorOf('set statement_timeout = 20; select pg_sleep(1)');
  await pool.query('reset statement_timeout');
  expect(isSilence(late)).toBe(true);
  expect(isSilence(new Error('Failed query', { cause: late }))).toBe(true);
  expect(isSilence(new Error('Connection terminated: no answer for 5000 ms'))).toBe(true);
});

test('database error that quotes a value, any value, is no timeout', async () => {
  for (const value of ['timeout exceeded when trying to connect', 'Connection terminated: no answer for 5 ms']) {
    expect(isSilence(await errorOf(`select '${value}'::int`)), value).toBe(false);
    expect(isSilence(await errorOf(`do $$ begin raise '${value}'; end $$`)), value).toBe(false);
  }
});

test.each([
  ['itself', 1],
  ['each other', 2],
])('errors caused by %s, inspected, are visited once', (by, most) => {
  const [one, other] = [new Error('one'), new Error('other')];
  one.cause = by === 'itself' ? one : other;
  other.cause = one;
  expect([...causesOf(one)]).toHaveLength(most);
  expect(isSilence(one)).toBe(false);
  expect(isBusy(one)).toBe(false);
});
