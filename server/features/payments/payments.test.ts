import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { deals } from '#db/schema/catalogue.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { cardBuyer, RATE, sessionId } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { refusal } from '#test/refusal.ts';
import { preparePayment } from './payments.service.ts';
import { settlePayment } from './payments.settle.ts';

const cards = fakePaymentProvider();
const shop = await startShop({ parts: { cards } });
const { db } = shop;
const parts = { db, cards };
const buyer = () => cardBuyer(shop, cards);
const settle = async (id: string) => {
  const said = await cards.find(id);
  return said && settlePayment(parts, said);
};

test('what is charged is the total of the cart at the rate, and the attempt keeps what it is for', async () => {
  const ana = await buyer();
  await ana.fill(220_000, 2);
  await ana.fill(99_950);
  const { payment, intent } = await ana.prepare();
  expect(payment).toMatchObject({
    totalAmount: 539_950,
    chargedAmount: 5660,
    status: 'preparing',
    provider: 'sandbox',
  });
  expect(intent).toMatchObject({ amount: 5660, attemptId: payment.id, state: 'open' });
  expect((await ana.payments()).map(({ status, providerPaymentId }) => [status, providerPaymentId])).toEqual([
    ['open', intent.id],
  ]);
});

test('preparing again prepares the same; a cart or a rate that changed asks the same payment for another amount', async () => {
  const ana = await buyer();
  await ana.fill(220_000);
  const before = cards.count();
  const first = await ana.prepare();
  const again = await ana.prepare();
  expect([again.payment.id, again.intent.id]).toEqual([first.payment.id, first.intent.id]);
  await ana.fill(100_000);
  const more = await ana.prepare();
  expect(more.intent).toMatchObject({ id: first.intent.id, amount: 3354, attemptId: more.payment.id });
  const dearer = await ana.prepare('100');
  expect(dearer.intent).toMatchObject({ id: first.intent.id, amount: 3200, attemptId: dearer.payment.id });
  expect(cards.count() - before).toBe(1);
  expect((await ana.payments()).map(({ status }) => status)).toEqual(['replaced', 'replaced', 'open']);
});

test.each(['before', 'after'] as const)(
  'who changes the cart when the provider was lost %s it made the payment prepares another, and the first is paid by nobody',
  async (when) => {
    const ana = await buyer();
    await ana.fill(220_000);
    cards.fail('create', when);
    await expect(ana.prepare()).rejects.toThrow('create');
    await ana.fill(100_000);
    const { intent, payment } = await ana.prepare();
    expect(intent).toMatchObject({ amount: 3354, attemptId: payment.id, state: 'open' });
    expect((await ana.payments()).map(({ status }) => status)).toEqual(['canceled', 'open']);
    await cards.pay(intent.id);
    expect(await settle(intent.id)).not.toBeNull();
    expect(await ana.orders()).toHaveLength(1);
  },
);

test('a payment that was paid becomes one order of what was prepared, however often it is told', async () => {
  const ana = await buyer();
  const dealId = await ana.fill(220_000, 2);
  const { payment, intent } = await ana.prepare();
  await db.update(deals).set({ price: 300_000, originalPrice: 400_000 }).where(eq(deals.id, dealId));
  await cards.pay(intent.id);
  const told = await Promise.all(Array.from({ length: 5 }, () => settle(intent.id)));
  const [order, ...others] = await ana.orders();
  expect(others).toEqual([]);
  expect(new Set(told.map((one) => one?.id))).toEqual(new Set([order?.id]));
  expect(order).toMatchObject({
    ...{ status: 'completed', paymentMethod: 'card', stripePaymentIntentId: intent.id, totalAmount: 440_000 },
    ...{ chargedAmount: payment.chargedAmount, chargedCurrency: 'USD', cartGeneration: payment.cartGeneration },
    items: [{ dealId, price: 220_000, quantity: 2 }],
  });
  expect(await ana.lines()).toEqual([]);
  expect((await ana.payments()).map(({ status, orderId }) => [status, orderId])).toEqual([['paid', order?.id]]);
  const auditEvents = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, order?.id ?? ''));
  expect(auditEvents.map(({ action, actorId }) => [action, actorId])).toEqual([['orders.payByCard', ana.userId]]);
});

test('what was put into the cart after the payment was prepared stays in it', async () => {
  const ana = await buyer();
  const paid = await ana.fill(220_000);
  const { intent } = await ana.prepare();
  await ana.call(cart.add, { body: { dealId: paid, sessionId, quantity: 2 } });
  const later = await ana.fill(100_000);
  await cards.pay(intent.id);
  await settle(intent.id);
  expect((await ana.lines()).map((line) => [line.dealId, line.quantity])).toEqual([
    [paid, 2],
    [later, 1],
  ]);
  const { payment, intent: next } = await ana.prepare();
  expect(next.id).not.toBe(intent.id);
  expect(payment.totalAmount).toBe(540_000);
});

