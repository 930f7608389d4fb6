import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { urlOf } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import { favorites } from '#core/contract/favorites.ts';
import { hydrate, said, seenIn, show, t } from '#test/dom.tsx';
import { ana, dealNumber, fakeServer, lineOf, refuse, signIn, signOut } from '#test/fake-server.ts';
import { useOtherTabs } from '#web/features/accounts/use-other-tabs.ts';
import { useSessionEnd } from '#web/features/accounts/use-session-end.ts';
import { userQuery } from '#web/features/accounts/use-user.ts';
import { keepConfirmation, newConfirmation } from '#web/features/orders/confirmation.ts';
import { sessionId } from '#web/kit/preferences.ts';
import { clearPersonalState } from '#web/kit/stored-state.ts';
import { Page as Cart } from './cart.page.tsx';
import { Page as Favorites } from './favorites.page.tsx';

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

test.each([
  ['cart', Cart, cart.list],
  ['favorites', Favorites, favorites.list],
])('the page of the %s hydrates, though its lines are known by then', (_name, Page, row) => {
  const differences = hydrate(<Page />, (queries) => {
    queries.setQueryData(userQuery.queryKey, ana);
    queries.setQueryData([urlOf(row, { params: { sessionId: sessionId() } })], [line]);
  });
  expect(differences).toEqual([]);
});

test('a cart of two salons says what one pays where, and what each line and all of it come to', async () => {
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
  expect(seenIn(mira.getByText(t('cart.line.total')))).toBe(`${t('cart.line.total')} 3\u00a0000\u00a0lekë`);
  const lulja = within(screen.getByRole('region', { name: 'Lulja' }));
  expect(lulja.getByText(t('salon.pays', { salon: 'Lulja', sum: '2 000 lekë' }))).toBeTruthy();
  expect(lulja.queryByText(t('cart.line.total'))).toBeNull();
  expect(screen.getAllByRole('definition').map((sum) => seenIn(sum)?.replaceAll('\u00a0', ' '))).toEqual([
    '18 000 lekë',
    '−9 000 lekë',
    '9 000 lekë',
  ]);
});

test('what is not for sale any more stands in no sum, and is called so once', async () => {
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

test('a cart that was not cleared is said not to be', async () => {
  fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/cart/': () => [line],
    'DELETE /api/cart/clear/': refuse(503, ''),
  });
  show(<Cart />, { at: '/cart' });
  const press = async () =>
    fireEvent.click((await screen.findAllByRole('button', { name: t('cart.clear') })).at(-1) as HTMLElement);
  await press();
  await press();
  await vi.waitFor(() => expect(said().join()).toContain(t('toast.cartClear.failed')), { timeout: 4000 });
});

test('what a cart comes to is heard once a line has changed', async () => {
  let quantity = 1;
  fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/cart/': () => [{ ...line, quantity }],
    'PATCH /api/cart/': () => {
      quantity = 2;
      return { ...line, quantity };
    },
  });
  show(<Cart />, { at: '/cart' });
  const plus = await screen.findByRole('button', { name: t('cart.increase', { title: deal.title }) });
  expect(said()).toEqual([]);
  fireEvent.click(plus);
  await vi.waitFor(
    () => expect(said()).toEqual([`${deal.title}: sasia 2`, `${t('cart.total')}: 2000\u00a0lekë`]),
    4000,
  );
});

test('a cart that cannot be ordered says why to who would go on', async () => {
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
] as const)('an empty cart says of an order that is paid %s where the money is due', async (_how, isPaid, words) => {
  fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), 'GET /api/cart/': () => [] });
  keepConfirmation({ ...newConfirmation(ana.id, []), state: 'made', orderId: 'order-1', ...(isPaid && { isPaid }) });
  show(<Cart />, { at: '/cart' });
  expect(await screen.findByText(t(words))).toBeTruthy();
  keepConfirmation(null);
});

function Shop() {
  useSessionEnd();
  useOtherTabs();
  return <Cart />;
}

test('whose session ended elsewhere does not read that their cart is empty, until they are in again', async () => {
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

const door = () => screen.findByRole('heading', { name: t('cart.signInToSee') });

test('whose session ended before they came does not read that their cart is empty', async () => {
  fakeServer({ 'GET /api/auth/me': refuse(401, 'access.notAuthenticated') });
  show(<Shop />, { at: '/cart' });
  expect(await door()).toBeTruthy();
});

test('whose session ended in another tab does not read here that their cart is empty', async () => {
  const server = fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), 'GET /api/cart/': () => [line] });
  show(<Shop />, { at: '/cart' });
  await screen.findByRole('button', { name: t('cart.increase', line.deal) });
  // As the server leaves the browser.
  signOut();
  server.on('GET /api/cart/', refuse(401, 'access.notAuthenticated'));
  const other = new BroadcastChannel('bukuri');
  onTestFinished(() => other.close());
  other.postMessage('ended');
  expect(await door()).toBeTruthy();
});
