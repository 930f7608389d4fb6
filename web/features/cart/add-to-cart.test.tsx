import { act, fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { formatLek } from '#core/i18n/format.ts';
import { heard } from '#core/i18n/heard.ts';
import { heardIn, show, t } from '#test/dom.tsx';
import { after, ana, dealNumber, type FakeServer, fakeServer, lineOf, refuse, signIn } from '#test/fake-server.ts';
import { useToast } from '#web/kit/toasts.ts';
import { AddToCart, useAdding } from './add-to-cart.tsx';

const deal = dealNumber(1);
const line = lineOf(deal);
const ADD = t('deal.addToCartPrice', { price: heard(formatLek(deal.price, 'sq'), 'sq') });
const ME = 'GET /api/auth/me';
let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers();
  server = fakeServer({ [ME]: () => ({ user: ana }), 'GET /api/cart/': () => [], 'POST /api/cart': () => line });
  signIn();
});

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

test.each([2000, 10_000])(
  'pressed while it takes %i ms to know who it is, it waits, shows so, and adds once',
  async (ms) => {
    server.on(
      ME,
      after(ms, () => ({ user: ana })),
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
  },
);

test('whose session has ended signs in and has it added, as a guest', async () => {
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

test('if it is a guest then, the prompt comes and nothing is sent', async () => {
  server.on(ME, after(2000, refuse(401, 'access.notAuthenticated')));
  show(<Shop />);
  press(ADD);
  await pass(2000);
  expect(said('message')).toBe(t('toast.signInRequired.text'));
  await pass(1000);
  expect([said('address'), server.sent('POST')]).toEqual(['/login', []]);
});

test('if nobody can tell, it says so and trying again adds', async () => {
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

test.each(['deals.own', 'deals.expired', 'cart.full'])("refused for %s, it shows the server's reason", async (code) => {
  server.on('POST /api/cart', refuse(409, code, `Arsyeja e serverit: ${code}`));
  show(<Shop />);
  await pass(0);
  press(ADD);
  await pass(100);
  expect(said('message')).toBe(`Arsyeja e serverit: ${code}`);
  expect(heardIn(button())).toBe(ADD);
});
