import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { deals } from '#core/contract/deals.ts';
import { orders } from '#core/contract/orders.ts';
import { show, t } from '#test/dom.tsx';
import {
  after,
  ana,
  type FakeServer,
  fakeServer,
  noAnswer,
  refuse,
  refuseMutely,
  signIn,
  signOut,
} from '#test/fake-server.ts';
import { api } from '#web/kit/api.ts';
import { renewSessionId, sessionId } from '#web/kit/preferences.ts';
import { useToast } from '#web/kit/toasts.ts';
import { RequireUser } from './require-user.tsx';
import { useOtherTabs } from './use-other-tabs.ts';
import { useSessionEnd } from './use-session-end.ts';
import { useBecome, useFindUser } from './use-user.ts';

const besa = { ...ana, id: '0190a5b2-0000-7000-8000-000000000002', email: 'besa@example.al' };
const ME = 'GET /api/auth/me';
let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers();
  server = fakeServer({ [ME]: () => ({ user: ana }) });
  signIn();
});

/** A little longer: what is known is shown in the next turn. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));
const press = (name: string) => act(() => fireEvent.click(screen.getByRole('button', { name })));
const seen = () => screen.getByTestId('page').textContent;

function Page() {
  useSessionEnd();
  useOtherTabs();
  const findUser = useFindUser();
  const become = useBecome();
  const { pathname, search } = useLocation();
  const message = useToast();
  const [found, setFound] = useState('');
  const find = () =>
    findUser().then(
      (user) => setFound(user?.email ?? 'guest'),
      () => setFound('nobody knows'),
    );
  return (
    <>
      <div data-testid="page">
        <RequireUser waiting="waiting" door="door">
          {(user) => user.email}
        </RequireUser>
      </div>
      <output>{found}</output>
      <p data-testid="address">{pathname + search}</p>
      <p data-testid="message">{message && [message.title, message.text].join(': ')}</p>
      <button type="button" onClick={() => void find()}>
        find
      </button>
      <button type="button" onClick={() => become(besa)}>
        become Besa
      </button>
      <button type="button" onClick={() => become(ana)}>
        become Ana
      </button>
      <button type="button" onClick={() => become(null)}>
        become a guest
      </button>
      <button type="button" onClick={message?.action?.run}>
        {message?.action?.label ?? 'nothing to do'}
      </button>
    </>
  );
}

test('a browser that never signed in is a guest, and nobody is asked', async () => {
  signOut();
  show(<Page />);
  await pass(0);
  expect(seen()).toBe('door');
  expect(server.asked).toEqual([]);
});

test.each([2000, 10_000])('as long as the answer takes, %i ms, nobody is taken for a guest', async (ms) => {
  server.on(
    ME,
    after(ms, () => ({ user: ana })),
  );
  show(<Page />);
  await pass(ms - 100);
  expect(seen()).toBe('waiting');
  await pass(100);
  expect(seen()).toBe(ana.email);
});

test('not being signed in is an answer, not an error', async () => {
  server.on(ME, refuse(401, 'access.notAuthenticated'));
  show(<Page />);
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
  show(<Page />);
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
  show(<Page />);
  press('find');
  await pass(1900);
  expect(screen.getByRole('status').textContent).toBe('');
  await pass(100);
  expect(screen.getByRole('status').textContent).toBe(ana.email);
  expect(server.asked).toEqual([ME]);
});

test('what is pressed when nobody could tell asks once more', async () => {
  server.on(ME, refuse(503, 'server.busy'));
  show(<Page />);
  await pass(3100);
  server.on(ME, () => ({ user: ana }));
  press('find');
  await pass(0);
  expect(screen.getByRole('status').textContent).toBe(ana.email);
  expect(seen()).toBe(ana.email);
});

test('an answer about the one before does not undo a sign-in', async () => {
  server.on(ME, after(5000, refuse(401, 'access.notAuthenticated')));
  show(<Page />);
  press('find');
  press('become Besa');
  server.on(ME, () => ({ user: besa }));
  await pass(10_000);
  expect(seen()).toBe(besa.email);
  expect(screen.getByRole('status').textContent).toBe(besa.email);
});

test('whoever leaves takes along what is personal and the label, not the catalogue', async () => {
  const { queries } = show(<Page />);
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
  show(<Page />);
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

test.each([
  ['another refusal', refuse(404, 'deals.notFound')],
  ['a wrong password', refuse(401, 'accounts.badCredentials')],
  ['a refusal that was meant for the one before', refuse(401, 'access.notAuthenticated')],
])('%s ends no session', async (_name, answer) => {
  server.on('GET /api/deals', answer);
  show(<Page />);
  await pass(0);
  await act(() => api.call(deals.list, { query: {} }).catch(() => {}));
  await pass(0);
  expect(seen()).toBe(ana.email);
});

/** Another tab of this browser. */
function otherTab(): BroadcastChannel {
  const tab = new BroadcastChannel('bukuri');
  onTestFinished(() => tab.close());
  return tab;
}

test.each([
  ['another signed in', () => ({ user: besa }), besa.email],
  ['somebody signed out', refuse(401, 'access.notAuthenticated'), 'door'],
])('when %s in another tab, this one takes it over and forgets what is personal', async (_name, answer, wanted) => {
  const { queries } = show(<Page />);
  await pass(0);
  queries.setQueryData(['/api/orders/my'], []);
  server.on(ME, answer);
  vi.useRealTimers();
  otherTab().postMessage('visitor');
  await vi.waitFor(() => expect(seen()).toBe(wanted));
  expect(queries.getQueryData(['/api/orders/my'])).toBeUndefined();
});

test('who signed out in another tab hears it in this one, once that is looked at', async () => {
  show(<Page />);
  await pass(0);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  server.on(ME, refuse(401, 'access.notAuthenticated'));
  vi.useRealTimers();
  const message = () => screen.getByTestId('message').textContent;
  otherTab().postMessage('visitor');
  await vi.waitFor(() => expect(seen()).toBe('door'));
  expect(message()).toBe('');
  visibility.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await vi.waitFor(() => expect(message()).toContain(t('auth.sessionEnded')));
});

test('whoever signs in or out tells the other tabs', async () => {
  show(<Page />);
  await pass(0);
  vi.useRealTimers();
  const heard: unknown[] = [];
  otherTab().onmessage = ({ data }) => void heard.push(data);
  press('become a guest');
  await vi.waitFor(() => expect(heard).toEqual(['visitor', 'left']));
});

test('a tab that was told nothing sees it when it is looked at', async () => {
  show(<Page />);
  await pass(0);
  const look = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));
  look();
  await pass(0);
  expect(server.asked).toEqual([ME]);
  server.on(ME, () => ({ user: besa }));
  renewSessionId();
  look();
  await pass(0);
  expect(seen()).toBe(besa.email);
});

test('who signs in over another gets a label of their own, a guest keeps it', async () => {
  signOut();
  show(<Page />);
  await pass(0);
  const before = sessionId();
  press('become Besa');
  await pass(0);
  expect(sessionId()).toBe(before);
  press('become Ana');
  await pass(0);
  expect(sessionId()).not.toBe(before);
});
