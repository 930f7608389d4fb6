/** What the stand-in tells the shop of its payments. */
import { sql } from 'drizzle-orm';
import { type FastifyRequest, fastify } from 'fastify';
import { v7 } from 'uuid';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { testDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { payWith } from '#test/pay-with.ts';
import type { ProviderEvent } from '../provider.ts';
import { openSandbox, sandboxSecret } from './open-sandbox.ts';
import { deliverDue, keepDelivering, signatureOf } from './sandbox-deliveries.ts';
import { clearFaults, setFault } from './sandbox-faults.ts';
import { answerBank } from './sandbox-intents.ts';
import { closeDispute, openDispute } from './sandbox-refunds.ts';
import { tellShop } from './tell-shop.ts';

const { pool, db } = await testDatabase();
const log = recordingLog();
const cards = await openSandbox({ pool, db, origin: 'http://localhost:3000', log });
afterAll(() => cards.close());
const secret = await sandboxSecret(pool);

beforeEach(async () => {
  await clearFaults(db);
  await pool.query('truncate sandbox_events');
});

/** A shop that hears, unless its next answers are other ones. */
function shop(...answers: number[]) {
  const heard: (ProviderEvent | null)[] = [];
  const post = async (body: string, signature: string) => {
    const status = answers.shift() ?? 200;
    if (status === 200) heard.push(cards.readEvent(Buffer.from(body), signature));
    return status;
  };
  return { heard, types: () => heard.map((event) => event?.type), parts: { db, secret, post, log } };
}

const newPayment = async () => (await cards.create({ attemptId: v7(), amount: 1250 })).id;
/** As if so many seconds had gone by. */
const later = (seconds: number) =>
  pool.query('update sandbox_events set due_at = due_at - make_interval(secs => $1)', [seconds]);

test('the shop hears in order what happened, signed so that it believes it', async () => {
  const id = await newPayment();
  await payWith(db, id, 'pm_card_chargeDeclined');
  await payWith(db, id, 'pm_card_visa');
  await cards.refund(id, { key: v7(), amount: 100 });
  await openDispute(db, id);
  await closeDispute(db, id, true);
  const { parts, heard, types } = shop();
  expect(await deliverDue(parts)).toBe(9);
  expect(types()).toEqual([
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
    'charge.succeeded',
    'payment_intent.succeeded',
    'refund.created',
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.closed',
  ]);
  expect(new Set(heard.map((event) => event?.paymentId))).toEqual(new Set([id]));
  expect(new Set(heard.map((event) => event?.id)).size).toBe(9);
  expect(await deliverDue(parts)).toBe(0);
});

test('it says who was asked by their bank, what they said, and what was canceled', async () => {
  const [accepted, refused] = [await newPayment(), await newPayment()];
  await pool.query('truncate sandbox_events');
  for (const id of [accepted, refused]) await payWith(db, id, 'pm_card_threeDSecure2Required');
  await inTransaction(db, (tx) => answerBank(tx, accepted, true));
  await inTransaction(db, (tx) => answerBank(tx, refused, false));
  await cards.cancel(refused);
  const { parts, types } = shop();
  await deliverDue(parts);
  expect(types()).toEqual([
    'payment_intent.requires_action',
    'payment_intent.requires_action',
    'charge.succeeded',
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.canceled',
  ]);
});

test('what was not heard is told again, later each time, and not for ever', async () => {
  await newPayment();
  const { parts, heard } = shop(500, 503, 0);
  expect(await deliverDue(parts)).toBe(0);
  expect(await deliverDue(parts)).toBe(0);
  await later(6);
  await deliverDue(parts);
  await later(6);
  await deliverDue(parts);
  expect(heard).toEqual([]);
  await later(6);
  await deliverDue(parts);
  await later(24);
  await deliverDue(parts);
  expect(heard).toHaveLength(1);

  await newPayment();
  const deaf = shop(...Array.from({ length: 20 }, () => 500));
  const asked = vi.fn(deaf.parts.post);
  for (let time = 0; time < 12; time++) {
    await deliverDue({ ...deaf.parts, post: asked });
    await later(10_000);
  }
  expect(asked).toHaveBeenCalledTimes(9);
});

test('several nodes tell each thing once', async () => {
  for (let payment = 0; payment < 10; payment++) await newPayment();
  const { parts, heard } = shop();
  await Promise.all([deliverDue(parts), deliverDue(parts), deliverDue(parts)]);
  expect(heard).toHaveLength(10);
});

test('what another node is about to tell is left to it, and the next is told', async () => {
  const [taken, free] = [await newPayment(), await newPayment()];
  const { parts, heard } = shop();
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`update sandbox_events set due_at = due_at + interval '1 hour', attempts = attempts + 1
      where body -> 'data' -> 'object' ->> 'id' = ${taken}`);
    await deliverDue(parts);
  });
  expect(heard.map((event) => event?.paymentId)).toEqual([free]);
});

