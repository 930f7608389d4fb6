/** Every promise of `provider.ts`, held by the code that talks to Stripe, over HTTP, to the stand-in. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { v7 } from 'uuid';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { testDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { payWith } from '#test/pay-with.ts';
import { NotOpen, ProviderAway, Refused } from './provider.ts';
import { openSandbox } from './sandbox/open-sandbox.ts';
import { clearFaults, setFault } from './sandbox/sandbox-faults.ts';
import { settleIntent } from './sandbox/sandbox-intents.ts';
import { closeDispute, createRefund, openDispute, settleRefund } from './sandbox/sandbox-refunds.ts';
import { createStripe } from './stripe.ts';

const { pool, db } = await testDatabase({ max: 20 });
const log = recordingLog();
const parts = { pool, db, origin: 'http://localhost:3000', log };
const cards = await openSandbox(parts);
afterAll(() => cards.close());
beforeEach(() => clearFaults(db));

const newAttempt = (amount = 1250) => ({ attemptId: v7(), amount });
const newPaid = async (amount = 1250) => {
  const { id } = await cards.create(newAttempt(amount));
  await payWith(db, id, 'pm_card_visa');
  return id;
};

test('what is made is open, of our attempt, in dollars, and moves no money', async () => {
  const attempt = newAttempt();
  const made = await cards.create(attempt);
  expect(made).toEqual({
    id: expect.stringMatching(/^pi_\w+$/),
    clientSecret: expect.stringContaining(`${made.id}_secret_`),
    state: 'open',
    attemptId: attempt.attemptId,
    amount: 1250,
    received: 0,
    currency: 'usd',
    isLive: false,
    refunds: [],
    disputes: [],
  });
  expect(await cards.find(made.id)).toEqual(made);
});

test('an attempt is made once, however often and from wherever it is asked for', async () => {
  const attempt = newAttempt();
  const other = await openSandbox(parts);
  const asked = Array.from({ length: 20 }, (_, at) => (at % 2 ? cards : other).create(attempt));
  const made = (await Promise.allSettled(asked)).flatMap((one) => (one.status === 'fulfilled' ? one.value.id : []));
  await other.close();
  expect(made.length).toBeGreaterThan(0);
  expect(new Set([...made, (await cards.create(attempt)).id]).size).toBe(1);
  const { rows } = await pool.query(`select id from sandbox_objects where body -> 'metadata' ->> 'attempt' = $1`, [
    attempt.attemptId,
  ]);
  expect(rows).toHaveLength(1);
});

test('an attempt with another sum is refused', async () => {
  const attempt = newAttempt();
  await cards.create(attempt);
  await expect(cards.create({ ...attempt, amount: 1300 })).rejects.toThrow(Refused);
});

test('what is made again after it was paid says so', async () => {
  const attempt = newAttempt();
  const { id } = await cards.create(attempt);
  await payWith(db, id, 'pm_card_visa');
  expect(await cards.create(attempt)).toMatchObject({ id, state: 'paid', received: 1250 });
});

test('an open payment becomes that of another attempt, once for it', async () => {
  const { id } = await cards.create(newAttempt());
  const [second, third] = [newAttempt(1300), newAttempt(1400)];
  expect(await cards.change(id, second)).toMatchObject({ id, amount: 1300, attemptId: second.attemptId });
  expect(await cards.change(id, third)).toMatchObject({ id, amount: 1400, attemptId: third.attemptId });
  // The answer of then would say 1300.
  expect(await cards.change(id, second)).toMatchObject({ id, amount: 1400, attemptId: third.attemptId });
});

test('what is paid, being paid or canceled is not changed, and only what is canceled is canceled again', async () => {
  const paid = await newPaid();
  await setFault(db, 'slow card', 1);
  const paying = await newPaid();
  const canceled = (await cards.create(newAttempt())).id;
  expect(await cards.cancel(canceled)).toMatchObject({ state: 'canceled', received: 0 });
  expect(await cards.find(paying)).toMatchObject({ state: 'paying', received: 0 });
  for (const id of [paid, paying, canceled]) await expect(cards.change(id, newAttempt())).rejects.toThrow(NotOpen);
  for (const id of [paid, paying]) await expect(cards.cancel(id)).rejects.toThrow(NotOpen);
  expect(await cards.cancel(canceled)).toMatchObject({ id: canceled, state: 'canceled' });
  await inTransaction(db, (tx) => settleIntent(tx, paying, true));
  expect(await cards.find(paying)).toMatchObject({ state: 'paid', received: 1250 });
});

test('a payment that is paid while it is changed is paid as one of the two', async () => {
  for (let round = 0; round < 10; round++) {
    const [first, second] = [newAttempt(1000), newAttempt(2000)];
    const { id } = await cards.create(first);
    const [changed] = await Promise.allSettled([cards.change(id, second), payWith(db, id, 'pm_card_visa')]);
    const now = await cards.find(id);
    expect(now).toMatchObject({ state: 'paid' });
    const won = changed.status === 'fulfilled' ? second : first;
    expect(now).toMatchObject({ amount: won.amount, received: won.amount, attemptId: won.attemptId });
    if (changed.status === 'rejected') expect(changed.reason).toBeInstanceOf(NotOpen);
  }
});

test('a payment that is paid while it is canceled is one of the two', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await cards.create(newAttempt());
    const [canceled] = await Promise.allSettled([cards.cancel(id), payWith(db, id, 'pm_card_visa')]);
    expect((await cards.find(id))?.state).toBe(canceled.status === 'fulfilled' ? 'canceled' : 'paid');
  }
});

test('a payment of another shop is none', async () => {
  expect(await cards.find('pi_3NotOurs')).toBeNull();
  await expect(cards.change('pi_3NotOurs', newAttempt())).rejects.toThrow(NotOpen);
  await expect(cards.cancel('pi_3NotOurs')).rejects.toThrow(NotOpen);
  await expect(cards.refund('pi_3NotOurs', { key: v7(), amount: 100 })).rejects.toThrow(Refused);
});

test('a sum below what cards may pay is refused', async () => {
  await expect(cards.create(newAttempt(49))).rejects.toThrow(Refused);
  expect(await cards.create(newAttempt(50))).toMatchObject({ amount: 50 });
});

test('a part is given back once for its key, and never more than was paid', async () => {
  const id = await newPaid();
  const key = v7();
  const refund = { id: expect.stringMatching(/^re_\w+$/), key, amount: 500, state: 'succeeded' };
  const given = await Promise.allSettled(Array.from({ length: 5 }, () => cards.refund(id, { key, amount: 500 })));
  for (const one of given) if (one.status === 'fulfilled') expect(one.value).toEqual(refund);
  expect(await cards.refund(id, { key, amount: 500 })).toEqual(refund);
  expect((await cards.find(id))?.refunds).toEqual([refund]);
  await expect(cards.refund(id, { key, amount: 600 })).rejects.toThrow(Refused);
  await expect(cards.refund(id, { key: v7(), amount: 751 })).rejects.toThrow(Refused);
  const rest = await cards.refund(id, { key: v7(), amount: 750 });
  expect((await cards.find(id))?.refunds.map(({ id: it }) => it)).toEqual([rest.id, expect.any(String)]);
  await expect(cards.refund(id, { key: v7(), amount: 1 })).rejects.toThrow(Refused);
});

test('many parts are all found', async () => {
  const id = await newPaid();
  for (let part = 0; part < 12; part++) await cards.refund(id, { key: v7(), amount: 50 });
  expect((await cards.find(id))?.refunds).toHaveLength(12);
});

test('more than a hundred parts, which is as many as one answer holds, are all found', async () => {
  const id = await newPaid(5_150);
  const part = { amount: 50, metadata: {}, reason: null };
  await inTransaction(db, async (tx) => {
    for (let given = 0; given < 103; given++) await createRefund(tx, id, part);
  });
  expect((await cards.find(id))?.refunds).toHaveLength(103);
});

test('what is given back may be under way, and may come back', async () => {
  const id = await newPaid();
  await setFault(db, 'slow refund', 1);
  const refund = await cards.refund(id, { key: v7(), amount: 1250 });
  expect(refund.state).toBe('pending');
  await inTransaction(db, (tx) => settleRefund(tx, refund.id, false));
  expect((await cards.find(id))?.refunds).toEqual([{ ...refund, state: 'failed' }]);
  expect(await cards.refund(id, { key: v7(), amount: 1250 })).toMatchObject({ state: 'succeeded' });
});

test('nothing is given back of what is not paid', async () => {
  const { id } = await cards.create(newAttempt());
  await expect(cards.refund(id, { key: v7(), amount: 100 })).rejects.toThrow(Refused);
});

test('what the bank of the card asks back is said, and how that ended', async () => {
  const [won, lost] = [await newPaid(), await newPaid()];
  for (const id of [won, lost]) {
    const { id: dispute } = await openDispute(db, id);
    expect((await cards.find(id))?.disputes).toEqual([{ id: dispute, state: 'open' }]);
    await expect(cards.refund(id, { key: v7(), amount: 100 })).rejects.toThrow(Refused);
  }
  await closeDispute(db, won, true);
  await closeDispute(db, lost, false);
  expect((await cards.find(won))?.disputes).toMatchObject([{ state: 'won' }]);
  await openDispute(db, lost);
  expect((await cards.find(lost))?.disputes, 'each time').toMatchObject([{ state: 'open' }, { state: 'lost' }]);
});

test.each([
  ['warning_needs_response', 'open'],
  ['under_review', 'open'],
  ['a word of tomorrow', 'open'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
])('a dispute that is “%s” is %s', async (status, state) => {
  const id = await newPaid();
  const { id: dispute } = await openDispute(db, id);
  await pool.query(`update sandbox_objects set body = body || jsonb_build_object('status', $2::text) where id = $1`, [
    dispute,
    status,
  ]);
  expect((await cards.find(id))?.disputes).toEqual([{ id: dispute, state }]);
});

test('of the newest payments those are told that were paid for an attempt', async () => {
  const [first, second] = [await newPaid(), await newPaid()];
  await cards.create(newAttempt());
  expect(await cards.paidLately(2)).toEqual([second]);
  expect((await cards.paidLately(1_000)).slice(0, 2)).toEqual([second, first]);
});

test('one failure of the provider is not noticed, more are told', async () => {
  await setFault(db, 'fail', 1);
  const { id } = await cards.create(newAttempt());
  await setFault(db, 'fail', 2);
  await expect(cards.find(id)).rejects.toThrow(ProviderAway);
  expect(await cards.find(id)).toMatchObject({ id });
});

test('where the provider keeps a failure for an attempt, it is away for that attempt alone', async () => {
  const attempt = newAttempt();
  await setFault(db, 'break create', 1);
  await expect(cards.create(attempt)).rejects.toThrow(ProviderAway);
  await expect(cards.create(attempt)).rejects.toThrow(ProviderAway);
  expect(await cards.create(newAttempt())).toMatchObject({ state: 'open' });
});

test('what was done before its answer was lost is not done twice', async () => {
  await setFault(db, 'lose create', 1);
  const attempt = newAttempt();
  const { id } = await cards.create(attempt);
  await payWith(db, id, 'pm_card_visa');
  await setFault(db, 'lose refund', 3);
  const refund = { key: v7(), amount: 100 };
  await expect(cards.refund(id, refund)).rejects.toThrow(ProviderAway);
  await clearFaults(db);
  await cards.refund(id, refund);
  expect((await cards.find(id))?.refunds).toHaveLength(1);
});

test('a provider that does not answer is away within ten seconds, or that never ends', {
  timeout: 20_000,
}, async () => {
  const attempt = newAttempt();
  await setFault(db, 'hang create', 5);
  const drop = createServer((_request, response) => {
    const dripping = setInterval(() => response.write(' '), 500);
    response.on('close', () => clearInterval(dripping));
  });
  drop.listen(0, '127.0.0.1');
  await once(drop, 'listening');
  const { port } = drop.address() as AddressInfo;
  const keys = { secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecrets: [] };
  const endless = createStripe({ name: 'stripe', ...keys, apiBase: `http://127.0.0.1:${port}`, log });
  const begun = performance.now();
  await Promise.all([
    expect(cards.create(attempt)).rejects.toThrow(ProviderAway),
    expect(endless.create(attempt)).rejects.toThrow(ProviderAway),
  ]);
  expect(performance.now() - begun).toBeLessThan(10_000);
  await endless.close();
  drop.closeAllConnections();
  drop.close();
  await clearFaults(db);
  expect(await cards.create(attempt)).toMatchObject({ state: 'open' });
});

test('a provider that is not there is away', async () => {
  const closed = await openSandbox(parts);
  await closed.close();
  await expect(closed.create(newAttempt())).rejects.toThrow(ProviderAway);
});
