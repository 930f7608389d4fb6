import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { ana, fakeServer, noAnswer, refuse, refuseMutely, signOut } from '#test/fake-server.ts';
import { button, dialog, done, field, openHelp, press, Screen, SEND, type } from '#test/help-screen.tsx';
import { besa } from '#test/who-is-here.tsx';
import { clearPersonalState } from '#web/kit/data/stored-state.ts';
import { resetToasts } from '#web/kit/toasts.ts';
import { Page as Login } from './login.page.tsx';
import { Page as Profile } from './profile.page.tsx';

const CONTACT = 'POST /api/support/contact';

const settle = () => act(async () => {});

/** The error message of a field. */
const wrong = async (name: string) => {
  const ids = (await field(name)).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent)[0];
};

describe('form', () => {
  test('help message, sent, is confirmed and the dialog closes after two seconds', async () => {
    const server = await openHelp();
    await type(t('help.message'), '  Ku e gjej kodin?  ');
    vi.useFakeTimers();
    await press(t('help.send'));
    await act(() => vi.advanceTimersByTimeAsync(50));
    expect(server.sent('POST')).toEqual([{ message: 'Ku e gjej kodin?' }]);
    expect(document.activeElement?.textContent).toBe(t('help.sent'));
    expect(document.activeElement?.closest('[data-keep-clear]'), 'no message lies over it').toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1900));
    expect(dialog()).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(dialog()).toBeNull();
  });

  test('help message, empty, is not sent and says why', async () => {
    const server = await openHelp();
    expect(button(t('help.send')).getAttribute('aria-disabled')).toBe('true');
    await press(t('help.send'));
    await vi.waitFor(() => expect(said()).toContain(t('validation.messageRequired')));
    await type(t('help.message'), '   ');
    expect(button(t('help.send')).getAttribute('aria-disabled')).toBe('true');
    await type(t('help.message'), 'Ku?');
    expect(button(t('help.send')).getAttribute('aria-disabled')).toBeNull();
    await press(t('help.send'));
    await vi.waitFor(async () => expect(await wrong(t('help.message'))).toBe(t('validation.messageShort')));
    await type(t('help.message'), 'a'.repeat(501));
    await vi.waitFor(async () => expect(await wrong(t('help.message'))).toBe(t('validation.messageLong')));
    expect(screen.getByText('501 / 500')).toBeTruthy();
    expect((await field(t('help.message'))).maxLength).toBe(500);
    expect(server.sent('POST')).toEqual([]);
  });

  test.each([
    ['an answer that was lost', noAnswer, () => t('help.failed')],
    ['a server in trouble', refuseMutely(503), () => t('help.failed')],
    ['too many', refuse(429, 'limit.reached', 'Prisni pak.'), () => 'Prisni pak.'],
  ])('help message, after %s, keeps the text and can be sent again', async (_what, answer, why) => {
    const server = await openHelp();
    server.on(SEND, answer);
    await type(t('help.message'), 'Ku e gjej kodin?');
    await press(t('help.send'));
    await vi.waitFor(() => expect(said().join()).toContain(why()));
    expect((await field(t('help.message'))).value).toBe('Ku e gjej kodin?');
    server.on(SEND, done);
    await press(t('help.send'));
    expect(await screen.findByText(t('help.sent'))).toBeTruthy();
  });

  test('help dialog, closed with unsent text, asks first', async () => {
    const server = await openHelp();
    await userEvent.type(await field(t('help.message')), 'Ku e gjej kodin?');
    await userEvent.keyboard('{Escape}');
    await press(t('form.discard.keep'));
    server.on('GET /api/auth/me', refuse(401, 'access.notAuthenticated', 'Hyni'));
    server.on(SEND, refuse(401, 'access.notAuthenticated', 'Hyni'));
    await press(t('help.send'));
    await settle();
    expect((await field(t('help.message'))).value).toBe('Ku e gjej kodin?');
  });

  test('help, on the login page, is prefilled with the typed email', async () => {
    signOut();
    const server = fakeServer({ [CONTACT]: done });
    show(<Login />, { at: '/login' });
    await settle();
    fireEvent.change(screen.getByLabelText(t('login.email')), { target: { value: 'besa@example.al' } });
    await press(t('login.help'));
    await type(t('help.contact.subject'), 'Hyrja');
    const [, email] = screen.getAllByRole('textbox', { name: t('login.email') }) as HTMLInputElement[];
    expect(email?.value).toBe('besa@example.al');
    await press(t('help.send'));
    await vi.waitFor(async () => expect(await wrong(t('help.message'))).toBe(t('validation.messageRequired')));
    await type(t('help.message'), 'Nuk hyj dot.');
    server.on(CONTACT, refuseMutely(500));
    await press(t('help.send'));
    await vi.waitFor(() => expect(said().join()).toContain(t('help.contact.failed')));
    server.on(CONTACT, done);
    await press(t('help.send'));
    expect(await screen.findByText(t('help.sent'))).toBeTruthy();
    expect(server.sent('POST').at(-1)).toEqual({ email: 'besa@example.al', subject: 'Hyrja', message: 'Nuk hyj dot.' });
  });

  test('help, guest, is on the profile too', async () => {
    signOut();
    fakeServer({ [CONTACT]: done });
    show(<Profile />, { at: '/profile' });
    await screen.findByRole('button', { name: t('profile.help') });
    await press(t('profile.help'));
    expect(await field(t('help.contact.email'))).toBeTruthy();
  });
});

