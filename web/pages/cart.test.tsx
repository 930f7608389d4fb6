import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { said, seenIn, show, t } from '#test/dom.tsx';
import { ana, dealNumber, fakeServer, lineOf, refuse, signIn } from '#test/fake-server.ts';
import { useOtherTabs, useSessionEnd } from '#web/features/accounts/session-end.ts';
import { newAttempt, storeAttempt } from '#web/features/orders/order-attempt.ts';
import { clearPersonalState } from '#web/kit/data/stored-state.ts';
import { Page as Cart } from './cart.page.tsx';

const deal = dealNumber(1);
const line = lineOf(deal);

beforeEach(() => {
  signIn();
  fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/cart/': () => [line],
    'GET /api/favorites/': () => [line],
  });
});

test('cart with two salons shows what is paid where, per line and in total', async () => {
  const salon = { address: 'Rruga e Limonave 7', city: 'tirana', location: null, phone: '+355 67 1', whatsapp: null };
  const at = (number: number, businessName: string, more: object = {}) => {
    const deal = { ...dealNumber(number), businessName, originalPrice: 2000 * number };
    return { ...lineOf(deal), id: `line-${number}`, salon: { ...salon, address: `Rruga ${businessName}` }, ...more };
  };
  fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/cart/': () => [at(1, 'Mira', { quantity: 3 }), at(2, 'Lulja'), at(4, 'Mira')],
  });
  show(<Cart />, { at: '/cart' });
  const mira = within(await screen.findByRole('region', { name: 'Mira' }));
  expect(mira.getAllByRole('article')).toHaveLength(2);
  expect(mira.getByText('Rruga Mira')).toBeTruthy();
  expect(mira.getByText('+355 67 1')).toBeTruthy();
  expect(mira.getByText(t('salon.pays', { salon: 'Mira', sum: '7 000 lekë' }))).toBeTruthy();
  expect(seenIn(mira.getByText(t('cart.line.total')).closest('p'))).toBe(
    `${t('cart.line.total')} 3\u00a0000\u00a0lekë`,
  );
  const lulja = within(screen.getByRole('region', { name: 'Lulja' }));
  expect(lulja.getByText(t('salon.pays', { salon: 'Lulja', sum: '2 000 lekë' }))).toBeTruthy();
  expect(lulja.queryByText(t('cart.line.total'))).toBeNull();
  expect(screen.getAllByRole('definition').map((sum) => seenIn(sum)?.replaceAll('\u00a0', ' '))).toEqual([
    '18 000 lekë',
    '−9 000 lekë',
    '9 000 lekë',
  ]);
});

test('cart, unavailable line, is not in the totals and says so once', async () => {
  const gone = { ...lineOf({ ...dealNumber(5), title: '', businessName: '' }), id: 'line-5', quantity: 2 };
  fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/cart/': () => [line, { ...gone, unavailable: 'unavailable' }],
  });
  show(<Cart />, { at: '/cart' });
  await screen.findByText(t('cart.withoutUnavailable'));
  expect(screen.getAllByRole('definition').map((sum) => seenIn(sum)?.replaceAll('\u00a0', ' '))).toEqual([
    '1 000 lekë',
    '0 lekë',
    '1 000 lekë',
  ]);
  expect(screen.getAllByText(t('cart.line.withdrawn'))).toHaveLength(1);
  expect(screen.queryByText(t('cart.line.total'))).toBeNull();
});

test('cart, not orderable, says why at the checkout button', async () => {
  fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/cart/': () => [{ ...line, unavailable: 'unavailable' }],
  });
  show(<Cart />, { at: '/cart' });
  fireEvent.click(await screen.findByRole('link', { name: t('cart.checkout') }));
  await vi.waitFor(() => expect(said()).toEqual([t('cart.blocked')]));
});

test.each([
  ['by card', true, 'cart.empty.paid'],
  ['in the salon', undefined, 'toast.cash.success.text'],
] as const)('empty cart, after an order that is paid %s, says where the money is due', async (_how, isPaid, words) => {
  fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), 'GET /api/cart/': () => [] });
  storeAttempt({ ...newAttempt(ana.id, []), state: 'made', orderId: 'order-1', ...(isPaid && { isPaid }) });
  show(<Cart />, { at: '/cart' });
  expect(await screen.findByText(t(words))).toBeTruthy();
  storeAttempt(null);
});

function Shop() {
  useSessionEnd();
  useOtherTabs();
  return <Cart />;
}

test('cart, session ended elsewhere, is not shown as empty until signing in again', async () => {
  const server = fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), 'GET /api/cart/': () => [line] });
  show(<Shop />, { at: '/cart' });
  const ended = refuse(401, 'access.notAuthenticated');
  for (const call of ['GET /api/auth/me', 'PATCH /api/cart/']) server.on(call, ended);
  fireEvent.click(await screen.findByRole('button', { name: t('cart.increase', line.deal) }));
  expect(await screen.findByRole('heading', { name: t('cart.signInToSee') })).toBeTruthy();
  expect(screen.queryByText(t('cart.empty.title'))).toBeNull();
  expect(screen.getByRole('link', { name: t('login.action') }).getAttribute('href')).toBe('/login?next=%2Fcart');
  act(() => clearPersonalState());
  expect(screen.getByText(t('cart.empty.title'))).toBeTruthy();
});
