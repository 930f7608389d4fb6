import { act, fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { ana, dealNumber, type FakeServer, fakeServer, lineOf, noAnswer, refuse, signIn } from '#test/fake-server.ts';
import { useToast } from '#web/kit/toasts.ts';
import { useArrive } from '../accounts/use-sign-in.ts';
import { useAddWanted } from './wanted-deal.tsx';

const deal = dealNumber(1);
const line = lineOf(deal);
const ADD = 'POST /api/cart';
const DEAL = `GET /api/deals/${deal.id}`;
let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers();
  server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/cart/': () => [],
    'GET /healthz': () => ({ status: 'alive' }),
    [DEAL]: () => deal,
    [ADD]: () => line,
  });
});

function Door() {
  const arrive = useArrive({ forgetGuest: () => {}, add: useAddWanted() });
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
const said = (place: string) => screen.getByTestId(place).textContent;

test('what a guest wanted to add is added after signing in, on the way back', async () => {
  await arrive();
  expect(server.sent('POST')).toMatchObject([{ dealId: deal.id, quantity: 1, key: expect.any(String) }]);
  expect([said('message'), said('address')]).toEqual([t('toast.cartAdd.text'), `/deal/${deal.id}`]);
});

test.each(['deals.own', 'deals.expired', 'cart.full'])("refused for %s, it shows the server's reason", async (code) => {
  server.on(ADD, refuse(409, code, `Arsyeja e serverit: ${code}`));
  await arrive();
  expect([said('message'), said('address')]).toEqual([`Arsyeja e serverit: ${code}`, `/deal/${deal.id}`]);
});

test.each([
  ['is gone', refuse(404, 'deals.notFound')],
  ['cannot be fetched', noAnswer],
])('a deal that %s is said not to be added', async (_name, answer) => {
  server.on(DEAL, answer);
  await arrive();
  expect([said('message'), server.sent('POST')]).toEqual([t('toast.cartAdd.failed'), []]);
});
