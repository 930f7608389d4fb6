import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LinkedAccount } from '#core/contract/accounts/identities.ts';
import { sessions } from '#core/contract/accounts/sessions.ts';
import { ApiError, urlOf } from '#core/contract/call.ts';
import { said, show, t } from '#test/dom.tsx';
import { ana, type FakeServer, fakeServer, noAnswer, refuse, signIn, signOut } from '#test/fake-server.ts';
import { IdentitiesProvider, type IdentityClients, NOBODY } from '#web/kit/data/shop-config.ts';
import { useLocation } from '#web/kit/router/location.tsx';
import { setCspSources } from '#web/kit/router/page-state.ts';
import { useToast } from '#web/kit/toasts.ts';
import { Page as LinkPage } from '#web/pages/link.page.tsx';
import { Page } from '#web/pages/login.page.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';

const GOOGLE = 'POST /api/auth/google';

const NONCE = 'POST /api/auth/nonce';

let server: FakeServer;

/** Calls of Google's script. */
let asked: { initialized: { callback: (answer: object) => void }; look: object; place: HTMLElement }[];

/** What provider scripts do when they are loaded. */
let scripts: Record<string, 'come' | 'fail'>;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));

const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));

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

describe('login page', () => {
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

  test('no identity provider configured, shows no button and requests nothing', async () => {
    await stand({});
    expect(screen.queryByText(t('login.orEmail'))).toBeNull();
    expect(screen.queryByText(t('login.apple'))).toBeNull();
    expect([asked, server.asked]).toEqual([[], []]);
  });

  test('provider script, fails to load, says so and can be retried', async () => {
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

  test('login page, reached without a reload, is reloaded so that the CSP allows the provider', async () => {
    setCspSources([]);
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
    await stand({});
    expect(reload).not.toHaveBeenCalled();
    await stand({ google: 'shop' });
    expect([reload.mock.calls.length, asked.length]).toEqual([1, 0]);
  });

  test('Google sign-in, known user, signs in, remembers the choice and redirects', async () => {
    await stand({ google: 'shop' }, '/login?next=%2Ffavorites');
    await answer('a.b.c');
    expect(server.sent(GOOGLE)).toEqual([{ credential: 'a.b.c', rememberMe: true, acceptsTerms: false }]);
    await pass(0);
    expect(textOf('address')).toBe('/login');
    await pass(100);
    expect(textOf('address')).toBe('/favorites');
  });

  test.each([
    ['the server says why', refuse(409, 'identities.emailTaken', 'Ka tashmë një llogari'), 'Ka tashmë një llogari'],
    ['it says nothing', () => Promise.reject(new ApiError(401, '', '')), t('auth.googleFailed')],
  ] as const)(
    'provider sign-in, refused where %s, shows the reason and can be retried',
    async (_when, refusal, text) => {
      server.on(GOOGLE, refusal);
      await stand({ google: 'shop' });
      await answer('a.b.c');
      await pass(0);
      expect(textOf('message')).toBe(`${t('common.error')}: ${text}`);
      server.on(GOOGLE, () => ({ user: ana }));
      await answer('d.e.f');
      await pass(200);
      expect(textOf('address')).toBe('/');
    },
  );

  test.each([
    [true, ''],
    [false, t('auth.registered.mail')],
  ])(
    'provider sign-in, new user, accepts the terms first; mail notice unless verified: %s',
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

  test('provider sign-in, second factor required, sends it with the same credential', async () => {
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
});

const LINK = 'POST /api/auth/identities';

let drawn: { callback: (answer: object) => void }[];

function LinkScreen() {
  const { pathname } = useLocation();
  return (
    <>
      <p data-testid="address">{pathname}</p>
      {pathname === '/settings/link' && <LinkPage />}
    </>
  );
}

function standIn(linked: LinkedAccount[] = [], user = ana) {
  server = fakeServer({
    'GET /api/auth/me': () => ({ user }),
    'GET /api/auth/identities': () => linked,
    'POST /api/auth/nonce': () => ({ nonce: 'n-1' }),
    [LINK]: () => ({ success: true }),
  });
  return show(
    <IdentitiesProvider value={{ google: 'shop', apple: 'shop' }}>
      <LinkScreen />
    </IdentitiesProvider>,
    { at: '/settings/link' },
  );
}

const pressOnLinkPage = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

async function vouch(credential = 'a.b.c') {
  await vi.waitFor(() => expect(drawn).toHaveLength(1));
  await act(async () => drawn[0]?.callback({ credential }));
}

const sent = () => server.sent('POST').filter((body) => body !== undefined);

describe('link page', () => {
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

  test('link account, Google credential, is confirmed with the password and leads back to the settings', async () => {
    standIn();
    await vouch();
    expect(sent()).toEqual([]);
    await userEvent.type(screen.getByLabelText(new RegExp(`^${t('form.currentPassword')}`)), 'një gotë me ujë');
    await pressOnLinkPage(t('linked.add'));
    await vi.waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/settings'));
    expect(sent()).toEqual([{ provider: 'google', credential: 'a.b.c', password: 'një gotë me ujë' }]);
    await vi.waitFor(() => expect(said()).toContain(t('linked.done')));
    expect(
      server.asked.filter((call) => call === 'GET /api/auth/identities'),
      'one more by now',
    ).toHaveLength(2);
  });

  test('link account, account without a password, needs none', async () => {
    standIn([], { ...ana, hasPassword: false });
    await vouch();
    await pressOnLinkPage(t('linked.add'));
    await vi.waitFor(() => expect(sent()).toEqual([{ provider: 'google', credential: 'a.b.c' }]));
  });

  test('link account, refused, shows the reason and allows another account', async () => {
    standIn([], { ...ana, hasPassword: false });
    server.on(LINK, refuse(409, 'identities.opensAnother', 'Me këtë llogari hyn dikush tjetër'));
    await vouch();
    await pressOnLinkPage(t('linked.add'));
    await vi.waitFor(() => expect(said().join()).toContain('Me këtë llogari hyn dikush tjetër'));
    await pressOnLinkPage(t('linked.other'));
    expect(screen.getByText(t('linked.about'))).toBeTruthy();
  });

  test('link account, guest, asks to sign in and returns', async () => {
    signOut();
    standIn();
    const door = await screen.findByRole('link', { name: t('login.action') });
    expect(door.getAttribute('href')).toContain('next=%2Fsettings%2Flink');
  });
});

const LIST = 'GET /api/auth/identities';

const UNLINK = 'POST /api/auth/identities/unlink';

const SESSIONS = [urlOf(sessions.list)];

const google: LinkedAccount = { provider: 'google', email: 'ana.k@gmail.com', linkedAt: '2026-01-01T12:00:00.000Z' };

const apple: LinkedAccount = { ...google, provider: 'apple', email: 'x1@privaterelay.appleid.com' };

const BOTH = { google: 'shop', apple: 'shop' };

const withoutPassword = { ...ana, hasPassword: false };

function visit(linked: LinkedAccount[] | Error, { clients = BOTH as Partial<IdentityClients>, user = ana } = {}) {
  signIn();
  const server = fakeServer({
    [LIST]: () => (linked instanceof Error ? Promise.reject(linked) : linked),
    [UNLINK]: () => ({ success: true }),
  });
  const shown = show(
    <IdentitiesProvider value={{ ...NOBODY, ...clients }}>
      <LinkedAccounts user={user} />
    </IdentitiesProvider>,
    { at: '/settings' },
  );
  return { server, ...shown };
}

const nameOf = (provider: 'google' | 'apple') => t(`linked.${provider}`);

async function askToUnlink(provider: 'google' | 'apple'): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: t('linked.unlink.of', { name: nameOf(provider) }) });
  await act(async () => void fireEvent.click(button));
  return screen.findByRole('dialog');
}

const pressInSettings = (name: string, where: HTMLElement) =>
  act(async () => void fireEvent.click(within(where).getByRole('button', { name })));

describe('linked accounts', () => {
  test('linked accounts list address and date, and offer the rest', async () => {
    visit([google]);
    const item = await screen.findByRole('listitem');
    expect(within(item).getByRole('heading').textContent).toBe('Google');
    expect(item.textContent).toContain('ana.k@gmail.com');
    expect(item.textContent).toContain('1 janar 2026');
    expect(screen.getByRole('link', { name: t('linked.add') }).getAttribute('href')).toBe('/settings/link');
  });

  test('linked accounts, none or all linked, says so or offers no more', async () => {
    visit([]);
    expect(await screen.findByText(t('linked.none'))).toBeTruthy();
    document.body.replaceChildren();
    visit([google, apple]);
    expect(await screen.findAllByRole('listitem')).toHaveLength(2);
    expect(screen.queryByRole('link', { name: t('linked.add') })).toBeNull();
  });

  test('unlink, with the password, is done and announced', async () => {
    const { server, queries } = visit([google, apple]);
    queries.setQueryData(SESSIONS, []);
    const dialog = await askToUnlink('google');
    expect(await within(dialog).findByText(t('linked.unlink.about', { email: google.email }))).toBeTruthy();
    const field = within(dialog).getByLabelText(new RegExp(`^${t('form.currentPassword')}`));
    await userEvent.type(field, 'një gotë me ujë');
    server.on(LIST, () => [apple]);
    await pressInSettings(t('linked.unlink'), dialog);
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sent('POST')).toEqual([{ provider: 'google', password: 'një gotë me ujë' }]);
    await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    await vi.waitFor(() => expect(said()).toContain(t('linked.unlinked')));
    expect(queries.getQueryState(SESSIONS)?.isInvalidated, 'all others are over').toBe(true);
  });

  test('unlink, no password but another login, asks for none', async () => {
    const { server } = visit([google, apple], { user: withoutPassword });
    const dialog = await askToUnlink('apple');
    await within(dialog).findByText(t('linked.unlink.about', { email: apple.email }));
    expect(within(dialog).queryByLabelText(new RegExp(t('form.currentPassword')))).toBeNull();
    await pressInSettings(t('linked.unlink'), dialog);
    await vi.waitFor(() => expect(server.sent('POST')).toEqual([{ provider: 'apple' }]));
  });

  test('unlink, only login, asks to set a password first', async () => {
    const { server } = visit([google], { user: withoutPassword });
    const dialog = await askToUnlink('google');
    expect(within(dialog).getByText(t('linked.only'))).toBeTruthy();
    expect(
      within(dialog)
        .getByRole('link', { name: t('security.password.set') })
        .getAttribute('href'),
    ).toBe('/reset');
    expect(within(dialog).queryByRole('button', { name: t('linked.unlink') })).toBeNull();
    expect(server.sent('POST')).toEqual([]);
  });

  test('unlink, wrong password or lost response, is shown at its field or as unknown', async () => {
    const { server } = visit([google]);
    server.on(UNLINK, () => {
      const details = { fields: { password: 'wrongPassword' } };
      throw new ApiError(403, JSON.stringify({ code: 'accounts.wrongPassword', message: 'Jo', details }), '');
    });
    const dialog = await askToUnlink('google');
    await userEvent.type(await within(dialog).findByLabelText(new RegExp(`^${t('form.currentPassword')}`)), 'jo');
    await pressInSettings(t('linked.unlink'), dialog);
    expect(await within(dialog).findByText(t('validation.wrongPassword'))).toBeTruthy();
    server.on(UNLINK, noAnswer);
    await pressInSettings(t('linked.unlink'), dialog);
    await vi.waitFor(() => expect(said().join()).toContain(t('linked.failed')));
    expect(said()).not.toContain(t('linked.unlinked'));
  });
});
