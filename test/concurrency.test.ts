/** Rules that concurrent requests could violate, each tried with many requests at once. */
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { sessions } from '#core/contract/accounts/sessions.ts';
import { ApiError } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import { MAX_OPEN_CASH_ORDERS, orders } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import { redeem } from '#core/contract/redeem.ts';
import { refunds } from '#db/schema/charges.ts';
import { settlePayment } from '#server/features/payments/payments.settle.ts';
import { refundUnits } from '#server/features/payments/unit-refunds.ts';
import { cardBuyer, takingCards } from './card-buyers.ts';
import { type Client, newSessionId, startShop } from './client.ts';
import { testDatabase } from './database.ts';
import { fakePaymentProvider } from './fake-payment-provider.ts';
import { brokenInvariants } from './invariants.ts';
import { newSalon } from './salons.ts';
import { newDeal, newUser } from './shoppers.ts';

const AT_ONCE = 20;
const { url, pool, db } = await testDatabase();
const cards = fakePaymentProvider(db);
const options = takingCards(cards);
const shop = await startShop({ ...options, url });
const other = await shop.anotherNode();
const sessionId = newSessionId();
afterAll(async () => expect(await brokenInvariants(pool)).toEqual({}));

/** One person on two server processes; requests alternate between them. */
async function shopper() {
  const email = `${v7()}@example.al`;
  const [one, two] = [await shop.as({ email }), await other.as({ email })];
  return { one, two, of: (index: number): Client => (index % 2 ? two : one) };
}

async function together<T>(act: (index: number) => Promise<T>, times = AT_ONCE): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => act(index)));
}

/** The answer, or the code of the refusal. */
const answerOrCode = <T>(call: Promise<T>): Promise<T | string> =>
  call.catch((error: unknown) => {
    if (error instanceof ApiError && error.code) return error.code;
    throw error;
  });

test('cash order, confirmed 20 times at once with one idempotency key, is made once', async () => {
  const { one, of } = await shopper();
  await one(cart.add, { body: { dealId: await newDeal(db), sessionId } });
  const key = v7();
  const answers = await together((index) => answerOrCode(of(index)(orders.cash, { body: { sessionId, key } })));
  expect(new Set(answers.map((answer) => (typeof answer === 'string' ? answer : answer.id))).size).toBe(1);
  expect(await one(orders.mine)).toHaveLength(1);
});

test('cart, ordered in cash and by card at once, loses and doubles no unit', async () => {
  const { one, of } = await shopper();
  const dealId = await newDeal(db, { price: 600_000, originalPrice: null });
  await one(cart.add, { body: { dealId, sessionId, quantity: 2 } });
  const { paymentIntentId } = await one(payments.intent, { body: { sessionId } });
  await cards.pay(paymentIntentId);
  await together((index) =>
    answerOrCode<unknown>(
      index % 4 < 2
        ? of(index)(payments.checkout, { body: { sessionId, paymentIntentId } })
        : of(index)(orders.cash, { body: { sessionId, key: v7() } }),
    ),
  );
  const made = await one(orders.mine);
  expect(made.filter(({ paymentMethod }) => paymentMethod === 'card')).toHaveLength(1);
  // The card was charged before; cash may have ordered the same cart once, and never twice.
  expect(made.length).toBeLessThanOrEqual(2);
  expect(await one(cart.list, { params: { sessionId } })).toEqual([]);
});

test('open cash orders, confirmed at once, stay within their limit', async () => {
  const { one, of } = await shopper();
  const dealId = await newDeal(db);
  const addAndConfirm = async (client: Client) => {
    await client(cart.add, { body: { dealId, sessionId } });
    return answerOrCode(client(orders.cash, { body: { sessionId } }));
  };
  const answers = await together((index) => addAndConfirm(of(index)), 12);
  expect(answers).toHaveLength(12);
  for (let more = 0; more <= MAX_OPEN_CASH_ORDERS; more++) {
    await one(cart.add, { body: { dealId, sessionId } });
    if ((await answerOrCode(one(orders.cash, { body: { sessionId } }))) === 'orders.tooManyOpen') break;
  }
  expect(await one(orders.mine)).toHaveLength(MAX_OPEN_CASH_ORDERS);
});

test('one deal, added to a cart at once, is one line of at most 99', async () => {
  const { one, of } = await shopper();
  const dealId = await newDeal(db);
  const add = (quantity: number) => (index: number) => of(index)(cart.add, { body: { dealId, sessionId, quantity } });
  await together(add(3));
  expect(await one(cart.list, { params: { sessionId } })).toMatchObject([{ dealId, quantity: 60 }]);
  await together(add(3));
  expect(await one(cart.list, { params: { sessionId } })).toMatchObject([{ dealId, quantity: 99 }]);
});

test('session, revoked while it is used, is signed out on every node', async () => {
  const { one, two, of } = await shopper();
  const me = (client: Client) => answerOrCode(client(accounts.me));
  await together<unknown>((index) => (index === 7 ? two(sessions.endOthers) : me(of(0))));
  expect(await me(one)).toBe('access.notAuthenticated');
  const moved = other.guest();
  for (const [name, value] of one.cookies) moved.cookies.set(name, value);
  expect(await me(moved)).toBe('access.notAuthenticated');
  expect(await me(two)).toMatchObject({ user: {} });
});

