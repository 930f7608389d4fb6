/** A cart page with a fake server. */
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { CartItem } from '#core/contract/cart.ts';
import { useBecome } from '#web/features/accounts/become.ts';
import { useAddToCart, useCartChanges } from '#web/features/cart/cart-changes.ts';
import { CartLine } from '#web/features/cart/cart-line.tsx';
import { useOrderCart, useResumeCart } from '#web/features/cart/page-queue.ts';
import { useCart } from '#web/features/cart/use-cart.ts';
import { useToast } from '#web/kit/toasts.ts';
import { show, t } from './dom.tsx';
import { fakeCart } from './fake-cart.ts';
import { type Answer, ana, dealNumber, type FakeServer, fakeServer, noAnswer, signIn } from './fake-server.ts';

export const [colour, nails] = [dealNumber(1), dealNumber(2)] as const;
/** Latency of a slow response, in ms. */
export const SLOW = 3000;
/** The state of the fake server, reset for each test. */
export let kept: ReturnType<typeof fakeCart>;
export let server: FakeServer;

const itemOf = (path: string) => path.split('/').at(-1) ?? '';
const answers: Record<string, Answer> = {
  'GET /api/auth/me': () => ({ user: ana }),
  'GET /api/cart/': () => kept.lines(),
  'GET /healthz': () => ({ status: 'alive' }),
  'POST /api/cart': ({ body }) => {
    const { dealId, quantity, key } = body as { dealId: string; quantity: number; key: string };
    return kept.add({ key, quantity, deal: dealId === colour.id ? colour : nails });
  },
  'PATCH /api/cart/': ({ path, body }) => kept.setQuantity(itemOf(path), (body as { quantity: number }).quantity),
  'DELETE /api/cart/': ({ path }) => kept.remove(itemOf(path)),
  'DELETE /api/cart/clear/': () => kept.clear(),
};
export const answer = (call: string) => answers[call] as Answer;
/** Carries it out, and loses the response. */
export const unheard =
  (call: string): Answer =>
  (asked) => {
    answer(call)(asked);
    return noAnswer(asked);
  };

/** Registers hooks: each test starts with an empty cart, a signed-in user and fake timers. */
export function beginEachAfresh(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    kept = fakeCart();
    server = fakeServer(answers);
    signIn();
  });
  // Resets what the test left pending.
  afterEach(() => {
    cleanup();
    endAll();
  });
}

function Shop() {
  const { lines, isOrdering, error } = useCart();
  const add = useAddToCart();
  const { clear } = useCartChanges();
  const order = useOrderCart();
  useResumeCart();
  const become = useBecome();
  const message = useToast();
  const [ordered, setOrdered] = useState('');
  const confirm = async (shown: CartItem[]) => {
    const result = await order(async () => kept.order(shown, kept.newId())).catch(() => null);
    setOrdered(result?.items.map(({ dealId, quantity }) => `${quantity} of ${dealId}`).join() ?? 'not ordered');
  };
  return (
    <>
      <p data-testid="state">{lines ? `${lines.length} lines` : error ? 'failed' : 'waiting'}</p>
      {lines?.map((line) => (
        <CartLine key={line.dealId} line={line} />
      ))}
      <p data-testid="title">{message?.title}</p>
      <p data-testid="message">{message?.text}</p>
      <p data-testid="order">{isOrdering ? 'ordering' : ordered}</p>
      <button type="button" onClick={() => void add(colour)}>
        add colour
      </button>
      <button type="button" onClick={() => void add(nails)}>
        add nails
      </button>
      <button type="button" onClick={clear}>
        clear
      </button>
      <button type="button" onClick={() => lines && void confirm(lines)}>
        order
      </button>
      <button type="button" onClick={() => become(null)}>
        leave
      </button>
      <button type="button" onClick={() => become(ana)}>
        come back
      </button>
      {message?.action && (
        <button type="button" onClick={message.action.run}>
          {message.action.label}
        </button>
      )}
    </>
  );
}

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));
export const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));
export const more = (deal: { title: string }) => press(t('cart.increase', deal));
export const remove = (deal: { title: string }) => press(t('cart.remove', deal));
export const quantities = () => screen.queryAllByRole('status').map((output) => output.textContent);
export const stored = () => kept.lines().map(({ quantity }) => String(quantity));
export const said = (place: string) => screen.getByTestId(place).textContent;

/** Restores the page from the back/forward cache, which resets its pending mutations. */
export const endAll = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

export function leavePage(): void {
  window.dispatchEvent(new Event('pagehide'));
  cleanup();
}

export async function comeBack(): Promise<void> {
  endAll();
  show(<Shop />);
  await pass(50);
}

export async function open(deals = [colour], quantity = 1): Promise<ReturnType<typeof show>> {
  deals.forEach((deal, index) => void kept.add({ key: `before-${index}`, deal, quantity }));
  const shown = show(<Shop />);
  await pass(10);
  return shown;
}
