/** Claims: one text of the buyer, one answer of the salon, one decision of an administrator. */
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { adminMoney } from '#core/contract/admin/money.ts';
import { claims } from '#core/contract/claims.ts';
import { notifications } from '#core/contract/notifications.ts';
import { orders } from '#core/contract/orders.ts';
import { redeem } from '#core/contract/redeem.ts';
import { settlePayment } from '#server/features/payments/payments.settle.ts';
import { refundUnused } from '#server/features/vouchers/vouchers.jobs.ts';
import { cardBuyer, sessionId, takingCards } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { refusal } from '#test/refusal.ts';
import { newSalon } from '#test/salons.ts';

const cards = fakePaymentProvider();
const shop = await startShop(takingCards(cards));
const { db, pool } = shop;
const mira = await newSalon(shop, 'Mira');
const admin = await shop.as({ email: 'arta@example.al', role: 'admin' });
const text = 'Salloni ishte i mbyllur kur shkova.';

/** Somebody with two units of one deal. */
async function bought(method: 'card' | 'cash' = 'card') {
  const ana = await cardBuyer(shop, cards);
  await ana.fill(440_000, 2, mira.deal);
  if (method === 'cash') await ana.call(orders.cash, { body: { sessionId } });
  else {
    const { intent } = await ana.prepare();
    await cards.pay(intent.id);
    await settlePayment({ db, cards }, (await cards.find(intent.id)) ?? expect.fail());
  }
  const units = async () =>
    (await ana.call(orders.mine)).flatMap(({ items }) => items.flatMap((item) => item.vouchers));
  const [unit = expect.fail()] = await units();
  return {
    ...{ ...ana, unit, units },
    use: () => mira.owner(redeem.redeem, { body: { code: unit.code, nonce: v7() } }),
    claim: (by = ana.call) => by(claims.add, { body: { voucherId: unit.id, kind: 'refused', text } }),
  };
}

const answer = (id: string, by = mira.owner) =>
  by(claims.answer, { params: { id }, body: { text: 'Klientja erdhi vonë.' } });
const decide = (id: string, decision: 'refund' | 'close' = 'refund') =>
  admin(claims.decide, { params: { id }, body: { decision, reason: 'Kështu vendosëm.' } });

test('claim about a redeemed unit, answered and decided, refunds it and leaves it redeemed', async () => {
  const ana = await bought();
  await ana.use();
  const { id, state } = await ana.claim();
  expect(state).toBe('waitingForSalon');
  expect(await refusal(ana.claim())).toBe('409 claims.open');
  expect(await refusal(decide(id))).toBe('409 claims.waiting');
  const [seen] = await mira.owner(claims.list, { query: { as: 'salon' } });
  expect(seen).toMatchObject({ id, text, state: 'waitingForSalon' });
  expect(JSON.stringify(seen)).not.toContain(ana.userId);
  expect(await answer(id)).toMatchObject({ state: 'answered', answer: 'Klientja erdhi vonë.' });
  expect(await refusal(answer(id))).toBe('409 claims.notOpen');
  expect(await admin(claims.all, { query: { state: 'open' } })).toMatchObject([{ id, isDue: true, charged: 46.12 }]);
  expect(await decide(id)).toMatchObject({ state: 'decided', decision: 'refund', decidedBy: 'arta@example.al' });
  expect(await refusal(decide(id, 'close'))).toBe('409 claims.decided');
  expect((await ana.units())[0]).toMatchObject({ status: 'redeemed', refund: { status: 'succeeded', amount: 46.12 } });
  const kinds = (await ana.call(notifications.mine)).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['claimAnswered', 'claimDecided']));
  expect((await mira.owner(notifications.mine))[0]).toMatchObject({
    kind: 'claimDecided',
    path: '/desk?tab=sales&part=claims',
  });
});

