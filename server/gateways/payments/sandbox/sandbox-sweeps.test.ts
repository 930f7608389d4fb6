/** What test cards leave behind is kept for a month, unless it was paid. */
import { v7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { deleteExpiredRows } from '#server/kit/jobs/delete-expired-rows.ts';
import { testDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { payWith } from '#test/pay-with.ts';
import { openSandbox } from './open-sandbox.ts';

const { pool, db } = await testDatabase();
const cards = await openSandbox({ pool, db, origin: 'http://localhost:3000', log: recordingLog() });
afterAll(() => cards.close());

const newPayment = async () => (await cards.create({ attemptId: v7(), amount: 1250 })).id;

test('of many cards that were tried at one payment only what was paid is left, and is given back still', async () => {
  const [paid, open] = [await newPayment(), await newPayment()];
  for (const id of [paid, paid, open]) await payWith(db, id, 'pm_card_chargeDeclined');
  await payWith(db, paid, 'pm_card_visa');
  const kinds = async () =>
    (await pool.query<{ kind: string }>('select kind from sandbox_objects order by kind')).rows.map(({ kind }) => kind);
  const before = await kinds();
  await deleteExpiredRows.perform({ db }, {});
  expect(await kinds()).toEqual(before);
  await pool.query("update sandbox_objects set created_at = created_at - interval '31 days'");
  await deleteExpiredRows.perform({ db }, {});
  expect(await kinds()).toEqual(['charge', 'payment_intent']);
  expect((await cards.find(paid))?.state).toBe('paid');
  expect(await cards.find(open)).toBeNull();
  expect(await cards.refund(paid, { key: v7(), amount: 1250 })).toMatchObject({ state: 'succeeded' });
});
