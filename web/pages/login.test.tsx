import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { ana, dealNumber, type FakeServer, fakeServer, refuse, signIn, signOut } from '#test/fake-server.ts';
import { useToast } from '#web/kit/toasts.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { Page } from './login.page.tsx';
import { Page as Reset } from './reset.page.tsx';

const WRONG = 'Emaili ose fjalëkalimi nuk është i saktë';
let server: FakeServer;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));
const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

function Messages() {
  const message = useToast();
  return message && <Toaster message={message} />;
}

/** Somebody signs in with a wrong password. */
async function signInWrongly(messages: boolean) {
  vi.useFakeTimers();
  signOut();
  server = fakeServer({ 'POST /api/auth/login': refuse(401, 'accounts.badCredentials', WRONG) });
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

test('wrong credentials mark both fields, which say why and what would do, until they are mended', async () => {
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

test('whoever registers sees and hears once that the account was made and a mail is on its way', async () => {
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

test('an address that was typed goes along to a forgotten password, and back', async () => {
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

test('a guest reads which deal waits for the cart, and that registering adds it too', async () => {
  signOut();
  await stand(`/login?next=%2Fdeal%2F${deal.id}&add=${deal.id}`);
  expect(screen.getByText(t('login.forDeal', { title: deal.title }))).toBeTruthy();
  expect(wayBack()).toEqual([t('back.deal'), `/deal/${deal.id}`]);
  press(t('login.toRegister'));
  expect(screen.getByText(t('register.forDeal', { title: deal.title }))).toBeTruthy();
});

test('who is signed in is not asked to sign in, unless to change account', async () => {
  signIn();
  await stand(`/login?add=${deal.id}`);
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
  expect([heading(), document.title]).toEqual([t('profile.status.loggedIn'), expect.stringContaining(heading() ?? '')]);
  expect(screen.queryByText(deal.title, { exact: false })).toBeNull();
  press(t('login.change'));
  expect(heading()).toBe(t('login.title'));
});

test('who registers chooses how long the browser knows them, as at signing in, and the choice goes along', async () => {
  signOut();
  await stand('/login');
  server = fakeServer({ 'POST /api/auth/register': () => ({ user: ana }) });
  const remember = () => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(t('login.remember')) });
  press(t('login.toRegister'));
  expect(remember().checked).toBe(true);
  fireEvent.click(remember());
  press(t('login.toSignIn'));
  expect(remember().checked).toBe(false);
  press(t('login.toRegister'));
  fill(t('login.email'), 'besa@example.al');
  fill(t('login.password'), 'një gotë me ujë');
  fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(t('register.accept')) }));
  press(t('register.action'));
  await pass(300);
  expect(server.sent('POST')).toMatchObject([{ email: 'besa@example.al', rememberMe: false, acceptsTerms: true }]);
});
