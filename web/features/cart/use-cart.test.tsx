import { expect, test } from 'vitest';
import {
  answer,
  beginEachAfresh,
  colour,
  kept,
  less,
  more,
  nails,
  open,
  pass,
  press,
  quantities,
  remove,
  SLOW,
  said,
  server,
  stored,
  unheard,
} from '#test/cart-screen.tsx';
import { t } from '#test/dom.tsx';
import { after, ana, noAnswer, refuse } from '#test/fake-server.ts';
import { renewSessionId } from '#web/kit/preferences.ts';
import { keepConfirmation, newConfirmation } from '../orders/confirmation.ts';

beginEachAfresh();

test('ten quick taps from 1 end at 11 and are sent as one', async () => {
  await open();
  for (let taps = 0; taps < 10; taps++) {
    more(colour);
    await pass(100);
  }
  expect(quantities()).toEqual(['11']);
  expect(server.sent('PATCH')).toEqual([]);
  await pass(300);
  expect(server.sent('PATCH')).toEqual([{ quantity: 11 }]);
  expect(stored()).toEqual(['11']);
});

test('taps while an earlier one is under way are not lost', async () => {
  server.on('PATCH /api/cart/', after(SLOW, answer('PATCH /api/cart/')));
  await open();
  more(colour);
  await pass(400);
  more(colour);
  await pass(400);
  more(colour);
  expect(quantities()).toEqual(['4']);
  await pass(3 * SLOW);
  expect([quantities(), stored()]).toEqual([['4'], ['4']]);
  expect(server.sent('PATCH')).toEqual([{ quantity: 2 }, { quantity: 4 }]);
});

test('a line whose addition is under way can be changed', async () => {
  server.on('POST /api/cart', after(SLOW, answer('POST /api/cart')));
  await open([]);
  press('add colour');
  more(colour);
  more(colour);
  expect(quantities()).toEqual(['3']);
  await pass(2 * SLOW);
  expect([quantities(), stored()]).toEqual([['3'], ['3']]);
});

