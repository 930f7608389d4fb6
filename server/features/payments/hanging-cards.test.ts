/** Whoever waits for a provider that says nothing keeps nobody else waiting, and of what they do themselves nothing else. */
import { expect, onTestFinished, test } from 'vitest';
import { orders } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import { startJobs } from '#server/jobs.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { cardBuyer, sessionId, takingCards } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { paymentsHear } from './payments.jobs.ts';
import { keepEvent } from './payments.store.ts';

const paper = fakePaymentProvider();
let hangs: Promise<unknown> | null = null;
let asked = 0;
/** Asks on paper, once it answers at all. */
const slowly = async <T>(ask: () => Promise<T>): Promise<T> => {
  asked++;
  await hangs;
  return ask();
};
const cards = {
  ...paper,
  create: (attempt: Parameters<typeof paper.create>[0]) => slowly(() => paper.create(attempt)),
  find: (id: string) => slowly(() => paper.find(id)),
};
const shop = await startShop({ ...takingCards(cards) });
const body = { sessionId };

function hang(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  hangs = promise;
  asked = 0;
  onTestFinished(() => {
    hangs = null;
    resolve();
  });
  return resolve;
}

test('an order in cash does not wait for calls of the same person that wait for the provider', async () => {
  const ana = await cardBuyer(shop, cards);
  await ana.fill();
  const { paymentIntentId } = await ana.call(payments.intent, { body });
  const answer = hang();
  const asking = [1, 2].map(() => ana.call(payments.checkout, { body: { ...body, paymentIntentId } }).catch(() => {}));
  const preparing = [1, 2].map(() => ana.call(payments.intent, { body }).catch(() => {}));
  await expect.poll(() => asked).toBeGreaterThan(0);
  let isOver = false;
  void Promise.race([...asking, ...preparing]).then(() => {
    isOver = true;
  });
  await ana.call(orders.cash, { body });
  expect(isOver).toBe(false);
  answer();
  await Promise.all([...asking, ...preparing]);
});

test('who prepares a payment does not wait for others behind the same address', async () => {
  const buyers = await Promise.all(Array.from({ length: 4 }, () => cardBuyer(shop, cards)));
  for (const buyer of buyers) await buyer.fill();
  const answer = hang();
  const preparing = buyers.map(({ call }) => call(payments.intent, { body }));
  await expect.poll(() => asked).toBe(4);
  answer();
  expect(await Promise.all(preparing)).toHaveLength(4);
});

test('of a provider that says nothing one job waits, and the mail of an order in cash is sent meanwhile', async () => {
  const [ana, besa] = [await cardBuyer(shop, cards), await cardBuyer(shop, cards)];
  await ana.fill();
  await besa.fill();
  const { paymentIntentId } = await ana.call(payments.intent, { body });
  for (const id of ['evt_1', 'evt_2', 'evt_3']) {
    await inTransaction(shop.db, async (tx) => {
      await keepEvent(tx, cards.name, { id, type: 'payment_intent.succeeded', paymentId: paymentIntentId });
      await enqueue(tx, paymentsHear, { source: cards.name, externalId: id });
    });
  }
  const answer = hang();
  const sent: string[] = [];
  const mail = { ...shop.deps.mail, send: async ({ id }: { id: string }) => void sent.push(id) };
  const worker = await startJobs({ ...shop.deps, mail }, shop.url);
  onTestFinished(worker.close);
  await expect.poll(() => asked).toBe(1);
  const order = await besa.call(orders.cash, { body });
  await expect.poll(() => sent).toContain(`receipt.${order.id}`);
  expect(asked).toBe(1);
  answer();
  await expect.poll(() => asked).toBe(3);
});
