/** What somebody is writing to the shop while their session ends, or another signs in over them. */
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { ana, refuse, } from '#test/fake-server.ts';
import { dialog, done, field, openHelp, press, Screen, SEND, type } from '#test/help-screen.tsx';
import { besa } from '#test/who-is-here.tsx';
import { forgetPersonalThings } from '#web/kit/kept.ts';
import { forgetToasts } from '#web/kit/toasts.ts';

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
  forgetToasts();
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
  forgetPersonalThings();
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
