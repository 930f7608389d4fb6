import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  answer,
  beginEachAfresh,
  colour,
  kept,
  more,
  open,
  pass,
  press,
  quantities,
  SLOW,
  server,
  stored,
} from '#test/cart-screen.tsx';
import { after, noAnswer } from '#test/fake-server.ts';

beginEachAfresh();

const looks = () => server.asked.filter((call) => call.startsWith('GET /api/cart/')).length;

test('news of other tabs while changes are under way is asked for once, after them', async () => {
  server.on('PATCH /api/cart/', after(SLOW, answer('PATCH /api/cart/')));
  const { queries } = await open();
  const before = looks();
  for (let news = 0; news < 8; news++) {
    more(colour);
    await pass(400);
    act(() => void queries.invalidateQueries());
  }
  await pass(8 * SLOW);
  expect([quantities(), looks() - before]).toEqual([['9'], 1]);
});

test('an addition that was made but not answered yet is not shown twice when another tab brings news', async () => {
  const { queries } = await open([]);
  server.on('POST /api/cart', (asked) => {
    const line = answer('POST /api/cart')(asked);
    return after(SLOW, () => line)(asked);
  });
  press('add colour');
  await pass(100);
  act(() => void queries.invalidateQueries());
  await pass(100);
  expect(quantities()).toEqual(['1']);
  await pass(SLOW);
  expect(quantities()).toEqual(['1']);
});

test('other tabs are heard only as long as a screen shows the cart', async () => {
  const gone = await open();
  gone.unmount();
  await open([]);
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
  await open();
  for (const call of ['GET /api/cart/', 'PATCH /api/cart/']) server.on(call, noAnswer);
  more(colour);
  await pass(60_000);
  kept.clear();
  kept.add({ key: 'elsewhere', deal: colour, quantity: 1 });
  for (const call of ['GET /api/cart/', 'PATCH /api/cart/']) server.on(call, answer(call));
  more(colour);
  await pass(1000);
  expect([quantities(), stored()]).toEqual([['2'], ['2']]);
});
