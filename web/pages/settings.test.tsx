import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { ana, fakeServer, noAnswer, refuseMutely, signIn } from '#test/fake-server.ts';
import { Page } from './settings.page.tsx';

const GET = 'GET /api/user/settings';
const PUT = 'PUT /api/user/settings';

function visit(emailNotifications = true) {
  signIn();
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    [GET]: () => ({ emailNotifications }),
    [PUT]: ({ body }) => body,
  });
  return { server, ...show(<Page />, { at: '/settings' }) };
}

const theSwitch = async () => (await screen.findByRole('switch', { name: t('settings.email') })) as HTMLInputElement;
const save = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: t('settings.save') })));

test('who wants no mails turns them off, and hears that it was kept', async () => {
  const { server } = visit();
  const field = await theSwitch();
  expect(field.checked).toBe(true);
  expect(screen.getByText(t('settings.email.newDeals'))).toBeTruthy();
  fireEvent.click(field);
  expect(server.sent('PUT'), 'nothing is saved by itself').toEqual([]);
  await save();
  await vi.waitFor(() => expect(said()).toContain(t('settings.saved')));
  expect(server.sent('PUT')).toEqual([{ emailNotifications: false }]);
  expect((await theSwitch()).checked).toBe(false);
});

test.each([
  ['an answer that was lost', noAnswer],
  ['a server in trouble', refuseMutely(503)],
])('after %s nothing is called saved, what was chosen stays, and it can be saved again', async (_what, answer) => {
  const { server } = visit();
  server.on(PUT, answer);
  fireEvent.click(await theSwitch());
  await save();
  await vi.waitFor(() => expect(said().join()).toContain(t('settings.failed')));
  expect((await theSwitch()).checked).toBe(false);
  server.on(PUT, ({ body }) => body);
  await save();
  await vi.waitFor(() => expect(said()).toContain(t('settings.saved')));
});

test('what is saved elsewhere is shown', async () => {
  const { server, queries } = visit();
  await theSwitch();
  server.on(GET, () => ({ emailNotifications: false }));
  act(() => void queries.invalidateQueries());
  await vi.waitFor(async () => expect((await theSwitch()).checked).toBe(false));
});

test('settings that cannot be asked for are said to be missing, and asked for again', async () => {
  const { server } = visit();
  server.on(GET, () => Promise.reject(new TypeError('Failed to fetch')));
  vi.useFakeTimers();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  vi.useRealTimers();
  expect(await screen.findByText(t('settings.notFetched'))).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('a guest is asked to sign in, and comes back', async () => {
  fakeServer();
  show(<Page />, { at: '/settings' });
  const door = await screen.findByRole('link', { name: t('login.action') });
  expect(door.getAttribute('href')).toContain('next=%2Fsettings');
});
