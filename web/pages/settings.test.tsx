import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Session } from '#core/contract/accounts/sessions.ts';
import { ApiError } from '#core/contract/call.ts';
import type { ClosurePreview } from '#core/contract/privacy.ts';
import { said, show, t } from '#test/dom.tsx';
import { type Answer, ana, fakeServer, noAnswer, refuse, refuseMutely, signIn } from '#test/fake-server.ts';
import { useSessionEnd } from '#web/features/accounts/session-end.ts';
import { OwnLanguage } from '#web/features/accounts/settings/own-language.tsx';
import { SecuritySection } from '#web/features/accounts/settings/security-section.tsx';
import { useLocation } from '#web/kit/router/location.tsx';
import { Page } from './settings.page.tsx';

const GET = 'GET /api/user/settings';

const PUT = 'PUT /api/user/settings';

const saved: Answer = ({ body }) => ({ ...(body as object), isSaved: true });

function visit(emailNotifications = true, user = ana, isSaved = true) {
  signIn();
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user }),
    [GET]: () => ({ emailNotifications, isSaved }),
    [PUT]: saved,
  });
  const page = show(
    <>
      <Page />
      <Here />
    </>,
    { at: '/settings' },
  );
  return { server, ...page };
}

function Here() {
  return <p data-testid="here">{useLocation().pathname}</p>;
}

const theSwitch = async () => (await screen.findByRole('switch', { name: t('settings.email') })) as HTMLInputElement;

const save = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: t('settings.save') })));

const unsaved = () => screen.queryAllByText(t('form.unsaved')).filter((each) => !each.closest('.invisible'));

const follow = (name: string) => act(async () => void fireEvent.click(screen.getByRole('link', { name })));

const here = () => screen.queryByTestId('here')?.textContent;

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

describe('preferences', () => {
  test('email settings, turned off, are saved and announced', async () => {
    const { server } = visit();
    const field = await theSwitch();
    expect(field.checked).toBe(true);
    expect(screen.getByText(t('settings.email.newDeals'))).toBeTruthy();
    fireEvent.click(field);
    expect(server.sent('PUT'), 'nothing is saved by itself').toEqual([]);
    await save();
    await vi.waitFor(() => expect(said()).toContain(t('settings.saved')));
    expect(server.sent('PUT')).toEqual([{ emailNotifications: false }]);
    expect((await theSwitch()).checked).toBe(false);
  });

  test('email settings say why something is not sent yet: the address is not confirmed, or they were never saved', async () => {
    const why = ['settings.email.unconfirmed', 'settings.email.unsaved'] as const;
    const shown = () => why.filter((key) => screen.queryByText(t(key)));
    const { unmount } = visit(true, { ...ana, isEmailVerified: false }, false);
    fireEvent.click(await theSwitch());
    expect(shown(), 'off').toEqual([]);
    fireEvent.click(await theSwitch());
    expect(shown()).toEqual(['settings.email.unconfirmed']);
    unmount();
    visit(true, ana, false);
    await theSwitch();
    expect(shown()).toEqual(['settings.email.unsaved']);
    await save();
    await vi.waitFor(() => expect(shown()).toEqual([]));
  });

  test('settings, unsaved, say so and ask before leaving', async () => {
    const { server } = visit();
    fireEvent.click(await theSwitch());
    expect(unsaved()).toHaveLength(1);
    await follow(t('back.profile'));
    expect(screen.getByRole('dialog').textContent).toContain(t('form.leave.title'));
    await press(t('form.discard.keep'));
    expect([screen.queryByRole('dialog'), here(), (await theSwitch()).checked]).toEqual([null, '/settings', false]);
    await follow(t('back.profile'));
    await press(t('form.leave.action'));
    expect(here()).toBe('/profile');
    expect(server.sent('PUT')).toEqual([]);
  });

  test('settings, saved or reverted, can be left without a question', async () => {
    visit();
    fireEvent.click(await theSwitch());
    await save();
    await vi.waitFor(() => expect(unsaved()).toEqual([]));
    fireEvent.click(await theSwitch());
    fireEvent.click(await theSwitch());
    expect(unsaved()).toEqual([]);
    await follow(t('back.profile'));
    expect([screen.queryByRole('dialog'), here()]).toEqual([null, '/profile']);
  });

  test.each([
    ['an answer that was lost', noAnswer],
    ['a server in trouble', refuseMutely(503)],
  ])('settings, after %s, are not reported as saved and can be saved again', async (_what, answer) => {
    const { server } = visit();
    server.on(PUT, answer);
    fireEvent.click(await theSwitch());
    await save();
    await vi.waitFor(() => expect(said().join()).toContain(t('settings.failed')));
    expect((await theSwitch()).checked).toBe(false);
    server.on(PUT, saved);
    await save();
    await vi.waitFor(() => expect(said()).toContain(t('settings.saved')));
  });

  test('settings, request fails, say so and can be retried', async () => {
    const { server } = visit();
    server.on(GET, () => Promise.reject(new TypeError('Failed to fetch')));
    vi.useFakeTimers();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    vi.useRealTimers();
    expect(await screen.findByText(t('settings.notFetched'))).toBeTruthy();
    expect(screen.queryByRole('switch', { name: t('settings.email') })).toBeNull();
  });

  test.each([true, false])('settings show the email and whether it is confirmed: %s', async (isEmailVerified) => {
    visit(true, { ...ana, isEmailVerified });
    expect(await screen.findByText(ana.email)).toBeTruthy();
    const parts = [screen.queryByText(t('settings.account.confirmed')), screen.queryByText(t('profile.unconfirmed'))];
    expect(parts.map((part) => part !== null)).toEqual([isEmailVerified, !isEmailVerified]);
    const account = within(screen.getByRole('region', { name: t('settings.account') }));
    expect(account.queryAllByRole('button', { name: t('profile.unconfirmed.send') })).toHaveLength(
      isEmailVerified ? 0 : 1,
    );
  });

  test('settings, guest, ask to sign in and return', async () => {
    fakeServer();
    show(<Page />, { at: '/settings' });
    const door = await screen.findByRole('link', { name: t('login.action') });
    expect(door.getAttribute('href')).toContain('next=%2Fsettings');
  });
});

