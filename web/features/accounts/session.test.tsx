import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { orders } from '#core/contract/orders.ts';
import { show, t } from '#test/dom.tsx';
import {
  ana,
  after as answerAfter,
  type FakeServer,
  noAnswer,
  refuse,
  refuseMutely,
  signOut,
} from '#test/fake-server.ts';
import { anaIsHere, besa, ME, pass, press, seen, WhoIsHere } from '#test/who-is-here.tsx';
import { useSignInPrompt } from '#web/features/cart/add-to-cart.tsx';
import { api } from '#web/kit/data/api.ts';
import { createStoredState } from '#web/kit/data/stored-state.ts';
import { sessionId } from '#web/kit/preferences.ts';
import { useLocation, useNavigate } from '#web/kit/router/location.tsx';
import { useToast } from '#web/kit/toasts.ts';

let server: FakeServer;

describe('current user', () => {
  beforeEach(() => {
    server = anaIsHere();
  });

  test('current user, browser without a sign-in, is a guest without a request', async () => {
    signOut();
    show(<WhoIsHere />);
    await pass(0);
    expect(seen()).toBe('door');
    expect(server.asked).toEqual([]);
  });

  test.each([2000, 10_000])('current user, response after %i ms, is not treated as a guest before', async (ms) => {
    server.on(
      ME,
      answerAfter(ms, () => ({ user: ana })),
    );
    show(<WhoIsHere />);
    await pass(ms - 100);
    expect(seen()).toBe('waiting');
    await pass(100);
    expect(seen()).toBe(ana.email);
  });

  test('current user, 401, is a guest and not an error', async () => {
    server.on(ME, refuse(401, 'access.notAuthenticated'));
    show(<WhoIsHere />);
    await pass(0);
    expect(seen()).toBe('door');
    expect(server.asked).toEqual([ME]);
  });

  test.each([
    [
      'a server in trouble',
      refuse(503, 'server.busy', 'Shërbimi është i mbingarkuar.'),
      'Shërbimi është i mbingarkuar.',
    ],
    ['what stands before our server', refuseMutely(503), t('error.serverBusy')],
    ['no connection', noAnswer, t('error.network')],
  ])(
    'current user, request fails with %s, is reported after three attempts and can be retried',
    async (_name, answer, words) => {
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
    },
  );

  test('sign-out clears personal data and the label, and keeps the catalogue', async () => {
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

  test('session ended elsewhere, user becomes a guest with a link back to the page', async () => {
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
});

/** Another tab of this browser. */
function otherTab(): BroadcastChannel {
  const tab = new BroadcastChannel('bukuri');
  onTestFinished(() => tab.close());
  return tab;
}

describe('other tabs', () => {
  beforeEach(() => {
    server = anaIsHere();
  });

  test.each([
    ['another signed in', () => ({ user: besa }), besa.email],
    ['somebody signed out', refuse(401, 'access.notAuthenticated'), 'door'],
  ])('other tab, %s, is followed here and clears personal data', async (_name, answer, expected) => {
    const { queries } = show(<WhoIsHere />);
    await pass(0);
    queries.setQueryData(['/api/orders/my'], []);
    server.on(ME, answer);
    vi.useRealTimers();
    otherTab().postMessage('visitor');
    await vi.waitFor(() => expect(seen()).toBe(expected));
    expect(queries.getQueryData(['/api/orders/my'])).toBeUndefined();
  });

  test('sign-out in another tab, is announced when this tab becomes visible', async () => {
    show(<WhoIsHere />);
    await pass(0);
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    signOut();
    vi.useRealTimers();
    const message = () => screen.getByTestId('message').textContent;
    otherTab().postMessage('visitor');
    await vi.waitFor(() => expect(seen()).toBe('door'));
    expect(message()).toBe('');
    visibility.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await vi.waitFor(() => expect(message()).toContain(t('auth.sessionEnded')));
  });

  test('sign-in and sign-out are broadcast to other tabs', async () => {
    show(<WhoIsHere />);
    await pass(0);
    vi.useRealTimers();
    const received: unknown[] = [];
    otherTab().onmessage = ({ data }) => void received.push(data);
    press('become a guest');
    await vi.waitFor(() => expect(received).toEqual(['visitor', 'left']));
  });

  test('session ended in one tab, other tabs keep what is being typed', async () => {
    show(<WhoIsHere />);
    await pass(0);
    vi.useRealTimers();
    const received: unknown[] = [];
    otherTab().onmessage = ({ data }) => void received.push(data);
    const ended = refuse(401, 'access.notAuthenticated');
    for (const call of [ME, 'GET /api/orders/my']) server.on(call, ended);
    await act(() => api.call(orders.mine).catch(() => {}));
    await vi.waitFor(() => expect(seen()).toBe('door'));
    otherTab().postMessage('the last');
    await vi.waitFor(() => expect(received).toEqual(['ended', 'the last']));
  });

  test('sign-out in another tab, clears this one, without touching the data of the next user', async () => {
    const kept = { isPersonal: () => true, none: '', read: String };
    const [ofTab, ofAll] = [createStoredState('typed', { ...kept, isOfTab: true }), createStoredState('begun', kept)];
    show(<WhoIsHere />);
    await pass(0);
    vi.useRealTimers();
    ofTab.set('of Ana');
    ofAll.set('of Besa');
    otherTab().postMessage('left');
    await vi.waitFor(() => expect(ofTab.get()).toBe(''));
    expect(ofAll.get()).toBe('of Besa');
  });
});

const visited: string[] = [];

function Shop({ slowly = false }) {
  const [deal, setDeal] = useState(true);
  const navigate = useNavigate();
  const { pathname, key } = useLocation();
  if (visited.at(-1) !== `${pathname} ${key}`) visited.push(`${pathname} ${key}`);
  return (
    <>
      {pathname === '/' && deal && <Ask slowly={slowly} />}
      <button type="button" onClick={() => setDeal(false)}>
        close
      </button>
      <button type="button" onClick={() => navigate('/cart')}>
        leave
      </button>
    </>
  );
}

/** `slowly`: the user is known after two seconds. */
function Ask({ address = '/login', slowly = false }: { address?: string; slowly?: boolean }) {
  const ask = useSignInPrompt(address);
  return (
    <button
      type="button"
      onClick={({ currentTarget: control }) => {
        const asker = { control, focused: document.activeElement };
        setTimeout(() => ask(asker), slowly ? 2000 : 0);
      }}
    >
      add
    </button>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

const pressControl = (name: string) => {
  fireEvent.click(button(name));
  act(() => vi.advanceTimersByTime(0));
};

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const paths = () => visited.map((entry) => entry.split(' ')[0]);

describe('prompt to sign in', () => {
  beforeEach(() => {
    visited.length = 0;
    vi.useFakeTimers();
  });

  test('sign-in prompt, after one second, redirects to the sign-in page', async () => {
    show(<Shop />);
    pressControl('add');
    await wait(999);
    expect(paths()).toEqual(['/']);
    await wait(1);
    expect(paths()).toEqual(['/', '/login']);
  });

  test.each([
    { does: 'presses something else', sign: () => fireEvent.pointerDown(button('close')) },
    { does: 'goes to something else', sign: () => fireEvent.focusIn(button('close')) },
    { does: 'goes to what is no control', sign: () => fireEvent.focusIn(document.body) },
    { does: 'presses Escape', sign: () => fireEvent.keyDown(document.body, { key: 'Escape' }) },
    { does: 'reads on by keys', sign: () => fireEvent.keyDown(document.body, { key: 'ArrowDown' }) },
  ])('sign-in prompt, guest $does meanwhile, does not redirect', async ({ sign }) => {
    show(<Shop />);
    pressControl('add');
    await wait(500);
    sign();
    await wait(5000);
    expect(paths()).toEqual(['/']);
    pressControl('add');
    await wait(1000);
    expect(paths()).toEqual(['/', '/login']);
  });

  test.each(['close', 'leave'])('sign-in prompt, guest decides to %s meanwhile, does not redirect', async (way) => {
    show(<Shop />);
    pressControl('add');
    await wait(500);
    pressControl(way);
    await wait(5000);
    expect(paths()).not.toContain('/login');
  });

  test('sign-in prompt, offline, says so and does not redirect', () => {
    onTestFinished(() => onlineManager.setOnline(true));
    show(<Shop />);
    onlineManager.setOnline(false);
    pressControl('add');
    expect(renderHook(useToast).result.current?.text).toBe(t('offline.needsConnection'));
  });
});
