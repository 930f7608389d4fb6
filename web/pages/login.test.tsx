import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#core/contract/call.ts';
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

/** Where the text can be read: the form and the message, without what is there for ears alone. */
const readable = (text: string) =>
  screen.queryAllByText(text).filter((place) => !place.closest('.invisible, [data-live-region]')).length;

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

test('why a form was refused is read once: in the message, then at the button', async () => {
  await signInWrongly(true);
  expect(readable(WRONG)).toBe(1);
  expect(screen.getByText(t('common.error'))).toBeTruthy();
  await pass(7000);
  expect([readable(WRONG), screen.queryByText(t('common.error'))]).toEqual([1, null]);
});

const heard = (text: string) => said().filter((line) => line?.includes(text)).length;

test('what the field that gets focus says is not said besides', async () => {
  await signInWrongly(true);
  expect([document.activeElement, heard(WRONG)]).toEqual([screen.getByLabelText(t('login.password')), 0]);
  // Where it stays, nothing would say it again.
  press(t('login.action'));
  await pass(300);
  expect(heard(WRONG)).toBe(1);
});

test('who stands in the field that is wrong already hears why', async () => {
  vi.useFakeTimers();
  signOut();
  show(<Page />, { at: '/login' });
  await pass(0);
  act(() => screen.getByLabelText(t('login.email')).focus());
  act(() => void fireEvent.submit(document.querySelector('form') as HTMLFormElement));
  await pass(0);
  await pass(300);
  const email = screen.getByLabelText(t('login.email'));
  const why = document.getElementById(`${email.id}-error`)?.textContent;
  expect(said()).toEqual([`${t.count('form.wrong', 2)}. ${why}`]);
});

test('where the box of messages did not come, it is read at the button', async () => {
  await signInWrongly(false);
  expect(readable(WRONG)).toBe(1);
});

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

test('what was wrong with a form follows to no other, and is forgotten when one comes back', async () => {
  await signInWrongly(true);
  press(t('login.toRegister'));
  await pass(1100);
  expect(readable(WRONG)).toBe(0);
  press(t('login.toSignIn'));
  await pass(100);
  expect([readable(WRONG), screen.getByLabelText<HTMLInputElement>(t('login.email')).value]).toEqual([
    0,
    'ana@example.al',
  ]);
  server.on('POST /api/auth/login', () => {
    const fields = { username: 'invalid' };
    throw new ApiError(400, JSON.stringify({ code: 'input.invalid', message: 'Jo', details: { fields } }), '');
  });
  press(t('login.action'));
  await pass(100);
  expect(screen.getByLabelText(t('login.email')).getAttribute('aria-invalid')).toBe('true');
  press(t('login.toRegister'));
  await pass(100);
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0);
});

test('what was wrong with a field that was left for another form is not wrong when one comes back', async () => {
  await stand('/login');
  for (const to of [t('login.toRegister'), t('login.toSignIn')]) {
    const button = screen.getByRole('button', { name: to });
    act(() => screen.getByLabelText(t('login.email')).focus());
    act(() => button.focus());
    await pass(100);
    press(to);
    await pass(100);
  }
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0);
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

test('whoever is signed in is not asked for their address where they set a password', async () => {
  signIn();
  vi.useFakeTimers();
  fakeServer({ 'GET /api/auth/me': () => ({ user: ana }) });
  show(<Reset />, { at: '/reset' });
  await pass(100);
  expect(screen.getByLabelText<HTMLInputElement>(t('login.email')).value).toBe(ana.email);
});

test('a guest reads which deal waits for the cart, and that registering adds it too', async () => {
  signOut();
  await stand(`/login?next=%2Fdeal%2F${deal.id}&add=${deal.id}`);
  expect(screen.getByText(t('login.forDeal', { title: deal.title }))).toBeTruthy();
  expect(wayBack()).toEqual([t('back.deal'), `/deal/${deal.id}`]);
  press(t('login.toRegister'));
  expect(screen.getByText(t('register.forDeal', { title: deal.title }))).toBeTruthy();
});

test.each([
  ['/login', undefined, 'back.profile', '/profile'],
  ['/login?next=%2Ffavorites', undefined, 'back.favorites', '/favorites'],
  ['/login?next=%2Fcheckout%3Fmethod%3Dcash', undefined, 'back.cart', '/cart'],
  ['/login?next=%2F%2Fevil.example', undefined, 'deal.backHome', '/'],
  ['/login?next=%2Fcart', { from: '/categories?city=vlore' }, 'back.categories', '/categories?city=vlore'],
  ['/login', { from: '/nowhere' }, 'back.profile', '/profile'],
] as const)('the way back from %s, reached with %o, is called %s', async (at, state, name, to) => {
  signOut();
  await stand(at, state);
  expect(wayBack()).toEqual([t(name), to]);
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

test('an address that was typed is kept as the page is loaded anew for another language', async () => {
  signOut();
  vi.useFakeTimers();
  fakeServer();
  await stand('/login');
  fill(t('login.email'), 'ana@bukuri.example');
  window.dispatchEvent(new Event('pagehide'));
  expect(sessionStorage.getItem('typedEmail')).toBe('"ana@bukuri.example"');
});

test('what was typed is there still after going to the other form and back', async () => {
  vi.useFakeTimers();
  signOut();
  show(<Page />, { at: '/login' });
  await pass(0);
  const typed = () =>
    [t('login.email'), t('login.password')].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
  fill(t('login.email'), 'ana@example');
  fill(t('login.password'), ' two words ');
  press(t('login.toRegister'));
  await pass(0);
  expect(typed()).toEqual(['ana@example', ' two words ']);
  fill(t('login.email'), 'besa@example');
  press(t('login.toSignIn'));
  await pass(0);
  expect(typed()).toEqual(['besa@example', ' two words ']);
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

test('who is in hears it', async () => {
  vi.useFakeTimers();
  signOut();
  server = fakeServer({ 'POST /api/auth/login': () => ({ user: ana }) });
  show(<Page />, { at: '/login' });
  await pass(0);
  fill(t('login.email'), 'ana@example.al');
  fill(t('login.password'), 'një gotë me ujë');
  press(t('login.action'));
  await pass(300);
  expect(said()).toEqual([t('auth.signedIn')]);
});
