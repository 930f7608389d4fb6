import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { NEXT_CURSOR } from '#core/contract/call.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { show, t } from '#test/dom.tsx';
import { ana, fakeServer, noAnswer, orderNamed, refuse, refuseMutely, signIn } from '#test/fake-server.ts';
import { newAttempt, storeAttempt, storedAttempt } from '#web/features/orders/order-attempt.ts';
import { useToast } from '#web/kit/toasts.ts';
import { Page } from './profile.page.tsx';

const HISTORY = 'GET /api/orders/my';

const OPEN = `${HISTORY}?usable=true`;

const CANCEL = 'POST /api/orders/';

const ONE = 'GET /api/orders/open';

const [open, used] = [orderNamed('open'), orderNamed('used', { status: 'completed' })];

function Message() {
  const message = useToast();
  return (
    <>
      <p data-testid="title">{message?.title}</p>
      <p data-testid="message">{message?.text}</p>
    </>
  );
}

/** A profile with an open order and a used one. */
async function visit() {
  signIn();
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    [HISTORY]: () => [open, used],
    [OPEN]: () => [open],
  });
  const { queries } = show(
    <>
      <Page />
      <Message />
    </>,
    { at: '/profile' },
  );
  await screen.findByText(t('orders.title'));
  await screen.findByText('BK-used');
  return { server, queries };
}

const cards = () => screen.getAllByRole('article').map(({ id }) => id);

const press = (name: string, where: HTMLElement = document.body) =>
  act(async () => void fireEvent.click(within(where).getByRole('button', { name })));

const CANCEL_OPEN = `${t('orders.cancel')}: B K, o p e n`;

const sayYes = () => press(t('orders.cancel'), screen.getByRole('dialog'));

const cancelOrder = async () => {
  await press(CANCEL_OPEN);
  vi.useFakeTimers();
  await sayYes();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  return screen.getByTestId('message').textContent;
};

test('dealer before the first deal, sees three steps, of which only the next is primary, and one line of orders', async () => {
  signIn();
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: { ...ana, canPostDeals: true } }),
    'GET /api/user/deals/totals': () => ({ posted: 0, active: 0, views: 0, likes: 0, shares: 0, hasPosted: false }),
    'GET /api/user/deals?': () => [],
    'GET /api/user/salon': () => null,
    'GET /api/membership': () => null,
    [HISTORY]: () => [],
  });
  const { queries } = show(<Page />, { at: '/profile' });
  const card = (await screen.findByRole('heading', { name: t('firstSteps.title') })).closest('section') as HTMLElement;
  const step = (name: 'plan' | 'salon' | 'deal') =>
    within(card).getByRole('button', { name: t(`firstSteps.${name}.action`) });
  const isPrimary = (name: 'plan' | 'salon' | 'deal') => step(name).className.includes('bg-brand');
  expect([isPrimary('plan'), isPrimary('salon'), isPrimary('deal')]).toEqual([true, false, false]);
  expect(step('deal').getAttribute('aria-disabled')).toBe('true');
  expect(within(card).getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByText(t('orders.empty')).tagName).toBe('P');
  server.on('GET /api/membership', () => ({
    ...{ plan: 'entry', status: 'active', kind: 'gift', isGift: true, isLive: true, daysLeft: 20 },
    ...{ postsUsed: 0, postsLimit: 3, postsRemaining: 3, statusInfo: { status: 'active', message: 'aktiv' } },
    ...{ currentPeriodEnd: '2099-01-31T10:00:00Z', postingEndsAt: '2099-02-03T10:00:00Z' },
  }));
  await act(() => queries.invalidateQueries({ queryKey: ['/api/membership'] }));
  await vi.waitFor(() => expect(within(card).getByText(t('firstSteps.done'))).toBeTruthy());
  expect([isPrimary('salon'), isPrimary('deal'), step('deal').getAttribute('aria-disabled')]).toEqual([
    true,
    false,
    null,
  ]);
  server.on('GET /api/user/deals/totals', () => ({
    posted: 0,
    active: 0,
    views: 0,
    likes: 0,
    shares: 0,
    hasPosted: true,
  }));
  await act(() => queries.invalidateQueries({ queryKey: ['/api/user/deals/totals'] }));
  await vi.waitFor(() => expect(card.isConnected).toBe(false));
});

