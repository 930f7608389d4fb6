import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { deals } from '#core/contract/deals.ts';
import { orders } from '#core/contract/orders.ts';
import { show, t } from '#test/dom.tsx';
import { after, ana, type FakeServer, noAnswer, refuse, refuseMutely, signOut } from '#test/fake-server.ts';
import { Messages } from '#test/messages.tsx';
import { anaIsHere, besa, ME, pass, press, seen, WhoIsHere } from '#test/who-is-here.tsx';
import { api } from '#web/kit/api.ts';
import { sessionId } from '#web/kit/preferences.ts';
import { resetToasts } from '#web/kit/toasts.ts';
import { userQuery } from './use-user.ts';

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

test('what is pressed while the answer is on its way waits for the same answer', async () => {
  server.on(
    ME,
    after(2000, () => ({ user: ana })),
  );
  show(<WhoIsHere />);
  press('find');
  await pass(1900);
  expect(screen.getByRole('status').textContent).toBe('');
  await pass(100);
  expect(screen.getByRole('status').textContent).toBe(ana.email);
  expect(server.asked).toEqual([ME]);
});

test('what is pressed when nobody could tell asks once more', async () => {
  server.on(ME, refuse(503, 'server.busy'));
  show(<WhoIsHere />);
  await pass(3100);
  server.on(ME, () => ({ user: ana }));
  press('find');
  await pass(0);
  expect(screen.getByRole('status').textContent).toBe(ana.email);
  expect(seen()).toBe(ana.email);
});

test('an answer about the one before does not undo a sign-in', async () => {
  server.on(ME, after(5000, refuse(401, 'access.notAuthenticated')));
  show(<WhoIsHere />);
  press('find');
  press('become Besa');
  server.on(ME, () => ({ user: besa }));
  await pass(10_000);
  expect(seen()).toBe(besa.email);
  expect(screen.getByRole('status').textContent).toBe(besa.email);
});

test('that the session of the one before had ended is not said to who has signed in since', async () => {
  server.on(ME, after(2000, refuse(401, 'access.notAuthenticated')));
  show(<WhoIsHere />);
  await pass(1000);
  press('become Ana');
  await pass(2000);
  expect([seen(), screen.getByTestId('message').textContent]).toEqual([ana.email, '']);
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

test('whose session ended before they came hears so once', async () => {
  server.on(ME, refuse(401, 'access.notAuthenticated'));
  const { unmount } = show(<WhoIsHere />);
  await pass(0);
  const said = () => screen.getByTestId('message').textContent;
  expect(said()).toBe(`${t('auth.sessionEnded')}: ${t('auth.sessionEnded.text')}`);
  unmount();
  resetToasts();
  show(<WhoIsHere />);
  await pass(0);
  expect([seen(), said()]).toEqual(['door', '']);
});

test('whose session ends a second time hears it again', async () => {
  server.on(ME, refuse(401, 'access.notAuthenticated'));
  const { queries } = show(<WhoIsHere />);
  await pass(0);
  press('become Ana');
  act(resetToasts);
  await act(() => queries.refetchQueries(userQuery));
  await pass(0);
  expect(screen.getByTestId('message').textContent).toContain(t('auth.sessionEnded'));
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

test.each([
  ['another refusal', refuse(404, 'deals.notFound')],
  ['a wrong password', refuse(401, 'accounts.badCredentials')],
  ['a refusal that was meant for the one before', refuse(401, 'access.notAuthenticated')],
])('%s ends no session', async (_name, answer) => {
  server.on('GET /api/deals', answer);
  show(<WhoIsHere />);
  await pass(0);
  await act(() => api.call(deals.list, { query: {} }).catch(() => {}));
  await pass(0);
  expect(seen()).toBe(ana.email);
});

test('who signs in over another gets a label of their own, a guest keeps it', async () => {
  signOut();
  show(<WhoIsHere />);
  await pass(0);
  const before = sessionId();
  press('become Besa');
  await pass(0);
  expect(sessionId()).toBe(before);
  press('become Ana');
  await pass(0);
  expect(sessionId()).not.toBe(before);
});