test('refunds, requested at once, never exceed what was paid', async () => {
  const adminId = await newUser(db, { role: 'admin' });
  const ana = await cardBuyer(shop, cards);
  await ana.fill(220_000);
  await ana.fill(99_950);
  const { payment, intent } = await ana.prepare();
  await cards.pay(intent.id);
  await settlePayment({ db, cards }, (await cards.find(intent.id)) ?? expect.fail());
  const give = (positions: number[] | null) =>
    refundUnits({ db, cards }, { payment, positions, reason: 'requested', adminId });
  await Promise.allSettled([give(null), give([1]), give([2]), give([1]), give(null)]);
  const rows = await db.select().from(refunds).where(eq(refunds.paymentId, payment.id));
  const total = rows.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual((await cards.find(intent.id))?.amount ?? 0);
});

const mira = await newSalon(shop, 'Mira');
const theirs = await other.as({ email: mira.email });
const owner = (index: number): Client => (index % 2 ? theirs : mira.owner);
const attemptOf = (code: string, nonce = v7()) => ({ body: { code, nonce } });

/** The vouchers of a new cash order of Mira's deal. */
async function ordered(buyer: Client, quantity = 1) {
  await buyer(cart.add, { body: { dealId: await newDeal(db, mira.deal), sessionId, quantity } });
  const order = await buyer(orders.cash, { body: { sessionId } });
  return { id: order.id, vouchers: order.items.flatMap(({ vouchers }) => vouchers) };
}

test('voucher, redeemed 100 times at once on two nodes, is redeemed once', async () => {
  const { one } = await shopper();
  const { vouchers } = await ordered(one);
  const code = vouchers[0]?.code ?? '';
  const answers = await together((index) => answerOrCode(owner(index)(redeem.redeem, attemptOf(code))), 100);
  const results = answers.map((answer) => (typeof answer === 'string' ? answer : answer.result));
  expect(results.filter((result) => result === 'redeemed')).toHaveLength(1);
  // The same account redeemed it a moment ago.
  expect(results.filter((result) => result === 'alreadyByYou')).toHaveLength(99);
  const rows = await pool.query(`select from redemptions where voucher_id = $1 and result = 'redeemed'`, [
    vouchers[0]?.id,
  ]);
  expect(rows.rowCount).toBe(1);
});

test('redemption, sent 50 times at once with one nonce, is one row', async () => {
  const { one } = await shopper();
  const { vouchers } = await ordered(one);
  const attempt = attemptOf(vouchers[0]?.code ?? '');
  const answers = await together((index) => owner(index)(redeem.redeem, attempt), 50);
  expect(new Set(answers.map(({ result }) => result))).toEqual(new Set(['redeemed']));
  expect((await pool.query('select from redemptions where nonce = $1', [attempt.body.nonce])).rowCount).toBe(1);
});

test('units of an order, redeemed and canceled at once, have one winner each and complete the order', async () => {
  const { one, of } = await shopper();
  const { id, vouchers } = await ordered(one, 10);
  await together(async (index) => {
    const code = vouchers[index / 2]?.code;
    if (index === 5) return answerOrCode(of(index)(orders.cancel, { params: { id } }));
    return code && answerOrCode<unknown>(owner(index / 2)(redeem.redeem, attemptOf(code)));
  });
  const order = await one(orders.one, { params: { id } });
  const states = order.items.flatMap((item) => item.vouchers.map(({ status }) => status));
  expect(states.filter((state) => state === 'redeemed' || state === 'canceled')).toHaveLength(10);
  expect(order.status).toBe(states.includes('redeemed') ? 'completed' : 'failed');
});

test('card unit, redeemed and refunded at once, is one of both', async () => {
  const adminId = await newUser(db, { role: 'admin' });
  for (let time = 0; time < 5; time++) {
    const ana = await cardBuyer(shop, cards);
    await ana.fill(220_000, 1, mira.deal);
    const { payment, intent } = await ana.prepare();
    await cards.pay(intent.id);
    await settlePayment({ db, cards }, (await cards.find(intent.id)) ?? expect.fail());
    const [order] = await ana.call(orders.mine);
    const voucher = order?.items[0]?.vouchers[0];
    const [redeemed] = await Promise.all([
      answerOrCode<unknown>(mira.owner(redeem.redeem, attemptOf(voucher?.code ?? ''))),
      refundUnits({ db, cards }, { payment, positions: [1], reason: 'requested', adminId }),
    ]);
    const [after] = await ana.call(orders.mine);
    expect(after?.items[0]?.vouchers[0]?.status).toBe(redeemed === 'redeem.refunded' ? 'refunded' : 'redeemed');
  }
});

test('card unit, canceled twice, refunded and redeemed at once, has one winner and at most one refund', async () => {
  const adminId = await newUser(db, { role: 'admin' });
  for (let time = 0; time < 5; time++) {
    const ana = await cardBuyer(shop, cards);
    await ana.fill(220_000, 1, mira.deal);
    const { payment, intent } = await ana.prepare();
    await cards.pay(intent.id);
    await settlePayment({ db, cards }, (await cards.find(intent.id)) ?? expect.fail());
    const [order] = await ana.call(orders.mine);
    const voucher = order?.items[0]?.vouchers[0] ?? expect.fail();
    const cancel = () => answerOrCode<unknown>(ana.call(orders.cancelVoucher, { params: { id: voucher.id } }));
    await Promise.allSettled([
      cancel(),
      cancel(),
      refundUnits({ db, cards }, { payment, voucherIds: [voucher.id], reason: 'requested', adminId }),
      answerOrCode<unknown>(mira.owner(redeem.redeem, attemptOf(voucher.code))),
    ]);
    const made = await db.select().from(refunds).where(eq(refunds.paymentId, payment.id));
    const [after] = await ana.call(orders.mine);
    const isUsed = after?.items[0]?.vouchers[0]?.status === 'redeemed';
    expect(made.map(({ status }) => status)).toEqual(isUsed ? [] : ['succeeded']);
  }
});
