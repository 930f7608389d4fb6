import { act, fireEvent, screen } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '#core/contract/call.ts';
import { said, show, t } from '#test/dom.tsx';
import { ana, dealNumber, fakeServer, noAnswer, refuse, signIn, signOut } from '#test/fake-server.ts';
import { Messages as LoginLostMessages } from '#test/messages.tsx';
import { safeNext } from '#web/features/accounts/use-sign-in.ts';
import { AddressProvider } from '#web/kit/router/address.ts';
import { useLocation, useNavigate } from '#web/kit/router/location.tsx';
import { useToast } from '#web/kit/toasts.ts';
import { pageAt } from '#web/routes.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { Page } from './login.page.tsx';
import { Page as Reset } from './reset.page.tsx';

const WRONG = 'Emaili ose fjalëkalimi nuk është i saktë';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));

const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

function Messages() {
  const message = useToast();
  return message && <Toaster message={message} />;
}

async function signInWrongly(messages: boolean) {
  vi.useFakeTimers();
  signOut();
  fakeServer({ 'POST /api/auth/login': refuse(401, 'accounts.badCredentials', WRONG) });
  show(
    <>
      <Page />
      {messages && <Messages />}
    </>,
    { at: '/login' },
  );
  await pass(0);
  fill(t('login.email'), 'ana@example.al');
  fill(t('login.password'), 'nuk-eshte-ky');
  press(t('login.action'));
  await pass(300);
}

const deal = dealNumber(1);

async function stand(at: string, state?: unknown): Promise<void> {
  vi.useFakeTimers();
  fakeServer({
    [`GET /api/deals/${deal.id}`]: () => deal,
    'GET /api/auth/me': () => ({ user: ana }),
    'POST /api/auth/register': () => ({ user: ana }),
  });
  show(<Page />, { at, state });
  await pass(100);
}

const wayBack = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])[0];

