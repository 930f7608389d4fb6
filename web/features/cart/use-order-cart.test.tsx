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
