/** Signing in with Google and Apple: what their scripts are asked for, and what becomes of what they answer. */
import { act, fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#core/contract/call.ts';
import { said, show, t } from '#test/dom.tsx';
import { ana, type FakeServer, fakeServer, refuse, signOut } from '#test/fake-server.ts';
import { setCspSources } from '#web/kit/page-state.ts';
import { IdentitiesProvider, type IdentityClients, NOBODY } from '#web/kit/shop-config.ts';
import { useToast } from '#web/kit/toasts.ts';
import { Page } from './login.page.tsx';

const GOOGLE = 'POST /api/auth/google';
const NONCE = 'POST /api/auth/nonce';
let server: FakeServer;
/** What Google's script was asked for. */
let asked: { initialized: { callback: (answer: object) => void }; look: object; place: HTMLElement }[];
/** What the scripts of others do when they are fetched. */
let scripts: Record<string, 'come' | 'fail'>;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));
const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));

beforeEach(() => {
  vi.useFakeTimers();
  signOut();
  setCspSources(['google', 'apple']);
  asked = [];
  scripts = { 'accounts.google.com': 'come', 'appleid.cdn-apple.com': 'come' };
  server = fakeServer({ [NONCE]: () => ({ nonce: 'n-1' }), [GOOGLE]: () => ({ user: ana }) });
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    const { src } = script as HTMLScriptElement;
    const outcome = scripts[new URL(src).host];
    setTimeout(() => (script as HTMLElement).dispatchEvent(new Event(outcome === 'come' ? 'load' : 'error')), 50);
  });
  let initialized = { callback: () => {} };
  window.google = {
    accounts: {
      id: {
        initialize: (options) => {
          initialized = options as never;
        },
        renderButton: (place, look) => void asked.push({ initialized, look, place }),
      },
    },
  };
});
afterEach(() => {
  setCspSources([]);
  delete window.google;
  delete window.AppleID;
});

function Screen() {
  const message = useToast();
  const { pathname } = useLocation();
  return (
    <>
      <p data-testid="message">{message && [message.title, message.text].join(': ')}</p>
      <p data-testid="address">{pathname}</p>
      {pathname === '/login' && <Page />}
    </>
  );
}

async function stand(clients: Partial<IdentityClients>, at = '/login') {
  const shown = show(
    <IdentitiesProvider value={{ ...NOBODY, ...clients }}>
      <Screen />
    </IdentitiesProvider>,
    { at },
  );
  await pass(100);
  return shown;
}

const textOf = (id: string) => screen.getByTestId(id).textContent;
const answer = (credential: string) => act(async () => asked.at(-1)?.initialized.callback({ credential }));

test('where nobody vouches for people there is no button, no divider, and nobody is asked', async () => {
  await stand({});
  expect(screen.queryByText(t('login.orEmail'))).toBeNull();
  expect(screen.queryByText(t('login.apple'))).toBeNull();
  expect([asked, server.asked]).toEqual([[], []]);
});

test('a script that does not come is said in words, and can be asked for again', async () => {
  scripts['accounts.google.com'] = 'fail';
  await stand({ google: 'shop' });
  expect(screen.getByText(t('auth.googleWidget'))).toBeTruthy();
  await pass(300);
  expect(said()).toContain(t('auth.googleWidget'));
  scripts['accounts.google.com'] = 'come';
  press(t('common.tryAgain'));
  await pass(100);
  expect([screen.queryByRole('button', { name: t('common.tryAgain') }), asked.length]).toEqual([null, 1]);
});

test('Google’s own script draws its button, of the specified kind and size, for this page', async () => {
  await stand({ google: 'shop.apps.googleusercontent.com' });
  expect(asked).toHaveLength(1);
  const { initialized, look, place } = asked[0] ?? {};
  expect(initialized).toMatchObject({ client_id: 'shop.apps.googleusercontent.com', nonce: 'n-1', auto_select: false });
  expect(look).toMatchObject({ type: 'standard', theme: 'outline', size: 'large', locale: 'sq' });
  expect(place?.className).toContain('min-h-11');
  expect(screen.getByText(t('login.orEmail'))).toBeTruthy();
});

test('a script that brings nothing is said in words', async () => {
  delete window.google;
  await stand({ google: 'shop' });
  expect(screen.getByText(t('auth.googleWidget'))).toBeTruthy();
});

test('a page that was reached from another is loaded anew, for that may not run scripts of others', async () => {
  setCspSources([]);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  await stand({});
  expect(reload).not.toHaveBeenCalled();
  await stand({ google: 'shop' });
  expect([reload.mock.calls.length, asked.length]).toEqual([1, 0]);
});