describe('login form', () => {
  test('login, wrong credentials, marks both fields with advice until they change', async () => {
    await signInWrongly(false);
    const [email, password] = [screen.getByLabelText(t('login.email')), screen.getByLabelText(t('login.password'))];
    const described = (field: HTMLElement) =>
      document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
    expect([email, password].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
    expect([described(email), described(password)]).toEqual([WRONG, t('validation.checkBoth')]);
    expect(document.activeElement).toBe(password);
    fill(t('login.password'), 'po-kjo-eshte');
    await pass(10);
    expect(password.getAttribute('aria-invalid')).toBe(null);
  });

  test('registration, successful, is announced once with the mail on its way', async () => {
    signOut();
    await stand('/login');
    press(t('login.toRegister'));
    fill(t('login.email'), ana.email);
    fill(t('login.password'), 'një gotë me ujë');
    fireEvent.click(screen.getByRole('checkbox', { name: /16/ }));
    press(t('register.action'));
    await pass(300);
    expect(said()).toEqual([`${t('auth.registered')}. ${t('auth.registered.mail')}`]);
  });

  test('email typed at login is prefilled at the password reset, and back', async () => {
    signOut();
    vi.useFakeTimers();
    fakeServer();
    const login = show(<Page />, { at: '/login' });
    await pass(100);
    fill(t('login.email'), ana.email);
    login.unmount();
    const reset = show(<Reset />, { at: '/reset' });
    await pass(100);
    const typed = () => screen.getByLabelText<HTMLInputElement>(t('login.email')).value;
    expect(typed()).toBe(ana.email);
    fill(t('login.email'), 'ana@bukuri.example');
    reset.unmount();
    await stand('/login');
    expect(typed()).toBe('ana@bukuri.example');
  });

  test('login, guest with a requested deal, shows it, also at registration', async () => {
    signOut();
    await stand(`/login?next=%2Fdeal%2F${deal.id}&add=${deal.id}`);
    expect(screen.getByText(t('register.forDeal', { title: deal.title }))).toBeTruthy();
    expect(wayBack()).toEqual([t('back.deal'), `/deal/${deal.id}`]);
    press(t('login.toSignIn'));
    expect(screen.getByText(t('login.forDeal', { title: deal.title }))).toBeTruthy();
  });

  test('login, guest who applies for a salon, opens the registration and says what for', async () => {
    signOut();
    await stand('/login?next=%2Fprofile%23apply');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('register.title'));
    expect(screen.getByRole('heading', { name: t('register.salon') })).toBeTruthy();
    press(t('login.toSignIn'));
    expect(screen.queryByRole('heading', { name: t('register.salon') })).toBeNull();
  });

  test('login, browser on which somebody signed in before, opens at sign-in', async () => {
    signOut();
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
    document.cookie = 'hasSignedIn=1; Path=/';
    await stand(`/login?add=${deal.id}`);
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
    document.cookie = 'hasSignedIn=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT';
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('login.title'));
    const tab = screen.getByRole('tab', { name: t('register.tab') });
    tab.focus();
    act(() => void fireEvent.click(tab));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('register.title'));
    expect(document.activeElement).toBe(tab);
  });

  test.each([
    ['shkurt', 'register.weak.short'],
    ['aaaaaaaaaa', 'register.weak.monotonous'],
    [`${ana.email}!`, 'register.weak.email'],
    ['një gotë me ujë', null],
  ] as const)('registration, password %s typed, says what is wrong with it', async (typed, reason) => {
    signOut();
    await stand(`/login?add=${deal.id}`);
    fill(t('login.email'), ana.email);
    fill(t('login.password'), typed);
    await pass(10);
    const described = screen.getByLabelText(t('login.password')).getAttribute('aria-describedby') ?? '';
    const says = described.split(' ').map((id) => document.getElementById(id)?.textContent);
    expect(says).toEqual([...(reason ? [t(reason)] : []), t('register.passwordHint', { count: 8 })]);
  });

  test('login page, signed in, offers only to change the account', async () => {
    signIn();
    await stand(`/login?add=${deal.id}`);
    const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
    expect([heading(), document.title]).toEqual([
      t('profile.status.loggedIn'),
      expect.stringContaining(heading() ?? ''),
    ]);
    expect(screen.queryByText(deal.title, { exact: false })).toBeNull();
    press(t('login.change'));
    expect(heading()).toBe(t('login.title'));
  });
});

const address = () => screen.getByTestId('address').textContent;

function Login() {
  const { pathname, search } = useLocation();
  return (
    <AddressProvider value={pageAt(pathname, new URLSearchParams(search))}>
      <Page />
    </AddressProvider>
  );
}

function Shop() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <p data-testid="address">{pathname}</p>
      <button type="button" onClick={() => navigate('/deal/1')}>
        deal
      </button>
      <button type="button" onClick={() => navigate('/login?next=%2Fdeal%2F1', { state: { from: '/deal/1' } })}>
        add
      </button>
      <button type="button" onClick={() => navigate('/login?next=%2Fdeal%2F1')}>
        come otherwise
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        back
      </button>
      <button type="button" onClick={() => navigate('/categories')}>
        elsewhere
      </button>
      {pathname === '/login' && <Login />}
    </>
  );
}

describe('address after signing in', () => {
  test.each([
    ['whoever was sent there by a page is on it again, and Back leads on', ['deal', 'add'], '/'],
    ['whoever came otherwise is on that page, and Back leads to where they were', ['come otherwise'], '/'],
  ])('%s', async (_, ways, before) => {
    vi.useFakeTimers();
    signOut();
    fakeServer({ 'POST /api/auth/login': () => ({ user: ana }), 'GET /api/auth/me': () => ({ user: ana }) });
    show(<Shop />);
    for (const way of ways) press(way);
    await pass(0);
    fill(t('login.email'), ana.email);
    fill(t('login.password'), 'një gotë me ujë');
    press(t('login.action'));
    await pass(500);
    expect(address()).toBe('/deal/1');
    press('back');
    await pass(0);
    expect(address()).toBe(before);
  });
});

