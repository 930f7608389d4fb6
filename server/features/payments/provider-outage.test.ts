/** A provider that hangs or is slow delays only those who need it. */
import { expect, onTestFinished, test } from 'vitest';
import { orders } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import { startJobs } from '#server/jobs.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { cardBuyer, sessionId, takingCards } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { refusal } from '#test/refusal.ts';
import { storeWebhookEvent } from './payments.jobs.ts';
import { dedupeLookups } from './payments.limits.ts';

const fake = fakePaymentProvider();
let hanging: Promise<unknown> | null = null;
let calls = 0;
const slowly = async <T>(work: () => Promise<T>): Promise<T> => {
  calls++;
  await hanging;
  return work();
};
const cards = {
  ...fake,
  create: (attempt: { attemptId: string; amount: number }) => slowly(() => fake.create(attempt)),
  find: (id: string) => slowly(() => fake.find(id)),
};
const shop = await startShop(takingCards(cards));
const body = { sessionId };

/** The provider answers nothing until the returned function is called. */
function hang(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const answer = () => {
    hanging = null;
    resolve();
  };
  hanging = promise;
  calls = 0;
  onTestFinished(answer);
  return answer;
}

async function buyer() {
  const ana = await cardBuyer(shop, cards);
  await ana.fill();
  const intend = () => ana.call(payments.intent, { body });
  const checkout = (paymentIntentId: string) => ana.call(payments.checkout, { body: { ...body, paymentIntentId } });
  return { ...ana, intend, checkout };
}

test('provider that hangs is reported as away before the deadline, while the same person orders in cash', async () => {
  const [ana, besa] = [await buyer(), await buyer()];
  const { paymentIntentId } = await besa.intend();
  const answer = hang();
  const refused = Promise.all([refusal(ana.intend()), refusal(besa.intend()), refusal(besa.checkout(paymentIntentId))]);
  await expect.poll(() => calls).toBe(3);
  await besa.call(orders.cash, { body });
  expect(hanging).not.toBeNull();
  expect(await refused).toEqual(Array(3).fill('503 payments.away'));
  answer();
  await ana.intend();
  expect(await ana.payments(), 'the same attempt').toHaveLength(1);
});

test('jobs that wait for the provider wait one after the other, and emails are sent meanwhile', async () => {
  const [ana, besa] = [await buyer(), await buyer()];
  const { paymentIntentId: paymentId } = await ana.intend();
  for (const id of ['evt_1', 'evt_2', 'evt_3'])
    await inTransaction(shop.db, (tx) =>
      storeWebhookEvent(tx, cards.name, { id, type: 'payment_intent.succeeded', subjectId: paymentId }),
    );
  const answer = hang();
  const sent: string[] = [];
  const mail = { ...shop.deps.mail, send: async ({ id }: { id: string }) => void sent.push(id) };
  const worker = await startJobs({ ...shop.deps, mail }, shop.url);
  onTestFinished(worker.close);
  await expect.poll(() => calls).toBe(1);
  const order = await besa.call(orders.cash, { body });
  await expect.poll(() => sent).toContain(`receipt.${order.id}`);
  expect(calls).toBe(1);
  answer();
  await expect.poll(() => calls).toBe(3);
});

test('lookups of one payment at once share one further call, since it may be paid meanwhile', async () => {
  const open = await fake.create({ attemptId: 'shared', amount: 1000 });
  const answer = hang();
  const find = dedupeLookups();
  const first = find(cards, open.id);
  await expect.poll(() => calls).toBe(1);
  const others = Promise.all(Array.from({ length: 20 }, () => find(cards, open.id)));
  answer();
  expect((await first)?.state).toBe('open');
  await fake.pay(open.id);
  await others;
  expect(calls).toBe(2);
  expect((await find(cards, open.id))?.state, 'not cached').toBe('paid');
  fake.fail('find', 'before');
  const [failed, retried] = await Promise.allSettled([find(cards, open.id), find(cards, open.id)]);
  expect([failed.status, retried.status]).toEqual(['rejected', 'fulfilled']);
  const { id } = await fake.create({ attemptId: 'canceled', amount: 1000 });
  await fake.cancel(id);
  calls = 0;
  for (let times = 0; times < 5; times++) expect(await find(cards, id)).toMatchObject({ state: 'canceled' });
  expect(calls, 'final, so cached').toBe(1);
});