test('claim, of somebody else, about a canceled unit or 15 days after its use, is refused', async () => {
  const [ana, mallory] = [await bought('cash'), await bought()];
  expect(await refusal(ana.claim(mallory.call))).toBe('404 vouchers.notFound');
  await ana.call(orders.cancelVoucher, { params: { id: ana.unit.id } });
  expect(await refusal(ana.claim())).toBe('409 claims.notPossible');
  await mallory.use();
  await pool.query('alter table vouchers disable trigger user');
  await pool.query("update vouchers set redeemed_at = redeemed_at - interval '15 days' where id = $1", [
    mallory.unit.id,
  ]);
  await pool.query('alter table vouchers enable trigger user');
  expect(await refusal(mallory.claim())).toBe('409 claims.tooLate');
  const refundUsed = (id: string) => admin(claims.refundUsed, { params: { id }, body: { reason: 'Kështu vendosëm.' } });
  expect(await refundUsed(mallory.unit.id)).toMatchObject({ kind: 'other', decision: 'refund' });
  expect(await refusal(refundUsed(mallory.unit.id))).toBe('409 claims.notPossible');
});

test('claim about a unit in cash, is closed only; withdrawn, it can be made again', async () => {
  const ana = await bought('cash');
  const { id } = await ana.claim();
  for (let time = 0; time < 2; time++) await ana.call(claims.withdraw, { params: { id } });
  expect(await ana.call(claims.list)).toEqual([]);
  expect(await refusal(decide(id))).toBe('404 claims.notFound');
  const again = await ana.claim();
  await answer(again.id);
  expect(await refusal(decide(again.id))).toBe('409 claims.nothingCharged');
  expect(await decide(again.id, 'close')).toMatchObject({ decision: 'close' });
  expect(await refusal(ana.call(claims.withdraw, { params: { id: again.id } }))).toBe('409 claims.notOpen');
});

test('claim about an open unit, decided after three days, cancels and refunds it; meanwhile it is not refunded as unused', async () => {
  const ana = await bought();
  const { id } = await ana.claim();
  await pool.query('alter table vouchers disable trigger user');
  await pool.query("update vouchers set use_by = now() - interval '3 days' where id = $1", [ana.unit.id]);
  await pool.query('alter table vouchers enable trigger user');
  await refundUnused({ db, cards });
  expect((await ana.units())[0]?.cancelReason).toBeNull();
  await pool.query("update claims set created_at = created_at - interval '73 hours' where id = $1", [id]);
  expect(await refusal(answer(id))).toBe('409 claims.notOpen');
  await decide(id);
  expect((await ana.units())[0]).toMatchObject({ cancelReason: 'refund', refund: { status: 'succeeded' } });
});

test('redeemed unit, refunded by an administrator without a claim, is refused', async () => {
  const ana = await bought();
  await ana.use();
  const [order] = await ana.orders();
  const body = { reason: 'salon' as const, voucherIds: [ana.unit.id] };
  expect(await refusal(admin(adminMoney.refund, { params: { id: order?.id ?? '' }, body }))).toBe(
    '409 refunds.redeemed',
  );
});

test('claim about a unit that is canceled meanwhile, ends; one about a disputed payment is closed only', async () => {
  const [ana, besa] = [await bought(), await bought()];
  const { id } = await ana.claim();
  await ana.call(orders.cancelVoucher, { params: { id: ana.unit.id } });
  expect(await ana.call(claims.list)).toEqual([]);
  expect(await refusal(answer(id))).toBe('404 claims.notFound');
  const disputed = await besa.claim();
  await answer(disputed.id);
  const [order] = await besa.orders();
  await pool.query("update payments set disputed_at = now(), dispute_status = 'open' where order_id = $1", [order?.id]);
  expect(await refusal(decide(disputed.id))).toBe('409 claims.disputed');
  expect(await decide(disputed.id, 'close')).toMatchObject({ decision: 'close' });
});

test('claim about a redeemed unit, of which a part was refunded at the provider, refunds what is left', async () => {
  const ana = await bought();
  const [order] = await ana.orders();
  await ana.use();
  const { id } = await ana.claim();
  await answer(id);
  await cards.refundAtProvider(order?.stripePaymentIntentId ?? '', 5000);
  await settlePayment({ db, cards }, (await cards.find(order?.stripePaymentIntentId ?? '')) ?? expect.fail());
  await decide(id);
  expect((await ana.units())[0]?.refund).toMatchObject({ status: 'succeeded', amount: 42.24 });
});
