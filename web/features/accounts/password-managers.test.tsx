/** Whoever lets a program keep passwords, or pastes them, is not in its way. */
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Credentials, Registration } from '#core/contract/credentials.ts';
import { show, t } from '#test/dom.tsx';
import { useSubmit } from '#web/kit/use-submit.ts';
import { RegistrationForm, SignInForm } from './login-forms.tsx';

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
