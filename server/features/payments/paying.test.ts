/** Paying by card as a browser and the provider do it: through HTTP. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cart, type ExpectedItem, MAX_LINES } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import { expectedItems } from '#core/domain/orders.ts';
import { deals } from '#db/schema/catalogue.ts';
import { externalEvents } from '#db/schema/charges.ts';
import { cardBuyer, sessionId, takingCards } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { paperCards } from '#test/paper-cards.ts';
import { refusal } from '#test/refusal.ts';
import { paymentsHear } from './payments.jobs.ts';

const cards = paperCards();
const shop = await startShop(takingCards(cards));
const { db } = shop;

/** Somebody with one deal for 2,200 lek in the cart: 23.06 dollars. */
async function buyer() {
  const ana = await cardBuyer(shop, cards);
  await ana.fill(220_000);
  return {
    ...ana,
    intend: (expectedItems?: ExpectedItem[]) => ana.call(payments.intent, { body: { sessionId, expectedItems } }),
    checkOut: (paymentIntentId: string) => ana.call(payments.checkout, { body: { sessionId, paymentIntentId } }),
  };
}

const tell = ({ body, signature }: { body: Buffer; signature: string }) =>
  shop.guest().send({
    method: 'POST',
    url: payments.webhook.path,
    headers: { 'stripe-signature': signature },
    payload: body,
  });

test('a cart is paid and becomes an order, which is answered as often as it is asked for, also while the provider is away', async () => {
  const ana = await buyer();
  const intent = await ana.intend(expectedItems(await ana.lines()));
  expect(intent).toEqual({
    ...{ clientSecret: `${intent.paymentIntentId}_secret_paper`, paymentIntentId: expect.stringMatching(/^pi_/) },
    ...{ totalALL: 2200, totalUSD: 23.06, exchangeRate: 95.4, provider: 'sandbox', publishableKey: 'pk_paper' },
  });
  expect(await refusal(ana.checkOut(intent.paymentIntentId))).toBe('402 payments.notPaid');
  cards.pay(intent.paymentIntentId);
  const order = await ana.checkOut(intent.paymentIntentId);
  expect(order).toMatchObject({ status: 'completed', paymentMethod: 'card', totalAmount: 2200 });
  cards.fail('find', 'before');
  expect(await ana.checkOut(intent.paymentIntentId)).toEqual(order);
  await expect(cards.find('pi_1'), 'nobody asked').rejects.toThrow('find was lost');
  expect(await ana.call(orders.mine)).toEqual([order]);
  expect(await ana.call(cart.list, { params: { sessionId } })).toEqual([]);
});

test('fifty of the longest lines there can be are paid', async () => {
  const ana = await buyer();
  const title = '💇'.repeat(160);
  for (let line = 2; line <= MAX_LINES; line++) await ana.fill();
  for (const { dealId } of await ana.lines())
    await db.update(deals).set({ title, titleEn: title, businessName: title }).where(eq(deals.id, dealId));
  expect(await ana.intend(expectedItems(await ana.lines()))).toMatchObject({ totalALL: 110_000 });
});

test('what is refused, and why', async () => {
  const [ana, besa] = [await buyer(), await buyer()];
  expect(await refusal(ana.intend([]))).toBe('409 cart.changed');
  await ana.call(cart.clear, { params: { sessionId } });
  expect(await refusal(ana.intend())).toBe('400 cart.empty');
  await ana.fill(4_000);
  expect(await refusal(ana.intend())).toBe('400 payments.tooSmall');
  for (let deal = 0; deal < 2; deal++) await ana.fill(99_999_999, 99);
  expect(await refusal(ana.intend())).toBe('400 payments.tooLarge');
  const { paymentIntentId } = await besa.intend();
  cards.pay(paymentIntentId);
  expect(await refusal(ana.checkOut(paymentIntentId)), "somebody else's").toBe('404 payments.notFound');
  expect(await refusal(ana.checkOut('pi_1')), 'one that never was').toBe('404 payments.notFound');
  expect(await refusal(besa.intend()), 'paid already').toBe('409 payments.alreadyPaid');
  expect(await besa.orders()).toHaveLength(1);
});

test('while the provider is away nothing is charged, and it is said when to come back', async () => {
  const ana = await buyer();
  cards.fail('create', 'before');
  expect(await refusal(ana.intend())).toBe('503 payments.away');
  const { paymentIntentId } = await ana.intend();
  cards.pay(paymentIntentId);
  cards.fail('find', 'before');
  expect(await refusal(ana.checkOut(paymentIntentId))).toBe('503 payments.away');
  expect(await ana.orders()).toEqual([]);
});

