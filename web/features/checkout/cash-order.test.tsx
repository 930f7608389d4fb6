import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { CartItem } from '#core/contract/cart.ts';
import { expectedItems } from '#core/domain/orders.ts';
import { show, t } from '#test/dom.tsx';
import {
  type Answer,
  ana,
  after as answerAfter,
  dealNumber,
  type FakeServer,
  fakeServer,
  lineOf,
  noAnswer,
  orderNamed,
  refuse,
  signIn,
} from '#test/fake-server.ts';
import { beginEachAfresh, comeBack, LINES, line, MADE, message, PAY, pass, server } from '#test/order-screen.tsx';
import { useBecome } from '#web/features/accounts/become.ts';
import { useCartChanges } from '#web/features/cart/cart-changes.ts';
import { useCart } from '#web/features/cart/use-cart.ts';
import { newAttempt, storedAttempt } from '#web/features/orders/order-attempt.ts';
import { useOrders } from '#web/features/orders/use-orders.ts';
import { useLocation } from '#web/kit/router/location.tsx';
import { toast, useToast } from '#web/kit/toasts.ts';
import { Page } from '#web/pages/checkout.page.tsx';
import { useConfirmOrder, useIsOrdering } from './cash-order.tsx';

function Address() {
  return <p data-testid="address">{useLocation().pathname}</p>;
}

let asked: FakeServer;

/** Confirms an order by pointer by default; returns a function that advances the timers. */
async function confirmOrder(click: MouseEventInit = { detail: 1 }, answers: Record<string, Answer> = {}) {
  vi.useFakeTimers();
  signIn();
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/cart/': () => [lineOf(dealNumber(1))],
    'POST /api/cash-payment': () => {
      server.on('GET /api/cart/', () => []);
      return orderNamed('new');
    },
    ...answers,
  });
  asked = server;
  vi.stubGlobal('scrollTo', () => {});
  show(
    <>
      <Page />
      <Address />
    </>,
    { at: '/checkout?method=cash' },
  );
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(100);
  const button = screen.getByRole('button', { name: t('checkout.cash.confirm') });
  fireEvent(button, new MouseEvent('click', { bubbles: true, ...click }));
  await pass(100);
  return pass;
}

/** Opens the checkout with these lines. */
async function visit(at: string, lines: CartItem[], more: Record<string, Answer> = {}) {
  vi.useFakeTimers();
  signIn();
  fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), 'GET /api/cart/': () => lines, ...more });
  vi.stubGlobal('scrollTo', () => {});
  show(<Page />, { at });
  await act(() => vi.advanceTimersByTimeAsync(100));
}

describe('checkout page', () => {
  test('cash order, confirmed, shows the ticket and then home', async () => {
    const pass = await confirmOrder();
    expect(document.activeElement?.textContent).toBe(t('checkout.done'));
    expect(screen.getByText('BK-new')).toBeTruthy();
    expect(screen.getByText(t('orders.presentId'))).toBeTruthy();
    const voucher = within(screen.getByRole('region', { name: t('voucher.yours') }));
    expect(voucher.getByText('ABCD-EFGH-0')).toBeTruthy();
    expect(voucher.getByRole('img', { name: t('voucher.qr', { code: 'A B C D, E F G H, 0' }) })).toBeTruthy();
    await pass(1350);
    expect(screen.getByTestId('address').textContent).toBe('/checkout');
    await pass(150);
    expect(screen.getByTestId('address').textContent).toBe('/');
  });

  test('cash order, confirmed by keyboard, stays on its confirmation', async () => {
    const pass = await confirmOrder({ detail: 0 });
    await pass(20_000);
    expect(screen.getByTestId('address').textContent).toBe('/checkout');
  });

  test('cash order sends what is on the screen', async () => {
    await confirmOrder();
    expect(asked.sent('POST')).toMatchObject([{ expectedItems: expectedItems([lineOf(dealNumber(1))]) }]);
  });

  test('cash order, cart changed since shown, is refused and shows the cart as it is', async () => {
    const pass = await confirmOrder(undefined, {
      'POST /api/cash-payment': (call) => {
        asked.on('GET /api/cart/', () => [lineOf(dealNumber(2))]);
        return refuse(409, 'cart.changed', 'Shporta ndryshoi.')(call);
      },
    });
    await pass(1000);
    expect(screen.getByText(dealNumber(2).title)).toBeTruthy();
    expect(screen.queryByText(dealNumber(1).title)).toBeNull();
    expect(screen.getByText('Shporta ndryshoi.')).toBeTruthy();
  });

  test('cash order, in progress, is not confirmed twice', async () => {
    const pass = await confirmOrder(undefined, {
      'POST /api/cash-payment': answerAfter(3000, () => orderNamed('new')),
    });
    fireEvent.click(screen.getByRole('button', { name: t('common.submitting') }));
    await pass(10_000);
    expect(asked.sent('POST')).toHaveLength(1);
  });

  test('cash order, offline, is not sent, then or later', async () => {
    await visit('/checkout?method=cash', [lineOf(dealNumber(1))], {
      'POST /api/cash-payment': (call) => {
        throw new Error(`asked: ${call.path}`);
      },
    });
    act(() => onlineManager.setOnline(false));
    fireEvent.click(screen.getByRole('button', { name: t('checkout.cash.confirm') }));
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(storedAttempt()).toBeNull();
    act(() => onlineManager.setOnline(true));
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(storedAttempt()).toBeNull();
  });

  test('cash order, refused, keeps the reason at the button', async () => {
    await visit('/checkout?method=cash', [lineOf(dealNumber(1))], {
      'POST /api/cash-payment': refuse(409, 'orders.tooManyOpen', 'Keni shumë porosi të papaguara.'),
    });
    fireEvent.click(screen.getByRole('button', { name: t('checkout.cash.confirm') }));
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(
      screen.getByText('Keni shumë porosi të papaguara.', { selector: 'p:not(.invisible, [data-live-region] p)' }),
    ).toBeTruthy();
  });
});

