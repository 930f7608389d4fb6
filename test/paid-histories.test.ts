/** Whatever carts, prices and rates come in whatever order: what is asked for is what an oracle of big integers says, and what is ordered is what was paid. */

import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiError } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import { payments } from '#core/contract/payments.ts';
import { deals } from '#db/schema/catalogue.ts';
import { settlePayment } from '#server/features/payments/payments.settle.ts';
import { cardBuyer, sessionId } from './card-buyers.ts';
import { startShop } from './client.ts';
import { brokenInvariants } from './invariants.ts';
import { paperCards } from './paper-cards.ts';
import { newDeal } from './shoppers.ts';

/** `HISTORIES=10000 vitest run test/paid-histories.test.ts` tries more. */
const RUNS = Number(process.env.HISTORIES ?? 25);

const cards = paperCards();
const shop = await startShop({ parts: { cards }, config: { rateLimitScale: 1_000_000 } });
const { db, pool } = shop;
const dealIds = await Promise.all(Array.from({ length: 4 }, () => newDeal(db)));

const besa = await cardBuyer(shop, cards);
await besa.fill();
const { id: paidByBesa } = (await besa.prepare()).intent;
cards.pay(paidByBesa);

const which = fc.integer({ min: 0, max: dealIds.length - 1 });
const price = fc.integer({ min: 5_000, max: 900_000 });
const deed = fc.oneof(
  fc.record({ does: fc.constant('add' as const), deal: which, quantity: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ does: fc.constant('reprice' as const), deal: which, price }),
  fc.record({ does: fc.constant('prepare' as const), microRate: fc.integer({ min: 20_000_000, max: 200_000_000 }) }),
  fc.record({
    does: fc.constant('pay' as const),
    less: fc.constantFrom(0, 0, 0, 1),
    currency: fc.constantFrom('usd', 'usd', 'usd', 'eur'),
  }),
  fc.record({ does: fc.constant('hear' as const) }),
  fc.record({ does: fc.constant('say' as const), whose: fc.constantFrom('own', 'forged', "another's") }),
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

/** Half a cent up. */
const oracle = (qindarka: bigint, microRate: bigint) => (2_000_000n * qindarka + microRate) / (2n * microRate);

async function live(deeds: readonly Deed[]) {
  const ana = await cardBuyer(shop, cards);
  const asked = new Map<string, { intent: string; total: bigint; cents: bigint }>();
  let last: string | undefined;
  const paid = new Map<string, { attempt: string | null; whole: boolean }>();
  const hear = async () => {
    for (const id of new Set([...asked.values()].map(({ intent }) => intent)))
      await settlePayment({ db, cards }, (await cards.find(id)) ?? expect.fail());
  };
  /** Says what was paid: answered with the order, and with nothing where it is somebody else's, invented, unpaid or not as asked. */
  const say = async (whose: string) => {
    const paymentIntentId =
      { own: last ?? 'pi_none', forged: `pi_${asked.size}`, "another's": paidByBesa }[whose] ?? '';
    const answer = await ana
      .call(payments.checkout, { body: { sessionId, paymentIntentId } })
      .catch((error: ApiError) => error.code);
    if (whose !== 'own' || last === undefined) return expect(answer).toBe('payments.notFound');
    const { whole } = paid.get(last) ?? {};
    if (whole) expect(answer).toMatchObject({ stripePaymentIntentId: last, status: 'completed' });
    else expect(answer).toBe(whole === undefined ? 'payments.notPaid' : 'payments.notAsAsked');
  };
  for (const it of deeds) {
    if (it.does === 'add') {
      const dealId = dealIds[it.deal] ?? '';
      await ana.call(cart.add, { body: { dealId, sessionId, quantity: it.quantity } });
    } else if (it.does === 'reprice') {
      const where = eq(deals.id, dealIds[it.deal] ?? '');
      await db.update(deals).set({ price: it.price, originalPrice: null }).where(where);
    } else if (it.does === 'prepare') {
      const lines = await ana.lines();
      const total = lines.reduce(
        (sum, line) => sum + BigInt(Math.round(line.deal.price * 100)) * BigInt(line.quantity),
        0n,
      );
      const prepared = await ana.prepare((it.microRate / 1_000_000).toFixed(6)).catch((error: Error) => error.message);
      if (typeof prepared === 'string') {
        expect(['cart.empty', 'payments.alreadyPaid', 'payments.tooSmall']).toContain(prepared);
        continue;
      }
      const cents = oracle(total, BigInt(it.microRate));
      expect([BigInt(prepared.payment.totalAmount), BigInt(prepared.intent.amount)]).toEqual([total, cents]);
      last = prepared.intent.id;
      asked.set(prepared.payment.id, { intent: last, total, cents });
    } else if (it.does === 'pay' && last !== undefined && !paid.has(last)) {
      const said = await cards.find(last);
      if (said?.state !== 'open') continue;
      cards.pay(last, said.amount - it.less, it.currency);
      paid.set(last, { attempt: said.attemptId, whole: it.less === 0 && it.currency === 'usd' });
    } else if (it.does === 'hear') await hear();
    else if (it.does === 'say') await say(it.whose);
  }
  await hear();
  const made = await ana.orders();
  const expected = [...paid].flatMap(([intent, { attempt, whole }]) =>
    whole ? [[intent, asked.get(attempt ?? '')]] : [],
  );
  expect(
    made.map((order) => [
      order.stripePaymentIntentId,
      {
        intent: order.stripePaymentIntentId,
        total: BigInt(order.totalAmount),
        cents: BigInt(order.chargedAmount ?? 0),
      },
    ]),
  ).toEqual(expected);
  return made.length;
}

test(
  'any history of a cart that is paid by card makes the orders that were paid, at what the oracle says',
  async () => {
    let ordered = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 8, maxLength: 24 }), async (deeds) => {
        ordered += await live([
          { does: 'add', deal: 0, quantity: 1 },
          { does: 'prepare', microRate: 95_400_000 },
          ...deeds,
        ]);
      }),
      { numRuns: RUNS },
    );
    expect(ordered).toBeGreaterThan(0);
    expect(await brokenInvariants(pool)).toEqual({});
  },
  Math.max(60_000, RUNS * 3_000),
);
