/** A run that a slow provider keeps for long ends before the next one comes. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { agePayments, newCardPayment } from '#test/card-payments.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { reconcile } from './payments.reconcile.ts';
import { settlePayment } from './payments.settle.ts';

const paper = fakePaymentProvider();
const shop = await startShop({ parts: { cards: paper } });
const { db, pool } = shop;
const COUNT = 12;
/** As many as are asked about at the same time. */
const MOST = 4;

let asked: string[] = [];
/** Takes most of a minute for each answer. */
const slow = {
  ...paper,
  find: (id: string) => {
    asked.push(id);
    vi.advanceTimersByTime(46_000);
    return paper.find(id);
  },
};

beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => vi.useRealTimers());

const pass = (interval: string) => agePayments(pool, interval);

test('after its time a run takes up no attempt, and the next runs come to all', async () => {
  for (let one = 0; one < COUNT; one++) await paper.pay(await newCardPayment({ db, cards: paper }, null));
  await pass('3 minutes');
  await reconcile({ db, cards: slow });
  expect(asked.length).toBeLessThanOrEqual(MOST);
  await pass('10 minutes');
  await reconcile({ db, cards: paper });
  const { rows } = await pool.query("select count(*)::int as n from payments where status = 'paid'");
  expect(rows).toEqual([{ n: COUNT }]);
});

test('after its time a run takes up nothing that was paid either', async () => {
  for (let one = 0; one < COUNT; one++) {
    const id = await newCardPayment({ db, cards: paper }, null);
    await paper.pay(id);
    await settlePayment({ db, cards: paper }, (await paper.find(id)) ?? expect.fail());
  }
  await pass('2 hours');
  await reconcile({ db, cards: slow });
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThanOrEqual(MOST);
});
