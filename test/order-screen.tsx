/** Test setup for order attempts without a known outcome. */
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { useResumeCart } from '#web/features/cart/page-queue.ts';
import { ResumeOrder } from '#web/features/checkout/cash-order.tsx';
import { newAttempt, type OrderAttempt, storeAttempt } from '#web/features/orders/order-attempt.ts';
import { useToast } from '#web/kit/toasts.ts';
import { Page as Cart } from '#web/pages/cart.page.tsx';
import { show } from './dom.tsx';
import { type Answer, ana, dealNumber, type FakeServer, fakeServer, lineOf, signIn } from './fake-server.ts';

export const PAY = 'POST /api/cash-payment';
export const LINES = 'GET /api/cart/';
/** Asks whether the attempt made an order. */
export const MADE = 'GET /api/orders/my?key=';
export const line = lineOf(dealNumber(1));
export let server: FakeServer;

/** Registers hooks: in each test Ana is signed in, there is no attempt, and timers are fake. */
export function beginEachAfresh(answers: Record<string, Answer>): void {
  beforeEach(() => {
    vi.useFakeTimers();
    signIn();
    server = fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), [LINES]: () => [], [MADE]: () => [], ...answers });
  });
  afterEach(() => storeAttempt(null));
}

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));
export const message = () => screen.queryByTestId('message')?.textContent;

function KeptChanges() {
  useResumeCart();
  return null;
}

function Message() {
  return <p data-testid="message">{useToast()?.text}</p>;
}

export const showCart = () =>
  show(
    <>
      <Cart />
      <KeptChanges />
      <ResumeOrder />
      <Message />
    </>,
  );

export async function comeBack(more: Partial<OrderAttempt> = {}): Promise<void> {
  storeAttempt({ ...newAttempt(ana.id, []), ...more });
  showCart();
  await pass(10);
}
