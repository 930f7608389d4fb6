/** What nobody paid is kept for three months, and what somebody paid for good. */
import { expect, test } from 'vitest';
import { deleteExpiredRows } from '#server/kit/jobs/delete-expired-rows.ts';
import { cardBuyer } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { paperCards } from '#test/paper-cards.ts';
import { settlePayment } from './payments.settle.ts';

const cards = paperCards();
const shop = await startShop({ parts: { cards } });
const { db, pool } = shop;

async function agedBy(interval: string): Promise<void> {
  await pool.query('alter table payments disable trigger payments_guard');
  await pool.query('update payments set closed_at = closed_at - $1::interval', [interval]);
  await pool.query('alter table payments enable trigger payments_guard');
  await deleteExpiredRows.perform(shop.deps, {});
}

test('an attempt that was replaced is forgotten after three months; what was paid, open or not as asked never is', async () => {
  const [ana, less, open] = [await cardBuyer(shop, cards), await cardBuyer(shop, cards), await cardBuyer(shop, cards)];
  const statuses = () =>
    Promise.all([ana, less, open].map(async (buyer) => (await buyer.payments()).map(({ status }) => status)));
  await ana.fill();
  await ana.prepare();
  for (const buyer of [ana, less, open]) await buyer.fill();
  const { intent } = await ana.prepare();
  const other = (await less.prepare()).intent;
  await open.prepare();
  cards.pay(intent.id);
  cards.pay(other.id, other.amount - 1);
  for (const { id } of [intent, other]) await settlePayment({ db, cards }, (await cards.find(id)) ?? expect.fail());
  await agedBy('89 days');
  expect(await statuses()).toEqual([['replaced', 'paid'], ['canceled'], ['open']]);
  await agedBy('2 days');
  expect(await statuses()).toEqual([['paid'], ['canceled'], ['open']]);
  expect(await brokenInvariants(pool)).toEqual({});
});
