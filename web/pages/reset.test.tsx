import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { type Answer, ana, fakeServer, noAnswer, refuse, signIn, signOut } from '#test/fake-server.ts';
import { resetFrom } from '../features/accounts/mailed-links.tsx';
import { useUser } from '../features/accounts/use-user.ts';
import { forgetPersonalThings } from '../kit/kept.ts';
import { Page } from './reset.page.tsx';

const RESET = 'POST /api/auth/reset';
const OVER = refuse(400, 'accounts.linkOver', 'Ky link nuk vlen më.');
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const save = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: t('reset.new.action') })));

function Who() {
  return <p data-testid="who">{useUser().state}</p>;
}
const who = () => screen.getByTestId('who').textContent;

/** Somebody with a link who sets a password; the server answers one after the other. */
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

test('a link that is over says so in place of its form, and leads to another', async () => {
  await setPassword(OVER);
  await vi.waitFor(() => expect(heading()).toBe(t('reset.over.title')));
  expect([screen.queryByRole('textbox'), said().join()]).toEqual([null, expect.not.stringContaining('Ky link')]);
  expect(screen.getByRole('link', { name: t('reset.again') }).getAttribute('href')).toBe('/reset');
});

test.each([
  ['a password was set', () => ({ success: true })],
  ['it may have been, and the answer was lost', noAnswer],
])('whoever was signed in is not any more once %s', async (_when, answer) => {
  signIn();
  await setPassword((call) => {
    signOut();
    return answer(call);
  });
  await vi.waitFor(() => expect(who()).toBe('guest'));
});

test('where somebody was going is not told to who comes after them', () => {
  resetFrom.set('?next=%2Ffavorites');
  forgetPersonalThings();
  expect(resetFrom.get()).toBe('');
});