test('what a bank is still carrying out is not called unpaid', async () => {
  const ana = await buyer();
  const { paymentIntentId } = await ana.intend();
  cards.begin(paymentIntentId);
  expect(await refusal(ana.checkOut(paymentIntentId))).toBe('409 payments.underWay');
  expect(await refusal(ana.intend()), 'nor is another payment made').toBe('409 payments.underWay');
  expect(await ana.payments()).toMatchObject([{ status: 'open' }]);
  cards.pay(paymentIntentId);
  expect(await ana.checkOut(paymentIntentId)).toMatchObject({ status: 'completed' });
});

test('a cent less than was asked for buys nothing, and one payment buys one cart', async () => {
  const [ana, besa] = [await buyer(), await buyer()];
  const { paymentIntentId: less } = await ana.intend();
  cards.pay(less, 2305);
  expect(await refusal(ana.checkOut(less)), 'money came, so it is not called unpaid').toBe('409 payments.notAsAsked');
  expect(await ana.orders()).toEqual([]);
  const { paymentIntentId } = await besa.intend();
  cards.pay(paymentIntentId);
  const order = await besa.checkOut(paymentIntentId);
  await besa.fill(500_000);
  expect(await besa.checkOut(paymentIntentId), 'said again with another cart').toEqual(order);
  expect(await besa.call(cart.list, { params: { sessionId } })).toHaveLength(1);
});

test('without a rate no card is charged, and without a provider none is taken', async () => {
  const nobody = await startShop();
  const ana = await nobody.as({ email: 'ana@example.al' });
  const without = { sessionId, paymentIntentId: 'pi_1' };
  expect(await refusal(ana(payments.intent, { body: { sessionId } }))).toBe('404 payments.noCards');
  expect(await refusal(ana(payments.checkout, { body: without }))).toBe('404 payments.noCards');
  const ratePaused = await startShop({ parts: { cards } });
  const besa = await cardBuyer(ratePaused, cards);
  await besa.fill();
  expect(await refusal(besa.call(payments.intent, { body: { sessionId } }))).toBe('503 payments.ratePaused');
});

test('what the provider tells is kept once, and worked off afterwards', async () => {
  const ana = await buyer();
  const { paymentIntentId } = await ana.intend();
  cards.pay(paymentIntentId);
  const event = cards.event(paymentIntentId);
  const { id: externalId } = JSON.parse(event.body.toString());
  const answers = await Promise.all(Array.from({ length: 5 }, () => tell(event)));
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
    Array(5).fill([200, JSON.stringify({ received: true })]),
  );
  const kept = () => db.select().from(externalEvents).where(eq(externalEvents.externalId, externalId));
  expect(await kept()).toMatchObject([{ subjectId: paymentIntentId, handledAt: null }]);
  const { rows } = await shop.pool.query(
    `select count(*)::int as n from graphile_worker._private_jobs where payload ->> 'externalId' = $1`,
    [externalId],
  );
  expect(rows).toEqual([{ n: 1 }]);
  expect(await ana.orders(), 'not before it is answered').toEqual([]);
  await paymentsHear.perform(shop.deps, { source: 'sandbox', externalId });
  expect(await ana.orders()).toHaveLength(1);
  expect(await kept()).toMatchObject([{ handledAt: expect.any(Date) }]);
});

test('what one provider told is not worked off while another takes the cards', async () => {
  const ana = await buyer();
  const { paymentIntentId: subjectId } = await ana.intend();
  const told = { source: 'stripe', externalId: 'evt_of_stripe' } as const;
  await db.insert(externalEvents).values({ ...told, type: 'payment_intent.succeeded', subjectId });
  await expect(paymentsHear.perform(shop.deps, told)).rejects.toThrow('another provider');
  const [kept] = await db.select().from(externalEvents).where(eq(externalEvents.externalId, told.externalId));
  expect(kept?.handledAt).toBeNull();
});

test('what somebody else signed, or nobody, is not kept', async () => {
  const event = cards.event('pi_1');
  for (const signature of ['', 't=1,v1=00', cards.event('pi_2').signature]) {
    const { statusCode, body } = await tell({ ...event, signature });
    expect([statusCode, JSON.parse(body).code]).toEqual([400, 'payments.forged']);
  }
  expect(await db.$count(externalEvents, eq(externalEvents.subjectId, 'pi_1'))).toBe(0);
  const told = shop.log.lines.filter(({ level, text }) => level === 'warn' && text.includes('payments.forged'));
  expect(told, 'a secret that is wrong here is noticed').toHaveLength(3);
});

test('neither the secret of a payment nor a signature is in the log', async () => {
  const ana = await buyer();
  const { clientSecret, paymentIntentId } = await ana.intend();
  const event = cards.event(paymentIntentId);
  await tell(event);
  await tell({ ...event, body: Buffer.from('{}') });
  const log = shop.log.lines.map(({ text }) => text).join('');
  for (const secret of [clientSecret, event.signature]) expect(log).not.toContain(secret);
});