const PUT_LANGUAGE = 'PUT /api/user/language';

describe('language', () => {
  test('email language follows the language of the page', async () => {
    signIn();
    const server = fakeServer({
      'GET /api/auth/me': () => ({ user: { ...ana, language: 'en' } }),
      [PUT_LANGUAGE]: noAnswer,
    });
    const { queries, unmount } = show(<OwnLanguage />);
    await vi.waitFor(() => expect(server.sent('PUT')).toEqual([{ language: 'sq' }]));
    unmount();
    server.on(PUT_LANGUAGE, () => ({ success: true }));
    server.on('GET /api/auth/me', () => ({ user: { ...ana, language: 'en' } }));
    show(<OwnLanguage />);
    await vi.waitFor(() => expect(server.sent('PUT')).toHaveLength(2));
    await act(async () => void (await queries.invalidateQueries()));
    expect(server.sent('PUT')).toHaveLength(2);
  });
});

const LIST = 'GET /api/auth/sessions';

const PASSWORD = 'POST /api/auth/password';

const sessionOf = (device: string | null, more: Partial<Session> = {}): Session => ({
  id: `id of ${device}`,
  device,
  signedInAt: '2026-01-01T12:00:00.000Z',
  expiresAt: '2026-01-31T12:00:00.000Z',
  isThis: false,
  ...more,
});

const [thisSession, desk, strange] = [
  sessionOf('Chrome, Android', { isThis: true }),
  sessionOf('Firefox, Windows'),
  sessionOf(null),
];

function visitSecurity(listed = [thisSession, desk, strange], user = ana) {
  signIn();
  const server = fakeServer({ 'GET /api/auth/me': () => ({ user }), [LIST]: () => listed });
  show(<SecuritySection user={user} />, { at: '/settings' });
  return server;
}

const DESK = 'Firefox, Windows, 1 janar 2026, 13:00';

