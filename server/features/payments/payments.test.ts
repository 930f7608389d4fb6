/** Preparing, paying and ordering by card, through HTTP where a browser or the provider would. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cart, type ExpectedItem, MAX_LINES } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import { expectedItems } from '#core/domain/orders.ts';
import { deals } from '#db/schema/catalogue.ts';
import { externalEvents } from '#db/schema/charges.ts';
import { notifications } from '#db/schema/notifications.ts';
import { auditLog } from '#db/schema/oversight.ts';
import type { PaymentProvider } from '#server/gateways/payments/provider.ts';
import { cardBuyer, RATE, sessionId, takingCards } from '#test/card-buyers.ts';
import { newCardPayment } from '#test/card-payments.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { refusal } from '#test/refusal.ts';
import { paymentsProcessWebhook } from './payments.jobs.ts';
import { preparePayment } from './payments.service.ts';
import { settlePayment } from './payments.settle.ts';

const cards = fakePaymentProvider();
const shop = await startShop(takingCards(cards));
const { db } = shop;
const parts = { db, cards };

/** Somebody with one deal for 2,200 lek in the cart: 23.06 dollars. */
async function buyer(price = 220_000) {
  const ana = await cardBuyer(shop, cards);
  const dealId = await ana.fill(price);
  return {
    ...ana,
    dealId,
    intend: (items?: ExpectedItem[]) => ana.call(payments.intent, { body: { sessionId, expectedItems: items } }),
    checkOut: (paymentIntentId: string) => ana.call(payments.checkout, { body: { sessionId, paymentIntentId } }),
    statuses: async () => (await ana.payments()).map(({ status }) => status),
    /** Prepares with calls of the provider that behave otherwise. */
    prepareWith: (more: Partial<PaymentProvider>) =>
      preparePayment(
        { db, cards: { ...cards, ...more } },
        { userId: ana.userId, sessionId, allPerUsd: RATE, count: async () => {} },
      ),
  };
}
const settle = async (id: string) => settlePayment(parts, (await cards.find(id)) ?? expect.fail());
const actionsOn = async (subjectId: string) =>
  db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId)).orderBy(auditLog.at);

test('cart, prepared, is charged its total at the rate, and the attempt stores what it is for', async () => {
  const ana = await buyer(440_000);
  await ana.fill(99_950);
  const { payment, intent } = await ana.prepare();
  expect(payment).toMatchObject({ totalAmount: 539_950, chargedAmount: 5660, provider: 'sandbox' });
  expect(intent).toMatchObject({ amount: 5660, attemptId: payment.id, state: 'open' });
  expect(await ana.payments()).toMatchObject([{ status: 'open', providerPaymentId: intent.id }]);
  const detail = { total: 5399.5, cents: 5660, rate: RATE, replaces: null };
  expect(await actionsOn(payment.id)).toMatchObject([{ action: 'payments.prepare', detail }]);
});

test('cart, paid, becomes an order that is returned on every call, also while the provider is away', async () => {
  const ana = await buyer();
  const intent = await ana.intend(expectedItems(await ana.lines()));
  expect(intent).toEqual({
    clientSecret: expect.stringContaining('_secret_'),
    paymentIntentId: expect.stringMatching(/^pi_/),
    ...{ totalALL: 2200, totalUSD: 23.06, exchangeRate: 95.4, provider: 'sandbox', publishableKey: 'pk_test_sandbox' },
  });
  expect(await refusal(ana.checkOut(intent.paymentIntentId))).toBe('402 payments.notPaid');
  await cards.pay(intent.paymentIntentId);
  const order = await ana.checkOut(intent.paymentIntentId);
  expect(order).toMatchObject({ status: 'completed', paymentMethod: 'card', totalAmount: 2200 });
  cards.stopAnswering(intent.paymentIntentId);
  await ana.fill(500_000);
  expect(await ana.checkOut(intent.paymentIntentId), 'with another cart').toEqual(order);
  expect(await ana.call(orders.mine)).toEqual([order]);
  expect(await ana.lines()).toHaveLength(1);
});

