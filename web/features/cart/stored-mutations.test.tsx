import { act } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import * as shop from '#test/cart-screen.tsx';
import { t } from '#test/dom.tsx';
import { heldElsewhere } from '#test/fake-locks.ts';
import { ana, after as answerAfter, refuse } from '#test/fake-server.ts';
import { newAttempt, storeAttempt } from '#web/features/orders/order-attempt.ts';
import { storedMutations } from './stored-mutations.ts';

const never = () => new Promise(() => {});

/** Writes to storage as another tab does, without a storage event. */
const storeSilently = (left: unknown) => localStorage.setItem('keptChanges', JSON.stringify(left));

/** The next page of Ana, with stored mutations of an earlier one. */
async function comeBackTo(changes: readonly object[], quantity = 1): Promise<void> {
  storeSilently({ userId: ana.id, changes });
  window.dispatchEvent(new StorageEvent('storage', { key: 'keptChanges' }));
  await shop.open([shop.colour], quantity);
}

const twice = { kind: 'set', dealId: shop.colour.id, quantity: 2, at: Date.now() };

describe('next page', () => {
  shop.beginEachAfresh();

  test('stored mutations, cart loaded late on the next page, are sent before new ones', async () => {
    await shop.open([shop.colour]);
    shop.server.on('DELETE /api/cart/clear/', never);
    shop.press('clear');
    await shop.pass(100);
    shop.leavePage();
    shop.server.on('DELETE /api/cart/clear/', shop.answer('DELETE /api/cart/clear/'));
    shop.server.on('GET /api/cart/', answerAfter(shop.SLOW, shop.answer('GET /api/cart/')));
    await shop.comeBack();
    shop.press('add nails');
    await shop.pass(3 * shop.SLOW);
    expect(shop.kept.lines().map(({ dealId }) => dealId)).toEqual([shop.nails.id]);
  });

  test('stored addition, already sent, is made once and announced', async () => {
    await shop.open([]);
    shop.server.on('POST /api/cart', (asked) => {
      shop.answer('POST /api/cart')(asked);
      return never();
    });
    shop.press('add colour');
    await shop.pass(100);
    shop.server.on('POST /api/cart', shop.answer('POST /api/cart'));
    shop.leavePage();
    await shop.comeBack();
    await shop.pass(500);
    expect([shop.stored(), shop.said('message')]).toEqual([['1'], t('toast.cartAdd.text')]);
  });

  test('stored order, waiting for a mutation, still waits for it', async () => {
    await shop.open();
    shop.server.on('PATCH /api/cart/', never);
    shop.more(shop.colour);
    await shop.pass(400);
    shop.press('order');
    shop.press('add nails');
    storeAttempt(newAttempt(ana.id, []));
    shop.server.on('PATCH /api/cart/', shop.answer('PATCH /api/cart/'));
    shop.leavePage();
    await shop.comeBack();
    shop.press('order');
    await shop.pass(500);
    expect(shop.said('order')).toBe(`2 of ${shop.colour.id}`);
    storeAttempt(null);
    await shop.pass(500);
    expect(shop.kept.lines().map(({ dealId }) => dealId)).toEqual([shop.nails.id]);
  });

  test('stored mutation, not possible any more, shows the reason', async () => {
    await shop.open([shop.colour]);
    shop.server.on('PATCH /api/cart/', never);
    shop.more(shop.colour);
    await shop.pass(400);
    shop.server.on('PATCH /api/cart/', refuse(409, 'cart.full', 'Shporta është plot.'));
    shop.leavePage();
    await shop.comeBack();
    await shop.pass(500);
    expect([shop.said('message'), shop.quantities()]).toEqual(['Shporta është plot.', ['1']]);
  });

  test('stored mutation, too old, is not sent and reported', async () => {
    await shop.open([shop.colour]);
    shop.server.on('PATCH /api/cart/', never);
    shop.more(shop.colour);
    await shop.pass(400);
    shop.server.on('PATCH /api/cart/', shop.answer('PATCH /api/cart/'));
    shop.leavePage();
    vi.setSystemTime(Date.now() + 11 * 60_000);
    await shop.comeBack();
    await shop.pass(500);
    expect([shop.said('message'), shop.stored()]).toEqual([t('toast.cartQty.failed'), ['1']]);
  });

  test('stored mutations, of another user, are not sent and are cleared on sign-out', async () => {
    await shop.open([shop.colour]);
    shop.server.on('PATCH /api/cart/', never);
    shop.more(shop.colour);
    await shop.pass(400);
    shop.server.on('PATCH /api/cart/', shop.answer('PATCH /api/cart/'));
    shop.server.on('GET /api/auth/me', () => ({ user: { ...ana, id: 'somebody else' } }));
    shop.leavePage();
    await shop.comeBack();
    await shop.pass(500);
    expect(shop.stored()).toEqual(['1']);
    expect(localStorage.getItem('keptChanges')).toContain(ana.id);
    shop.press('leave');
    expect(localStorage.getItem('keptChanges')).toBe('null');
  });

  test('stored mutations, resumed in another tab, are not sent here', async () => {
    const give = heldElsewhere('keptChanges');
    await comeBackTo([twice]);
    await shop.pass(500);
    storeSilently(null);
    give();
    await shop.pass(500);
    expect([shop.server.sent('PATCH'), shop.quantities()]).toEqual([[], ['1']]);
  });
});

/** Leaves the page while a quantity change is in flight. */
async function leaveWhileChanging(): Promise<void> {
  await shop.open([shop.colour]);
  shop.server.on('PATCH /api/cart/', never);
  shop.more(shop.colour);
  await shop.pass(400);
  window.dispatchEvent(new Event('pagehide'));
}

describe('back/forward cache', () => {
  shop.beginEachAfresh();

  test('page restored from the back/forward cache, resumes its mutations', async () => {
    await leaveWhileChanging();
    await shop.pass(100);
    shop.server.on('PATCH /api/cart/', shop.answer('PATCH /api/cart/'));
    act(() => void shop.endAll());
    await shop.pass(1000);
    expect([shop.quantities(), shop.stored(), storedMutations.get()]).toEqual([['2'], ['2'], null]);
  });

  test('page restored from the back/forward cache, mutations already sent elsewhere, sends nothing', async () => {
    await leaveWhileChanging();
    storedMutations.set(null);
    shop.server.on('PATCH /api/cart/', shop.answer('PATCH /api/cart/'));
    shop.endAll();
    await shop.pass(60_000);
    expect([shop.quantities(), shop.stored()]).toEqual([['1'], ['1']]);
  });
});
