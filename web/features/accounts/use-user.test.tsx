import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { orders } from '#core/contract/orders.ts';
import { show, t } from '#test/dom.tsx';
import { after, ana, type FakeServer, noAnswer, refuse, refuseMutely, signOut } from '#test/fake-server.ts';
import { Messages } from '#test/messages.tsx';
import { anaIsHere, ME, pass, press, seen, WhoIsHere } from '#test/who-is-here.tsx';
import { api } from '#web/kit/api.ts';
import { sessionId } from '#web/kit/preferences.ts';

let server: FakeServer;

beforeEach(() => {
  server = anaIsHere();
});

test('a browser that never signed in is a guest, and nobody is asked', async () => {
  signOut();
  show(<WhoIsHere />);
  await pass(0);
  expect(seen()).toBe('door');
  expect(server.asked).toEqual([]);
});

test.each([2000, 10_000])('as long as the answer takes, %i ms, nobody is taken for a guest', async (ms) => {
  server.on(
    ME,
    after(ms, () => ({ user: ana })),
  );
  show(<WhoIsHere />);
  await pass(ms - 100);
  expect(seen()).toBe('waiting');
  await pass(100);
  expect(seen()).toBe(ana.email);
});

test('not being signed in is an answer, not an error', async () => {
  server.on(ME, refuse(401, 'access.notAuthenticated'));
  show(<WhoIsHere />);
  await pass(0);
  expect(seen()).toBe('door');
  expect(server.asked).toEqual([ME]);
});

test.each([
  ['a server in trouble', refuse(503, 'server.busy', 'Shërbimi është i mbingarkuar.'), 'Shërbimi është i mbingarkuar.'],
  ['what stands before our server', refuseMutely(503), t('error.serverBusy')],
  ['no connection', noAnswer, t('error.network')],
])('%s is said after three questions, and asking again helps', async (_name, answer, words) => {
  server.on(ME, answer);
  server.on('GET /healthz', () => ({ status: 'alive' }));
  show(<WhoIsHere />);
  await pass(3100);
  expect(server.asked.filter((call) => call === ME)).toHaveLength(3);
  expect(screen.getByText(words)).toBeTruthy();
  server.on(ME, () => ({ user: ana }));
  press(t('common.tryAgain'));
  await pass(0);
  expect(seen()).toBe(ana.email);
});

test('whoever leaves takes along what is personal and the label, not the catalogue', async () => {
  const { queries } = show(<WhoIsHere />);
  await pass(0);
  queries.setQueryData(['/api/cart/session_1'], []);
  queries.setQueryData(['/api/orders/my'], []);
  queries.setQueryData(['/api/deals?limit=12'], []);
  const before = sessionId();
  press('become a guest');
  await pass(0);
  expect(seen()).toBe('door');
  expect(queries.getQueryData(['/api/cart/session_1'])).toBeUndefined();
  expect(queries.getQueryData(['/api/orders/my'])).toBeUndefined();
  expect(queries.getQueryData(['/api/deals?limit=12'])).toEqual([]);
  expect(sessionId()).not.toBe(before);
});

test('whose session ended elsewhere is a guest, hears why and may come back to this page', async () => {
  show(<WhoIsHere />);
  await pass(0);
  expect(seen()).toBe(ana.email);
  const ended = refuse(401, 'access.notAuthenticated', 'Nuk keni hyrë në llogari');
  server.on(ME, ended);
  server.on('GET /api/orders/my', ended);
  await act(() => api.call(orders.mine).catch(() => {}));
  await pass(0);
  expect(seen()).toBe('door');
  expect(screen.getByTestId('message').textContent).toBe(`${t('auth.sessionEnded')}: ${t('auth.sessionEnded.text')}`);
  press(t('login.action'));
  expect(screen.getByTestId('address').textContent).toBe(`/login?next=${encodeURIComponent(location.pathname)}`);
});

test('whose session ended reads so where they sign in too, though they were led there at once', async () => {
  show(
    <>
      <WhoIsHere />
      <Messages />
    </>,
    { at: '/login' },
  );
  await pass(0);
  server.on(ME, refuse(401, 'access.notAuthenticated'));
  server.on('GET /api/orders/my', refuse(401, 'access.notAuthenticated'));
  await act(() => api.call(orders.mine).catch(() => {}));
  await pass(4000);
  const reason = screen.getByRole('listitem');
  expect([reason.textContent, reason.dataset.state]).toEqual([
    `${t('auth.sessionEnded')}${t('auth.sessionEnded.text')}`,
    'open',
  ]);
  press('become Ana');
  await pass(10);
  expect(reason.dataset.state, 'once they are in again').toBe('closed');
});