test('cart or rate, changed, changes the amount of the same payment', async () => {
  const ana = await buyer();
  const before = cards.count();
  const first = await ana.prepare();
  expect(await ana.prepare()).toMatchObject({ payment: { id: first.payment.id }, intent: { id: first.intent.id } });
  await ana.fill(100_000);
  const more = await ana.prepare();
  expect(more.intent).toMatchObject({ id: first.intent.id, amount: 3354, attemptId: more.payment.id });
  expect((await ana.prepare('100')).intent).toMatchObject({ id: first.intent.id, amount: 3200 });
  expect(cards.count() - before).toBe(1);
  expect(await ana.statuses()).toEqual(['replaced', 'replaced', 'open']);
});

test.each(['before', 'after'] as const)(
  'provider, lost %s it created or changed a payment, has no second one',
  async (fault) => {
    const ana = await buyer();
    const before = cards.count();
    cards.fail('create', fault);
    expect(await refusal(ana.intend())).toBe('503 payments.away');
    const { intent } = await ana.prepare();
    await ana.fill(100_000);
    cards.fail('change', fault);
    await expect(ana.prepare()).rejects.toThrow('change');
    expect((await ana.prepare()).intent).toMatchObject({ id: intent.id, amount: 3354 });
    expect(cards.count() - before).toBe(1);
    const besa = await buyer();
    cards.fail('create', fault);
    await expect(besa.prepare()).rejects.toThrow('create');
    await besa.fill(100_000);
    const next = await besa.prepare();
    expect(await besa.statuses(), 'nobody got the secret of the first').toEqual(['canceled', 'open']);
    await cards.pay(next.intent.id);
    expect(await settle(next.intent.id)).not.toBeNull();
  },
);

test('payment, reported 5 times at once, makes one order at the prepared prices', async () => {
  const ana = await buyer();
  const { payment, intent } = await ana.prepare();
  await db.update(deals).set({ price: 300_000, originalPrice: 400_000 }).where(eq(deals.id, ana.dealId));
  await cards.pay(intent.id);
  const reported = await Promise.all(Array.from({ length: 5 }, () => settle(intent.id)));
  const [order, ...others] = await ana.orders();
  expect(others).toEqual([]);
  expect(new Set(reported.map((one) => one?.id))).toEqual(new Set([order?.id]));
  expect(order).toMatchObject({
    ...{ status: 'completed', paymentMethod: 'card', stripePaymentIntentId: intent.id, totalAmount: 220_000 },
    ...{ chargedAmount: 2306, chargedCurrency: 'USD', cartVersion: payment.cartVersion },
    items: [{ dealId: ana.dealId, price: 220_000, quantity: 1 }],
  });
  expect(await ana.payments()).toMatchObject([{ status: 'paid', orderId: order?.id }]);
  expect(await actionsOn(order?.id ?? '')).toMatchObject([{ action: 'orders.payByCard', actorId: ana.userId }]);
  const told = await db.select().from(notifications).where(eq(notifications.userId, ana.userId));
  expect(told).toMatchObject([{ kind: 'orderPlaced', data: { orderId: order?.id, paymentMethod: 'card' } }]);
});

test('payment of a deleted account makes one order', async () => {
  const id = await newCardPayment(parts, null);
  await cards.pay(id);
  const reported = await Promise.all(Array.from({ length: 5 }, () => settle(id)));
  expect(new Set(reported.map((order) => order?.id ?? 'none')).size).toBe(1);
  expect(reported[0]).not.toBeNull();
});

test('deals, added after the payment was prepared, stay in the cart', async () => {
  const ana = await buyer();
  const { intent } = await ana.prepare();
  await ana.call(cart.add, { body: { dealId: ana.dealId, sessionId, quantity: 2 } });
  const later = await ana.fill(100_000);
  await cards.pay(intent.id);
  await settle(intent.id);
  expect((await ana.lines()).map(({ dealId, quantity }) => [dealId, quantity])).toEqual([
    [ana.dealId, 2],
    [later, 1],
  ]);
  const next = await ana.prepare();
  expect([next.intent.id === intent.id, next.payment.totalAmount]).toEqual([false, 540_000]);
});

