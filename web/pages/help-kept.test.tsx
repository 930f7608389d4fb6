/** What somebody is writing to the shop while their session ends, or another signs in over them. */
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { ana, fakeServer, refuse, signIn } from '#test/fake-server.ts';
import { dialog, done, field, openHelp, press, Screen, SEND, type } from '#test/help-screen.tsx';
import { besa } from '#test/who-is-here.tsx';
import { useOtherTabs } from '#web/features/accounts/use-other-tabs.ts';
import { keepDraft } from '#web/features/support/help-draft.ts';
import { clearPersonalState } from '#web/kit/stored-state.ts';
import { resetToasts } from '#web/kit/toasts.ts';

const settle = () => act(async () => {});

/** Somebody whose session ends as they send a message, and who goes on to sign in. */
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

test('who comes back after their session ended finds the message that they were writing', async () => {
  const server = await loseSession();
  show(<Screen />, { at: '/profile' });
  expect((await field(t('help.message'))).value).toBe('Ku e gjej kodin e porosisë?');
  await userEvent.keyboard('{Escape}');
  await press(t('form.discard.keep'));
  await press(t('help.send'));
  expect(await screen.findByText(t('help.sent'))).toBeTruthy();
  expect([server.sent('POST').at(-1), kept()]).toEqual([{ message: 'Ku e gjej kodin e porosisë?' }, null]);
});

test('what somebody was writing is for nobody else, and goes with whoever signs out', async () => {
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

test('who is signed out while they write hears why, once, and sees that it was not sent', async () => {
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

function Elsewhere() {
  useOtherTabs();
  return null;
}

function tellFromAnotherTab(news: string) {
  const other = new BroadcastChannel('bukuri');
  onTestFinished(() => other.close());
  other.postMessage(news);
}
/** Says so as another tab does whose visitor signs out. */
const leaveInAnotherTab = () => tellFromAnotherTab('left');

test('what somebody is writing is not there for who signs in over them, though nobody says that they left', async () => {
  const server = await openHelp();
  await type(t('help.message'), 'Ku e gjej kodin?');
  server.on('GET /api/auth/me', () => ({ user: besa }));
  tellFromAnotherTab('visitor');
  await vi.waitFor(() => expect([dialog(), kept()]).toEqual([null, null]));
});

test('who comes back in another tab after their session ended goes on writing', async () => {
  const server = await openHelp();
  await type(t('help.message'), 'Ku e gjej kodin?');
  server.on('GET /api/auth/me', refuse(401, 'access.notAuthenticated', 'Hyni'));
  tellFromAnotherTab('visitor');
  await screen.findByRole('link', { name: t('profile.status.login') });
  server.on('GET /api/auth/me', () => ({ user: ana }));
  tellFromAnotherTab('visitor');
  await screen.findByRole('button', { name: t('auth.logout') });
  expect((await field(t('help.message'))).value).toBe('Ku e gjej kodin?');
});

test('what somebody is writing goes as they sign out in another tab', async () => {
  await openHelp();
  await type(t('help.message'), 'Ku e gjej kodin?');
  leaveInAnotherTab();
  await vi.waitFor(() => expect(dialog()).toBeNull());
});

test('what waits for them in this tab goes as they sign out in another', async () => {
  signIn();
  fakeServer({ 'GET /api/auth/me': () => ({ user: ana }) });
  show(<Elsewhere />, { at: '/' });
  keepDraft({ userId: ana.id, message: 'Ku e gjej kodin?' });
  leaveInAnotherTab();
  await vi.waitFor(() => expect(kept()).toBeNull());
});