test.each(['user', 'admin'] as const)(
  'profile of a dealer with role %s has the parts in the specified order',
  async (role) => {
    signIn();
    fakeServer({
      'GET /api/auth/me': () => ({ user: { ...ana, role, canPostDeals: true } }),
      'GET /api/user/deals/totals': () => ({ posted: 2, active: 1, views: 9, likes: 8, shares: 7, sold: 6 }),
      'GET /api/user/deals?': () => [],
      'GET /api/user/salon': () => null,
      'GET /api/membership': () => null,
      'GET /api/dealer-requests/my': () => [],
      [OPEN]: () => [],
      [HISTORY]: () => [used],
    });
    show(<Page />, { at: '/profile' });
    const counters = [t('myDeals.posted'), t('myDeals.active')];
    const ofRole = {
      user: [t('dealer.title'), ...counters, t('membership.title')],
      admin: [t('admin.title'), ...counters],
    };
    const deals = [t('dealForm.post'), t('myDeals.empty')];
    const rest = [t('profile.help'), 'BK-used', t('privacy.title')];
    const texts = [ana.email, t('myDeals.performance'), ...ofRole[role], ...deals, ...rest];
    const placeOf = (text: string) => document.body.textContent?.indexOf(text) ?? -1;
    await vi.waitFor(() => expect(texts.filter((text) => placeOf(text) < 0)).toEqual([]));
    expect(texts.toSorted((one, other) => placeOf(one) - placeOf(other))).toEqual(texts);
  },
);

describe('orders', () => {
  test('payment history is paginated', async () => {
    signIn();
    vi.stubGlobal('fetch', async (url: string) => {
      if (url === '/api/auth/me') return Response.json({ user: ana });
      if (url.includes('usable=true') || url.startsWith('/api/dealer-requests')) return Response.json([]);
      if (url.includes('cursor=further')) return Response.json([orderNamed('older')]);
      return Response.json([orderNamed('newer')], { headers: { [NEXT_CURSOR]: 'further' } });
    });
    show(<Page />, { at: '/profile' });
    expect(await screen.findByText('BK-newer')).toBeTruthy();
    expect(screen.queryByText('BK-older')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: t('orders.more') }));
    expect(await screen.findByText('BK-older')).toBeTruthy();
    expect(screen.getByText('BK-newer')).toBeTruthy();
    expect(document.activeElement?.id).toBe('order-older');
    expect(screen.queryByRole('button', { name: t('orders.more') })).toBeNull();
  });

  test('usable orders are listed once, first, with code and last day', async () => {
    await visit();
    expect(cards()).toEqual(['order-open', 'order-used']);
    const card = within(screen.getByRole('region', { name: t('orders.open') }));
    expect(card.getByText('BK-open')).toBeTruthy();
    expect(card.getByText(t('orders.useBy', { date: '31 janar 2126' }))).toBeTruthy();
    expect(card.getByText(t('salon.pays', { salon: 'Salloni Mira', sum: '1 000 lekë' }))).toBeTruthy();
    expect(card.getByText('Rruga e Durrësit 1')).toBeTruthy();
    expect(screen.getAllByText(t('orders.presentId'))).toHaveLength(1);
    expect(card.queryByText(t('orders.book')), 'nobody knows whom to call').toBeNull();
  });

  test('open orders, four, are three links above the menu and a button to all of them', async () => {
    signIn();
    const paid = orderNamed('paid', { paymentMethod: 'card', status: 'completed', stripePaymentIntentId: 'pi_1' });
    const all = [open, paid, orderNamed('third'), orderNamed('fourth')];
    fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), [HISTORY]: () => all, [OPEN]: () => all });
    show(<Page />, { at: '/profile' });
    const rows = within(await screen.findByRole('list', { name: t('orders.open') })).getAllByRole('link');
    const where = `Salloni Mira · ${t('orders.useBy', { date: '31 janar 2126' })}`;
    expect(rows.map((row) => [row.getAttribute('href'), row.textContent])).toEqual([
      ['/orders/open', `${t('orders.purchaseId')} BK-openB K, o p e n${where}`],
      ['/orders/paid', `Kartë · 1 kupon${where}`],
      ['/orders/third', expect.stringContaining('BK-third')],
    ]);
    await press('Të gjitha (4)');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: t('orders.open') }));
  });

  test('payment history, of open orders only, has its heading and says so', async () => {
    signIn();
    fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), [HISTORY]: () => [open], [OPEN]: () => [open] });
    show(<Page />, { at: '/profile' });
    const history = within(await screen.findByRole('region', { name: t('orders.title') }));
    expect(await history.findByText(t('orders.onlyOpen'))).toBeTruthy();
    expect(cards()).toEqual(['order-open']);
  });

  test('open orders, request fails, are listed among all orders', async () => {
    vi.useFakeTimers();
    signIn();
    fakeServer({
      'GET /api/auth/me': () => ({ user: ana }),
      [HISTORY]: () => [open, used],
      [OPEN]: refuseMutely(503),
    });
    show(<Page />, { at: '/profile' });
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByRole('button', { name: t('auth.logout') })).toBeTruthy();
    expect(cards()).toEqual(['order-open', 'order-used']);
  });

  test('profile, connection lost while loading, shows the account and sign-out', async () => {
    signIn();
    fakeServer({
      'GET /api/auth/me': () => ({ user: ana }),
      'GET /healthz': noAnswer,
      [HISTORY]: noAnswer,
    });
    show(<Page />, { at: '/profile' });
    expect(await screen.findByRole('button', { name: t('auth.logout') })).toBeTruthy();
  });

  test('order, canceled after a confirmation, says so in its place', async () => {
    const { server } = await visit();
    storeAttempt({ ...newAttempt(ana.id, []), state: 'made', orderId: open.id });
    server.on(CANCEL, () => ({ ...open, status: 'failed', failedReason: 'canceled' }));
    await press(CANCEL_OPEN);
    expect(screen.getByRole('dialog').textContent).toContain('BK-open');
    await press(t('orders.cancel.keep'));
    expect(server.sent('POST')).toEqual([]);
    await press(CANCEL_OPEN);
    await sayYes();
    expect(await screen.findByText(t('orders.reason.canceled'))).toBeTruthy();
    expect(server.asked.filter((call) => call.startsWith('POST'))).toEqual(['POST /api/orders/open/cancel']);
    expect(screen.queryByRole('region', { name: t('orders.open') })).toBeNull();
    expect(screen.queryByRole('button', { name: CANCEL_OPEN })).toBeNull();
    expect(screen.getByTestId('message').textContent).toBe(t('toast.orderCanceled.text'));
    const card = screen.getByRole('article', { name: /o p e n$/ });
    await vi.waitFor(() => expect(document.activeElement).toBe(within(card).getByRole('heading', { level: 3 })));
    expect(storedAttempt(), 'what the empty cart tells of').toBeNull();
  });

  test('order, already ended, cannot be canceled and shows how it ended', async () => {
    const { server } = await visit();
    server.on(CANCEL, refuse(409, 'orders.notOpen', 'Kjo porosi nuk është më e hapur.'));
    server.on(OPEN, () => []);
    server.on(HISTORY, () => [{ ...open, status: 'failed', failedReason: 'expired' }, used]);
    server.on(OPEN, () => []);
    await press(CANCEL_OPEN);
    await sayYes();
    expect(await screen.findByText(t('orders.reason.expired'))).toBeTruthy();
    expect(screen.getByTestId('message').textContent).toBe('Kjo porosi nuk është më e hapur.');
  });

  test('cancellation, response lost but done, is reported as canceled', async () => {
    const { server } = await visit();
    server.on(CANCEL, noAnswer);
    const canceled = { ...open, status: 'failed', failedReason: 'canceled' };
    server.on(OPEN, () => []);
    server.on(HISTORY, () => [canceled, used]);
    server.on(ONE, () => canceled);
    expect(await cancelOrder()).toBe(t('toast.orderCanceled.text'));
    expect(screen.getByText(t('orders.reason.canceled'))).toBeTruthy();
  });
});

