/** What the provider is asked for is what the screen shows, also where its answers are late or were kept. */
import { beforeEach, expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { payments } from '#core/contract/payments.ts';
import type { ProviderPayment } from '#server/gateways/payments/provider.ts';
import { clearFaults, setFault } from '#server/gateways/payments/sandbox/sandbox-faults.ts';
import { changeIntent } from '#server/gateways/payments/sandbox/sandbox-intents.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { cardBuyer, RATE, sessionId } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { payWith } from '#test/pay-with.ts';
import { refusal } from '#test/refusal.ts';
import { preparePayment } from './payments.service.ts';

const shop = await startShop({
  config: { cards: { kind: 'sandbox', isForAll: false }, exchangeRate: { fixed: RATE, feed: null } },
});
const { db } = shop;
const cards = shop.deps.cards ?? expect.fail();
beforeEach(() => clearFaults(db));

async function buyer() {
  const ana = await cardBuyer(shop, cards);
  await ana.fill(100_000);
  return {
    ...ana,
    intend: () => ana.call(payments.intent, { body: { sessionId } }),
    take: async (quantity: number) => {
      const [line] = await ana.lines();
      await ana.call(cart.update, { params: { itemId: line?.id ?? '' }, body: { quantity } });
    },
  };
}

test('what arrives late at the provider changes nothing of what is charged', async () => {
  const ana = await buyer();
  const { paymentIntentId: id, clientSecret } = await ana.intend();
  await ana.take(9);
  await ana.intend();
  const { id: attempt, chargedAmount: amount } = (await ana.payments()).at(-1) ?? expect.fail();
  await ana.take(2);
  const shown = await ana.intend();
  await inTransaction(db, (tx) => changeIntent(tx, id, { amount, metadata: { attempt } }));
  expect(await ana.intend(), 'the same payment and the same sum').toEqual({
    ...shown,
    paymentIntentId: id,
    clientSecret,
  });
  const last = (await ana.payments()).at(-1) ?? expect.fail();
  expect(await cards.find(id)).toMatchObject({ amount: last.chargedAmount, attemptId: last.id });
  await payWith(db, id, 'pm_card_visa');
  const order = await ana.call(payments.checkout, { body: { sessionId, paymentIntentId: id } });
  expect([order.totalAmount, order.charge?.amount]).toEqual([2000, shown.totalUSD]);
});

test('what arrives late for the same sum is not taken for what is shown', async () => {
  const ana = await buyer();
  const { paymentIntentId: id } = await ana.intend();
  const { id: attempt } = (await ana.payments()).at(-1) ?? expect.fail();
  await ana.call(cart.clear, { params: { sessionId } });
  const dealId = await ana.fill(100_000);
  const { paymentIntentId } = await ana.intend();
  await inTransaction(db, (tx) => changeIntent(tx, paymentIntentId, { amount: undefined, metadata: { attempt } }));
  expect((await ana.intend()).paymentIntentId).toBe(paymentIntentId);
  await payWith(db, paymentIntentId, 'pm_card_visa');
  const order = await ana.call(payments.checkout, { body: { sessionId, paymentIntentId } });
  expect([id === paymentIntentId, order.items.map((item) => item.dealId)]).toEqual([true, [dealId]]);
});

test('a payment that the provider never has as it is shown is not paid', async () => {
  const ana = await buyer();
  await ana.prepare();
  const stubborn = async (id: string) => {
    const said = await cards.find(id);
    return said && { ...said, amount: said.amount + 1 };
  };
  const change = async (id: string) => (await stubborn(id)) ?? expect.fail();
  const parts = { db, cards: { ...cards, find: stubborn, change } };
  const wish = { userId: ana.userId, sessionId, allPerUsd: RATE, count: async () => {} };
  expect(await refusal(preparePayment(parts, wish))).toBe('AppError: server.busy');
});

test('a payment in other money than is shown is not paid', async () => {
  const ana = await buyer();
  const inEuros = (said: ProviderPayment) => ({ ...said, currency: 'eur' });
  const create = async (attempt: { attemptId: string; amount: number }) => inEuros(await cards.create(attempt));
  const change = async (id: string, attempt: { attemptId: string; amount: number }) =>
    inEuros(await cards.change(id, attempt));
  const wish = { userId: ana.userId, sessionId, allPerUsd: RATE, count: async () => {} };
  const preparing = preparePayment({ db, cards: { ...cards, create, change } }, wish);
  expect(await refusal(preparing)).toBe('AppError: server.busy');
});

test.each(['break create', 'break change'] as const)(
  'who meets a failure that the provider keeps for its key (%s) pays under another key',
  async (fault) => {
    const ana = await buyer();
    if (fault === 'break change') {
      await ana.intend();
      await ana.fill(100_000);
    }
    await setFault(db, fault, 1);
    const { totalUSD, paymentIntentId: id } = await ana.intend();
    const attempts = await ana.payments();
    expect(attempts.map(({ status }) => status).slice(-2)).toEqual([
      fault === 'break create' ? 'canceled' : 'replaced',
      'open',
    ]);
    expect(new Set(attempts.map((attempt) => attempt.providerPaymentId ?? id)), 'no second payment').toEqual(
      new Set([id]),
    );
    await payWith(db, id, 'pm_card_visa');
    const order = await ana.call(payments.checkout, { body: { sessionId, paymentIntentId: id } });
    expect(order.charge?.amount).toBe(totalUSD);
  },
);

test('while every key fails it is said at once, and afterwards the next press prepares it', async () => {
  const ana = await buyer();
  await setFault(db, 'break create', 4);
  expect(await refusal(ana.intend())).toBe('503 payments.away');
  expect(await ana.payments()).toMatchObject([{ status: 'canceled' }, { status: 'preparing' }]);
  expect((await ana.intend()).totalALL).toBe(1000);
});
