/** A page that is left may be come back to as it was. */
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as shop from '#test/cart-screen.tsx';
import { ana } from '#test/fake-server.ts';
import { storedMutations } from './stored-mutations.ts';

shop.beginEachAfresh();

const never = () => new Promise(() => {});

/** The page of a cart is left while one more of its deal is on its way. */
async function leaveWhileChanging(): Promise<void> {
  await shop.open([shop.colour]);
  shop.server.on('PATCH /api/cart/', never);
  shop.more(shop.colour);
  await shop.pass(400);
  window.dispatchEvent(new Event('pagehide'));
}

test('a page that is left does not take up what it keeps for the next', async () => {
  await leaveWhileChanging();
  await shop.pass(100);
  expect(localStorage.getItem('keptChanges')).toContain(shop.colour.id);
});

test('a page one comes back to as it was left does what was wanted on it', async () => {
  await leaveWhileChanging();
  await shop.pass(100);
  shop.server.on('PATCH /api/cart/', shop.answer('PATCH /api/cart/'));
  act(() => void shop.endAll());
  await shop.pass(1000);
  expect([shop.quantities(), shop.stored(), storedMutations.get()]).toEqual([['2'], ['2'], null]);
});

test('a page one comes back to does not do again what another has done', async () => {
  await leaveWhileChanging();
  storedMutations.set(null);
  shop.server.on('PATCH /api/cart/', shop.answer('PATCH /api/cart/'));
  shop.endAll();
  await shop.pass(60_000);
  expect([shop.quantities(), shop.stored()]).toEqual([['1'], ['1']]);
});

test('a page one comes back to that was told of nothing while it rested does not do it again either', async () => {
  await leaveWhileChanging();
  localStorage.setItem('keptChanges', 'null');
  shop.server.on('PATCH /api/cart/', shop.answer('PATCH /api/cart/'));
  act(() => void shop.endAll());
  await shop.pass(60_000);
  expect([shop.quantities(), shop.stored(), localStorage.getItem('keptChanges')]).toEqual([['1'], ['1'], 'null']);
});

test('what somebody else left on this device is not kept as one’s own', async () => {
  const changes = [{ kind: 'clear', at: Date.now() }];
  localStorage.setItem('keptChanges', JSON.stringify({ userId: 'somebody else', changes }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'keptChanges' }));
  await leaveWhileChanging();
  expect(storedMutations.get()).toMatchObject({ userId: ana.id, changes: [{ kind: 'set', quantity: 2 }] });
});
