/** Two presses so close together that the second was meant for what stood there at the first. */
import { expect, test } from 'vitest';
import * as shop from '#test/cart-screen.tsx';

shop.beginEachAfresh();

test.each([
  ['the bin', () => shop.remove(shop.colour), () => shop.remove(shop.nails)],
  ['minus at 1', () => shop.less(shop.colour), () => shop.less(shop.nails)],
  ['plus, where a line was removed,', () => shop.remove(shop.colour), () => shop.more(shop.nails)],
])('a second press of %s does nothing to the line that has moved there', async (_, first, second) => {
  await shop.open([shop.colour, shop.nails]);
  first();
  await shop.pass(250);
  second();
  await shop.pass(2000);
  expect(shop.stored()).toEqual(['1']);
  second();
  await shop.pass(2000);
  expect(shop.stored()).not.toEqual(['1']);
});
