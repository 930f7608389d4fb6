/** Who confirms an address shows that the account is theirs too. */
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { ana, fakeServer, refuse, signIn, signOut } from '#test/fake-server.ts';
import { IdentitiesProvider, NOBODY } from '#web/kit/shop-config.ts';
import { clearPersonalState } from '#web/kit/stored-state.ts';
import { verifyToken } from '../features/accounts/verify-token.ts';
import { Page as Login } from './login.page.tsx';
import { Page } from './verify.page.tsx';

const VERIFY = 'POST /api/auth/verify';
const confirm = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: t('verify.action') })));
const field = () => screen.queryByLabelText<HTMLInputElement>(t('login.password'));
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

async function open(address = '/verify?token=abc', google: string | null = null) {
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    [VERIFY]: refuse(403, 'accounts.passwordNeeded', 'Shkruani edhe fjalëkalimin e llogarisë'),
  });
  show(
    <IdentitiesProvider value={{ ...NOBODY, google }}>
      <Page />
    </IdentitiesProvider>,
    { at: address },
  );
  await screen.findByRole('button', { name: t('verify.action') });
  return server;
}

test('who is signed in to the account presses once', async () => {
  signIn();
  const server = await open();
  server.on(VERIFY, () => ({ success: true }));
  expect(field()).toBeNull();
  await confirm();
  await vi.waitFor(() => expect(server.sent('POST')).toEqual([{ token: 'abc' }]));
  const asked = () => server.asked.filter((call) => call === 'GET /api/auth/me');
  await vi.waitFor(() => expect(asked(), 'it is confirmed by now').toHaveLength(2));
});

test('who is signed in to another account is asked for the password, which is no failure', async () => {
  signIn();
  const server = await open();
  await confirm();
  await vi.waitFor(() => expect(field()?.autocomplete).toBe('current-password'));
  expect(said()).toEqual([]);
  expect(screen.getByText(t('verify.password.lead'))).toBeTruthy();
  server.on(VERIFY, refuse(403, 'accounts.wrongPassword', 'Fjalëkalimi nuk është i saktë'));
  fireEvent.change(field() as HTMLInputElement, { target: { value: 'nuk-eshte-ky' } });
  await confirm();
  await vi.waitFor(() => expect(said().join()).toContain('Fjalëkalimi nuk është i saktë'));
  server.on(VERIFY, () => ({ success: true }));
  await confirm();
  await vi.waitFor(() => expect(server.sent('POST').at(-1)).toEqual({ token: 'abc', password: 'nuk-eshte-ky' }));
});

test('a guest is asked for it at once, and led to a new password without it', async () => {
  signOut();
  const server = await open();
  await vi.waitFor(() => expect(field()).toBeTruthy());
  await confirm();
  expect(server.sent('POST')).toEqual([]);
  expect(field()?.getAttribute('aria-invalid')).toBe('true');
  const way = screen.getByRole('link', { name: t('verify.notYours.action') });
  expect(way.getAttribute('href')).toBe('/reset');
});

test('a guest who has no password signs in as ever, where that is possible, and comes back with the link', async () => {
  signOut();
  await open();
  await vi.waitFor(() => expect(field()).toBeTruthy());
  expect(screen.queryByRole('link', { name: t('verify.noPassword') })).toBeNull();
  cleanup();
  await open('/verify?token=abc', 'shop');
  const way = await screen.findByRole('link', { name: t('verify.noPassword') });
  expect(way.getAttribute('href')).toBe('/login?next=%2Fverify');
  await act(async () => void fireEvent.click(way));
  expect(verifyToken.get()).toBe('abc');
});

test('an account without a password is signed in to first, and one comes back with the link', async () => {
  signIn();
  const server = await open();
  server.on(VERIFY, refuse(403, 'accounts.signInFirst', 'Kjo llogari nuk ka fjalëkalim.'));
  await confirm();
  await vi.waitFor(() => expect(heading()).toBe(t('verify.signIn.title')));
  const way = screen.getByRole('link', { name: t('login.action') });
  expect(way.getAttribute('href')).toBe('/login?next=%2Fverify');
  await act(async () => void fireEvent.click(way));
  expect([verifyToken.get(), localStorage.getItem('verifyToken')]).toEqual(['abc', null]);
});

test('who comes back from signing in finds the link, once', async () => {
  signIn();
  verifyToken.set('abc');
  const server = await open('/verify');
  server.on(VERIFY, () => ({ success: true }));
  await confirm();
  await vi.waitFor(() => expect(server.sent('POST')).toEqual([{ token: 'abc' }]));
  show(<Page />, { at: '/verify?said=confirmed' });
  expect(verifyToken.get()).toBe('');
});

test.each([
  ['for it', '/login?next=%2Fverify', 'abc'],
  ['for something else', '/login?next=%2Fcart', ''],
])('the link that somebody else left in the tab goes unless one signs in %s', async (_why, at, left) => {
  signIn();
  verifyToken.set('abc');
  const besa = { ...ana, id: '0190a5b2-0000-7000-8000-000000000002', email: 'besa@example.al' };
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'POST /api/auth/login': () => ({ user: besa }),
  });
  show(<Login />, { at });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  await screen.findByText(ana.email);
  press(t('login.change'));
  fireEvent.change(screen.getByLabelText(t('login.email')), { target: { value: besa.email } });
  fireEvent.change(screen.getByLabelText(t('login.password')), { target: { value: 'një gotë me ujë' } });
  await act(async () => press(t('login.action')));
  await vi.waitFor(() => expect(server.sent('POST /api/auth/login')).toHaveLength(1));
  await vi.waitFor(() => expect(verifyToken.get()).toBe(left));
});

test('the link goes with whoever signs out', () => {
  verifyToken.set('abc');
  clearPersonalState();
  expect(verifyToken.get()).toBe('');
});
