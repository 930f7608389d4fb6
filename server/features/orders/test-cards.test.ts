import { expect, test } from 'vitest';
import { orders } from '#core/contract/orders.ts';
import { preparePayment } from '#server/features/payments/payments.service.ts';
import { settlePayment } from '#server/features/payments/payments.settle.ts';
import { cardBuyer, RATE, sessionId } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { newOrder } from '#test/shoppers.ts';

const cards = fakePaymentProvider();
const shop = await startShop({ parts: { cards } });
const real = await startShop({ url: shop.url, parts: { cards: { ...cards, name: 'stripe', isLive: true } } });
const ofTestKeys = await startShop({ url: shop.url, parts: { cards: { ...cards, name: 'stripe' } } });
const cashOnly = await startShop({ url: shop.url });

test('order paid with a test card, is valid in the sandbox and void in a live shop', async () => {
  const ana = await cardBuyer(shop, cards);
  await ana.fill();
  const { intent } = await ana.prepare();
  await cards.pay(intent.id);
  const made = await settlePayment({ db: shop.db, cards }, (await cards.find(intent.id)) ?? expect.fail());
  const promised = await newOrder(shop.db, { userId: ana.userId });
  const params = { id: made?.id ?? expect.fail() };
  const { cookies } = ana.call;
  const seenAt = async (where: typeof shop) => {
    const guest = where.guest();
    for (const [name, value] of cookies) guest.cookies.set(name, value);
    const { charge } = await guest(orders.one, { params });
    const listed = (await guest(orders.mine)).find(({ id }) => id === params.id);
    expect(listed?.charge).toEqual(charge);
    const usable = (await guest(orders.mine, { query: { usable: 'true' } })).map(({ id }) => id);
    return { isTest: charge?.isTest, isVoid: charge?.isVoid, usable };
  };
  expect(await seenAt(shop)).toEqual({ isTest: true, isVoid: false, usable: [promised, params.id] });
  for (const live of [real, cashOnly])
    expect(await seenAt(live)).toEqual({ isTest: true, isVoid: true, usable: [promised] });
});

test('order paid with test keys, is void with live keys', async () => {
  const provider = { ...cards, name: 'stripe' as const };
  const ana = await cardBuyer(ofTestKeys, provider);
  await ana.fill();
  const { intent } = await ana.prepare();
  await cards.pay(intent.id);
  const paid = (await cards.find(intent.id)) ?? expect.fail();
  const made = await settlePayment({ db: shop.db, cards: provider }, paid);
  const params = { id: made?.id ?? expect.fail() };
  for (const [where, isVoid] of [
    [ofTestKeys, false],
    [shop, false],
    [real, true],
  ] as const) {
    const ofAna = where.guest();
    for (const [name, value] of ana.call.cookies) ofAna.cookies.set(name, value);
    const { charge } = await ofAna(orders.one, { params });
    expect(charge).toMatchObject({ isTest: true, isVoid });
    expect(await ofAna(orders.mine, { query: { usable: 'true' } })).toHaveLength(isVoid ? 0 : 1);
  }
});

test('payment prepared with keys of one mode, is not used with keys of the other', async () => {
  const ana = await cardBuyer(ofTestKeys, { ...cards, name: 'stripe' });
  await ana.fill();
  const { intent } = await ana.prepare();
  const live = { db: shop.db, cards: { ...cards, name: 'stripe' as const, isLive: true } };
  const order = { userId: ana.userId, sessionId, allPerUsd: RATE, count: async () => {} };
  const next = await preparePayment(live, order);
  expect(next.payment).toMatchObject({ isLive: true });
  expect(next.intent.id).not.toBe(intent.id);
  await cards.pay(intent.id);
  expect(await settlePayment(live, (await cards.find(intent.id)) ?? expect.fail())).toBeNull();
});
