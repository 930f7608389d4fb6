/** Getting an account on a line that loses answers. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { ana, dealNumber, fakeServer, noAnswer, refuse, signOut } from '#test/fake-server.ts';
import { Messages } from '#test/messages.tsx';
import { Page } from './login.page.tsx';

const TAKEN = 'Ka tashmë një llogari me këtë email';
const deal = dealNumber(1);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));
const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Somebody whose account is made, or was there before; the first answers about it are lost. */
async function register({ lost, isTheirs = true }: { lost: number; isTheirs?: boolean }) {
  vi.useFakeTimers();
  signOut();
  let asked = 0;
  const server = fakeServer({
    [`GET /api/deals/${deal.id}`]: () => deal,
    'GET /api/cart': () => [],
    'POST /api/cart': () => null,
    'POST /api/auth/register': (call) => (++asked <= lost ? noAnswer(call) : taken(call)),
    'POST /api/auth/login': isTheirs ? () => ({ user: ana }) : refuse(401, 'accounts.badCredentials', 'Jo'),
  });
  show(
    <>
      <Page />
      <Messages />
    </>,
    { at: `/login?add=${deal.id}` },
  );
  await pass(0);
  press(t('login.toRegister'));
  fill(t('login.email'), ana.email);
  fill(t('login.password'), 'një gotë me ujë');
  act(() => void fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(t('register.accept')) })));
  press(t('register.action'));
  await pass(3000);
  return server;
}
const taken = refuse(409, 'accounts.emailTaken', TAKEN);
const callsOf = ({ asked }: { asked: readonly string[] }) =>
  asked.filter((call) => call.startsWith('POST /api/auth')).map((call) => call.split('/').at(-1));

test('whose account was made without an answer is in, and what was begun goes on', async () => {
  const server = await register({ lost: 1 });
  expect(callsOf(server)).toEqual(['register', 'register', 'login']);
  expect(server.sent('POST')[2]).toEqual({ username: ana.email, password: 'një gotë me ujë', rememberMe: true });
  expect(screen.queryByText(TAKEN)).toBeNull();
  expect(server.asked).toContain('POST /api/cart');
});

test('where every answer is lost nothing is called failed, and pressing again finds out', async () => {
  const server = await register({ lost: 2 });
  expect(screen.getAllByText(t('auth.registrationUnknown')).length).toBeGreaterThan(0);
  press(t('register.action'));
  await pass(3000);
  expect(callsOf(server)).toEqual(['register', 'register', 'register', 'login']);
  expect(screen.queryByText(TAKEN)).toBeNull();
});

test.each([
  ['nothing was lost', { lost: 0 }, ['register']],
  ['the account is somebody else’s', { lost: 1, isTheirs: false }, ['register', 'register', 'login']],
])('an e-mail that has an account is refused where %s', async (_why, how, calls) => {
  const server = await register(how);
  expect(callsOf(server)).toEqual(calls);
  expect(screen.getAllByText(TAKEN).length).toBeGreaterThan(0);
});
