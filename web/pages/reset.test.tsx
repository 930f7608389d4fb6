import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { type Answer, ana, fakeServer, noAnswer, refuse, signIn, signOut } from '#test/fake-server.ts';
import { resetFrom } from '../features/accounts/reset-from.ts';
import { useUser } from '../features/accounts/use-user.ts';
import { clearPersonalState } from '../kit/stored-state.ts';
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

test('a link that is over since an answer was lost may have set the password, which one is led to try', async () => {
  const server = await setPassword(noAnswer, OVER);
  await vi.waitFor(() => expect(heading()).toBe(t('reset.unknown.title')));
  expect(server.sent('POST')).toHaveLength(2);
  const ways = [t('login.action'), t('reset.again')].map((name) => screen.getByRole('link', { name }));
  expect(ways.map((way) => way.getAttribute('href'))).toEqual(['/login', '/reset']);
});

test('where every answer is lost the password is not called unchanged, also when it is sent again', async () => {
  await setPassword(noAnswer, noAnswer, OVER);
  await vi.waitFor(() => expect(said().join()).toContain(t('reset.new.unknown')));
  await save();
  await vi.waitFor(() => expect(heading()).toBe(t('reset.unknown.title')));
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

test('the way to where one was going is taken once', async () => {
  resetFrom.set('?next=%2Ffavorites');
  show(<Page />, { at: '/reset?said=changed' });
  const way = screen.getByRole('link', { name: t('login.action') });
  expect(way.getAttribute('href')).toBe('/login?next=%2Ffavorites');
  await act(async () => void fireEvent.click(way));
  expect(resetFrom.get()).toBe('');
});

test('where somebody was going is not told to who comes after them', () => {
  resetFrom.set('?next=%2Ffavorites');
  clearPersonalState();
  expect(resetFrom.get()).toBe('');
});