test('a cart that is ordered in cash while a card pays for it becomes two orders, since both are promised', async () => {
  const ana = await buyer();
  const dealId = await ana.fill(220_000);
  const { payment, intent } = await ana.prepare();
  await ana.call(orders.cash, { body: { sessionId } });
  await ana.call(cart.add, { body: { dealId, sessionId } });
  await cards.pay(intent.id);
  await settle(intent.id);
  expect(await ana.lines(), 'what is in the next cart').toHaveLength(1);
  const made = await ana.orders();
  expect(made.map(({ paymentMethod }) => paymentMethod)).toEqual(['cash', 'card']);
  expect(made[1]?.cartGeneration).toBe(payment.id);
});

test('a payment for less, or in other money, or of nobody here, makes no order', async () => {
  const ana = await buyer();
  await ana.fill(220_000);
  const { intent } = await ana.prepare();
  await cards.pay(intent.id, intent.amount - 1);
  expect(await settle(intent.id)).toBeNull();
  const said = await cards.find(intent.id);
  if (!said) throw new Error('gone');
  const whole = { ...said, received: intent.amount };
  expect(await settlePayment(parts, { ...whole, currency: 'eur' })).toBeNull();
  expect(await settlePayment(parts, { ...whole, attemptId: null })).toBeNull();
  expect(await settlePayment(parts, { ...whole, id: 'pi_another' })).toBeNull();
  expect(await settlePayment({ db, cards: { name: 'stripe', isLive: false } }, whole)).toBeNull();
  expect(await settlePayment(parts, { ...whole, state: 'paying' })).toBeNull();
  expect(await ana.orders()).toEqual([]);
});

test('the attempt that was paid counts, though another had replaced it before the provider heard of that', async () => {
  const ana = await buyer();
  const first = await ana.fill(220_000);
  const { intent } = await ana.prepare();
  await ana.fill(100_000);
  cards.fail('change', 'before');
  await expect(ana.prepare()).rejects.toThrow('change was lost');
  await cards.pay(intent.id);
  expect(await refusal(ana.prepare())).toBe('AppError: payments.alreadyPaid');
  const [order, ...others] = await ana.orders();
  expect(others).toEqual([]);
  expect(order?.items.map(({ dealId }) => dealId)).toEqual([first]);
  expect((await ana.payments()).map(({ status }) => status)).toEqual(['paid', 'replaced']);
});

test('an answer that was lost prepares nothing twice', async () => {
  const ana = await buyer();
  await ana.fill(220_000);
  const before = cards.count();
  for (const when of ['before', 'after'] as const) {
    cards.fail('create', when);
    await expect(ana.prepare()).rejects.toThrow('create was lost'.slice(0, 6));
  }
  const { intent } = await ana.prepare();
  await ana.fill(100_000);
  cards.fail('change', 'after');
  await expect(ana.prepare()).rejects.toThrow('change');
  expect((await ana.prepare()).intent).toMatchObject({ id: intent.id, amount: 3354 });
  expect(cards.count() - before).toBe(1);
});

test('two tabs that prepare at once get one payment', async () => {
  const ana = await buyer();
  await ana.fill(220_000);
  const before = cards.count();
  const prepared = await Promise.all(Array.from({ length: 8 }, () => ana.prepare()));
  expect(new Set(prepared.map(({ intent }) => intent.id)).size).toBe(1);
  expect(cards.count() - before).toBe(1);
});

test('what another tab opened while the provider answered stays open', async () => {
  const ana = await buyer();
  await ana.fill(220_000);
  const create = async (attempt: { attemptId: string; amount: number }) => {
    const made = await cards.create(attempt);
    await ana.prepare();
    return made;
  };
  const wish = { userId: ana.userId, sessionId, allPerUsd: RATE, count: async () => {} };
  const { payment } = await preparePayment({ db, cards: { ...cards, create } }, wish);
  expect((await ana.payments()).map(({ id, status }) => [id, status])).toEqual([[payment.id, 'open']]);
});

test('a payment that the provider canceled is followed by another', async () => {
  const ana = await buyer();
  await ana.fill(220_000);
  const { intent } = await ana.prepare();
  await cards.cancel(intent.id);
  const { intent: next } = await ana.prepare();
  expect(next.id).not.toBe(intent.id);
  expect((await ana.payments()).map(({ status }) => status)).toEqual(['canceled', 'open']);
});

test('an empty cart, what is not for sale, another cart and too little are refused', async () => {
  const ana = await buyer();
  expect(await refusal(ana.prepare())).toBe('AppError: cart.empty');
  const dealId = await ana.fill(4_000);
  expect(await refusal(ana.prepare())).toBe('AppError: payments.tooSmall');
  expect(await refusal(ana.prepare('95.4', []))).toBe('AppError: cart.changed');
  await db.update(deals).set({ isHidden: true }).where(eq(deals.id, dealId));
  expect(await refusal(ana.prepare())).toBe('AppError: cart.unavailable');
  expect(await ana.payments()).toEqual([]);
});

test('the truths of the database hold after all that', async () => {
  expect(await brokenInvariants(shop.pool)).toEqual({});
  const { rows } = await db.execute(sql`select count(*)::int as n from payments where status = 'paid'`);
  expect(rows[0]?.n).toBeGreaterThan(3);
});
