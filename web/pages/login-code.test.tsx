/** Signing in to an account that asks for a code of an app. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#core/contract/call.ts';
import { show, t } from '#test/dom.tsx';
import { ana, fakeServer, signOut } from '#test/fake-server.ts';
import { Page } from './login.page.tsx';

const NEEDED = 'Shkruani edhe kodin nga aplikacioni juaj';
const WRONG = 'Kodi nuk vlen, ose është përdorur një herë';
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));
const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** A server that asks for the code `123456` or `ABCDE-FGHJK`. */
async function signIn() {
  vi.useFakeTimers();
  signOut();
  const server = fakeServer({
    'POST /api/auth/login': ({ body }) => {
      const { code } = body as { code?: string };
      const refusal = (its: object) => new ApiError(401, JSON.stringify(its), '');
      if (code === undefined) throw refusal({ code: 'accounts.codeNeeded', message: NEEDED });
      if (code !== '123456' && code !== 'ABCDE-FGHJK')
        throw refusal({ code: 'secondFactors.wrongCode', message: WRONG, details: { fields: { code: 'wrongCode' } } });
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

test('who has to show a code is asked for it, and hears of no failure', async () => {
  const server = await signIn();
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

test('a wrong code says so at its field and keeps what was typed', async () => {
  await signIn();
  fill(t('login.code.app'), '000000');
  press(t('login.action'));
  await pass(300);
  const field = screen.getByLabelText<HTMLInputElement>(t('login.code.app'));
  expect([field.value, field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['000000', 'true', field]);
  expect(screen.getByText(t('validation.wrongCode'))).toBeTruthy();
});

test('whoever has no phone at hand uses a recovery code, and a code of before is not left in its field', async () => {
  const server = await signIn();
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