test('cart, ordered in cash while a card pays for it, becomes two orders and leaves the next cart alone', async () => {
  const ana = await buyer();
  const { payment, intent } = await ana.prepare();
  await ana.call(orders.cash, { body: { sessionId } });
  await ana.call(cart.add, { body: { dealId: ana.dealId, sessionId } });
  await cards.pay(intent.id);
  await settle(intent.id);
  expect(await ana.lines()).toHaveLength(1);
  const made = await ana.orders();
  expect(made.map(({ paymentMethod }) => paymentMethod)).toEqual(['cash', 'card']);
  expect(made[1]?.cartVersion).toBe(payment.id);
});

test('payment of another amount, currency, id or provider makes no order and closes its attempts', async () => {
  const ana = await buyer();
  const { intent } = await ana.prepare();
  await ana.fill();
  cards.fail('change', 'before');
  await expect(ana.prepare()).rejects.toThrow('change');
  const whole = { ...intent, state: 'paid' as const, received: intent.amount };
  expect(await settlePayment(parts, { ...whole, state: 'paying' })).toBeNull();
  expect(await settlePayment(parts, { ...whole, attemptId: null })).toBeNull();
  expect(await settlePayment(parts, { ...whole, id: 'pi_another' })).toBeNull();
  expect(await settlePayment({ db, cards: { name: 'stripe', isLive: false } }, whole)).toBeNull();
  expect(await settlePayment({ db, cards: { name: 'sandbox', isLive: true } }, whole)).toBeNull();
  expect(await ana.statuses()).toEqual(['replaced', 'preparing']);
  expect(await settlePayment(parts, { ...whole, currency: 'eur' })).toBeNull();
  await cards.pay(intent.id, intent.amount - 1);
  expect(await refusal(ana.checkOut(intent.id)), 'not called unpaid').toBe('409 payments.notAsAsked');
  expect([await ana.statuses(), await ana.orders()]).toEqual([['replaced', 'replaced'], []]);
});

test('attempt, paid before the provider knew of its replacement, is the one that counts', async () => {
  const ana = await buyer();
  const { intent } = await ana.prepare();
  await ana.fill(100_000);
  cards.fail('change', 'before');
  await expect(ana.prepare()).rejects.toThrow('change');
  await cards.pay(intent.id);
  expect(await refusal(ana.intend())).toBe('409 payments.alreadyPaid');
  expect(await ana.orders()).toMatchObject([{ items: [{ dealId: ana.dealId }] }]);
  expect(await ana.statuses()).toEqual(['paid', 'replaced']);
});

test('cart, prepared in 8 tabs at once, has one payment', async () => {
  const ana = await buyer();
  const before = cards.count();
  const prepared = await Promise.all(Array.from({ length: 8 }, () => ana.prepare()));
  expect(new Set(prepared.map(({ intent }) => intent.id)).size).toBe(1);
  expect(cards.count() - before).toBe(1);
  const besa = await buyer();
  const { payment } = await besa.prepareWith({
    create: async (attempt) => {
      const made = await cards.create(attempt);
      await besa.prepare();
      return made;
    },
  });
  expect(await besa.payments(), 'opened by another tab meanwhile').toMatchObject([{ id: payment.id, status: 'open' }]);
});

test('payment, canceled at the provider, is closed and followed by another', async () => {
  const [ana, besa] = [await buyer(), await buyer()];
  const { intent } = await ana.prepare();
  await cards.cancel(intent.id);
  expect((await ana.prepare()).intent.id).not.toBe(intent.id);
  expect(await ana.statuses()).toEqual(['canceled', 'open']);
  const { intent: other } = await besa.prepare();
  await cards.cancel(other.id);
  await settle(other.id);
  expect(await besa.statuses()).toEqual(['canceled']);
});

