import { expect, test } from 'vitest';
import {
  answer,
  beginEachAfresh,
  colour,
  kept,
  more,
  nails,
  open,
  pass,
  press,
  quantities,
  SLOW,
  said,
  server,
  stored,
} from '#test/cart-screen.tsx';
import { t } from '#test/dom.tsx';
import { after, ana } from '#test/fake-server.ts';
import { keepConfirmation, newConfirmation } from '../orders/confirmation.ts';

beginEachAfresh();

const ADD = 'POST /api/cart';

test('what is added while another tab orders waits for that, unseen, and is in the cart then', async () => {
  await open();
  const confirmation = newConfirmation(ana.id, colour.price);
  keepConfirmation(confirmation);
  press('add nails');
  await pass(5000);
  expect([server.sent('POST'), quantities()]).toEqual([[], ['1']]);
  kept.order(colour.price, confirmation.key);
  keepConfirmation({ ...confirmation, state: 'made' });
  await pass(500);
  expect([said('state'), kept.lines().map(({ dealId }) => dealId)]).toEqual(['1 lines', [nails.id]]);
  expect(said('message')).toBe(t('toast.cartAdd.text'));
});

test('what is added while another tab orders is added too when that fails, or nobody hears of it any more', async () => {
  await open();
  keepConfirmation(newConfirmation(ana.id, colour.price));
  press('add nails');
  await pass(10 * 60_000);
  expect(stored()).toEqual(['1', '1']);
});

test('an order that another tab left under way is made here before what was added since', async () => {
  await open();
  const confirmation = newConfirmation(ana.id, colour.price);
  keepConfirmation(confirmation);
  press('add nails');
  await pass(100);
  press('order');
  await pass(500);
  expect(said('order')).toBe(`ordered for ${colour.price}`);
  keepConfirmation({ ...confirmation, state: 'made' });
  await pass(500);
  expect([kept.lines().map(({ dealId }) => dealId), server.sent('POST')]).toEqual([[nails.id], [expect.anything()]]);
});

test('what is added while an order is under way here is neither shown in it nor ordered', async () => {
  server.on('PATCH /api/cart/', after(SLOW, answer('PATCH /api/cart/')));
  await open();
  more(colour);
  press('order');
  press('add nails');
  await pass(10);
  expect([quantities(), server.sent('POST')]).toEqual([['2'], []]);
  await pass(2 * SLOW);
  expect(said('order')).toBe(`ordered for ${2 * colour.price}`);
  expect([quantities(), stored()]).toEqual([['1'], ['1']]);
});

test('whoever changes what is being ordered is told why nothing happens', async () => {
  await open();
  keepConfirmation(newConfirmation(ana.id, colour.price));
  await pass(10);
  more(colour);
  expect(said('title')).toBe(t('checkout.underWay'));
  await pass(500);
  expect(quantities()).toEqual(['1']);
});

test('nobody waits for what somebody else ordered on this device', async () => {
  await open();
  keepConfirmation(newConfirmation('somebody else', colour.price));
  press('add nails');
  await pass(500);
  expect(server.asked.filter((call) => call.startsWith(ADD))).toHaveLength(1);
});
