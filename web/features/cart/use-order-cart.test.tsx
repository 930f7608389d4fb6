import { expect, test, vi } from 'vitest';
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
  SLOW,
  said,
  server,
  stored,
} from '#test/cart-screen.tsx';
import { after, refuse } from '#test/fake-server.ts';
import { toast } from '#web/kit/toasts.ts';

beginEachAfresh();

test('two taps and an order within 300 ms order what was tapped', async () => {
  await open();
  more(colour);
  more(colour);
  await pass(100);
  press('order');
  await pass(100);
  expect(said('order')).toBe(`ordered for ${3 * colour.price}`);
  expect([said('state'), stored()]).toEqual(['0 lines', []]);
});

test('the order waits for changes under way', async () => {
  server.on('PATCH /api/cart/', after(SLOW, answer('PATCH /api/cart/')));
  await open();
  more(colour);
  await pass(400);
  more(colour);
  press('order');
  await pass(SLOW);
  expect(said('order')).toBe('ordering');
  await pass(SLOW);
  expect(said('order')).toBe(`ordered for ${3 * colour.price}`);
});

test('what was refused meanwhile is not ordered', async () => {
  server.on('PATCH /api/cart/', after(SLOW, refuse(500, 'server.failed')));
  await open();
  more(colour);
  press('order');
  await pass(5 * SLOW);
  expect(said('order')).toBe('not ordered');
  expect([kept.orders(), stored()]).toEqual([[], ['1']]);
});

test('a list that was asked for before a change does not take it back', async () => {
  await open();
  server.on('GET /api/cart/', () => {
    const old = kept.lines();
    return after(SLOW, () => old)({ path: '', body: undefined });
  });
  press('add colour');
  await pass(10);
  server.on('GET /api/cart/', answer('GET /api/cart/'));
  more(colour);
  await pass(400);
  expect(quantities()).toEqual(['3']);
  await pass(2 * SLOW);
  expect([quantities(), stored()]).toEqual([['3'], ['3']]);
});

test('a cart that cannot be fetched is not an empty one', async () => {
  server.on('GET /api/cart/', refuse(503, 'server.busy'));
  await open([]);
  expect(said('state')).toBe('waiting');
  await pass(5000);
  expect(said('state')).toBe('failed');
});

test('what another tab changed is fetched', async () => {
  await open();
  kept.add({ key: 'elsewhere', deal: nails, quantity: 4 });
  vi.useRealTimers();
  const other = new BroadcastChannel('bukuri');
  other.postMessage('cart');
  await vi.waitFor(() => expect(quantities()).toEqual(['1', '4']));
  other.close();
});

test('whoever leaves takes along what was not sent yet', async () => {
  await open();
  more(colour);
  press('leave');
  await pass(1000);
  expect(server.sent('PATCH')).toEqual([]);
  expect(stored()).toEqual(['1']);
});

test('whoever leaves has not ordered, and when they come back nothing is under way or waits for what was', async () => {
  toast({ tone: 'note', title: '', text: 'nothing' });
  await open();
  server.on('PATCH /api/cart/', () => new Promise(() => {}));
  more(colour);
  await pass(400);
  press('order');
  await pass(10);
  expect(said('order')).toBe('ordering');
  press('leave');
  press('come back');
  server.on('PATCH /api/cart/', answer('PATCH /api/cart/'));
  await pass(10);
  expect([said('order'), said('message'), quantities()]).toEqual(['not ordered', 'nothing', ['1']]);
  more(colour);
  await pass(400);
  expect([stored(), kept.orders()]).toEqual([['2'], []]);
});

test('what is tried again after somebody left is not done to the cart of the next person', async () => {
  toast({ tone: 'note', title: '', text: 'nothing' });
  await open([]);
  server.on('POST /api/cart', refuse(503, 'server.busy'));
  press('add colour');
  await pass(10);
  server.on('POST /api/cart', answer('POST /api/cart'));
  press('leave');
  press('come back');
  await pass(5000);
  expect([server.sent('POST'), said('message'), stored()]).toEqual([[expect.anything()], 'nothing', []]);
});

test('what the next person orders does not fall with what the last one was refused', async () => {
  await open();
  server.on('PATCH /api/cart/', after(SLOW, refuse(409, 'cart.full')));
  more(colour);
  await pass(400);
  press('leave');
  press('come back');
  await pass(10);
  server.on('PATCH /api/cart/', after(2 * SLOW, answer('PATCH /api/cart/')));
  more(colour);
  press('order');
  await pass(SLOW);
  expect(said('order')).toBe('ordering');
  await pass(SLOW);
  expect(said('order')).toBe(`ordered for ${2 * colour.price}`);
});

test('what the next person wants is sent once, whenever the last one is answered', async () => {
  await open();
  server.on('PATCH /api/cart/', after(SLOW, answer('PATCH /api/cart/')));
  more(colour);
  await pass(400);
  press('leave');
  press('come back');
  await pass(10);
  server.on('POST /api/cart', after(2 * SLOW, answer('POST /api/cart')));
  press('add nails');
  await pass(3 * SLOW);
  expect([server.sent('POST'), quantities()]).toEqual([[expect.anything()], ['2', '1']]);
});

test('an order whose changes were refused is not made, though the total is as it was shown', async () => {
  await open([colour, nails], 2);
  server.on('PATCH /api/cart/', after(SLOW, refuse(409, 'cart.full')));
  more(colour);
  more(colour);
  less(nails);
  press('order');
  await pass(3 * SLOW);
  expect([said('order'), kept.orders(), stored()]).toEqual(['not ordered', [], ['2', '2']]);
});
