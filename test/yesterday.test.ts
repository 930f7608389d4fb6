/**
 * While nodes are replaced, the version before talks to today's tables. What it says on a day is recorded in
 * db/yesterday.jsonl when it is let out (`npm run db:record`), and said again here: every table and column it names is
 * still there, and what it wrote is still accepted and found again. It does not prove that the answers mean the same.
 */
import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { orders } from '#db/schema/shopping.ts';
import type { Statement } from '../scripts/recorded-statements.ts';
import { spendDay } from '../scripts/shop-day.ts';
import { startShop } from './client.ts';
import { testDatabase } from './database.ts';

const text = await readFile(new URL('../db/yesterday.jsonl', import.meta.url), 'utf8');
const yesterday = text
  .split('\n')
  .filter(Boolean)
  .map((line): Statement => JSON.parse(line));

const changes = {
  'a column that was read is gone': 'alter table users drop column can_post_deals cascade',
  'a table that was written is gone': 'drop table cart_additions',
  'a column must be filled that nobody knew of': 'alter table favorites add column why text not null',
  'a value is no longer allowed': "alter table orders add check (payment_method <> 'cash')",
  'what an insert counts on being unique is not': 'alter table rate_limits drop constraint rate_limits_key_window',
  'a trigger swallows what is written': `
    create function swallow() returns trigger language plpgsql as 'begin return null; end';
    create trigger swallow before insert on sessions for each row execute function swallow()`,
};

const [today, ...changed] = await Promise.all(
  [null, ...Object.entries(changes)].map(async (change) => ({ change, ...(await testDatabase()) })),
);

/** The first statement that fails, or finds and changes nothing where it did; null when there is none. How many is a matter of the hour. */
async function firstRefusal(pool: Pool): Promise<string | null> {
  const client = await pool.connect();
  try {
    for (const { text, values, rows } of yesterday) {
      const wrong = await client.query(text, values).then(
        ({ rowCount }) => (rows && !rowCount ? 'nothing' : null),
        (error: Error) => error.message,
      );
      if (wrong) return `${wrong}: ${text}`;
    }
    return null;
  } finally {
    client.release(true);
  }
}

test("yesterday's version lives with today's tables", async () => {
  expect(yesterday.length).toBeGreaterThan(100);
  expect(today && (await firstRefusal(today.pool))).toBe(null);
});

test("today's version can spend the day that will be recorded of it", async () => {
  const { deps } = await startShop();
  await spendDay(deps);
  expect(await deps.db.$count(orders)).toBeGreaterThan(0);
});

test.each(changed)('the test can tell: $change.0', async ({ change, pool }) => {
  await pool.query(change?.[1] ?? '');
  expect(await firstRefusal(pool)).not.toBe(null);
});