const usedOrder = orderNamed('used', { status: 'completed' });

describe('paid orders', () => {
  beforeEach(signIn);

  test('card order, not used yet, shows until when and where under its number', async () => {
    const id = '01a205f3-27bc-70a4-a3d2-4498688bc852';
    const useBy = new Date(Date.now() + 86_400_000).toISOString();
    const payment = 'pi_3MtwBwLkdIwHu7ix28a3tqPa';
    const paid = orderNamed(id, { paymentMethod: 'card', status: 'completed', stripePaymentIntentId: payment, useBy });
    fakeServer({
      'GET /api/auth/me': () => ({ user: ana }),
      [HISTORY]: () => [paid, usedOrder],
      [OPEN]: () => [paid],
    });
    show(<Page />, { at: '/profile' });
    const card = within(await screen.findByRole('region', { name: t('orders.open') }));
    expect(card.getByText(t('orders.status.completed'))).toBeTruthy();
    expect(card.getByText(t('orders.state.paid'))).toBeTruthy();
    expect(card.getByText(t('orders.useBy', { date: formatDate(useBy, 'sq') }))).toBeTruthy();
    expect(card.getByText(t('orders.presentPaid'))).toBeTruthy();
    expect(card.getByText('Rruga e Durrësit 1')).toBeTruthy();
    expect(card.getAllByText('4498688bc852').at(-1)?.closest('.font-display')).toBeTruthy();
    expect(card.getByText('pi_3MtwBwLkdIw…')).toBeTruthy();
    expect(card.queryByRole('button', { name: new RegExp(t('orders.cancel')) })).toBeNull();
  });
});

test.each([
  ['an administrator', { role: 'admin' }, true],
  ['a dealer', { canPostDeals: true }, false],
] as const)('profile, %s, links to the admin panel: %s', async (_, rights, isLinked) => {
  signIn();
  fakeServer({ 'GET /api/auth/me': () => ({ user: { ...ana, ...rights } }) });
  await act(async () => show(<Page />, { at: '/profile' }));
  await screen.findByRole('button', { name: t('auth.logout') });
  await vi.waitFor(() => expect(screen.queryByRole('link', { name: t('admin.open') }) !== null).toBe(isLinked));
});
