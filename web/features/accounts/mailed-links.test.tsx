import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { type Answer, ana, fakeServer, noAnswer, refuse, signIn, signOut } from '#test/fake-server.ts';
import { IdentitiesProvider, NOBODY } from '#web/kit/data/shop-config.ts';
import { clearPersonalState } from '#web/kit/data/stored-state.ts';
import { Page as Login } from '#web/pages/login.page.tsx';
import { Page } from '#web/pages/reset.page.tsx';
import { Page as VerifyPage } from '#web/pages/verify.page.tsx';
import { resetFrom } from './mailed-links.tsx';
import { verifyToken } from './use-sign-in.ts';
import { useUser } from './use-user.ts';

const RESET = 'POST /api/auth/reset';

const OVER = refuse(400, 'accounts.linkOver', 'Ky link nuk vlen më.');

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

const save = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: t('reset.new.action') })));

function Who() {
  return <p data-testid="who">{useUser().state}</p>;
}

const who = () => screen.getByTestId('who').textContent;

/** Sets a password with a link; the server gives these responses in turn. */
async function setPassword(...answers: Answer[]) {
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    [RESET]: (call) => (answers.shift() ?? OVER)(call),
  });
  show(
    <>
      <Page />
      <Who />
    </>,
    { at: '/reset?token=abc' },
  );
  fireEvent.change(screen.getByLabelText(new RegExp(`^${t('reset.new.password')}`)), {
    target: { value: 'tri gota me raki' },
  });
  await save();
  return server;
}

describe('password reset', () => {
  test('reset link, expired, shows an error and a link to request another', async () => {
    await setPassword(OVER);
    await vi.waitFor(() => expect(heading()).toBe(t('reset.over.title')));
    expect([screen.queryByRole('textbox'), said().join()]).toEqual([null, expect.not.stringContaining('Ky link')]);
    expect(screen.getByRole('link', { name: t('reset.again') }).getAttribute('href')).toBe('/reset');
  });

  test.each([
    ['a password was set', () => ({ success: true })],
    ['it may have been, and the answer was lost', noAnswer],
  ])('password reset, after which %s, signs out whoever was signed in', async (_when, answer) => {
    signIn();
    await setPassword((call) => {
      signOut();
      return answer(call);
    });
    await vi.waitFor(() => expect(who()).toBe('guest'));
  });

  test('reset, return address, is not shown to the next user', () => {
    resetFrom.set('?next=%2Ffavorites');
    clearPersonalState();
    expect(resetFrom.get()).toBe('');
  });
});

const VERIFY = 'POST /api/auth/verify';

const confirm = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: t('verify.action') })));

const field = () => screen.queryByLabelText<HTMLInputElement>(t('login.password'));

async function open(address = '/verify?token=abc', google: string | null = null) {
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    [VERIFY]: refuse(403, 'accounts.passwordNeeded', 'Shkruani edhe fjalëkalimin e llogarisë'),
  });
  show(
    <IdentitiesProvider value={{ ...NOBODY, google }}>
      <VerifyPage />
    </IdentitiesProvider>,
    { at: address },
  );
  await screen.findByRole('button', { name: t('verify.action') });
  return server;
}

describe('email verification', () => {
  test('verification, signed in to the account, needs one click', async () => {
    signIn();
    const server = await open();
    server.on(VERIFY, () => ({ success: true }));
    expect(field()).toBeNull();
    await confirm();
    await vi.waitFor(() => expect(server.sent('POST')).toEqual([{ token: 'abc' }]));
    const asked = () => server.asked.filter((call) => call === 'GET /api/auth/me');
    await vi.waitFor(() => expect(asked(), 'it is confirmed by now').toHaveLength(2));
  });

  test('verification, signed in to another account, asks for the password', async () => {
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

  test('verification, guest, asks for the password or offers a reset', async () => {
    signOut();
    const server = await open();
    await vi.waitFor(() => expect(field()).toBeTruthy());
    await confirm();
    expect(server.sent('POST')).toEqual([]);
    expect(field()?.getAttribute('aria-invalid')).toBe('true');
    const way = screen.getByRole('link', { name: t('verify.notYours.action') });
    expect(way.getAttribute('href')).toBe('/reset');
  });

  test('verification, account without a password, asks to sign in and keeps the link', async () => {
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

  test.each([
    ['for it', '/login?next=%2Fverify', 'abc'],
    ['for something else', '/login?next=%2Fcart', ''],
  ])(
    'verification link, left in the tab by another user, is dropped unless one signs in %s',
    async (_why, at, left) => {
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
    },
  );
});