test('what did not happen is not told', async () => {
  const id = await newPayment();
  await pool.query('truncate sandbox_events');
  await inTransaction(db, async (tx) => {
    await tx.execute('select 1');
    await expect(answerBank(tx, id, true)).rejects.toThrow('status of requires_payment_method');
  });
  const { parts, heard } = shop();
  await deliverDue(parts);
  expect(heard).toEqual([]);
});

test('it can be told to say things twice, later, in any order or never', async () => {
  const { parts, heard } = shop();
  await setFault(db, 'drop', 1);
  await newPayment();
  await deliverDue(parts);
  expect(heard).toHaveLength(0);

  await setFault(db, 'duplicate', 1);
  await newPayment();
  await deliverDue(parts);
  expect(heard.map((event) => event?.id)).toEqual([heard[0]?.id, heard[0]?.id]);

  await setFault(db, 'delay', 60_000);
  await newPayment();
  await deliverDue(parts);
  expect(heard).toHaveLength(2);
  await later(61);
  await deliverDue(parts);
  expect(heard).toHaveLength(3);
  await clearFaults(db);

  await setFault(db, 'shuffle', 10);
  for (let payment = 0; payment < 10; payment++) await newPayment();
  const { rows } = await pool.query<{ id: string }>(
    'select id from sandbox_events where delivered_at is null order by created_at',
  );
  await later(5);
  await deliverDue(parts);
  expect(heard.slice(3).map((event) => event?.id)).not.toEqual(rows.map(({ id }) => id));
  expect(heard).toHaveLength(13);
});

test('it goes on by itself until it is closed', async () => {
  const { parts, heard } = shop();
  const going = keepDelivering(parts);
  await newPayment();
  await vi.waitFor(() => expect(heard).toHaveLength(1), 5_000);
  await going.close();
  await newPayment();
  expect(heard).toHaveLength(1);
});

test('a shop that listens is told where it listens, until it closes', async () => {
  const app = fastify();
  const heard: (ProviderEvent | null)[] = [];
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => bytes);
  app.post<{ Body: Buffer }>('/api/webhooks/stripe', async ({ body, headers }) => {
    expect(headers.host).toBe('bukuri.al');
    heard.push(cards.readEvent(body, String(headers['stripe-signature'])));
    return {};
  });
  tellShop(app, { pool, db, log, origin: 'https://bukuri.al' });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const id = await newPayment();
  await vi.waitFor(() => expect(heard.map((event) => event?.paymentId)).toEqual([id]), 5_000);
  await app.close();
});

test('who does not know the secret cannot sign', () => {
  const body = Buffer.from('{"id":"evt_1","livemode":false,"type":"x","data":{"object":{}}}');
  expect(cards.readEvent(body, signatureOf(body.toString(), secret))?.id).toBe('evt_1');
  expect(cards.readEvent(body, signatureOf(body.toString(), `${secret}x`))).toBeNull();
});
