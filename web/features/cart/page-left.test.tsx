/** A page that is left may be come back to as it was. */
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as shop from '#test/cart-screen.tsx';
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
