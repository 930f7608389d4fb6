import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { formatLek } from '#core/i18n/format.ts';
import { toSpoken } from '#core/i18n/spoken.ts';
import { heardIn, show, t } from '#test/dom.tsx';
import {
  ana,
  after as answerAfter,
  dealNumber,
  type FakeServer,
  fakeServer,
  lineOf,
  noAnswer,
  refuse,
  signIn,
} from '#test/fake-server.ts';
import { useArrive } from '#web/features/accounts/use-sign-in.ts';
import { useLocation } from '#web/kit/router/location.tsx';
import { useToast } from '#web/kit/toasts.ts';
import { AddToCart, useAdding } from './add-to-cart.tsx';
import { useAddRequested } from './requested-deal.tsx';

const deal = dealNumber(1);

const line = lineOf(deal);

const ADD = t('deal.addToCartPrice', { price: toSpoken(formatLek(deal.price, 'sq'), 'sq') });

const ME = 'GET /api/auth/me';

let server: FakeServer;

function Shop() {
  const message = useToast();
  return (
    <>
      <AddToCart deal={deal} adding={useAdding(deal)} />
      <p data-testid="message">{message?.text}</p>
      <p data-testid="address">{useLocation().pathname}</p>
      <p data-testid="query">{useLocation().search}</p>
      {message?.action && (
        <button type="button" onClick={message.action.run}>
          {message.action.label}
        </button>
      )}
    </>
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));

const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));

const said = (place: string) => screen.getByTestId(place).textContent;

const button = () => screen.queryByRole('link') ?? screen.getAllByRole('button')[0];

describe('button', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    server = fakeServer({ [ME]: () => ({ user: ana }), 'GET /api/cart/': () => [], 'POST /api/cart': () => line });
    signIn();
  });

  test.each([2000, 10_000])('add to cart, user known after %i ms, shows progress and adds once', async (ms) => {
    server.on(
      ME,
      answerAfter(ms, () => ({ user: ana })),
    );
    show(<Shop />);
    press(ADD);
    expect(button()?.textContent).toBe(t('deal.adding'));
    press(t('deal.adding'));
    await pass(ms - 100);
    expect(server.sent('POST')).toEqual([]);
    await pass(200);
    expect(server.sent('POST')).toMatchObject([{ dealId: deal.id, quantity: 1 }]);
    expect(button()?.textContent).toBe(t('deal.inCart'));
    expect(said('message')).toBe(t('toast.cartAdd.text'));
  });

  test('add to cart, session ended, offers to sign in and adds afterwards', async () => {
    server.on('POST /api/cart', refuse(401, 'access.notAuthenticated'));
    show(<Shop />);
    await pass(0);
    press(ADD);
    await pass(100);
    expect(said('message')).toBe(t('auth.sessionEnded.text'));
    press(t('login.action'));
    expect([said('address'), said('query')]).toEqual([
      '/login',
      `?next=${encodeURIComponent(`/deal/${deal.id}`)}&add=${deal.id}`,
    ]);
  });

  test('add to cart, guest, prompts to sign in and sends nothing', async () => {
    server.on(ME, answerAfter(2000, refuse(401, 'access.notAuthenticated')));
    show(<Shop />);
    press(ADD);
    await pass(2000);
    expect(said('message')).toBe(t('toast.signInRequired.text'));
    await pass(1000);
    expect([said('address'), server.sent('POST')]).toEqual(['/login', []]);
  });

  test('add to cart, user request fails, says so and a retry adds', async () => {
    server.on(ME, refuse(503, 'server.busy'));
    show(<Shop />);
    press(ADD);
    await pass(3100);
    expect(said('message')).toBe(t('toast.cartAdd.failed'));
    expect([heardIn(button()), server.sent('POST')]).toEqual([ADD, []]);
    server.on(ME, () => ({ user: ana }));
    press(t('common.tryAgain'));
    await pass(100);
    expect(server.sent('POST')).toHaveLength(1);
  });

  test.each(['deals.own', 'deals.expired', 'cart.full'])(
    "add to cart, refused with %s, shows the server's reason",
    async (code) => {
      server.on('POST /api/cart', refuse(409, code, `Arsyeja e serverit: ${code}`));
      show(<Shop />);
      await pass(0);
      press(ADD);
      await pass(100);
      expect(said('message')).toBe(`Arsyeja e serverit: ${code}`);
      expect(heardIn(button())).toBe(ADD);
    },
  );
});

const ADD_CALL = 'POST /api/cart';

const DEAL = `GET /api/deals/${deal.id}`;

function Door() {
  const arrive = useArrive({ forgetGuest: () => {}, add: useAddRequested() });
  const message = useToast();
  return (
    <>
      <button type="button" onClick={() => arrive(ana)}>
        arrive
      </button>
      <p data-testid="message">{message?.text}</p>
      <p data-testid="address">{useLocation().pathname}</p>
    </>
  );
}

async function arrive(): Promise<void> {
  show(<Door />, { at: `/login?add=${deal.id}&next=/deal/${deal.id}` });
  signIn();
  act(() => void fireEvent.click(screen.getByRole('button')));
  await act(() => vi.advanceTimersByTimeAsync(8000));
}

describe('after signing in', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    server = fakeServer({
      'GET /api/auth/me': () => ({ user: ana }),
      'GET /api/cart/': () => [],
      'GET /healthz': () => ({ status: 'alive' }),
      [DEAL]: () => deal,
      [ADD_CALL]: () => line,
    });
  });

  test('requested deal, after signing in, is added', async () => {
    await arrive();
    expect(server.sent('POST')).toMatchObject([{ dealId: deal.id, quantity: 1, key: expect.any(String) }]);
    expect([said('message'), said('address')]).toEqual([t('toast.cartAdd.text'), `/deal/${deal.id}`]);
  });

  test.each(['deals.own', 'deals.expired', 'cart.full'])(
    "requested deal, refused with %s, shows the server's reason",
    async (code) => {
      server.on(ADD_CALL, refuse(409, code, `Arsyeja e serverit: ${code}`));
      await arrive();
      expect([said('message'), said('address')]).toEqual([`Arsyeja e serverit: ${code}`, `/deal/${deal.id}`]);
    },
  );

  test.each([
    ['is gone', refuse(404, 'deals.notFound')],
    ['cannot be fetched', noAnswer],
  ])('requested deal, that %s, is reported as not added', async (_name, answer) => {
    server.on(DEAL, answer);
    await arrive();
    expect([said('message'), server.sent('POST')]).toEqual([t('toast.cartAdd.failed'), []]);
  });
});
