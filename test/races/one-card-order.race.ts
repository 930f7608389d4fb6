/** I1: a payment that was paid makes one order, whoever tells of it: who paid, the provider in any number of messages, or we who ask. */
import { deepEqual, equal } from 'node:assert/strict';
import { v7 } from 'uuid';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import type { Deps } from '#server/deps.ts';
import { paymentsHear } from '#server/features/payments/payments.jobs.ts';
import { reconcile } from '#server/features/payments/payments.reconcile.ts';
import { openSandbox, sandboxSecret } from '#server/gateways/payments/sandbox/open-sandbox.ts';
import { signatureOf } from '#server/gateways/payments/sandbox/sandbox-deliveries.ts';
import { payWith } from '#test/pay-with.ts';
import { recordingLog } from '../log.ts';
import { type Arena, holds, newDeals, newShopper, type Proof, patiently, type Race, together } from './race.ts';

/** Of fifty who act, twenty post what they paid, twenty bring one message, five another each, five ask. */
const roleOf = (actor: number) =>
  (['client', 'client', 'client', 'client', 'same', 'same', 'same', 'same', 'other', 'asks'] as const)[actor % 10];

const race: Race = async (arena) => {
  const { nodes, rounds, actors } = arena;
  const { pool, db } = nodes;
  const cards = await openSandbox({ pool, db, origin: 'http://127.0.0.1', log: recordingLog() });
  const secret = await sandboxSecret(pool);
  const dealIds = await newDeals(arena, 4);
  const parts = { db, cards } as Deps & { cards: typeof cards };
  try {
    for (let round = 0; round < rounds; round++) {
      const { call, sessionId, paymentIntentId } = await payer(arena, dealIds);
      const same = `evt_${v7()}`;
      const check = () => call(payments.checkout, { body: { sessionId, paymentIntentId } });
      const bring = async (externalId: string) => {
        const body = eventOf(externalId, paymentIntentId);
        const answer = await nodes.guest().send(payments.webhook.path, {
          method: 'POST',
          body,
          headers: { 'stripe-signature': signatureOf(body, secret) },
        });
        equal(answer.status, 200, await answer.text());
        await patiently(() => paymentsHear.perform(parts, { source: 'sandbox', externalId }));
      };
      const told = await together(actors, async (actor) => {
        switch (roleOf(actor)) {
          case 'client':
            return check();
          case 'asks':
            await patiently(() => reconcile(parts));
            return null;
          default:
            await bring(roleOf(actor) === 'same' ? same : `evt_${v7()}`);
            return null;
        }
      });
      const [order, ...others] = await call(orders.mine);
      deepEqual(others, [], `seed ${arena.random.seed}, round ${round}: one payment made several orders`);
      for (const answer of told) if (answer) deepEqual(answer, order);
      deepEqual(await call(cart.list, { params: { sessionId } }), []);
    }
  } finally {
    await cards.close();
  }
  await holds(arena);
  return { rounds, tellings: rounds * actors, orders: rounds };
};

/** Somebody who just paid for a full cart; the attempt is old enough that the shop asks about it by itself. */
async function payer(arena: Arena, dealIds: string[]) {
  const { pool, db } = arena.nodes;
  const shopper = await newShopper(arena);
  const { call, sessionId, userId } = shopper;
  for (const dealId of dealIds) await call(cart.add, { body: { dealId, sessionId, quantity: 2 } });
  const { paymentIntentId } = await call(payments.intent, { body: { sessionId } });
  await pool.query("update payments set checked_at = now() - interval '1 hour' where user_id = $1", [userId]);
  await payWith(db, paymentIntentId, 'pm_card_visa');
  return { ...shopper, paymentIntentId };
}

const eventOf = (id: string, paymentIntentId: string) =>
  JSON.stringify({
    ...{ id, object: 'event', livemode: false, type: 'payment_intent.succeeded' },
    data: { object: { id: paymentIntentId, object: 'payment_intent' } },
  });

export const proof: Proof = {
  id: 'I1',
  promise: 'a payment that was paid makes one order',
  race,
  few: 2,
  many: 500,
  breaksWithout: [
    {
      without: 'one payment makes two orders',
      file: 'server/features/payments/payments.settle.ts',
      take: 'if (payment.orderId !== null) return payment.orderId;',
      leave: 'if (payment.orderId === id) return payment.orderId;',
    },
  ],
};
