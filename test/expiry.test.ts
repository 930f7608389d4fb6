/** Whatever has an end is looked at a second before it, at it and a second after. Within a transaction the time stands still. */
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { releaseLateOrders } from '#server/features/orders/orders.store.ts';
import { createDb } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { createSessions, startSession } from '#server/kit/http/sessions.ts';
import { testDatabase } from './database.ts';
import { newDeal, newOrder, newUser } from './shoppers.ts';

const { pool } = await testDatabase();
const SECONDS = [-1, 0, 1] as const;

/** What was there a second after the end, at it and a second before. */
async function atEnds<T>(act: (client: Pool, secondsLeft: number) => Promise<T>): Promise<T[]> {
  const said: T[] = [];
  for (const left of SECONDS) {
    const client = await pool.connect();
    try {
      await client.query('begin');
      said.push(await act(client as unknown as Pool, left));
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
  return said;
}

const END = 'now() + make_interval(secs => $1)';

test('deal, at its expiry, is not live', async () => {
  const id = await newDeal(createDb(pool));
  const isLive = await atEnds(async (client, left) => {
    await client.query(`update deals set expires_at = ${END} where id = $2`, [left, id]);
    return (await client.query('select deal_is_live(deals) as live, is_over from deals where id = $1', [id])).rows[0];
  });
  expect(isLive).toEqual([
    { live: false, is_over: true },
    { live: false, is_over: true },
    { live: true, is_over: false },
  ]);
});

test('session, at its expiry, is not valid', async () => {
  const db = createDb(pool);
  const userId = await newUser(db);
  const { token } = await inTransaction(db, (tx) => startSession(tx, { userId, rememberMe: false, replaces: null }));
  const request = () => ({ headers: { cookie: `bukuri=${token}` } }) as FastifyRequest;
  const ids = await atEnds(async (client, left) => {
    await client.query(`update sessions set expire = ${END} where user_id = $2`, [left, userId]);
    return (await createSessions({ pool: client, isHttps: false }).find(request()))?.id ?? null;
  });
  expect(ids).toEqual([null, null, userId]);
});

test('open order, 48 hours after its last second, is released', async () => {
  const id = await newOrder(createDb(pool), { userId: await newUser(createDb(pool)) });
  const released = await atEnds(async (client, left) => {
    // For the length of this transaction: an order does not change.
    await client.query('alter table orders disable trigger user');
    await client.query(
      `update orders set created_at = now() - interval '3 days', use_by = ${END} - interval '48 hours' where id = $2`,
      [left, id],
    );
    return releaseLateOrders(createDb(client) as never, 10);
  });
  expect(released).toEqual([[id], [], []]);
});

test.each([
  ['in summer', '2026-07-01 23:30:00+02', '2026-07-31 23:59:59+02'],
  ['when summer time begins in between', '2026-03-10 12:00:00+01', '2026-04-09 23:59:59+02'],
  ['when it ends in between', '2026-10-10 12:00:00+02', '2026-11-09 23:59:59+01'],
  ['over a leap day', '2028-02-01 00:00:00+01', '2028-03-02 23:59:59+01'],
  ['over a new year', '2026-12-15 23:59:59+01', '2027-01-14 23:59:59+01'],
])('order, thirty days in Albanian time, ends at the last second: %s', async (_when, ordered, end) => {
  const { rows } = await pool.query(
    `select pg_get_expr(adbin, adrelid) as usable from pg_attrdef d
      join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      where d.adrelid = 'orders'::regclass and a.attname = 'use_by'`,
  );
  const usable = rows[0].usable.replace('now()', '$1::timestamptz');
  const { rows: ends } = await pool.query(`select ${usable} = $2::timestamptz as "isEnd"`, [ordered, end]);
  expect(ends).toEqual([{ isEnd: true }]);
});
