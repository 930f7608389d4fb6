import { act, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import * as shop from '#test/cart-screen.tsx';
import { t } from '#test/dom.tsx';
import { ana, after as answerAfter, noAnswer, refuse } from '#test/fake-server.ts';
import { newAttempt, storeAttempt } from '#web/features/orders/order-attempt.ts';
import { toast } from '#web/kit/toasts.ts';

describe('optimistic updates', () => {
  shop.beginEachAfresh();

  test('quantity, ten quick clicks from 1, ends at 11 and is sent once', async () => {
    await shop.open();
    for (let taps = 0; taps < 10; taps++) {
      shop.more(shop.colour);
      await shop.pass(100);
    }
    expect(shop.quantities()).toEqual(['11']);
    expect(shop.server.sent('PATCH')).toEqual([]);
    await shop.pass(300);
    expect(shop.server.sent('PATCH')).toEqual([{ quantity: 11 }]);
    expect(shop.stored()).toEqual(['11']);
  });

  test('quantity, clicks during a request, are not lost', async () => {
    shop.server.on('PATCH /api/cart/', answerAfter(shop.SLOW, shop.answer('PATCH /api/cart/')));
    await shop.open();
    shop.more(shop.colour);
    await shop.pass(400);
    shop.more(shop.colour);
    await shop.pass(400);
    shop.more(shop.colour);
    expect(shop.quantities()).toEqual(['4']);
    await shop.pass(3 * shop.SLOW);
    expect([shop.quantities(), shop.stored()]).toEqual([['4'], ['4']]);
    expect(shop.server.sent('PATCH')).toEqual([{ quantity: 2 }, { quantity: 4 }]);
  });

  test('addition, response lost, is retried with its idempotency key and made once', async () => {
    await shop.open([]);
    shop.server.on('POST /api/cart', shop.unheard('POST /api/cart'));
    shop.press('add colour');
    await shop.pass(500);
    shop.server.on('POST /api/cart', shop.answer('POST /api/cart'));
    await shop.pass(1000);
    const [first, second] = shop.server.sent('POST') as { key: string }[];
    expect(first?.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(second).toEqual(first);
    expect(shop.stored()).toEqual(['1']);
    expect(shop.said('message')).toBe(t('toast.cartAdd.text'));
  });

  test('mutation, every response lost but carried out, is not reported as failed', async () => {
    await shop.open();
    shop.server.on('PATCH /api/cart/', shop.unheard('PATCH /api/cart/'));
    shop.more(shop.colour);
    await shop.pass(5000);
    expect([shop.quantities(), shop.stored()]).toEqual([['2'], ['2']]);
    expect(shop.said('message')).not.toBe(t('toast.cartQty.failed'));
  });

  test('mutation, refused, rolls back only itself and shows the reason', async () => {
    await shop.open([shop.colour, shop.nails]);
    const [first] = shop.kept.lines();
    shop.server.on(
      `PATCH /api/cart/${first?.id}`,
      answerAfter(shop.SLOW, refuse(409, 'cart.full', 'Shporta është plot.')),
    );
    shop.more(shop.colour);
    await shop.pass(400);
    shop.more(shop.nails);
    expect(shop.quantities()).toEqual(['2', '2']);
    await shop.pass(2 * shop.SLOW);
    expect([shop.quantities(), shop.stored()]).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
    expect(shop.said('message')).toBe('Shporta është plot.');
  });

  test('removal, already removed in another tab, succeeds', async () => {
    await shop.open();
    shop.kept.clear();
    shop.remove(shop.colour);
    await shop.pass(100);
    expect(shop.said('message')).toBe(t('toast.cartRemove.text'));
  });

  test('quantity, above ninety-nine, is limited', async () => {
    await shop.open([shop.colour], 99);
    shop.more(shop.colour);
    await shop.pass(500);
    expect([shop.quantities(), shop.server.sent('PATCH')]).toEqual([['99'], []]);
  });

  test('quantity, line already gone, says so', async () => {
    await shop.open([shop.colour, shop.nails]);
    shop.server.on('PATCH /api/cart/', shop.unheard('PATCH /api/cart/'));
    shop.more(shop.nails);
    shop.more(shop.colour);
    shop.kept.remove(shop.kept.lines()[0]?.id ?? '');
    await shop.pass(5000);
    expect([shop.quantities(), shop.stored()]).toEqual([['2'], ['2']]);
    expect(shop.said('message')).toBe(t('toast.cartQty.failed'));
  });

  test('quantity, page left during the debounce, is sent', async () => {
    await shop.open();
    shop.more(shop.colour);
    shop.more(shop.colour);
    await shop.pass(100);
    window.dispatchEvent(new Event('pagehide'));
    await shop.pass(0);
    window.dispatchEvent(new Event('pageshow'));
    expect(shop.server.sent('PATCH')).toEqual([{ quantity: 3 }]);
  });

  test('unavailable line, removed, cannot be restored', async () => {
    shop.server.on('GET /api/cart/', () => shop.kept.lines().map((line) => ({ ...line, unavailable: 'unavailable' })));
    await shop.open();
    shop.remove(shop.colour);
    await shop.pass(1000);
    expect([shop.said('title'), shop.stored()]).toEqual([t('toast.cartRemove.title'), []]);
    expect(screen.queryByRole('button', { name: t('common.undo') })).toBeNull();
  });
});

const cartReads = () => shop.server.asked.filter((call) => call.startsWith('GET /api/cart/')).length;

describe('other tabs', () => {
  shop.beginEachAfresh();

  test("other tab's change, during pending mutations, is fetched once after them", async () => {
    shop.server.on('PATCH /api/cart/', answerAfter(shop.SLOW, shop.answer('PATCH /api/cart/')));
    const { queries } = await shop.open();
    const before = cartReads();
    for (let news = 0; news < 8; news++) {
      shop.more(shop.colour);
      await shop.pass(400);
      act(() => void queries.invalidateQueries());
    }
    await shop.pass(8 * shop.SLOW);
    expect([shop.quantities(), cartReads() - before]).toEqual([['9'], 1]);
  });
});

/** An addition that was made, but reported as failed because every response was lost. */
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

describe('lost responses', () => {
  shop.beginEachAfresh();

  test('addition, responses lost while the cart is unknown, is not reported as failed', async () => {
    shop.server.on('GET /api/cart/', answerAfter(1500, shop.answer('GET /api/cart/')));
    shop.server.on('POST /api/cart', shop.unheard('POST /api/cart'));
    await shop.open([]);
    shop.press('add colour');
    await shop.pass(1200);
    shop.server.on('POST /api/cart', shop.answer('POST /api/cart'));
    await shop.pass(5000);
    expect([shop.said('message'), shop.stored()]).toEqual([t('toast.cartAdd.text'), ['1']]);
  });

  test('addition, reported as failed and repeated, is not made twice', async () => {
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
});

describe('order in progress', () => {
  shop.beginEachAfresh();

  test('addition, while another tab orders, waits and is in the cart afterwards', async () => {
    await shop.open();
    const confirmation = newAttempt(ana.id, []);
    storeAttempt(confirmation);
    shop.press('add nails');
    await shop.pass(5000);
    expect([shop.server.sent('POST'), shop.quantities()]).toEqual([[], ['1']]);
    shop.kept.order(shop.kept.lines(), confirmation.key);
    storeAttempt({ ...confirmation, state: 'made' });
    await shop.pass(500);
    expect([shop.said('state'), shop.kept.lines().map(({ dealId }) => dealId)]).toEqual(['1 lines', [shop.nails.id]]);
    expect(shop.said('message')).toBe(t('toast.cartAdd.text'));
  });

  test('addition, while an order is in progress here, is neither shown in it nor ordered', async () => {
    shop.server.on('PATCH /api/cart/', answerAfter(shop.SLOW, shop.answer('PATCH /api/cart/')));
    await shop.open();
    shop.more(shop.colour);
    shop.press('order');
    shop.press('add nails');
    await shop.pass(10);
    expect([shop.quantities(), shop.server.sent('POST')]).toEqual([['2'], []]);
    await shop.pass(2 * shop.SLOW);
    expect(shop.said('order')).toBe(`2 of ${shop.colour.id}`);
    expect([shop.quantities(), shop.stored()]).toEqual([['1'], ['1']]);
  });

  test.each([
    ['changes', () => shop.more(shop.colour)],
    ['removes', () => shop.remove(shop.colour)],
    ['clears', () => shop.press('clear')],
  ])('cart being ordered, somebody %s it, says that an order is in progress', async (_, tap) => {
    await shop.open();
    storeAttempt(newAttempt(ana.id, []));
    await shop.pass(10);
    tap();
    expect(shop.said('title')).toBe(t('checkout.underWay'));
    await shop.pass(500);
    expect(shop.quantities()).toEqual(['1']);
  });
});

describe('ordering', () => {
  shop.beginEachAfresh();

  test('order, within 300 ms after two clicks, includes them', async () => {
    await shop.open();
    shop.more(shop.colour);
    shop.more(shop.colour);
    await shop.pass(100);
    shop.press('order');
    await shop.pass(100);
    expect(shop.said('order')).toBe(`3 of ${shop.colour.id}`);
    expect([shop.said('state'), shop.stored()]).toEqual(['0 lines', []]);
  });

  test('order, with mutations in flight, waits for them', async () => {
    shop.server.on('PATCH /api/cart/', answerAfter(shop.SLOW, shop.answer('PATCH /api/cart/')));
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

  test('order, after a refused mutation, is not made', async () => {
    shop.server.on('PATCH /api/cart/', answerAfter(shop.SLOW, refuse(500, 'server.failed')));
    await shop.open();
    shop.more(shop.colour);
    shop.press('order');
    await shop.pass(5 * shop.SLOW);
    expect(shop.said('order')).toBe('not ordered');
    expect([shop.kept.orders(), shop.stored()]).toEqual([[], ['1']]);
  });

  test('cart, request fails, is not shown as empty', async () => {
    shop.server.on('GET /api/cart/', refuse(503, 'server.busy'));
    await shop.open([]);
    expect(shop.said('state')).toBe('waiting');
    await shop.pass(5000);
    expect(shop.said('state')).toBe('failed');
  });

  test('cart, changed in another tab, is fetched', async () => {
    await shop.open();
    shop.kept.add({ key: 'elsewhere', deal: shop.nails, quantity: 4 });
    vi.useRealTimers();
    const other = new BroadcastChannel('bukuri');
    other.postMessage('cart');
    await vi.waitFor(() => expect(shop.quantities()).toEqual(['1', '4']));
    other.close();
  });

  test('retry, after the user signed out, is not sent for the next user', async () => {
    toast({ tone: 'note', title: '', text: 'nothing' });
    await shop.open([]);
    shop.server.on('POST /api/cart', refuse(503, 'server.busy'));
    shop.press('add colour');
    await shop.pass(10);
    shop.server.on('POST /api/cart', shop.answer('POST /api/cart'));
    shop.press('leave');
    shop.press('come back');
    await shop.pass(5000);
    expect([shop.server.sent('POST'), shop.said('message'), shop.stored()]).toEqual([
      [expect.anything()],
      'nothing',
      [],
    ]);
  });
});
