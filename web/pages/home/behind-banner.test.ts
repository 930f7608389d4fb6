import { expect, test } from 'vitest';
import { dealNumber } from '#test/fake-server.ts';
import { behindBanner } from './behind-banner.ts';

const featured = (number: number) => ({ ...dealNumber(number), isFeatured: true });

test.each([
  [
    'the deal of the banner comes last of the first page',
    [[featured(1), featured(2), dealNumber(3)], [dealNumber(4)]],
    [2, 3, 1, 4],
  ],
  ['without a banner the list stays as it is', [[dealNumber(1), dealNumber(2)], [dealNumber(3)]], [1, 2, 3]],
  ['one deal alone stays', [[featured(1)]], [1]],
  ['nothing stays nothing', [], []],
])('%s', (_, pages, order) => {
  expect(behindBanner(pages).map(({ price }) => price / 1000)).toEqual(order);
});
