import { expect, test, vi } from 'vitest';
import * as shop from '#test/cart-screen.tsx';
import { after, refuse } from '#test/fake-server.ts';
import { toast } from '#web/kit/toasts.ts';

shop.beginEachAfresh();

test('two taps and an order within 300 ms order what was tapped', async () => {
  await shop.open();
  shop.more(shop.colour);
  shop.more(shop.colour);
  await shop.pass(100);
  shop.press('order');
  await shop.pass(100);
  expect(shop.said('order')).toBe(`3 of ${shop.colour.id}`);
  expect([shop.said('state'), shop.stored()]).toEqual(['0 lines', []]);
});

test('the order waits for changes under way', async () => {
  shop.server.on('PATCH /api/cart/', after(shop.SLOW, shop.answer('PATCH /api/cart/')));
  await shop.open();
  shop.more(shop.colour);
  await shop.pass(400);
  shop.more(shop.colour);
  shop.press('order');
  await shop.pass(shop.SLOW);
  expect(shop.said('order')).toBe('ordering');
  await shop.pass(shop.SLOW);
  expect(shop.said('order')).toBe(`3 of ${shop.colour.id}`);
});

test('what was refused meanwhile is not ordered', async () => {
  shop.server.on('PATCH /api/cart/', after(shop.SLOW, refuse(500, 'server.failed')));
  await shop.open();
  shop.more(shop.colour);
  shop.press('order');
  await shop.pass(5 * shop.SLOW);
  expect(shop.said('order')).toBe('not ordered');
  expect([shop.kept.orders(), shop.stored()]).toEqual([[], ['1']]);
});

test('a list that was asked for before a change does not take it back', async () => {
  await shop.open();
  shop.server.on('GET /api/cart/', () => {
    const old = shop.kept.lines();
    return after(shop.SLOW, () => old)({ path: '', body: undefined });
  });
  shop.press('add colour');
  await shop.pass(10);
  shop.server.on('GET /api/cart/', shop.answer('GET /api/cart/'));
  shop.more(shop.colour);
  await shop.pass(400);
  expect(shop.quantities()).toEqual(['3']);
  await shop.pass(2 * shop.SLOW);
  expect([shop.quantities(), shop.stored()]).toEqual([['3'], ['3']]);
});

test('a cart that cannot be fetched is not an empty one', async () => {
  shop.server.on('GET /api/cart/', refuse(503, 'server.busy'));
  await shop.open([]);
  expect(shop.said('state')).toBe('waiting');
  await shop.pass(5000);
  expect(shop.said('state')).toBe('failed');
});

test('what another tab changed is fetched', async () => {
  await shop.open();
  shop.kept.add({ key: 'elsewhere', deal: shop.nails, quantity: 4 });
  vi.useRealTimers();
  const other = new BroadcastChannel('bukuri');
  other.postMessage('cart');
  await vi.waitFor(() => expect(shop.quantities()).toEqual(['1', '4']));
  other.close();
});

test('whoever leaves takes along what was not sent yet', async () => {
  await shop.open();
  shop.more(shop.colour);
  shop.press('leave');
  await shop.pass(1000);
  expect(shop.server.sent('PATCH')).toEqual([]);
  expect(shop.stored()).toEqual(['1']);
});

test('whoever leaves has not ordered, and when they come back nothing is under way or waits for what was', async () => {
  toast({ tone: 'note', title: '', text: 'nothing' });
  await shop.open();
  shop.server.on('PATCH /api/cart/', () => new Promise(() => {}));
  shop.more(shop.colour);
  await shop.pass(400);
  shop.press('order');
  await shop.pass(10);
  expect(shop.said('order')).toBe('ordering');
  shop.press('leave');
  shop.press('come back');
  shop.server.on('PATCH /api/cart/', shop.answer('PATCH /api/cart/'));
  await shop.pass(10);
  expect([shop.said('order'), shop.said('message'), shop.quantities()]).toEqual(['not ordered', 'nothing', ['1']]);
  shop.more(shop.colour);
  await shop.pass(400);
  expect([shop.stored(), shop.kept.orders()]).toEqual([['2'], []]);
});

test('what is tried again after somebody left is not done to the cart of the next person', async () => {
  toast({ tone: 'note', title: '', text: 'nothing' });
  await shop.open([]);
  shop.server.on('POST /api/cart', refuse(503, 'server.busy'));
  shop.press('add colour');
  await shop.pass(10);
  shop.server.on('POST /api/cart', shop.answer('POST /api/cart'));
  shop.press('leave');
  shop.press('come back');
  await shop.pass(5000);
  expect([shop.server.sent('POST'), shop.said('message'), shop.stored()]).toEqual([[expect.anything()], 'nothing', []]);
});

test('what the next person orders does not fall with what the last one was refused', async () => {
  await shop.open();
  shop.server.on('PATCH /api/cart/', after(shop.SLOW, refuse(409, 'cart.full')));
  shop.more(shop.colour);
  await shop.pass(400);
  shop.press('leave');
  shop.press('come back');
  await shop.pass(10);
  shop.server.on('PATCH /api/cart/', after(2 * shop.SLOW, shop.answer('PATCH /api/cart/')));
  shop.more(shop.colour);
  shop.press('order');
  await shop.pass(shop.SLOW);
  expect(shop.said('order')).toBe('ordering');
  await shop.pass(shop.SLOW);
  expect(shop.said('order')).toBe(`2 of ${shop.colour.id}`);
});

test('what the next person wants is sent once, whenever the last one is answered', async () => {
  await shop.open();
  shop.server.on('PATCH /api/cart/', after(shop.SLOW, shop.answer('PATCH /api/cart/')));
  shop.more(shop.colour);
  await shop.pass(400);
  shop.press('leave');
  shop.press('come back');
  await shop.pass(10);
  shop.server.on('POST /api/cart', after(2 * shop.SLOW, shop.answer('POST /api/cart')));
  shop.press('add nails');
  await shop.pass(3 * shop.SLOW);
  expect([shop.server.sent('POST'), shop.quantities()]).toEqual([[expect.anything()], ['2', '1']]);
});

test('an order whose changes were refused is not made, though the total is as it was shown', async () => {
  await shop.open([shop.colour, shop.nails], 2);
  const confirmed = vi.spyOn(shop.kept, 'order');
  shop.server.on('PATCH /api/cart/', after(shop.SLOW, refuse(409, 'cart.full')));
  shop.more(shop.colour);
  shop.more(shop.colour);
  shop.less(shop.nails);
  shop.press('order');
  await shop.pass(3 * shop.SLOW);
  expect([shop.said('order'), shop.stored()]).toEqual(['not ordered', ['2', '2']]);
  expect(confirmed).not.toHaveBeenCalled();
});
