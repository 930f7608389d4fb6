/** Whoever lets a program keep passwords, or pastes them, is not in its way. */
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Credentials, Registration } from '#core/contract/accounts.ts';
import { show, t } from '#test/dom.tsx';
import { ana, fakeServer, signIn } from '#test/fake-server.ts';
import { SetUpForm } from '#web/features/second-factors/set-up-form.tsx';
import { useSubmit } from '#web/kit/use-submit.ts';
import { UnlinkForm } from '../identities/unlink-form.tsx';
import { ClosingForm } from '../privacy/closing-form.tsx';
import { PasswordForm } from '../settings/password-form.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

const LONG = 'një fjalëkalim shumë i gjatë, me hapësira '.repeat(4);

test.each([
  ['sign in', Credentials, SignInForm, 'login.action', ['username', 'current-password']],
  ['register', Registration, RegistrationForm, 'register.action', ['email', 'new-password']],
] as const)('a password can be pasted and kept by a program to %s', async (_what, shape, Fields, action, names) => {
  const send = vi.fn(async () => {});
  function Screen() {
    return <Fields submission={useSubmit({ shape, send, onDone: () => {}, failed: '' })} />;
  }
  show(<Screen />);
  const [email, password] = [t('login.email'), t('login.password')].map((label) =>
    screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`)),
  );
  expect([email?.autocomplete, password?.autocomplete]).toEqual(names);
  expect([password?.type, password?.maxLength]).toEqual(['password', -1]);
  await userEvent.type(email as HTMLInputElement, 'ana@example.al');
  await userEvent.click(password as HTMLInputElement);
  await userEvent.paste(LONG);
  if (shape === Registration)
    await userEvent.click(screen.getByRole('checkbox', { name: new RegExp(t('register.accept')) }));
  await userEvent.click(screen.getByRole('button', { name: t(action) }));
  await vi.waitFor(() =>
    expect(send.mock.calls).toEqual([[expect.objectContaining({ password: LONG }), expect.anything()]]),
  );
});

const account = { provider: 'google', email: 'ana.k@gmail.com', linkedAt: '2026-01-01T12:00:00.000Z' } as const;
const standing = { isLastAdmin: false, openOrders: 0, paidOrders: 0, owedOrders: 0, membershipUntil: null };

test.each([
  ['changes it', <PasswordForm key="change" user={ana} onDone={() => {}} />],
  ['unlinks an account', <UnlinkForm key="unlink" user={ana} account={account} onDone={() => {}} />],
  ['turns on codes of an app', <SetUpForm key="codes" user={ana} onDone={() => {}} />],
  ['closes the account', <ClosingForm key="close" user={ana} />],
])('who %s is asked for their password in the same words, by a form that says whose it is', async (_what, form) => {
  signIn();
  fakeServer({ 'GET /api/user/close': () => standing });
  show(form);
  const field = await screen.findByLabelText<HTMLInputElement>(new RegExp(`^${t('security.password.current')}`));
  expect([field.type, field.autocomplete]).toEqual(['password', 'current-password']);
  const whose = field.form?.querySelector<HTMLInputElement>('[autocomplete=username]');
  expect([whose?.value, whose?.hidden]).toEqual([ana.email, true]);
});
