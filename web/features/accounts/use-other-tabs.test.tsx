import type { QueryClient } from '@tanstack/react-query';
import { act, renderHook, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { orders } from '#core/contract/orders.ts';
import { show, t } from '#test/dom.tsx';
import { type Answer, ana, type FakeServer, refuse, signOut } from '#test/fake-server.ts';
import { anaIsHere, besa, ME, pass, press, seen, WhoIsHere } from '#test/who-is-here.tsx';
import { api } from '#web/kit/api.ts';
import { withResolvers } from '#web/kit/browser.ts';
import { renewSessionId } from '#web/kit/preferences.ts';
import { createStoredState } from '#web/kit/stored-state.ts';
import { useToast } from '#web/kit/toasts.ts';
import { useHasEnded, userQuery } from './use-user.ts';

let server: FakeServer;

beforeEach(() => {
  server = anaIsHere();
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
  const { queries } = show(<WhoIsHere />);
  await pass(0);
  queries.setQueryData(['/api/orders/my'], []);
  server.on(ME, answer);
  vi.useRealTimers();
  otherTab().postMessage('visitor');
  await vi.waitFor(() => expect(seen()).toBe(wanted));
  expect(queries.getQueryData(['/api/orders/my'])).toBeUndefined();
});

test('who signed out in another tab hears it in this one, once that is looked at', async () => {
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

test('who signed in again in another tab does not read here any more that they are not', async () => {
  show(<WhoIsHere />);
  await pass(0);
  const { result } = renderHook(useToast);
  const ended = refuse(401, 'access.notAuthenticated');
  for (const call of [ME, 'GET /api/orders/my']) server.on(call, ended);
  await act(() => api.call(orders.mine).catch(() => {}));
  await pass(10);
  expect(result.current).toMatchObject({ title: t('auth.sessionEnded'), isLeaving: false });
  server.on(ME, () => ({ user: besa }));
  vi.useRealTimers();
  otherTab().postMessage('visitor');
  await vi.waitFor(() => expect(result.current?.isLeaving ?? true).toBe(true));
});

test('whoever signs in or out tells the other tabs', async () => {
  show(<WhoIsHere />);
  await pass(0);
  vi.useRealTimers();
  const heard: unknown[] = [];
  otherTab().onmessage = ({ data }) => void heard.push(data);
  press('become a guest');
  await vi.waitFor(() => expect(heard).toEqual(['visitor', 'left']));
});

test('who left this tab on purpose does not read in it that a session ended in another', async () => {
  show(<WhoIsHere />);
  await pass(0);
  press('become a guest');
  signOut();
  vi.useRealTimers();
  const heard = otherTab();
  heard.postMessage('ended');
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect([seen(), screen.getByTestId('message').textContent]).toEqual(['door', '']);
});

/** What the answer about who is here, asked for now, will be once it is told to come. */
function answerLate(queries: QueryClient, answer: Answer): () => Promise<void> {
  const { promise, resolve } = withResolvers<void>();
  server.on(ME, async (asked) => {
    await promise;
    return answer(asked);
  });
  void queries.invalidateQueries(userQuery);
  return () =>
    act(async () => {
      resolve();
      await new Promise((over) => setTimeout(over, 50));
    });
}

test('what is answered about the session before is no news to who has signed in in another tab', async () => {
  const { queries } = show(<WhoIsHere />);
  await pass(0);
  const comes = answerLate(queries, refuse(401, 'access.notAuthenticated'));
  await pass(0);
  server.on(ME, () => ({ user: besa }));
  vi.useRealTimers();
  otherTab().postMessage('visitor');
  await vi.waitFor(() => expect(seen()).toBe(besa.email));
  await comes();
  expect([seen(), screen.getByTestId('message').textContent]).toEqual([besa.email, '']);
});

test('an old answer does not take back that a session ended in another tab', async () => {
  const { queries } = show(<WhoIsHere />);
  const { result: hasEnded } = renderHook(useHasEnded);
  await pass(0);
  const comes = answerLate(queries, () => ({ user: ana }));
  await pass(0);
  signOut();
  vi.useRealTimers();
  otherTab().postMessage('ended');
  await vi.waitFor(() => expect(hasEnded.current).toBe(true));
  await comes();
  expect([hasEnded.current, seen()]).toEqual([true, 'door']);
});

test('whoever signs in over another tells the other tabs that they left', async () => {
  show(<WhoIsHere />);
  await pass(0);
  vi.useRealTimers();
  const heard: unknown[] = [];
  otherTab().onmessage = ({ data }) => void heard.push(data);
  press('become Besa');
  await vi.waitFor(() => expect(heard).toEqual(['visitor', 'left']));
});

test('whose session ends in one tab keeps what they are writing in the others', async () => {
  show(<WhoIsHere />);
  await pass(0);
  vi.useRealTimers();
  const heard: unknown[] = [];
  otherTab().onmessage = ({ data }) => void heard.push(data);
  const ended = refuse(401, 'access.notAuthenticated');
  for (const call of [ME, 'GET /api/orders/my']) server.on(call, ended);
  await act(() => api.call(orders.mine).catch(() => {}));
  await vi.waitFor(() => expect(seen()).toBe('door'));
  otherTab().postMessage('the last');
  await vi.waitFor(() => expect(heard).toEqual(['ended', 'the last']));
});

test('who left in another tab leaves nothing in this one, which takes nothing from who came after', async () => {
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

test('a tab that was told nothing sees it when it is looked at', async () => {
  show(<WhoIsHere />);
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