test('cart that cannot be paid by card is refused with its reason', async () => {
  const ana = await buyer();
  expect(await refusal(ana.intend([]))).toBe('409 cart.changed');
  await ana.call(cart.clear, { params: { sessionId } });
  expect(await refusal(ana.intend())).toBe('400 cart.empty');
  const small = await ana.fill(4_000);
  expect(await refusal(ana.intend())).toBe('400 payments.tooSmall');
  for (let deal = 0; deal < 2; deal++) await ana.fill(99_999_999, 99);
  expect(await refusal(ana.intend())).toBe('400 payments.tooLarge');
  await db.update(deals).set({ isHidden: true }).where(eq(deals.id, small));
  expect(await refusal(ana.intend())).toBe('409 cart.unavailable');
  expect(await ana.payments()).toEqual([]);
});

test('cart of fifty lines with the longest titles is prepared', async () => {
  const ana = await buyer();
  const title = '💇'.repeat(160);
  for (let line = 2; line <= MAX_LINES; line++) await ana.fill();
  for (const { dealId } of await ana.lines())
    await db.update(deals).set({ title, titleEn: title, businessName: title }).where(eq(deals.id, dealId));
  expect(await ana.intend(expectedItems(await ana.lines()))).toMatchObject({ totalALL: 110_000 });
});

test('payment of somebody else, unknown or paid before is refused', async () => {
  const [ana, besa] = [await buyer(), await buyer()];
  const { paymentIntentId } = await besa.intend();
  await cards.pay(paymentIntentId);
  expect(await refusal(ana.checkOut(paymentIntentId))).toBe('404 payments.notFound');
  expect(await refusal(ana.checkOut('pi_1'))).toBe('404 payments.notFound');
  expect(await refusal(besa.intend())).toBe('409 payments.alreadyPaid');
  expect(await besa.orders()).toHaveLength(1);
});

test('card payment without a provider or a rate is refused', async () => {
  const off = await startShop({ url: shop.url });
  const ana = await off.as({ email: 'ana@example.al' });
  expect(await refusal(ana(payments.intent, { body: { sessionId } }))).toBe('404 payments.noCards');
  const body = { sessionId, paymentIntentId: 'pi_1' };
  expect(await refusal(ana(payments.checkout, { body }))).toBe('404 payments.noCards');
  const ratePaused = await startShop({ url: shop.url, parts: { cards } });
  const besa = await cardBuyer(ratePaused, cards);
  await besa.fill();
  expect(await refusal(besa.call(payments.intent, { body: { sessionId } }))).toBe('503 payments.ratePaused');
});

test('payment that a bank is processing is neither unpaid nor prepared again', async () => {
  const ana = await buyer();
  const { paymentIntentId } = await ana.intend();
  await cards.startProcessing(paymentIntentId);
  expect(await refusal(ana.checkOut(paymentIntentId))).toBe('409 payments.underWay');
  expect(await refusal(ana.intend())).toBe('409 payments.underWay');
  expect(await ana.statuses()).toEqual(['open']);
  await cards.pay(paymentIntentId);
  expect(await ana.checkOut(paymentIntentId)).toMatchObject({ status: 'completed' });
});

test('change that arrives late at the provider, of another or the same amount, is undone before it is paid', async () => {
  const ana = await buyer(100_000);
  const { paymentIntentId: id, clientSecret } = await ana.intend();
  const take = async (quantity: number) => {
    const [line] = await ana.lines();
    await ana.call(cart.update, { params: { itemId: line?.id ?? '' }, body: { quantity } });
  };
  await take(9);
  await ana.intend();
  const late = (await ana.payments()).at(-1) ?? expect.fail();
  await take(2);
  const shown = await ana.intend();
  for (const amount of [late.chargedAmount, Math.round(shown.totalUSD * 100)]) {
    await cards.change(id, { attemptId: late.id, amount });
    expect(await ana.intend(), 'same payment and amount').toEqual({ ...shown, paymentIntentId: id, clientSecret });
    const last = (await ana.payments()).at(-1) ?? expect.fail();
    expect(await cards.find(id)).toMatchObject({ amount: last.chargedAmount, attemptId: last.id });
  }
  await cards.pay(id);
  const order = await ana.checkOut(id);
  expect([order.totalAmount, order.charge?.amount]).toEqual([2000, shown.totalUSD]);
});

