/** Vouchers paid by card: their shares of the charge, refunds and disputes. */

import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { notifications } from '#core/contract/notifications.ts';
import { orders } from '#core/contract/orders.ts';
import { redeem } from '#core/contract/redeem.ts';
import { sharesOf } from '#core/domain/money.ts';
import { settlePayment } from '#server/features/payments/payments.settle.ts';
import { refundUnits } from '#server/features/payments/unit-refunds.ts';
import { cardBuyer, takingCards } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { refusal } from '#test/refusal.ts';
import { newSalon } from '#test/salons.ts';
import { newUser } from '#test/shoppers.ts';

const cards = fakePaymentProvider();
const shop = await startShop(takingCards(cards));
const { db, pool } = shop;
const adminId = await newUser(db, { role: 'admin' });
const mira = await newSalon(shop, 'Mira');

/** Three units for 4,400 lek each and one for 999.50, paid by card. */
async function paid() {
  const ana = await cardBuyer(shop, cards);
  await ana.fill(440_000, 3, mira.deal);
  await ana.fill(99_950, 1, mira.deal);
  const { payment, intent } = await ana.prepare();
  await cards.pay(intent.id);
  const settle = async () => settlePayment({ db, cards }, (await cards.find(intent.id)) ?? expect.fail());
  const { id: orderId } = (await settle()) ?? expect.fail();
  const order = () => ana.call(orders.one, { params: { id: orderId } });
  const codes = (await order()).items.map(({ vouchers }) => vouchers.map(({ code }) => code));
  return {
    ...{ payment, intent, orderId, order, settle, codes },
    states: async () => (await order()).items.map(({ vouchers }) => vouchers.map(({ status }) => status)),
    use: (code = '') => mira.owner(redeem.redeem, { body: { code, nonce: v7() } }),
    refund: (positions: number[] | null) =>
      refundUnits({ db, cards }, { payment, positions, reason: 'requested', adminId }),
  };
}

test('charge of a card order, is shared among lines and then among their units', async () => {
  const { payment, orderId } = await paid();
  const [first = 0, second = 0] = sharesOf(payment.chargedAmount, [1_320_000, 99_950]);
  const { rows } = await pool.query(
    'select charged_amount::int as cents, cash_due from vouchers where order_id = $1 order by position, unit',
    [orderId],
  );
  const shares = [...sharesOf(first, [1, 1, 1]), second];
  expect(rows).toEqual(shares.map((cents) => ({ cents, cash_due: null })));
});

test('unit paid by card, redeemed, leaves the order completed without cash', async () => {
  const { use, codes, order, states } = await paid();
  expect(await use(codes[0]?.[0])).toMatchObject({ result: 'redeemed', voucher: { isPaid: true, cashDue: null } });
  expect(await order()).toMatchObject({ status: 'completed', paidAmount: 14_199.5 });
  expect(await states()).toEqual([['redeemed', 'open', 'open'], ['open']]);
});

test('units, refunded, cannot be redeemed; those that are redeemed stay', async () => {
  const { use, codes, refund, states, order } = await paid();
  await use(codes[0]?.[0]);
  await expect(refund([1])).rejects.toThrow('refunds.redeemed');
  await refund(null);
  expect(await states()).toEqual([['redeemed', 'refunded', 'refunded'], ['refunded']]);
  const [told] = await mira.owner(notifications.mine);
  expect(told).toMatchObject({ kind: 'unitRefunded', path: '/desk?tab=sales' });
  expect(told?.text).toContain('3 × ');
  expect(await refusal(use(codes[0]?.[1]))).toBe('409 redeem.refunded');
  expect((await order()).paidAmount).toBe(4400);
});

test('unit that was refunded meanwhile, undone, stays canceled', async () => {
  const { codes, payment, states, order } = await paid();
  const nonce = v7();
  await mira.owner(redeem.redeem, { body: { code: codes[1]?.[0] ?? '', nonce } });
  const voucherIds = [(await order()).items[1]?.vouchers[0]?.id ?? ''];
  const ofClaim = { payment, voucherIds, reason: 'claim', isOfClaim: true, adminId } as const;
  await refundUnits({ db, cards }, ofClaim);
  expect(await states()).toEqual([['open', 'open', 'open'], ['redeemed']]);
  expect(await mira.owner(redeem.undo, { body: { nonce } })).toMatchObject({
    result: 'undone',
    voucher: { status: 'refunded' },
  });
  expect(await states()).toEqual([['open', 'open', 'open'], ['refunded']]);
});

test('refund at the provider, of a part changes no unit, of everything cancels those that are open', async () => {
  const { intent, payment, settle, states } = await paid();
  await cards.refundAtProvider(intent.id, 100);
  await settle();
  expect(await states()).toEqual([['open', 'open', 'open'], ['open']]);
  await cards.refundAtProvider(intent.id, payment.chargedAmount - 100);
  await settle();
  expect(await states()).toEqual([['refunded', 'refunded', 'refunded'], ['refunded']]);
});

test('disputed order, is not redeemed until the dispute is won', async () => {
  const { intent, settle, use, codes, states } = await paid();
  await cards.dispute(intent.id, 'open');
  await settle();
  expect(await states()).toEqual([['disputed', 'disputed', 'disputed'], ['disputed']]);
  expect(await refusal(use(codes[1]?.[0]))).toBe('409 redeem.disputed');
  await cards.dispute(intent.id, 'won');
  await settle();
  expect(await use(codes[1]?.[0])).toMatchObject({ result: 'redeemed' });
});

test('unit paid with a test card, where the sandbox is off, is not redeemed', async () => {
  const { codes } = await paid();
  const live = await startShop({ url: shop.url });
  const owner = await live.as({ email: mira.email });
  const used = owner(redeem.redeem, { body: { code: codes[0]?.[0] ?? '', nonce: v7() } });
  expect(await refusal(used)).toBe('409 redeem.testPayment');
});