const pressInSecurity = (name: string, where: HTMLElement = document.body) =>
  act(async () => void fireEvent.click(within(where).getByRole('button', { name })));

const devices = () => screen.getAllByRole('listitem').map((item) => within(item).getByRole('heading').textContent);

async function typePasswords(current: string, next: string): Promise<HTMLElement> {
  await pressInSecurity(t('security.password.change'));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(await within(dialog).findByLabelText(new RegExp(`^${t('form.currentPassword')}`)), current);
  await userEvent.type(within(dialog).getByLabelText(new RegExp(`^${t('security.password.new')}`)), next);
  await pressInSecurity(t('security.password.save'), dialog);
  return dialog;
}

describe('security', () => {
  test('sessions list device and date, and mark this device', async () => {
    visitSecurity();
    await screen.findByText('Firefox, Windows');
    expect(devices()).toEqual(['Chrome, Android', 'Firefox, Windows', t('security.device.unknown')]);
    const [first] = screen.getAllByRole('listitem');
    expect(first?.textContent).toContain(t('security.device.this'));
    expect(first?.textContent).toContain('1 janar 2026, 13:00');
    expect(screen.getAllByText(t('security.device.this'))).toHaveLength(1);
  });

  test('session, ended, leaves the list at once and is announced', async () => {
    const server = visitSecurity();
    await screen.findByText('Firefox, Windows');
    server.on('DELETE /api/auth/sessions/', () => ({ success: true }));
    server.on(LIST, () => [thisSession, strange]);
    await pressInSecurity(t('security.sessions.endOf', { device: DESK }));
    await vi.waitFor(() => expect(devices()).toEqual(['Chrome, Android', t('security.device.unknown')]));
    expect(server.asked).toContain(`DELETE /api/auth/sessions/${encodeURIComponent(desk.id)}`);
    await vi.waitFor(() => expect(said()).toContain(t('security.sessions.ended', { device: DESK })));
  });

  test('all other sessions can be ended at once', async () => {
    const server = visitSecurity();
    await screen.findByText('Firefox, Windows');
    server.on('POST /api/auth/sessions/end-others', () => ({ success: true }));
    server.on(LIST, () => [thisSession]);
    await pressInSecurity(t('security.sessions.endOthers'));
    await vi.waitFor(() => expect(devices()).toEqual(['Chrome, Android']));
    expect(screen.queryByRole('button', { name: t('security.sessions.endOthers') })).toBeNull();
  });

  test('password, changed, sends the current one from autofillable fields', async () => {
    const server = visitSecurity([thisSession]);
    server.on(PASSWORD, () => ({ success: true }));
    await pressInSecurity(t('security.password.change'));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByLabelText(new RegExp(`^${t('form.currentPassword')}`));
    const fields = [...dialog.querySelectorAll('input')].map(({ autocomplete }) => autocomplete);
    expect(fields).toEqual(['username', 'current-password', 'new-password']);
    expect(document.activeElement).toBe(dialog.querySelectorAll('input')[1]);
    fireEvent.click(within(dialog).getByRole('button', { name: t('a11y.closeDialog') }));
    await typePasswords('një gotë me ujë', 'dy gota me ujë');
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sent('POST')).toEqual([{ current: 'një gotë me ujë', password: 'dy gota me ujë' }]);
    await vi.waitFor(() => expect(said().join()).toContain(t('security.password.done')));
    expect(
      server.asked.filter((call) => call === LIST),
      'all others are over',
    ).toHaveLength(2);
  });

  test('password, wrong, is shown at its field and the dialog stays', async () => {
    const server = visitSecurity([thisSession]);
    server.on(PASSWORD, () => {
      const details = { fields: { current: 'wrongPassword' } };
      throw new ApiError(403, JSON.stringify({ code: 'accounts.wrongPassword', message: 'Jo', details }), '');
    });
    const dialog = await typePasswords('tjetër', 'dy gota me ujë');
    expect(await within(dialog).findByText(t('validation.wrongPassword'))).toBeTruthy();
  });

  test('password, response lost, is reported as unknown and can be sent again', async () => {
    const server = visitSecurity([thisSession]);
    server.on(PASSWORD, noAnswer);
    const dialog = await typePasswords('një gotë me ujë', 'dy gota me ujë');
    await vi.waitFor(() => expect(said().join()).toContain(t('security.password.unknown')));
    expect(said().join()).not.toContain(t('security.password.done'));
    server.on(PASSWORD, () => ({ success: true }));
    await pressInSecurity(t('security.password.save'), dialog);
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // The first request includes a retry.
    const typed = { current: 'një gotë me ujë', password: 'dy gota me ujë' };
    expect(server.sent('POST')).toEqual([typed, typed, typed]);
  });

  test('password, none set, links to setting one', () => {
    visitSecurity([thisSession], { ...ana, hasPassword: false });
    const link = screen.getByRole('link', { name: t('security.password.set') });
    expect(link.getAttribute('href')).toBe('/reset');
    expect(screen.queryByRole('button', { name: t('security.password.change') })).toBeNull();
  });
});