const trap = fc.constantFrom(
  '/',
  '\\',
  '%',
  '09',
  '2f',
  '5C',
  '0a',
  '\t',
  '\n',
  '\0',
  '.',
  '..',
  ':',
  '@',
  '?',
  '#',
  'x',
  'login',
  'api',
);

describe('safe next address', () => {
  test.each([
    '/',
    '/cart',
    '/loginx',
    '/apis',
    '/deal/6f1c',
    '/?category=nails&city=all',
    '/profile#order-1',
    '/?search=xhel%20thonj',
  ])('safe next, %s, is kept', (path) => expect(safeNext(path)).toBe(path));

  test.each([
    null,
    '',
    'cart',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/%09/evil.example',
    '/%5cevil.example',
    '/%2Fevil.example',
    '/%00',
    '/%',
    '/cart\n',
    ' /cart',
    '/a/../cart',
    'https://evil.example/',
    'javascript:alert(1)',
    '/.//evil.example',
    '/login',
    '/login?next=/login',
    '/Login/',
    '/log%69n',
    '/api/auth/me',
    '/api',
    '/healthz',
  ])('safe next, %j, leads home', (next) => expect(safeNext(next)).toBe('/'));

  test('safe next is always a plain path of this site', () => {
    const asked = fc.array(fc.oneof(trap, fc.string()), { maxLength: 8 }).map((parts) => `/${parts.join('')}`);
    fc.assert(
      fc.property(asked, (next) => {
        const path = safeNext(next);
        const url = new URL(path, location.origin);
        expect(url.origin).toBe(location.origin);
        expect(url.pathname + url.search + url.hash).toBe(path);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
        expect(decodeURIComponent(url.pathname)).not.toMatch(/^\/(login|api)(\/|$)|^\/\/|[\u0000-\u001f\u007f\\]/);
      }),
      { numRuns: 2000 },
    );
  });
});

const NEEDED = 'Shkruani edhe kodin nga aplikacioni juaj';

const WRONG_CODE = 'Kodi nuk vlen ose është përdorur tashmë';

/** A server that requires the code `123456` or `ABCDE-FGHJK`. */
async function signInWithCode() {
  vi.useFakeTimers();
  signOut();
  const server = fakeServer({
    'POST /api/auth/login': ({ body }) => {
      const { code } = body as { code?: string };
      const refusal = (answer: object) => new ApiError(401, JSON.stringify(answer), '');
      if (code === undefined) throw refusal({ code: 'accounts.codeNeeded', message: NEEDED });
      if (code !== '123456' && code !== 'ABCDE-FGHJK')
        throw refusal({
          code: 'secondFactors.wrongCode',
          message: WRONG_CODE,
          details: { fields: { code: 'wrongCode' } },
        });
      return { user: ana };
    },
  });
  show(<Page />, { at: '/login?next=%2Ffavorites' });
  await pass(0);
  fill(t('login.email'), ana.email);
  fill(t('login.password'), 'një gotë me ujë');
  press(t('login.action'));
  await pass(300);
  return server;
}

