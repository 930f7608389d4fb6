
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { orders } from '#core/contract/orders.ts';
import { show, t } from '#test/dom.tsx';
import { type FakeServer, refuse, signOut } from '#test/fake-server.ts';
import { anaIsHere, besa, ME, pass, press, seen, WhoIsHere } from '#test/who-is-here.tsx';
import { api } from '#web/kit/api.ts';
import { keptInBrowser } from '#web/kit/kept.ts';

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

test('whoever signs in or out tells the other tabs', async () => {
  show(<WhoIsHere />);
  await pass(0);
  vi.useRealTimers();
  const heard: unknown[] = [];
  otherTab().onmessage = ({ data }) => void heard.push(data);
  press('become a guest');
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
  const [ofTab, ofAll] = [keptInBrowser('typed', { ...kept, isOfTab: true }), keptInBrowser('begun', kept)];
  show(<WhoIsHere />);
  await pass(0);
  vi.useRealTimers();
  ofTab.set('of Ana');
  ofAll.set('of Besa');
  otherTab().postMessage('left');
  await vi.waitFor(() => expect(ofTab.get()).toBe(''));
  expect(ofAll.get()).toBe('of Besa');
});
