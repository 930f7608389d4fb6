import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { createDb } from './db.ts';
import { createPool, slowStatements } from './pool.ts';
import { inTransaction } from './transaction.ts';

const { url } = await testDatabase();

function watchedPool(slowMs = 50) {
  const log = recordingLog();
  const pool = createPool({ url, max: 2, patience: slowStatements(log, slowMs) });
  onTestFinished(() => pool.end());
  const told = () => log.lines.map(({ text }) => JSON.parse(text));
  return { pool, db: createDb(pool), log, told };
}

test('slow statement, logged, has name and duration but no parameters', async () => {
  const { pool, db, log, told } = watchedPool();
  await pool.query({ name: 'deals.slow', text: 'select pg_sleep(0.1), $1::text', values: ['canary'] });
  await inTransaction(db, (tx) =>
    tx.execute(sql`insert into installation (name, value) select ${'canary'}, 'x' from pg_sleep(0.1)`),
  );
  await pool
    .query('select 1 / (length($1) - six) from generate_series(6, 6) six, pg_sleep(0.1)', ['canary'])
    .catch(() => {});
  const slept = ['deals.slow', 'insert installation', 'select generate_series'];
  // On a busy machine what does not sleep may take long too.
  const said = told().filter(({ statement }) => slept.includes(statement));
  expect(said.map(({ statement }) => statement)).toEqual(slept);
  for (const line of said) {
    expect(line).toMatchObject({ level: 'warn', msg: 'slow statement', ms: expect.any(Number) });
    expect(line.ms).toBeGreaterThanOrEqual(90);
  }
  expect(JSON.stringify(log.lines)).not.toContain('canary');
});

test('slow statement, repeated, is logged once', async () => {
  const { pool, told } = watchedPool(1);
  const slow = { name: 'deals.list', text: 'select pg_sleep(0.005)' };
  for (let i = 0; i < 100; i++) await pool.query(slow);
  expect(told().filter(({ statement }) => statement === 'deals.list')).toHaveLength(1);
});