test('whoever Google vouches for is in, stays if they say so, and goes on', async () => {
  await stand({ google: 'shop' }, '/login?next=%2Ffavorites');
  await answer('a.b.c');
  expect(server.sent(GOOGLE)).toEqual([{ credential: 'a.b.c', rememberMe: true, acceptsTerms: false }]);
  await pass(0);
  expect(textOf('address')).toBe('/login');
  await pass(100);
  expect(textOf('address')).toBe('/favorites');
});

test('who is not to be remembered is not', async () => {
  await stand({ google: 'shop' });
  act(() => void fireEvent.click(screen.getByRole('checkbox')));
  await answer('a.b.c');
  expect(server.sent(GOOGLE)).toEqual([expect.objectContaining({ rememberMe: false })]);
});

test.each([
  ['the server says why', refuse(409, 'identities.emailTaken', 'Ka tashmë një llogari'), 'Ka tashmë një llogari'],
  ['it says nothing', () => Promise.reject(new ApiError(401, '', '')), t('auth.googleFailed')],
] as const)('who is not let in reads why where %s, and can try again', async (_when, refusal, text) => {
  server.on(GOOGLE, refusal);
  await stand({ google: 'shop' });
  await answer('a.b.c');
  await pass(0);
  expect(textOf('message')).toBe(`${t('common.error')}: ${text}`);
  server.on(GOOGLE, () => ({ user: ana }));
  await answer('d.e.f');
  await pass(200);
  expect(textOf('address')).toBe('/');
});

test.each([
  [true, ''],
  [false, t('auth.registered.mail')],
])(
  'whoever has no account accepts the terms before one is made, and reads of the mail unless the address counts as shown: %s',
  async (isEmailVerified, text) => {
    server.on(GOOGLE, ({ body }) => {
      if ((body as { acceptsTerms: boolean }).acceptsTerms) return { user: { ...ana, isEmailVerified } };
      const details = { email: 'ana@gmail.com' };
      throw new ApiError(409, JSON.stringify({ code: 'identities.termsNeeded', message: 'Pranoni', details }), '');
    });
    await stand({ google: 'shop' });
    await answer('a.b.c');
    await pass(0);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('register.title'));
    expect(screen.getByText('ana@gmail.com')).toBeTruthy();
    press(t('register.action'));
    await pass(0);
    expect(server.sent(GOOGLE)).toHaveLength(1);
    act(() => void fireEvent.click(screen.getByRole('checkbox')));
    press(t('register.action'));
    await pass(0);
    expect(server.sent(GOOGLE).at(-1)).toEqual({ credential: 'a.b.c', rememberMe: true, acceptsTerms: true });
    expect(textOf('message')).toBe(`${t('auth.registered')}: ${text}`);
    await pass(100);
    expect(textOf('address')).toBe('/');
  },
);

test('a second factor is asked for, and comes with the same credential', async () => {
  server.on(GOOGLE, ({ body }) => {
    if ((body as { code?: string }).code) return { user: ana };
    throw new ApiError(401, JSON.stringify({ code: 'accounts.codeNeeded', message: 'Kodi' }), '');
  });
  await stand({ google: 'shop' });
  await answer('a.b.c');
  await pass(0);
  fireEvent.change(screen.getByLabelText(t('login.code.app')), { target: { value: '123456' } });
  press(t('login.action'));
  await pass(200);
  expect(server.sent(GOOGLE).at(-1)).toMatchObject({ credential: 'a.b.c', code: '123456' });
  expect(textOf('address')).toBe('/');
});

test('Apple’s script is fetched when its button is pressed, and asked in a window of its own', async () => {
  const init = vi.fn();
  const signIn = vi.fn(async () => ({ authorization: { id_token: 'x.y.z' } }));
  window.AppleID = { auth: { init, signIn } };
  server.on('POST /api/auth/apple', () => ({ user: ana }));
  await stand({ apple: 'al.bukuri.web' });
  expect(document.head.append).not.toHaveBeenCalled();
  press(t('login.apple'));
  await pass(100);
  expect(init).toHaveBeenCalledWith(
    expect.objectContaining({ clientId: 'al.bukuri.web', nonce: 'n-1', usePopup: true, scope: 'email' }),
  );
  expect(server.sent('POST /api/auth/apple')).toEqual([expect.objectContaining({ credential: 'x.y.z' })]);
});

test.each([
  [{ error: 'popup_closed_by_user' }, null],
  [new Error('blocked'), t('auth.appleFailed')],
] as const)(
  'who closes Apple’s window hears nothing, who could not open it that it failed: %o',
  async (error, text) => {
    window.AppleID = { auth: { init: () => {}, signIn: () => Promise.reject(error) } };
    await stand({ apple: 'al.bukuri.web' });
    press(t('login.apple'));
    await pass(100);
    expect(textOf('message')).toBe(text === null ? '' : `${t('common.error')}: ${text}`);
  },
);
