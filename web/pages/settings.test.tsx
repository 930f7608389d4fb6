import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { ana, fakeServer, noAnswer, refuseMutely, signIn } from '#test/fake-server.ts';
import { besa } from '#test/who-is-here.tsx';
import { clearPersonalState } from '#web/kit/stored-state.ts';
import { Page } from './settings.page.tsx';

const GET = 'GET /api/user/settings';
const PUT = 'PUT /api/user/settings';

function visit(emailNotifications = true, user = ana) {
  signIn();
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user }),
    [GET]: () => ({ emailNotifications }),
    [PUT]: ({ body }) => body,
  });
  const page = show(
    <>
      <Page />
      <Here />
    </>,
    { at: '/settings' },
  );
  return { server, ...page };
}

function Here() {
  return <p data-testid="here">{useLocation().pathname}</p>;
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

test('while it is off nobody is promised a mail', async () => {
  visit();
  fireEvent.click(await theSwitch());
  expect(screen.queryByText(t('settings.email.intro'))).toBeNull();
  expect(screen.getByText(t('settings.email.intro.off'))).toBeTruthy();
  fireEvent.click(await theSwitch());
  expect(screen.getByText(t('settings.email.intro'))).toBeTruthy();
});

const unsaved = () => screen.queryAllByText(t('form.unsaved')).filter((each) => !each.closest('.invisible'));
const follow = (name: string) => act(async () => void fireEvent.click(screen.getByRole('link', { name })));
const here = () => screen.queryByTestId('here')?.textContent;
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

test('what is not saved is said to be so, and asked about before a link leads away', async () => {
  const { server } = visit();
  fireEvent.click(await theSwitch());
  expect(unsaved()).toHaveLength(1);
  await follow(t('back.profile'));
  expect(screen.getByRole('dialog').textContent).toContain(t('form.leave.title'));
  await press(t('form.discard.keep'));
  expect([screen.queryByRole('dialog'), here(), (await theSwitch()).checked]).toEqual([null, '/settings', false]);
  await follow(t('back.profile'));
  await press(t('form.leave.action'));
  expect(here()).toBe('/profile');
  expect(server.sent('PUT')).toEqual([]);
});

test('what was saved, or taken back, is left without a question', async () => {
  visit();
  fireEvent.click(await theSwitch());
  await save();
  await vi.waitFor(() => expect(unsaved()).toEqual([]));
  fireEvent.click(await theSwitch());
  fireEvent.click(await theSwitch());
  expect(unsaved()).toEqual([]);
  await follow(t('back.profile'));
  expect([screen.queryByRole('dialog'), here()]).toEqual([null, '/profile']);
});

test('a name that was typed is there still when the page is loaded anew, as for another language', async () => {
  const { unmount } = visit();
  const name = () => screen.findByLabelText(t('settings.name.label')) as Promise<HTMLInputElement>;
  fireEvent.change(await name(), { target: { value: 'Ana B.' } });
  fireEvent.click(await theSwitch());
  unmount();
  visit();
  await vi.waitFor(async () => expect((await name()).value).toBe('Ana B.'));
  expect((await theSwitch()).checked).toBe(false);
  expect(unsaved()).toHaveLength(2);
  await follow(t('back.profile'));
  await press(t('form.leave.action'));
  cleanup();
  visit();
  expect((await name()).value, 'who left it is not shown it again').toBe('');
});

test('a name that was erased is erased still when the page is loaded anew', async () => {
  const named = { ...ana, displayName: 'Ana' };
  const { unmount } = visit(true, named);
  const name = async () => (await screen.findByLabelText(t('settings.name.label'))) as HTMLInputElement;
  await vi.waitFor(async () => expect((await name()).value).toBe('Ana'));
  fireEvent.change(await name(), { target: { value: '' } });
  unmount();
  // As another page of this tab reads it.
  window.dispatchEvent(new StorageEvent('storage', { key: 'unsavedSettings' }));
  visit(true, named);
  await vi.waitFor(async () => expect((await name()).value).toBe(''));
  expect(unsaved()).toHaveLength(1);
});

test('what somebody typed does not stand there for who signs in over them', async () => {
  const { server, queries } = visit();
  const name = async () => (await screen.findByLabelText(t('settings.name.label'))) as HTMLInputElement;
  fireEvent.change(await name(), { target: { value: 'Ana B.' } });
  fireEvent.click(await theSwitch());
  server.on('GET /api/auth/me', () => ({ user: besa }));
  await act(() => queries.invalidateQueries({ queryKey: ['/api/auth/me'] }));
  await screen.findByText(besa.email);
  expect([(await name()).value, (await theSwitch()).checked, unsaved()]).toEqual(['', true, []]);
});

test('what somebody typed is not kept when they leave', async () => {
  visit();
  fireEvent.change(await screen.findByLabelText(t('settings.name.label')), { target: { value: 'Ana B.' } });
  const isKept = () => sessionStorage.getItem('unsavedSettings')?.includes('Ana B.');
  expect(isKept()).toBe(true);
  clearPersonalState();
  expect(isKept()).toBe(false);
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

test.each([true, false])(
  'the address of the account stands there, with whether it is confirmed: %s',
  async (isEmailVerified) => {
    visit(true, { ...ana, isEmailVerified });
    expect(await screen.findByText(ana.email)).toBeTruthy();
    const parts = [screen.queryByText(t('settings.account.confirmed')), screen.queryByText(t('profile.unconfirmed'))];
    expect(parts.map((part) => part !== null)).toEqual([isEmailVerified, !isEmailVerified]);
    expect(screen.queryAllByRole('button', { name: t('profile.unconfirmed.send') })).toHaveLength(
      isEmailVerified ? 0 : 1,
    );
  },
);

test('who asks for another mail sees whether the address was confirmed elsewhere meanwhile', async () => {
  const { server } = visit(true, { ...ana, isEmailVerified: false });
  server.on('POST /api/auth/verify-request', () => ({ success: true }));
  await screen.findByRole('button', { name: t('profile.unconfirmed.send') });
  server.on('GET /api/auth/me', () => ({ user: ana }));
  await press(t('profile.unconfirmed.send'));
  expect(await screen.findByText(t('settings.account.confirmed'))).toBeTruthy();
});

test('a guest is asked to sign in, and comes back', async () => {
  fakeServer();
  show(<Page />, { at: '/settings' });
  const door = await screen.findByRole('link', { name: t('login.action') });
  expect(door.getAttribute('href')).toContain('next=%2Fsettings');
});
