/** Test setup for card payments in the sandbox. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { CartItem } from '#core/contract/cart.ts';
import { useSessionEnd } from '#web/features/accounts/session-end.ts';
import { useResumeCart } from '#web/features/cart/page-queue.ts';
import { ResumePayment } from '#web/features/checkout/card-outcome.ts';
import { storeAttempt } from '#web/features/orders/order-attempt.ts';
import { storePayment } from '#web/features/payments/pending-payment.ts';
import { type Cards, CardsProvider } from '#web/kit/data/shop-config.ts';
import { useLocation } from '#web/kit/router/location.tsx';
import { useToast } from '#web/kit/toasts.ts';
import { Page } from '#web/pages/checkout.page.tsx';
import { show, t } from './dom.tsx';
import {
  type Answer,
  ana,
  dealNumber,
  type FakeServer,
  fakeServer,
  lineOf,
  orderNamed,
  signIn,
} from './fake-server.ts';

export const INTENT = 'POST /api/create-payment-intent';
export const RECORD = 'POST /api/cart/checkout';
export const CONFIRM = 'POST /sandbox/payments/pi_1/confirm';
const CART = 'GET /api/cart/';
export const prepared = {
  clientSecret: 'pi_1_secret_x',
  totalALL: 1000,
  totalUSD: 10.48,
  exchangeRate: 95.4,
  paymentIntentId: 'pi_1',
  provider: 'sandbox',
  publishableKey: 'pk_sandbox',
};
export const order = orderNamed('order-1', {
  paymentMethod: 'card',
  status: 'completed',
  stripePaymentIntentId: 'pi_1',
});
export const paid: Answer = () => ({ status: 'succeeded' });
export const declined =
  (decline_code: string): Answer =>
  () => ({
    error: { type: 'card_error', code: 'card_declined', decline_code, message: 'Your card was declined.' },
  });
export let server: FakeServer;
let lines: CartItem[];
// Fake timers do not wait for scripts.
await Promise.all([
  import('#web/features/checkout/card-payment.tsx'),
  import('#web/features/payments/sandbox-fields.tsx'),
  import('#web/features/payments/news.tsx'),
]);

/** Registers hooks: in each test Ana is signed in, with one deal in the cart. */
export function beginEachWithCart(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    signIn();
    lines = [lineOf(dealNumber(1))];
    server = fakeServer({
      'GET /api/auth/me': () => ({ user: ana }),
      'GET /api/orders/my': () => [],
      [CART]: () => lines,
      [INTENT]: () => prepared,
      [RECORD]: () => {
        lines = [];
        return order;
      },
      [CONFIRM]: paid,
    });
  });
  afterEach(() => {
    storePayment(null);
    storeAttempt(null);
  });
}

export const emptyCart = (): void => {
  lines = [];
};

// The real timer.
const { setTimeout: soon } = globalThis;

/** Another tab changes the quantity to two, and broadcasts it. */
export async function buyTwoElsewhere(): Promise<void> {
  lines = [{ ...lineOf(dealNumber(1)), quantity: 2 }];
  const cartReads = () => server.asked.filter((call) => call.startsWith(CART)).length;
  const before = cartReads();
  const other = new BroadcastChannel('bukuri');
  other.postMessage('cart');
  await act(async () => {
    while (cartReads() === before) await new Promise((resolve) => soon(resolve, 5));
  });
  other.close();
}

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
export const message = () => screen.getByTestId('message').textContent;
export const address = () => screen.getByTestId('address').textContent;
export const payButton = () => screen.getByRole('button', { name: t('checkout.payUsd', { totalUSD: '10,48' }) });
export const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

function Around() {
  const { pathname, search } = useLocation();
  useSessionEnd();
  useResumeCart();
  const toast = useToast();
  return (
    <>
      <p data-testid="address">{pathname + search}</p>
      <p data-testid="message">{[toast?.title, toast?.text].filter(Boolean).join(' | ')}</p>
    </>
  );
}

export async function open({ at = '/checkout?method=card', cards = 'sandbox' as Cards } = {}): Promise<void> {
  show(
    <CardsProvider value={cards}>
      <Page />
      <ResumePayment />
      <Around />
    </CardsProvider>,
    { at },
  );
  for (let step = 0; step < 8; step++) await pass(50);
}

export async function fillIn(number = '4242 4242 4242 4242'): Promise<void> {
  await press(new RegExp(number));
}

export async function pay(): Promise<void> {
  await act(async () => void fireEvent.click(payButton(), { detail: 1 }));
  await pass(100);
}
