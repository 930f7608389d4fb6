import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as shop from '#test/cart-screen.tsx';
import { said as heard, t } from '#test/dom.tsx';
import { after, refuse } from '#test/fake-server.ts';

shop.beginEachAfresh();

test('ten quick taps from 1 end at 11 and are sent as one', async () => {
  await shop.open();
  for (let taps = 0; taps < 10; taps++) {
    shop.more(shop.colour);
    await shop.pass(100);
  }
  expect(shop.quantities()).toEqual(['11']);
  expect(shop.server.sent('PATCH')).toEqual([]);
  await shop.pass(300);
  expect(shop.server.sent('PATCH')).toEqual([{ quantity: 11 }]);
  expect(shop.stored()).toEqual(['11']);
});

test('taps while an earlier one is under way are not lost', async () => {
  shop.server.on('PATCH /api/cart/', after(shop.SLOW, shop.answer('PATCH /api/cart/')));
  await shop.open();
  shop.more(shop.colour);
  await shop.pass(400);
  shop.more(shop.colour);
  await shop.pass(400);
  shop.more(shop.colour);
  expect(shop.quantities()).toEqual(['4']);
  await shop.pass(3 * shop.SLOW);
  expect([shop.quantities(), shop.stored()]).toEqual([['4'], ['4']]);
  expect(shop.server.sent('PATCH')).toEqual([{ quantity: 2 }, { quantity: 4 }]);
});

test('an addition whose answer was lost is sent again with its key, and happens once', async () => {
  await shop.open([]);
  shop.server.on('POST /api/cart', shop.unheard('POST /api/cart'));
  shop.press('add colour');
  await shop.pass(500);
  shop.server.on('POST /api/cart', shop.answer('POST /api/cart'));
  await shop.pass(1000);
  const [first, second] = shop.server.sent('POST') as { key: string }[];
  expect(first?.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(second).toEqual(first);
  expect(shop.stored()).toEqual(['1']);
  expect(shop.said('message')).toBe(t('toast.cartAdd.text'));
});

test('what was done although every answer was lost is not called a failure', async () => {
  await shop.open();
  shop.server.on('PATCH /api/cart/', shop.unheard('PATCH /api/cart/'));
  shop.more(shop.colour);
  await shop.pass(5000);
  expect([shop.quantities(), shop.stored()]).toEqual([['2'], ['2']]);
  expect(shop.said('message')).not.toBe(t('toast.cartQty.failed'));
});

test('a refused change puts back only itself and says why', async () => {
  await shop.open([shop.colour, shop.nails]);
  const [first] = shop.kept.lines();
  shop.server.on(`PATCH /api/cart/${first?.id}`, after(shop.SLOW, refuse(409, 'cart.full', 'Shporta është plot.')));
  shop.more(shop.colour);
  await shop.pass(400);
  shop.more(shop.nails);
  expect(shop.quantities()).toEqual(['2', '2']);
  await shop.pass(2 * shop.SLOW);
  expect([shop.quantities(), shop.stored()]).toEqual([
    ['1', '2'],
    ['1', '2'],
  ]);
  expect(shop.said('message')).toBe('Shporta është plot.');
});

test('minus at 1 sends quantity 0 and removes the line', async () => {
  await shop.open();
  shop.less(shop.colour);
  await shop.pass(400);
  expect(shop.server.sent('PATCH')).toEqual([{ quantity: 0 }]);
  expect(shop.said('message')).toBe(t('toast.cartRemove.text'));
  expect(shop.said('state')).toBe('0 lines');
  // Which one it was: focus is at the next one by then.
  await shop.pass(300);
  expect(heard()).toEqual([
    `${t('toast.cartRemove.title')}. ${shop.colour.title}. ${t('toast.cartRemove.text')}. ${t('common.undo')}`,
  ]);
});

test('undoing a removal adds what was on the screen, on top of what was changed since', async () => {
  await shop.open([shop.colour, shop.nails]);
  shop.more(shop.colour);
  shop.remove(shop.colour);
  await shop.pass(500);
  shop.more(shop.nails);
  shop.press(t('common.undo'));
  expect(shop.quantities()).toEqual(['2', '2']);
  await shop.pass(500);
  expect(shop.kept.lines().map(({ dealId, quantity }) => [dealId, quantity])).toEqual([
    [shop.nails.id, 2],
    [shop.colour.id, 2],
  ]);
});

test('removing what another tab has removed is no failure', async () => {
  await shop.open();
  shop.kept.clear();
  shop.remove(shop.colour);
  await shop.pass(100);
  expect(shop.said('message')).toBe(t('toast.cartRemove.text'));
});

test('there are never more than ninety-nine', async () => {
  await shop.open([shop.colour], 99);
  shop.more(shop.colour);
  await shop.pass(500);
  expect([shop.quantities(), shop.server.sent('PATCH')]).toEqual([['99'], []]);
});

test('changing what is gone says so', async () => {
  await shop.open([shop.colour, shop.nails]);
  shop.server.on('PATCH /api/cart/', shop.unheard('PATCH /api/cart/'));
  shop.more(shop.nails);
  shop.more(shop.colour);
  shop.kept.remove(shop.kept.lines()[0]?.id ?? '');
  await shop.pass(5000);
  expect([shop.quantities(), shop.stored()]).toEqual([['2'], ['2']]);
  expect(shop.said('message')).toBe(t('toast.cartQty.failed'));
});

test('while an order is under way nothing pretends to change it', async () => {
  await shop.open();
  shop.server.on('PATCH /api/cart/', after(shop.SLOW, shop.answer('PATCH /api/cart/')));
  shop.more(shop.colour);
  shop.press('order');
  shop.more(shop.colour);
  shop.remove(shop.colour);
  shop.press('clear');
  expect(shop.quantities()).toEqual(['2']);
  await shop.pass(2 * shop.SLOW);
  expect(shop.kept.orders()).toHaveLength(1);
  expect([shop.said('state'), shop.server.sent('PATCH'), shop.server.sent('DELETE')]).toEqual([
    '0 lines',
    [{ quantity: 2 }],
    [],
  ]);
});

test('taps are sent when the page is left before they pause', async () => {
  await shop.open();
  shop.more(shop.colour);
  shop.more(shop.colour);
  await shop.pass(100);
  window.dispatchEvent(new Event('pagehide'));
  await shop.pass(0);
  window.dispatchEvent(new Event('pageshow'));
  expect(shop.server.sent('PATCH')).toEqual([{ quantity: 3 }]);
});

test('what cannot be bought any more can be removed, and not be put back', async () => {
  shop.server.on('GET /api/cart/', () => shop.kept.lines().map((line) => ({ ...line, unavailable: 'unavailable' })));
  await shop.open();
  shop.remove(shop.colour);
  await shop.pass(1000);
  expect([shop.said('title'), shop.stored()]).toEqual([t('toast.cartRemove.title'), []]);
  expect(screen.queryByRole('button', { name: t('common.undo') })).toBeNull();
});
