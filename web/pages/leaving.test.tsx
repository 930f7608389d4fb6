/** One's data and the end of the account, on the settings. */
import { act, fireEvent, screen, } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Standing } from '#core/contract/privacy.ts';
import { said, show, t } from '#test/dom.tsx';
import { ana, fakeServer, noAnswer, refuse, signIn } from '#test/fake-server.ts';
import { useSessionEnd } from '../features/accounts/session-end.ts';
import { Page } from './settings.page.tsx';

const CLOSE = 'POST /api/user/close';
const nothing: Standing = {
  isLastAdmin: false,
  ...{ openOrders: 0, paidOrders: 0, owedOrders: 0, membershipUntil: null },
};
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

function Screen() {
  useSessionEnd();
  return <Page />;
}

async function visit(standing: Partial<Standing> = {}, user = ana) {
  signIn();
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user }),
    'GET /api/user/settings': () => ({ emailNotifications: true }),
    'GET /api/auth/second-factor': () => ({ isOn: false, recoveryCodesLeft: 0 }),
    'GET /api/user/close': () => ({ ...nothing, ...standing }),
    'GET /api/user/export': () => ({ account: [] }),
    [CLOSE]: () => ({ success: true }),
  });
  show(<Screen />, { at: '/settings' });
  await screen.findByRole('button', { name: t('privacy.own.close') });
  return server;
}
const password = () => screen.findByLabelText(t('security.password.current')) as Promise<HTMLInputElement>;
const closing = () => press(t('closing.action'));

test('what is held is saved as a file, and where it does not come that is said', async () => {
  const server = await visit();
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await press(t('privacy.own.download'));
  await vi.waitFor(() => expect(said()).toContain(t('privacy.own.downloaded')));
  expect(saved).toEqual([expect.stringMatching(/^bukuri-\d{4}-\d\d-\d\d\.json$/)]);
  server.on('GET /api/user/export', noAnswer);
  await press(t('privacy.own.download'));
  await vi.waitFor(() => expect(said().join()).toContain(t('privacy.own.downloadFailed')));
});

test('who leaves is told what goes and what stays, gives the password, and is a guest', async () => {
  const server = await visit({ openOrders: 2 });
  await press(t('privacy.own.close'));
  const field = await password();
  expect(screen.getByText(t('closing.books'))).toBeTruthy();
  expect(screen.getByText(t.count('closing.open', 2))).toBeTruthy();
  await closing();
  expect(server.sent('POST'), 'nothing without the password').toEqual([]);
  server.on(CLOSE, refuse(403, 'accounts.wrongPassword', 'Fjalëkalimi nuk është i saktë'));
  fireEvent.change(field, { target: { value: 'nuk-eshte-ky' } });
  await closing();
  await vi.waitFor(() => expect(said().join()).toContain('Fjalëkalimi nuk është i saktë'));
  server.on(CLOSE, () => ({ success: true }));
  await closing();
  await vi.waitFor(() => expect(said().join()).toContain(t('closing.done')));
  expect(server.sent('POST').at(-1)).toEqual({ password: 'nuk-eshte-ky' });
  await screen.findByText(t('login.needed'));
});

const ended = refuse(401, 'access.notAuthenticated', 'Hyni');

test.each([1, 2])('whose account was closed while %i answers were lost hears that it is closed', async (lost) => {
  const server = await visit();
  await press(t('privacy.own.close'));
  fireEvent.change(await password(), { target: { value: 'e saktë' } });
  vi.useFakeTimers();
  let asked = 0;
  server.on(CLOSE, (call) => (++asked <= lost ? noAnswer(call) : ended(call)));
  server.on('GET /api/auth/me', ended);
  await closing();
  await act(() => vi.advanceTimersByTimeAsync(5000));
  if (lost === 2) {
    expect(said().join()).toContain(t('closing.unknown'));
    await closing();
    await act(() => vi.advanceTimersByTimeAsync(5000));
  }
  expect(said().join()).toContain(t('closing.done'));
  expect(said().join()).not.toContain(t('auth.sessionEnded'));
  expect(screen.getByText(t('login.needed'))).toBeTruthy();
});

test('what still counts is given up by a tick of its own', async () => {
  const server = await visit({ paidOrders: 1, owedOrders: 2, membershipUntil: '2026-12-24T10:00:00Z' });
  await press(t('privacy.own.close'));
  fireEvent.change(await password(), { target: { value: 'e saktë' } });
  expect(screen.getByText(t.count('closing.paid', 1))).toBeTruthy();
  expect(screen.getByText(t.count('closing.owed', 2))).toBeTruthy();
  expect(screen.getByText(t('closing.membership', { date: '24 dhjetor 2026' }))).toBeTruthy();
  await closing();
  expect(server.sent('POST')).toEqual([]);
  fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(t('closing.givesUp')) }));
  await closing();
  await vi.waitFor(() => expect(server.sent('POST')).toEqual([{ password: 'e saktë', givesUp: true }]));
});

test('without a password nobody is asked for one', async () => {
  const server = await visit({}, { ...ana, hasPassword: false });
  await press(t('privacy.own.close'));
  expect(await screen.findByText(t('closing.noPassword'))).toBeTruthy();
  await closing();
  await vi.waitFor(() => expect(server.sent('POST')).toEqual([{}]));
});

test('the last administrator hears why they stay', async () => {
  await visit({ isLastAdmin: true });
  await press(t('privacy.own.close'));
  expect(await screen.findByText(t('closing.lastAdmin'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: t('closing.action') })).toBeNull();
});
