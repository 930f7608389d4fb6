import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '#core/contract/call.ts';
import type { Session } from '#core/contract/sessions.ts';
import { said, show, t } from '#test/dom.tsx';
import { ana, fakeServer, noAnswer, signIn } from '#test/fake-server.ts';
import { keepFocus } from '#web/kit/focus.ts';
import { SecuritySection } from './security-section.tsx';

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
const [here, desk, strange] = [
  sessionOf('Chrome, Android', { isThis: true }),
  sessionOf('Firefox, Windows'),
  sessionOf(null),
];

function visit(listed = [here, desk, strange], user = ana) {
  signIn();
  const server = fakeServer({ 'GET /api/auth/me': () => ({ user }), [LIST]: () => listed });
  show(<SecuritySection user={user} />, { at: '/settings' });
  return server;
}

const DESK = 'Firefox, Windows, 1 janar 2026, 13:00';
const press = (name: string, where: HTMLElement = document.body) =>
  act(async () => void fireEvent.click(within(where).getByRole('button', { name })));
const devices = () => screen.getAllByRole('listitem').map((item) => within(item).getByRole('heading').textContent);

test('one sees where one is signed in, since when, and which is this device', async () => {
  visit();
  await screen.findByText('Firefox, Windows');
  expect(devices()).toEqual(['Chrome, Android', 'Firefox, Windows', t('security.device.unknown')]);
  const [first] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain(t('security.device.this'));
  expect(first?.textContent).toContain('1 janar 2026, 13:00');
  expect(screen.getAllByText(t('security.device.this'))).toHaveLength(1);
});

test('a session that is ended is gone at once, and it is said', async () => {
  const server = visit();
  await screen.findByText('Firefox, Windows');
  server.on('DELETE /api/auth/sessions/', () => ({ success: true }));
  server.on(LIST, () => [here, strange]);
  await press(t('security.sessions.endOf', { device: DESK }));
  await vi.waitFor(() => expect(devices()).toEqual(['Chrome, Android', t('security.device.unknown')]));
  expect(server.asked).toContain(`DELETE /api/auth/sessions/${encodeURIComponent(desk.id)}`);
  await vi.waitFor(() => expect(said()).toContain(t('security.sessions.ended', { device: DESK })));
});

test.each([
  ['a session', t('security.sessions.endOf', { device: DESK }), [here, strange], t('security.device.unknown')],
  ['the last of the others', t('security.sessions.endOf', { device: DESK }), [here], 'Chrome, Android'],
  ['all others', t('security.sessions.endOthers'), [here], 'Chrome, Android'],
])('whoever ends %s goes on beside it, and loses focus to nothing', async (_which, name, left, next) => {
  onTestFinished(keepFocus());
  const server = visit(left.includes(strange) ? [here, desk, strange] : [here, desk]);
  server.on('DELETE /api/auth/sessions/', () => ({ success: true }));
  server.on('POST /api/auth/sessions/end-others', () => ({ success: true }));
  const button = await screen.findByRole('button', { name });
  button.focus();
  server.on(LIST, () => left);
  await press(name);
  await vi.waitFor(() => expect(devices()).toHaveLength(left.length));
  await vi.waitFor(() => expect(document.activeElement?.matches('h4')).toBe(true));
  expect(document.activeElement?.textContent).toBe(next);
});

test('a session whose end was not heard of stays, and nothing is said to have ended', async () => {
  const server = visit();
  await screen.findByText('Firefox, Windows');
  server.on('DELETE /api/auth/sessions/', noAnswer);
  await press(t('security.sessions.endOf', { device: DESK }));
  await vi.waitFor(() => expect(said().join()).toContain(t('security.sessions.failed')));
  expect(devices()).toContain('Firefox, Windows');
});

test('two devices of the same name are told apart, and this one says that it is this one', async () => {
  const twin = sessionOf('Firefox, Windows', { id: 'twin', signedInAt: '2026-01-02T12:00:00.000Z' });
  const server = visit([here, desk, twin]);
  await screen.findAllByText('Firefox, Windows');
  const names = screen
    .getAllByRole('button', { name: new RegExp(`^${t('security.sessions.end')}(:|$)`) })
    .map((button) => button.getAttribute('aria-label'));
  expect(new Set(names).size).toBe(3);
  expect(names[0]).toBe(t('security.sessions.endOf', { device: t('security.device.this') }));
  server.on('DELETE /api/auth/sessions/', () => ({ success: true }));
  await press(names[2] ?? '');
  await vi.waitFor(() => expect(said().join()).toContain(names[2]?.replace(/^[^:]+: /, '')));
});

test('all others are ended at once', async () => {
  const server = visit();
  await screen.findByText('Firefox, Windows');
  server.on('POST /api/auth/sessions/end-others', () => ({ success: true }));
  server.on(LIST, () => [here]);
  await press(t('security.sessions.endOthers'));
  await vi.waitFor(() => expect(devices()).toEqual(['Chrome, Android']));
  expect(screen.queryByRole('button', { name: t('security.sessions.endOthers') })).toBeNull();
});

async function typePasswords(current: string, next: string): Promise<HTMLElement> {
  await press(t('security.password.change'));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(await within(dialog).findByLabelText(new RegExp(`^${t('security.password.current')}`)), current);
  await userEvent.type(within(dialog).getByLabelText(new RegExp(`^${t('security.password.new')}`)), next);
  await press(t('security.password.save'), dialog);
  return dialog;
}

test('another password is sent with the one before, by fields that a program fills', async () => {
  const server = visit([here]);
  server.on(PASSWORD, () => ({ success: true }));
  await press(t('security.password.change'));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByLabelText(new RegExp(`^${t('security.password.current')}`));
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

test('a password that is not right is said at its field, and the dialog stays', async () => {
  const server = visit([here]);
  server.on(PASSWORD, () => {
    const details = { fields: { current: 'wrongPassword' } };
    throw new ApiError(403, JSON.stringify({ code: 'accounts.wrongPassword', message: 'Jo', details }), '');
  });
  const dialog = await typePasswords('tjetër', 'dy gota me ujë');
  expect(await within(dialog).findByText(t('validation.wrongPassword'))).toBeTruthy();
});

test('where no answer came, nobody says that the password was or was not changed, and what was typed is sent again', async () => {
  const server = visit([here]);
  server.on(PASSWORD, noAnswer);
  const dialog = await typePasswords('një gotë me ujë', 'dy gota me ujë');
  await vi.waitFor(() => expect(said().join()).toContain(t('security.password.unknown')));
  expect(said().join()).not.toContain(t('security.password.done'));
  server.on(PASSWORD, () => ({ success: true }));
  await press(t('security.password.save'), dialog);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // The first time it was sent twice by itself.
  const typed = { current: 'një gotë me ujë', password: 'dy gota me ujë' };
  expect(server.sent('POST')).toEqual([typed, typed, typed]);
});

test('who has no password is led to where one is set', () => {
  visit([here], { ...ana, hasPassword: false });
  const link = screen.getByRole('link', { name: t('security.password.set') });
  expect(link.getAttribute('href')).toBe('/reset');
  expect(screen.queryByRole('button', { name: t('security.password.change') })).toBeNull();
});
