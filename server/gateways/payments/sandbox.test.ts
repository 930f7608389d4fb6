import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { NotOpen, type ProviderEvent, Refused } from './provider.ts';
import { createSandbox } from './sandbox.ts';
import type { TriedCard } from './sandbox-cards.ts';

const { db } = await testDatabase();
const events: ProviderEvent[] = [];
const sandbox = createSandbox({ db, storeEvent: async (_tx, event) => void events.push(event) });

const newAttempt = (amount = 1250) => ({ attemptId: v7(), amount });
const newPayment = async (amount = 1250) => (await sandbox.create(newAttempt(amount))).id;
const confirm = (id: string, kind: 'paid' | 'authenticate' | 'dispute' | 'declined') => {
  const error = { code: 'card_declined', message: 'Your card was declined.' };
  const result: TriedCard = kind === 'declined' ? { kind, error } : { kind };
  return sandbox.confirm(id, { result, returnUrl: 'http://localhost/checkout' });
};
const newPaid = async (amount = 1250) => {
  const id = await newPayment(amount);
  await confirm(id, 'paid');
  return id;
};
const eventsOf = (id: string) => events.filter(({ subjectId }) => subjectId === id).map(({ type }) => type);

test('payment, created, is open, in dollars and of its attempt', async () => {
  const attempt = newAttempt();
  const made = await sandbox.create(attempt);
  expect(made).toEqual({
    id: expect.stringMatching(/^pi_\w+$/),
    clientSecret: expect.stringContaining(`${made.id}_secret_`),
    ...{ state: 'open', attemptId: attempt.attemptId, amount: 1250, received: 0 },
    ...{ currency: 'usd', isLive: false, refunds: [], disputes: [] },
  });
  expect(await sandbox.find(made.id)).toEqual(made);
});

test('payment, created 10 times at once for one attempt, is one payment', async () => {
  const attempt = newAttempt();
  const made = await Promise.all(Array.from({ length: 10 }, () => sandbox.create(attempt)));
  expect(new Set(made.map(({ clientSecret }) => clientSecret)).size).toBe(1);
  await confirm(made[0]?.id ?? '', 'paid');
  expect(await sandbox.create(attempt)).toMatchObject({ state: 'paid', received: 1250 });
});

test('open payment is changed to another attempt; paid, canceled and unknown ones are not', async () => {
  const [id, paid, canceled] = [await newPayment(), await newPaid(), await newPayment()];
  const next = newAttempt(1300);
  expect(await sandbox.change(id, next)).toMatchObject({ id, amount: 1300, attemptId: next.attemptId });
  expect(await sandbox.cancel(canceled)).toMatchObject({ state: 'canceled', received: 0 });
  expect(await sandbox.cancel(canceled)).toMatchObject({ state: 'canceled' });
  for (const it of [paid, canceled, 'pi_none']) await expect(sandbox.change(it, next)).rejects.toThrow(NotOpen);
  for (const it of [paid, 'pi_none']) await expect(sandbox.cancel(it)).rejects.toThrow(NotOpen);
  for (const it of [paid, canceled]) await expect(confirm(it, 'paid')).rejects.toThrow(NotOpen);
  expect(await sandbox.find('pi_none')).toBeNull();
  expect(eventsOf(canceled)).toEqual(['payment_intent.canceled']);
});

test('payment, paid while it is changed or canceled, ends as one of the two', async () => {
  for (let round = 0; round < 5; round++) {
    const [first, second] = [newAttempt(1000), newAttempt(2000)];
    const { id } = await sandbox.create(first);
    const [changed] = await Promise.allSettled([sandbox.change(id, second), confirm(id, 'paid')]);
    const { attemptId, amount } = changed.status === 'fulfilled' ? second : first;
    expect(await sandbox.find(id)).toMatchObject({ state: 'paid', amount, received: amount, attemptId });
    const other = await newPayment();
    const [canceled] = await Promise.allSettled([sandbox.cancel(other), confirm(other, 'paid')]);
    expect((await sandbox.find(other))?.state).toBe(canceled.status === 'fulfilled' ? 'canceled' : 'paid');
  }
});

test('declined card leaves the payment open and stores an event each time', async () => {
  const id = await newPayment();
  for (let time = 0; time < 2; time++)
    expect(await confirm(id, 'declined')).toMatchObject({
      payment: { state: 'open' },
      error: { code: 'card_declined' },
    });
  await confirm(id, 'paid');
  expect(eventsOf(id)).toEqual([
    'payment_intent.payment_failed',
    'payment_intent.payment_failed',
    'payment_intent.succeeded',
  ]);
  expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
});

test('3-D Secure confirmation of an amount that changed meanwhile charges nothing', async () => {
  const id = await newPayment();
  await confirm(id, 'authenticate');
  await sandbox.change(id, newAttempt(2500));
  expect(await sandbox.authenticate(id, true)).toMatchObject({ state: 'open', received: 0 });
});

test('refund, requested 5 times at once with one key, is made once and never exceeds what was paid', async () => {
  const id = await newPaid();
  const key = v7();
  const refund = { id: expect.stringMatching(/^re_\w+$/), key, amount: 500, state: 'succeeded' };
  const given = await Promise.all(Array.from({ length: 5 }, () => sandbox.refund(id, { key, amount: 500 })));
  expect(given).toEqual(Array.from({ length: 5 }, () => refund));
  await expect(sandbox.refund(id, { key: v7(), amount: 751 })).rejects.toThrow(Refused);
  const rest = await sandbox.refund(id, { key: v7(), amount: 750 });
  expect((await sandbox.find(id))?.refunds).toEqual([rest, refund]);
  expect(eventsOf(id).slice(1)).toEqual(['charge.refunded', 'charge.refunded']);
});

test('refund of an unpaid, unknown or disputed payment is refused', async () => {
  const disputed = await newPayment();
  await confirm(disputed, 'dispute');
  expect(await sandbox.find(disputed)).toMatchObject({ state: 'paid', disputes: [{ state: 'open' }] });
  expect(eventsOf(disputed)).toEqual(['payment_intent.succeeded', 'charge.dispute.created']);
  for (const id of [await newPayment(), 'pi_none', disputed])
    await expect(sandbox.refund(id, { key: v7(), amount: 100 })).rejects.toThrow(Refused);
});

test('newest payments, listed, are those that were paid', async () => {
  const [first, second] = [await newPaid(), await newPaid()];
  await newPayment();
  expect(await sandbox.paidLately(2)).toEqual([second]);
  expect((await sandbox.paidLately(1_000)).slice(0, 2)).toEqual([second, first]);
});
