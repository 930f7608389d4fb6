import { expect, test } from 'vitest';
import { dealNumber } from '#test/fake-server.ts';
import { behindBanner } from '#web/features/browse/promo-banner.tsx';

test.each([
  ['the deal of the banner comes last of the first page', [[1, 2, 3], [4]], 1, [2, 3, 1, 4]],
  ['the deal of the banner comes last wherever it stood', [[1, 2, 3], [4]], 2, [1, 3, 2, 4]],
  ['without a banner the list stays as it is', [[1, 2], [3]], null, [1, 2, 3]],
  ['one deal alone stays', [[1]], 1, [1]],
  ['nothing stays nothing', [], 1, []],
])('%s', (_, pages, banner, order) => {
  const lists = pages.map((page) => page.map((number) => dealNumber(number)));
  const below = behindBanner(lists, banner === null ? undefined : dealNumber(banner).id);
  expect(below.map(({ price }) => price / 1000)).toEqual(order);
});