/** The session ends as the message is sent; the user goes to the sign-in page. */
async function loseSession() {
  const server = await openHelp();
  await type(t('help.message'), 'Ku e gjej kodin?');
  const ended = refuse(401, 'access.notAuthenticated', 'Hyni');
  for (const call of ['GET /api/auth/me', SEND]) server.on(call, ended);
  await press(t('help.send'));
  await vi.waitFor(() => expect(said().join()).toContain(t('auth.sessionEnded')));
  await type(t('help.message'), 'Ku e gjej kodin e porosisë?');
  cleanup();
  resetToasts();
  server.on('GET /api/auth/me', () => ({ user: ana }));
  server.on(SEND, done);
  return server;
}

const kept = () => JSON.parse(sessionStorage.getItem('helpDraft') ?? 'null');

describe('draft', () => {
  test('help draft, session ended, is restored after signing in', async () => {
    const server = await loseSession();
    show(<Screen />, { at: '/profile' });
    expect((await field(t('help.message'))).value).toBe('Ku e gjej kodin e porosisë?');
    await userEvent.keyboard('{Escape}');
    await press(t('form.discard.keep'));
    await press(t('help.send'));
    expect(await screen.findByText(t('help.sent'))).toBeTruthy();
    expect([server.sent('POST').at(-1), kept()]).toEqual([{ message: 'Ku e gjej kodin e porosisë?' }, null]);
  });

  test('help draft, other user or sign-out, is cleared', async () => {
    const server = await loseSession();
    server.on('GET /api/auth/me', () => ({ user: besa }));
    expect(kept()).toMatchObject({ userId: ana.id });
    show(<Screen />, { at: '/profile' });
    await screen.findByRole('button', { name: t('auth.logout') });
    await vi.waitFor(() => expect([dialog(), kept()]).toEqual([null, null]));
    cleanup();
    await loseSession();
    expect(kept()).not.toBeNull();
    clearPersonalState();
    expect(kept()).toBeNull();
  });

  test('help message, signed out while writing, says once that it was not sent', async () => {
    const server = await openHelp();
    const ended = refuse(401, 'access.notAuthenticated', 'Hyni');
    for (const call of ['GET /api/auth/me', SEND]) server.on(call, ended);
    await type(t('help.message'), 'Ku e gjej kodin?');
    await press(t('help.send'));
    await vi.waitFor(() => expect(said().join()).toContain(t('auth.sessionEnded')));
    await settle();
    expect(said().filter((line) => line?.includes(t('auth.sessionEnded')))).toHaveLength(1);
    expect(screen.getByText(t('auth.sessionEnded'), { selector: 'form *' }).classList).not.toContain('invisible');
  });
});
