/** In whatever order the provider's messages come, and whoever asks it first: the end is the same. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { payments, refunds } from '#db/schema/charges.ts';
import { orders } from '#db/schema/shopping.ts';
import type { ProviderPayment } from '#server/gateways/payments/provider.ts';
import { newCardPayment } from '#test/card-payments.ts';
import { testDatabase } from '#test/database.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { newUser } from '#test/shoppers.ts';
import { settlePayment } from './payments.settle.ts';

const cards = fakePaymentProvider();
const { db, pool } = await testDatabase();
const userId = await newUser(db);

/** What the provider says after each of six things that happen: paid, given back, come back and given again, disputed, disputed once more, the first of these won. */
function saidAfter(intent: ProviderPayment): ProviderPayment[] {
  const paid: ProviderPayment = { ...intent, state: 'paid', received: intent.amount };
  const given: ProviderPayment = {
    ...paid,
    refunds: [{ id: `re_${intent.id}`, key: null, amount: intent.amount, state: 'succeeded' }],
  };
  const again: ProviderPayment = {
    ...paid,
    refunds: [
      { id: `re_again_${intent.id}`, key: null, amount: intent.amount, state: 'succeeded' },
      { id: `re_${intent.id}`, key: null, amount: intent.amount, state: 'failed' },
    ],
  };
  const first = (state: 'open' | 'won') => ({ id: `dp_first_${intent.id}`, state });
  const second = { id: `dp_second_${intent.id}`, state: 'open' as const };
  const disputed = (...disputes: ProviderPayment['disputes']) => ({ ...again, disputes });
  return [paid, given, again, disputed(first('open')), disputed(second, first('open')), disputed(second, first('won'))];
}

function permutations<T>(of: readonly T[]): T[][] {
  if (of.length <= 1) return [[...of]];
  return of.flatMap((first, at) => permutations(of.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

/** A message comes after what it tells of, so the provider is then at least as far. All that differs is how far each time. */
const histories = new Set(
  permutations([0, 1, 2, 3, 4, 5]).map((order) => order.map((_, at) => Math.max(...order.slice(0, at + 1))).join('')),
);

async function endOf(steps: number[]) {
  const id = await newCardPayment({ db, cards }, userId);
  const said = saidAfter((await cards.find(id)) ?? expect.fail());
  for (const step of steps) await settlePayment({ db, cards }, said[step] ?? expect.fail());
  const [payment] = await db.select().from(payments).where(eq(payments.providerPaymentId, id));
  const made = await db.select().from(orders).where(eq(orders.stripePaymentIntentId, id));
  const given = await db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, made[0]?.id ?? ''))
    .orderBy(refunds.id);
  return {
    payment: [payment?.status, payment?.disputeStatus, payment?.orderId === made[0]?.id],
    disputes: Object.entries(payment?.disputes ?? {})
      .map(([dispute, state]) => [dispute.replace(`_${id}`, ''), state])
      .sort(),
    orders: made.map(({ status, disputedAt }) => [status, disputedAt !== null]),
    refunds: given.map(({ amount, status, position }) => [amount, status, position]),
  };
}

test('all orders of six messages end alike', { timeout: 120_000 }, async () => {
  expect(histories.size).toBe(132);
  const ends = new Set<string>();
  for (const history of histories) ends.add(JSON.stringify(await endOf([...history].map(Number))));
  expect([...ends].map((end) => JSON.parse(end))).toEqual([
    {
      payment: ['paid', 'open', true],
      disputes: [
        ['dp_first', 'won'],
        ['dp_second', 'open'],
      ],
      orders: [['refunded', true]],
      refunds: [
        [1258, 'failed', null],
        [1258, 'succeeded', null],
      ],
    },
  ]);
  expect(await brokenInvariants(pool)).toEqual({});
});

test('who asked before something happened and is late changes nothing', { timeout: 60_000 }, async () => {
  const inTime = await endOf([0, 1, 2, 3, 4, 5]);
  for (let late = 0; late < 6; late++) expect(await endOf([5, late]), `${late}`).toEqual(inTime);
});