const HISTORY = 'GET /api/orders/my';

const bea = { ...ana, id: '0190a5b2-0000-7000-8000-000000000002' };

const made: Answer = () => orderNamed('order-of-ana');

const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));

const said = (place: string) => screen.getByTestId(place).textContent;

function Shop() {
  const { lines } = useCart();
  const { step } = useCartChanges();
  const confirmOrder = useConfirmOrder();
  const isOrdering = useIsOrdering();
  const become = useBecome();
  const message = useToast();
  const history = useOrders().data?.pages.flatMap(({ items }) => items.map(({ id }) => id));
  return (
    <>
      <p data-testid="cart">{isOrdering ? 'under way' : `${lines?.length} lines`}</p>
      <p data-testid="history">{history?.join(' ')}</p>
      <p data-testid="message">{message?.text}</p>
      <p data-testid="way out">{message?.action?.label}</p>
      <button type="button" onClick={() => step(line.dealId, 1)}>
        more
      </button>
      <button type="button" onClick={() => void confirmOrder(newAttempt(ana.id, []))}>
        confirm
      </button>
      <button type="button" onClick={() => become(null)}>
        leave
      </button>
      <button type="button" onClick={() => become(ana)}>
        become Ana
      </button>
      <button type="button" onClick={() => become(bea)}>
        become Bea
      </button>
    </>
  );
}

async function open(): Promise<void> {
  toast({ tone: 'note', title: '', text: 'nothing' });
  show(<Shop />);
  await pass(10);
}

describe('confirmation', () => {
  beginEachAfresh({ [LINES]: () => [line], [HISTORY]: () => [{ id: 'order-before' }], [PAY]: made });

  test('cash order, made, is in the history and announced', async () => {
    await open();
    press('confirm');
    await pass(10);
    expect(said('history')).toBe('order-of-ana order-before');
    expect(said('message')).toBe(t('toast.cash.success.text'));
  });

  test('cash order, too many open orders, links to them', async () => {
    server.on(PAY, refuse(409, 'orders.tooManyOpen', 'Keni shumë porosi të papaguara.'));
    await open();
    press('confirm');
    await pass(10);
    expect([said('message'), said('way out')]).toEqual(['Keni shumë porosi të papaguara.', t('orders.open')]);
  });

  test('cash order, answered after another user signed in, is neither announced nor listed', async () => {
    server.on(PAY, answerAfter(8000, made));
    await open();
    press('confirm');
    await pass(10);
    press('leave');
    server.on(HISTORY, () => [{ id: 'order-of-bea' }]);
    press('become Bea');
    await pass(10_000);
    expect([said('history'), said('message'), said('cart')]).toEqual(['order-of-bea', 'nothing', '1 lines']);
  });

  test('cash order, an earlier mutation failed, is not sent and says why', async () => {
    server.on('PATCH /api/cart/', refuse(503, 'server.busy'));
    await open();
    press('more');
    press('confirm');
    await pass(10_000);
    expect([said('message'), server.sent('POST'), storedAttempt()]).toEqual([t('toast.cash.unsent'), [], null]);
  });

  test('cash order, after sign-out, leaves nothing on the device', async () => {
    await open();
    press('confirm');
    await pass(10);
    expect(storedAttempt()?.orderId).toBe('order-of-ana');
    press('leave');
    expect([storedAttempt(), localStorage.getItem('confirmation')]).toEqual([null, 'null']);
  });
});

const found: Answer = () => [orderNamed('order-1')];

describe('lost responses', () => {
  beginEachAfresh({ [PAY]: noAnswer });

  test('attempt, reported as failed but made, is announced and not sent again', async () => {
    server.on(MADE, found);
    await comeBack({ state: 'failed' });
    await pass(100);
    expect(server.sent('POST')).toEqual([]);
    expect(message()).toBe(t('toast.cash.success.text'));
  });

  test('attempt, every response lost, is found and announced', async () => {
    server.on(MADE, found);
    await comeBack();
    await pass(30_000);
    expect([message(), storedAttempt()?.state]).toEqual([t('toast.cash.success.text'), 'made']);
  });

  test('attempt, outcome unknown, is reported as neither and polled', async () => {
    server.on(MADE, noAnswer);
    await comeBack();
    await pass(60_000);
    expect(screen.getAllByText(t('toast.cash.unknown')).length).toBeGreaterThan(0);
    expect([message(), storedAttempt()?.state]).toEqual(['', 'unknown']);
    const sent = server.sent('POST').length;
    server.on(MADE, found);
    await pass(30_000);
    expect(server.sent('POST')).toHaveLength(sent);
    expect([message(), storedAttempt()?.state]).toEqual([t('toast.cash.success.text'), 'made']);
  });

  test('attempt, found not to be made, is reported as failed and forgotten', async () => {
    await comeBack({ state: 'unknown' });
    await pass(100);
    expect([message(), storedAttempt(), server.sent('POST')]).toEqual([t('toast.cash.failed'), null, []]);
  });
});