describe('second factor', () => {
  test('login, second factor required, asks for a code without an error', async () => {
    const server = await signInWithCode();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('login.code.title'));
    expect([screen.queryByLabelText(t('login.password')), screen.queryByRole('alert')]).toEqual([null, null]);
    expect(screen.queryByText(NEEDED)).toBeNull();
    const field = screen.getByLabelText<HTMLInputElement>(t('login.code.app'));
    expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric']);
    fill(t('login.code.app'), '123456');
    press(t('login.action'));
    await pass(300);
    expect(server.sent('POST').at(-1)).toEqual({
      username: ana.email,
      password: 'një gotë me ujë',
      rememberMe: true,
      code: '123456',
    });
  });

  test('login, wrong code, says so at its field and keeps it', async () => {
    await signInWithCode();
    fill(t('login.code.app'), '000000');
    press(t('login.action'));
    await pass(300);
    const field = screen.getByLabelText<HTMLInputElement>(t('login.code.app'));
    expect([field.value, field.getAttribute('aria-invalid'), document.activeElement]).toEqual([
      '000000',
      'true',
      field,
    ]);
    expect(screen.getByText(t('validation.wrongCode'))).toBeTruthy();
  });

  test('login, recovery code, is accepted in a new field', async () => {
    const server = await signInWithCode();
    fill(t('login.code.app'), '000000');
    press(t('login.code.toRecovery'));
    const field = screen.getByLabelText<HTMLInputElement>(t('login.code.recovery'));
    expect([field.value, field.inputMode, field.autocomplete]).toEqual(['', 'text', 'off']);
    expect(document.activeElement).toBe(field);
    fill(t('login.code.recovery'), 'ABCDE-FGHJK');
    press(t('login.action'));
    await pass(300);
    expect(server.sent('POST').at(-1)).toMatchObject({ code: 'ABCDE-FGHJK' });
  });
});

const TAKEN = 'Ka tashmë një llogari me këtë email';

/** The account is created, or existed; the first responses are lost. */
async function register({ lost, isTheirs = true }: { lost: number; isTheirs?: boolean }) {
  vi.useFakeTimers();
  signOut();
  let asked = 0;
  const server = fakeServer({
    [`GET /api/deals/${deal.id}`]: () => deal,
    'GET /api/cart': () => [],
    'POST /api/cart': () => null,
    'POST /api/auth/register': (call) => (++asked <= lost ? noAnswer(call) : taken(call)),
    'POST /api/auth/login': isTheirs ? () => ({ user: ana }) : refuse(401, 'accounts.badCredentials', 'Jo'),
  });
  show(
    <>
      <Page />
      <LoginLostMessages />
    </>,
    { at: `/login?add=${deal.id}` },
  );
  await pass(0);
  fill(t('login.email'), ana.email);
  fill(t('login.password'), 'një gotë me ujë');
  act(() => void fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(t('register.accept')) })));
  press(t('register.action'));
  await pass(3000);
  return server;
}

const taken = refuse(409, 'accounts.emailTaken', TAKEN);

const callsOf = ({ asked }: { asked: readonly string[] }) =>
  asked.filter((call) => call.startsWith('POST /api/auth')).map((call) => call.split('/').at(-1));

describe('lost responses', () => {
  test('registration, response lost, signs in and goes on', async () => {
    const server = await register({ lost: 1 });
    expect(callsOf(server)).toEqual(['register', 'register', 'login']);
    expect(server.sent('POST')[2]).toEqual({ username: ana.email, password: 'një gotë me ujë', rememberMe: true });
    expect(screen.queryByText(TAKEN)).toBeNull();
    expect(server.asked).toContain('POST /api/cart');
  });

  test('registration, every response lost, is not reported as failed and a retry resolves it', async () => {
    const server = await register({ lost: 2 });
    expect(screen.getAllByText(t('auth.registrationUnknown')).length).toBeGreaterThan(0);
    press(t('register.action'));
    await pass(3000);
    expect(callsOf(server)).toEqual(['register', 'register', 'register', 'login']);
    expect(screen.queryByText(TAKEN)).toBeNull();
  });

  test.each([
    ['nothing was lost', { lost: 0 }, ['register']],
    ['the account is somebody else’s', { lost: 1, isTheirs: false }, ['register', 'register', 'login']],
  ])('registration, email taken, is refused where %s', async (_why, how, calls) => {
    const server = await register(how);
    expect(callsOf(server)).toEqual(calls);
    expect(screen.getAllByText(TAKEN).length).toBeGreaterThan(0);
  });
});