test('payment whose amount or currency at the provider stays another than shown is not offered', async () => {
  const ana = await buyer();
  await ana.prepare();
  for (const wrong of [{ amount: 1 }, { currency: 'eur' }]) {
    const spoil = async (id: string) => ({ ...((await cards.find(id)) ?? expect.fail()), ...wrong });
    expect(await refusal(ana.prepareWith({ find: spoil, change: spoil }))).toBe('AppError: server.busy');
  }
});

test.each(['create', 'change'] as const)(
  'failure that is kept for the idempotency key of %s is avoided by another key',
  async (name) => {
    const ana = await buyer();
    if (name === 'change') {
      await ana.intend();
      await ana.fill(100_000);
    }
    cards.fail(name, 'forKey');
    const { totalUSD, paymentIntentId } = await ana.intend();
    const expected = name === 'create' ? 'canceled' : 'replaced';
    expect((await ana.statuses()).slice(-2)).toEqual([expected, 'open']);
    await cards.pay(paymentIntentId);
    expect((await ana.checkOut(paymentIntentId)).charge?.amount).toBe(totalUSD);
    const besa = await buyer();
    cards.fail('create', 'forKey', 2);
    expect(await refusal(besa.intend()), 'every key fails').toBe('503 payments.away');
    expect((await besa.intend()).totalALL).toBe(2200);
  },
);

const post = ({ body, signature }: { body: Buffer; signature: string }) =>
  shop.guest().send({
    ...{ method: 'POST', url: payments.webhook.path, headers: { 'stripe-signature': signature }, payload: body },
  });
const eventOf = (externalId: string) =>
  db.select().from(externalEvents).where(eq(externalEvents.externalId, externalId));

test('webhook, posted 5 times at once, is stored once and processed by one job', async () => {
  const ana = await buyer();
  const { paymentIntentId, clientSecret } = await ana.intend();
  await cards.pay(paymentIntentId);
  const event = cards.event(paymentIntentId);
  const { id: externalId } = JSON.parse(event.body.toString());
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(event)));
  for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }]);
  expect(await eventOf(externalId)).toMatchObject([{ subjectId: paymentIntentId, handledAt: null }]);
  const { rowCount } = await shop.pool.query(
    `select from graphile_worker._private_jobs where payload ->> 'externalId' = $1`,
    [externalId],
  );
  expect([rowCount, await ana.orders()]).toEqual([1, []]);
  await paymentsProcessWebhook.perform(shop.deps, { source: 'sandbox', externalId });
  expect(await ana.orders()).toHaveLength(1);
  expect(await eventOf(externalId)).toMatchObject([{ handledAt: expect.any(Date) }]);
  const log = shop.log.lines.map(({ text }) => text).join('');
  for (const secret of [clientSecret, event.signature]) expect(log).not.toContain(secret);
});

test('webhook of another provider stays unprocessed', async () => {
  const event = { source: 'stripe', externalId: 'evt_of_stripe' } as const;
  await db.insert(externalEvents).values({ ...event, type: 'payment_intent.succeeded', subjectId: 'pi_1' });
  await expect(paymentsProcessWebhook.perform(shop.deps, event)).rejects.toThrow('another provider');
  expect(await eventOf(event.externalId)).toMatchObject([{ handledAt: null }]);
});

test('webhook with a forged signature is refused, not stored and logged', async () => {
  const event = cards.event('pi_forged');
  for (const signature of ['', 't=1,v1=00', cards.event('pi_2').signature]) {
    const answer = await post({ ...event, signature });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'payments.forged']);
  }
  expect(await db.$count(externalEvents, eq(externalEvents.subjectId, 'pi_forged'))).toBe(0);
  const warned = shop.log.lines.filter(({ level, text }) => level === 'warn' && text.includes('payments.forged'));
  expect(warned).toHaveLength(3);
});

test('database invariants hold after all card payments', async () => {
  expect(await brokenInvariants(shop.pool)).toEqual({});
});
