import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as shop from '#test/cart-screen.tsx';
import { after, noAnswer } from '#test/fake-server.ts';

shop.beginEachAfresh();

const looks = () => shop.server.asked.filter((call) => call.startsWith('GET /api/cart/')).length;

test('news of other tabs while changes are under way is asked for once, after them', async () => {
  shop.server.on('PATCH /api/cart/', after(shop.SLOW, shop.answer('PATCH /api/cart/')));
  const { queries } = await shop.open();
  const before = looks();
  for (let news = 0; news < 8; news++) {
    shop.more(shop.colour);
    await shop.pass(400);
    act(() => void queries.invalidateQueries());
  }
  await shop.pass(8 * shop.SLOW);
  expect([shop.quantities(), looks() - before]).toEqual([['9'], 1]);
});

test('an addition that was made but not answered yet is not shown twice when another tab brings news', async () => {
  const { queries } = await shop.open([]);
  shop.server.on('POST /api/cart', (asked) => {
    const line = shop.answer('POST /api/cart')(asked);
    return after(shop.SLOW, () => line)(asked);
  });
  shop.press('add colour');
  await shop.pass(100);
  act(() => void queries.invalidateQueries());
  await shop.pass(100);
  expect(shop.quantities()).toEqual(['1']);
  await shop.pass(shop.SLOW);
  expect(shop.quantities()).toEqual(['1']);
});

test('other tabs are heard only as long as a screen shows the cart', async () => {
  const gone = await shop.open();
  gone.unmount();
  await shop.open([]);
  vi.useRealTimers();
  const before = looks();
  const other = new BroadcastChannel('bukuri');
  other.postMessage('cart');
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(before));
  other.close();
  const told = gone.queries.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
  expect(told).toEqual([]);
});

test('after a change without an answer the next one is made to the line as it is by then', async () => {
  await shop.open();
  for (const call of ['GET /api/cart/', 'PATCH /api/cart/']) shop.server.on(call, noAnswer);
  shop.more(shop.colour);
  await shop.pass(60_000);
  shop.kept.clear();
  shop.kept.add({ key: 'elsewhere', deal: shop.colour, quantity: 1 });
  for (const call of ['GET /api/cart/', 'PATCH /api/cart/']) shop.server.on(call, shop.answer(call));
  shop.more(shop.colour);
  await shop.pass(1000);
  expect([shop.quantities(), shop.stored()]).toEqual([['2'], ['2']]);
});
