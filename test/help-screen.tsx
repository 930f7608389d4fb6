/** The profile with its help dialog, and the session handling of the app. */
import { act, fireEvent, screen } from '@testing-library/react';
import { useOtherTabs, useSessionEnd } from '#web/features/accounts/session-end.ts';
import { Page as Profile } from '#web/pages/profile.page.tsx';
import { show, t } from './dom.tsx';
import { ana, type FakeServer, fakeServer, signIn } from './fake-server.ts';

export const SEND = 'POST /api/support/messages';
export const done = () => ({ success: true });
export const button = (name: string) => screen.getByRole('button', { name });
export const press = (name: string) => act(async () => void fireEvent.click(button(name)));
export const field = (name: string) => screen.findByRole('textbox', { name }) as Promise<HTMLInputElement>;
export const type = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } });
export const dialog = () => screen.queryByRole('dialog');

export function Screen() {
  useSessionEnd();
  useOtherTabs();
  return <Profile />;
}

export async function openHelp(): Promise<FakeServer> {
  signIn();
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/orders/my': () => [],
    [SEND]: done,
  });
  show(<Screen />, { at: '/profile' });
  await screen.findByRole('button', { name: t('profile.help') });
  await press(t('profile.help'));
  await field(t('help.message'));
  return server;
}
