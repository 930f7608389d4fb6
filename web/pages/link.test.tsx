/** Linking an account elsewhere: who one is there, then who one is here. */
import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LinkedAccount } from '#core/contract/identities.ts';
import { said, show, t } from '#test/dom.tsx';
import { ana, type FakeServer, fakeServer, refuse, signIn, signOut } from '#test/fake-server.ts';
import { setCspSources } from '#web/kit/page-state.ts';
import { IdentitiesProvider } from '#web/kit/shop-config.ts';
import { Page } from './link.page.tsx';

const LINK = 'POST /api/auth/identities';
const apple: LinkedAccount = { provider: 'apple', email: 'ana@icloud.com', linkedAt: '2026-01-01T12:00:00.000Z' };
let server: FakeServer;
let drawn: { callback: (answer: object) => void }[];

beforeEach(() => {
  signIn();
  setCspSources(['google', 'apple']);
  drawn = [];
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    queueMicrotask(() => (script as HTMLElement).dispatchEvent(new Event('load')));
  });
  window.google = {
    accounts: { id: { initialize: (options) => void drawn.push(options as never), renderButton: () => {} } },
  };
});
afterEach(() => {
  setCspSources([]);
  delete window.google;
});

function Screen() {
  const { pathname } = useLocation();
  return (
    <>
      <p data-testid="address">{pathname}</p>
      {pathname === '/settings/link' && <Page />}
    </>
  );
}

function stand(linked: LinkedAccount[] = [], user = ana) {
  server = fakeServer({
    'GET /api/auth/me': () => ({ user }),
    'GET /api/auth/identities': () => linked,
    'POST /api/auth/nonce': () => ({ nonce: 'n-1' }),
    [LINK]: () => ({ success: true }),
  });
  return show(
    <IdentitiesProvider value={{ google: 'shop', apple: 'shop' }}>
      <Screen />
    </IdentitiesProvider>,
    { at: '/settings/link' },
  );
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
async function vouch(credential = 'a.b.c') {
  await vi.waitFor(() => expect(drawn).toHaveLength(1));
  await act(async () => drawn[0]?.callback({ credential }));
}
const sent = () => server.sent('POST').filter((body) => body !== undefined);

test('whoever Google vouches for confirms it with the password, and is led back to the settings', async () => {
  stand();
  await vouch();
  expect(sent()).toEqual([]);
  await userEvent.type(screen.getByLabelText(new RegExp(`^${t('security.password.current')}`)), 'një gotë me ujë');
  await press(t('linked.add'));
  await vi.waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/settings'));
  expect(sent()).toEqual([{ provider: 'google', credential: 'a.b.c', password: 'një gotë me ujë' }]);
  await vi.waitFor(() => expect(said()).toContain(t('linked.done')));
  expect(
    server.asked.filter((call) => call === 'GET /api/auth/identities'),
    'one more by now',
  ).toHaveLength(2);
});

test('who has no password confirms it without one', async () => {
  stand([], { ...ana, hasPassword: false });
  await vouch();
  await press(t('linked.add'));
  await vi.waitFor(() => expect(sent()).toEqual([{ provider: 'google', credential: 'a.b.c' }]));
});

test('who is refused reads why, and can show another account', async () => {
  stand([], { ...ana, hasPassword: false });
  server.on(LINK, refuse(409, 'identities.opensAnother', 'Me këtë llogari hyn dikush tjetër'));
  await vouch();
  await press(t('linked.add'));
  await vi.waitFor(() => expect(said().join()).toContain('Me këtë llogari hyn dikush tjetër'));
  await press(t('linked.other'));
  expect(screen.getByText(t('linked.about'))).toBeTruthy();
});

test('only those are offered that are not linked yet', async () => {
  stand([apple]);
  await screen.findByText(t('linked.about'));
  expect(screen.queryByRole('button', { name: t('login.apple') })).toBeNull();
  await vi.waitFor(() => expect(drawn).toHaveLength(1));
});

test('where all are linked it is said', async () => {
  stand([apple, { ...apple, provider: 'google' }]);
  expect(await screen.findByText(t('linked.nothing'))).toBeTruthy();
  expect(drawn).toEqual([]);
});

test('a guest is asked to sign in, and comes back', async () => {
  signOut();
  stand();
  const door = await screen.findByRole('link', { name: t('login.action') });
  expect(door.getAttribute('href')).toContain('next=%2Fsettings%2Flink');
});