const CLOSE = 'POST /api/user/close';

const nothing: ClosurePreview = {
  isLastAdmin: false,
  openOrders: 0,
  paidOrders: 0,
  owedOrders: 0,
  membershipUntil: null,
};

function Screen() {
  useSessionEnd();
  return <Page />;
}

async function visitPrivacy(preview: Partial<ClosurePreview> = {}, user = ana) {
  signIn();
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user }),
    'GET /api/user/settings': () => ({ emailNotifications: true }),
    'GET /api/auth/second-factor': () => ({ isOn: false, recoveryCodesLeft: 0 }),
    'GET /api/user/close': () => ({ ...nothing, ...preview }),
    'GET /api/user/export': () => ({ account: [] }),
    [CLOSE]: () => ({ success: true }),
  });
  show(<Screen />, { at: '/settings' });
  await screen.findByRole('button', { name: t('privacy.own.close') });
  return server;
}

const password = () => screen.findByLabelText(t('form.currentPassword')) as Promise<HTMLInputElement>;

const closing = () => press(t('closing.action'));

const ended = refuse(401, 'access.notAuthenticated', 'Hyni');

describe('privacy', () => {
  test('personal data, downloaded, is a file; a failure is reported', async () => {
    const server = await visitPrivacy();
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

  test('account closing lists what is deleted and kept, asks for the password and signs out', async () => {
    const server = await visitPrivacy({ openOrders: 2 });
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

  test.each([1, 2])('account closing, %i responses lost, reports that it is closed', async (lost) => {
    const server = await visitPrivacy();
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

  test('account closing, open obligations, need a checkbox', async () => {
    const server = await visitPrivacy({ paidOrders: 1, owedOrders: 2, membershipUntil: '2026-12-24T10:00:00Z' });
    await press(t('privacy.own.close'));
    fireEvent.change(await password(), { target: { value: 'e saktë' } });
    expect(screen.getByText(t.count('closing.paid', 1))).toBeTruthy();
    expect(screen.getByText(t.count('closing.owed', 2))).toBeTruthy();
    expect(screen.getByText(t('closing.membership', { date: '24 dhjetor 2026' }))).toBeTruthy();
    await closing();
    expect(server.sent('POST')).toEqual([]);
    fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(t('closing.givesUp')) }));
    await closing();
    await vi.waitFor(() => expect(server.sent('POST')).toEqual([{ password: 'e saktë', givesUp: true, refund: true }]));
  });

  test('account closing, no password, asks for none', async () => {
    const server = await visitPrivacy({}, { ...ana, hasPassword: false });
    await press(t('privacy.own.close'));
    expect(await screen.findByText(t('closing.noPassword'))).toBeTruthy();
    await closing();
    await vi.waitFor(() => expect(server.sent('POST')).toEqual([{}]));
  });

  test('account closing, last administrator, is refused with the reason', async () => {
    await visitPrivacy({ isLastAdmin: true });
    await press(t('privacy.own.close'));
    expect(await screen.findByText(t('closing.lastAdmin'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('closing.action') })).toBeNull();
  });
});
