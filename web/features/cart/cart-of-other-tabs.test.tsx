import { act } from '@testing-library/react';
import { expect, test, } from 'vitest';
import * as shop from '#test/cart-screen.tsx';
import { after, } from '#test/fake-server.ts';

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