test('an addition whose answer was lost is sent again with its key, and happens once', async () => {
  await open([]);
  server.on('POST /api/cart', unheard('POST /api/cart'));
  press('add colour');
  await pass(500);
  server.on('POST /api/cart', answer('POST /api/cart'));
  await pass(1000);
  const [first, second] = server.sent('POST') as { key: string }[];
  expect(first?.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(second).toEqual(first);
  expect(stored()).toEqual(['1']);
  expect(said('message')).toBe(t('toast.cartAdd.text'));
});

test('what was done although every answer was lost is not called a failure', async () => {
  await open();
  server.on('PATCH /api/cart/', unheard('PATCH /api/cart/'));
  more(colour);
  await pass(5000);
  expect([quantities(), stored()]).toEqual([['2'], ['2']]);
  expect(said('message')).not.toBe(t('toast.cartQty.failed'));
});

test('a refused change puts back only itself and says why', async () => {
  await open([colour, nails]);
  const [first] = kept.lines();
  server.on(`PATCH /api/cart/${first?.id}`, after(SLOW, refuse(409, 'cart.full', 'Shporta është plot.')));
  more(colour);
  await pass(400);
  more(nails);
  expect(quantities()).toEqual(['2', '2']);
  await pass(2 * SLOW);
  expect([quantities(), stored()]).toEqual([
    ['1', '2'],
    ['1', '2'],
  ]);
  expect(said('message')).toBe('Shporta është plot.');
});

test('when the server is in trouble the change goes back with the specified words', async () => {
  await open();
  server.on('PATCH /api/cart/', refuse(500, 'server.failed'));
  more(colour);
  await pass(3000);
  expect(quantities()).toEqual(['1']);
  expect(said('message')).toBe(t('toast.cartQty.failed'));
});

test('minus at 1 sends quantity 0 and removes the line', async () => {
  await open();
  less(colour);
  await pass(400);
  expect(server.sent('PATCH')).toEqual([{ quantity: 0 }]);
  expect(said('message')).toBe(t('toast.cartRemove.text'));
  expect(said('state')).toBe('0 lines');
});

test('undoing a removal adds what was on the screen, on top of what was changed since', async () => {
  await open([colour, nails]);
  more(colour);
  remove(colour);
  await pass(500);
  more(nails);
  press(t('common.undo'));
  expect(quantities()).toEqual(['2', '2']);
  await pass(500);
  expect(kept.lines().map(({ dealId, quantity }) => [dealId, quantity])).toEqual([
    [nails.id, 2],
    [colour.id, 2],
  ]);
});

test('removing what another tab has removed is no failure', async () => {
  await open();
  kept.clear();
  remove(colour);
  await pass(100);
  expect(said('message')).toBe(t('toast.cartRemove.text'));
});

test('clearing empties it at once', async () => {
  await open([colour, nails]);
  press('clear');
  expect(said('state')).toBe('0 lines');
  await pass(100);
  expect(stored()).toEqual([]);
});

test('changing what is gone says so', async () => {
  await open([colour, nails]);
  server.on('PATCH /api/cart/', unheard('PATCH /api/cart/'));
  more(nails);
  more(colour);
  kept.remove(kept.lines()[0]?.id ?? '');
  await pass(5000);
  expect([quantities(), stored()]).toEqual([['2'], ['2']]);
  expect(said('message')).toBe(t('toast.cartQty.failed'));
});

test('what is removed of a cart that became another is removed there or not called removed', async () => {
  await open();
  renewSessionId();
  remove(colour);
  await pass(500);
  expect(stored()).toEqual([]);
  expect(said('message')).toBe(t('toast.cartRemove.text'));
});

test('a tap on a cart that became another says that nothing happened', async () => {
  await open();
  renewSessionId();
  more(colour);
  await pass(500);
  expect(stored()).toEqual(['1']);
  expect(said('message')).toBe(t('toast.cartQty.failed'));
});

test('while an order is under way nothing pretends to change it', async () => {
  await open();
  server.on('PATCH /api/cart/', after(SLOW, answer('PATCH /api/cart/')));
  more(colour);
  press('order');
  more(colour);
  remove(colour);
  press('clear');
  expect(quantities()).toEqual(['2']);
  await pass(2 * SLOW);
  expect(kept.orders()).toHaveLength(1);
  expect([said('state'), server.sent('PATCH'), server.sent('DELETE')]).toEqual(['0 lines', [{ quantity: 2 }], []]);
});

test('what another tab is ordering stays as it is', async () => {
  await open([colour, nails]);
  keepConfirmation(newConfirmation(ana.id, 1000));
  await pass(10);
  more(colour);
  remove(nails);
  press('clear');
  await pass(500);
  keepConfirmation(null);
  expect([quantities(), stored()]).toEqual([
    ['1', '1'],
    ['1', '1'],
  ]);
});

test('taps are sent when the page is left before they pause', async () => {
  await open();
  more(colour);
  more(colour);
  await pass(100);
  window.dispatchEvent(new Event('pagehide'));
  await pass(0);
  window.dispatchEvent(new Event('pageshow'));
  expect(server.sent('PATCH')).toEqual([{ quantity: 3 }]);
});

test('an addition is not called failed for its lost answers when the cart was not known', async () => {
  server.on('GET /api/cart/', after(1500, answer('GET /api/cart/')));
  server.on('POST /api/cart', unheard('POST /api/cart'));
  await open([]);
  press('add colour');
  await pass(1200);
  server.on('POST /api/cart', answer('POST /api/cart'));
  await pass(5000);
  expect([said('message'), stored()]).toEqual([t('toast.cartAdd.text'), ['1']]);
});

test('an addition that was called failed is not made twice when it is wanted again', async () => {
  server.on('GET /api/cart/', noAnswer);
  server.on('POST /api/cart', unheard('POST /api/cart'));
  await open([]);
  press('add colour');
  await pass(20_000);
  expect(said('message')).toBe(t('toast.cartAdd.failed'));
  for (const call of ['GET /api/cart/', 'POST /api/cart']) server.on(call, answer(call));
  press('add colour');
  await pass(5000);
  expect(stored()).toEqual(['1']);
  press('add colour');
  await pass(1000);
  expect(stored()).toEqual(['2']);
});

test('an addition that was made although every answer was lost is not taken for the next one', async () => {
  await open([]);
  server.on('POST /api/cart', unheard('POST /api/cart'));
  press('add colour');
  await pass(5000);
  expect([said('message'), stored()]).toEqual([t('toast.cartAdd.text'), ['1']]);
  server.on('POST /api/cart', answer('POST /api/cart'));
  press('add colour');
  await pass(1000);
  expect(stored()).toEqual(['2']);
});
