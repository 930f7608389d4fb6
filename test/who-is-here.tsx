/** A page that shows the current user. */
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { vi } from 'vitest';
import { useBecome } from '#web/features/accounts/become.ts';
import { RequireUser } from '#web/features/accounts/require-user.tsx';
import { useOtherTabs, useSessionEnd } from '#web/features/accounts/session-end.ts';
import { useFindUser } from '#web/features/accounts/use-user.ts';
import { useLocation } from '#web/kit/router/location.tsx';
import { useToast } from '#web/kit/toasts.ts';
import { ana, type FakeServer, fakeServer, signIn } from './fake-server.ts';

export const besa = { ...ana, id: '0190a5b2-0000-7000-8000-000000000002', email: 'besa@example.al' };
export const ME = 'GET /api/auth/me';
/** Ana is signed in, and timers are fake. */
export function anaIsHere(): FakeServer {
  vi.useFakeTimers();
  signIn();
  return fakeServer({ [ME]: () => ({ user: ana }) });
}

/** A little longer, for the next render. */
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));
export const press = (name: string) => act(() => fireEvent.click(screen.getByRole('button', { name })));
export const seen = () => screen.getByTestId('page').textContent;

/** The current user, and buttons that change it. */
export function WhoIsHere() {
  useSessionEnd();
  useOtherTabs();
  const findUser = useFindUser();
  const become = useBecome();
  const { pathname, search } = useLocation();
  const message = useToast();
  const [found, setFound] = useState('');
  const find = () =>
    findUser().then(
      (user) => setFound(user?.email ?? 'guest'),
      () => setFound('nobody knows'),
    );
  return (
    <>
      <div data-testid="page">
        <RequireUser waiting="waiting" door="door">
          {(user) => user.email}
        </RequireUser>
      </div>
      <output>{found}</output>
      <p data-testid="address">{pathname + search}</p>
      <p data-testid="message">{message && [message.title, message.text].join(': ')}</p>
      <button type="button" onClick={() => void find()}>
        find
      </button>
      <button type="button" onClick={() => become(besa)}>
        become Besa
      </button>
      <button type="button" onClick={() => become(ana)}>
        become Ana
      </button>
      <button type="button" onClick={() => become(null)}>
        become a guest
      </button>
      <button type="button" onClick={message?.action?.run}>
        {message?.action?.label ?? 'nothing to do'}
      </button>
    </>
  );
}
