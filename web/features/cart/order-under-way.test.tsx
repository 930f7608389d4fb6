import { expect, test } from 'vitest';
import * as shop from '#test/cart-screen.tsx';
import { t } from '#test/dom.tsx';
import { after, ana } from '#test/fake-server.ts';
import { newAttempt, storeAttempt } from '../orders/order-attempt.ts';

shop.beginEachAfresh();

test('what is added while another tab orders waits for that, unseen, and is in the cart then', async () => {
  await shop.open();
  const confirmation = newAttempt(ana.id, []);
  storeAttempt(confirmation);
  shop.press('add nails');
  await shop.pass(5000);
  expect([shop.server.sent('POST'), shop.quantities()]).toEqual([[], ['1']]);
  shop.kept.order(shop.kept.lines(), confirmation.key);
  storeAttempt({ ...confirmation, state: 'made' });
  await shop.pass(500);
  expect([shop.said('state'), shop.kept.lines().map(({ dealId }) => dealId)]).toEqual(['1 lines', [shop.nails.id]]);
  expect(shop.said('message')).toBe(t('toast.cartAdd.text'));
});

test('an order that another tab left under way is made here before what was added since', async () => {
  await shop.open();
  const confirmation = newAttempt(ana.id, []);
  storeAttempt(confirmation);
  shop.press('add nails');
  await shop.pass(100);
  shop.press('order');
  await shop.pass(500);
  expect(shop.said('order')).toBe(`1 of ${shop.colour.id}`);
  storeAttempt({ ...confirmation, state: 'made' });
  await shop.pass(500);
  expect([shop.kept.lines().map(({ dealId }) => dealId), shop.server.sent('POST')]).toEqual([
    [shop.nails.id],
    [expect.anything()],
  ]);
});

test('what is added while an order is under way here is neither shown in it nor ordered', async () => {
  shop.server.on('PATCH /api/cart/', after(shop.SLOW, shop.answer('PATCH /api/cart/')));
  await shop.open();
  shop.more(shop.colour);
  shop.press('order');
  shop.press('add nails');
  await shop.pass(10);
  expect([shop.quantities(), shop.server.sent('POST')]).toEqual([['2'], []]);
  await shop.pass(2 * shop.SLOW);
  expect(shop.said('order')).toBe(`2 of ${shop.colour.id}`);
  expect([shop.quantities(), shop.stored()]).toEqual([['1'], ['1']]);
});

test.each([
  ['changes', () => shop.more(shop.colour)],
  ['removes', () => shop.remove(shop.colour)],
  ['clears', () => shop.press('clear')],
])('whoever %s what is being ordered is told why nothing happens', async (_, tap) => {
  await shop.open();
  storeAttempt(newAttempt(ana.id, []));
  await shop.pass(10);
  tap();
  expect(shop.said('title')).toBe(t('checkout.underWay'));
  await shop.pass(500);
  expect(shop.quantities()).toEqual(['1']);
});
