/** Additions of which no answer is heard: each is made once, and can be made again. */
import { expect, test } from 'vitest';
import * as shop from '#test/cart-screen.tsx';
import { t } from '#test/dom.tsx';
import { after, noAnswer, refuse } from '#test/fake-server.ts';

shop.beginEachAfresh();

/** Somebody added a deal, and no answer was heard: it was made, and called failed. */
async function addInVain() {
  shop.server.on('GET /api/cart/', noAnswer);
  shop.server.on('POST /api/cart', shop.unheard('POST /api/cart'));
  const shown = await shop.open([]);
  shop.press('add colour');
  await shop.pass(20_000);
  return shown;
}

function hearAgain(): void {
  for (const call of ['GET /api/cart/', 'POST /api/cart']) shop.server.on(call, shop.answer(call));
}

test('an addition is not called failed for its lost answers when the cart was not known', async () => {
  shop.server.on('GET /api/cart/', after(1500, shop.answer('GET /api/cart/')));
  shop.server.on('POST /api/cart', shop.unheard('POST /api/cart'));
  await shop.open([]);
  shop.press('add colour');
  await shop.pass(1200);
  shop.server.on('POST /api/cart', shop.answer('POST /api/cart'));
  await shop.pass(5000);
  expect([shop.said('message'), shop.stored()]).toEqual([t('toast.cartAdd.text'), ['1']]);
});

test('an addition that was called failed is not made twice when it is wanted again', async () => {
  await addInVain();
  expect(shop.said('message')).toBe(t('toast.cartAdd.failed'));
  hearAgain();
  shop.press('add colour');
  await shop.pass(5000);
  expect(shop.stored()).toEqual(['1']);
  shop.press('add colour');
  await shop.pass(1000);
  expect(shop.stored()).toEqual(['2']);
});

test('what was tapped on an addition that came after a refused one counts', async () => {
  await shop.open([]);
  shop.server.on('POST /api/cart', after(shop.SLOW, refuse(409, 'deals.expired')));
  shop.press('add colour');
  await shop.pass(100);
  shop.server.on('POST /api/cart', shop.answer('POST /api/cart'));
  shop.press('add colour');
  shop.more(shop.colour);
  expect(shop.quantities()).toEqual(['3']);
  await shop.pass(2 * shop.SLOW);
  expect([shop.quantities(), shop.stored()]).toEqual([['3'], ['3']]);
});
