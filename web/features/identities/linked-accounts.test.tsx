/** The accounts elsewhere that open this one, in the settings. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiError, urlOf } from '#core/contract/call.ts';
import type { LinkedAccount } from '#core/contract/identities.ts';
import { sessions } from '#core/contract/sessions.ts';
import { said, show, t } from '#test/dom.tsx';
import { ana, fakeServer, noAnswer, signIn } from '#test/fake-server.ts';
import { IdentitiesProvider, type IdentityClients, NOBODY } from '#web/kit/use-identities.ts';
import { LinkedAccounts } from './linked-accounts.tsx';

const LIST = 'GET /api/auth/identities';
const UNLINK = 'POST /api/auth/identities/unlink';
const SESSIONS = [urlOf(sessions.list)];
const google: LinkedAccount = { provider: 'google', email: 'ana.k@gmail.com', linkedAt: '2026-01-01T12:00:00.000Z' };
const apple: LinkedAccount = { ...google, provider: 'apple', email: 'x1@privaterelay.appleid.com' };
const BOTH = { google: 'shop', apple: 'shop' };
const withoutPassword = { ...ana, hasPassword: false };

function visit(linked: LinkedAccount[] | Error, { clients = BOTH as Partial<IdentityClients>, user = ana } = {}) {
  signIn();
  const server = fakeServer({
    [LIST]: () => (linked instanceof Error ? Promise.reject(linked) : linked),
    [UNLINK]: () => ({ success: true }),
  });
  const shown = show(
    <IdentitiesProvider value={{ ...NOBODY, ...clients }}>
      <LinkedAccounts user={user} />
    </IdentitiesProvider>,
    { at: '/settings' },
  );
  return { server, ...shown };
}

const nameOf = (provider: 'google' | 'apple') => t(`linked.${provider}`);
async function askToUnlink(provider: 'google' | 'apple'): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: t('linked.unlink.of', { name: nameOf(provider) }) });
  await act(async () => void fireEvent.click(button));
  return screen.findByRole('dialog');
}
const press = (name: string, where: HTMLElement) =>
  act(async () => void fireEvent.click(within(where).getByRole('button', { name })));

test('one sees which accounts elsewhere open this one, with their address, since when, and can link what is left', async () => {
  visit([google]);
  const item = await screen.findByRole('listitem');
  expect(within(item).getByRole('heading').textContent).toBe('Google');
  expect(item.textContent).toContain('ana.k@gmail.com');
  expect(item.textContent).toContain('1 janar 2026');
  expect(screen.getByRole('link', { name: t('linked.add') }).getAttribute('href')).toBe('/settings/link');
});

test('who has linked none reads so, and who has linked all is offered no more', async () => {
  visit([]);
  expect(await screen.findByText(t('linked.none'))).toBeTruthy();
  document.body.replaceChildren();
  visit([google, apple]);
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('link', { name: t('linked.add') })).toBeNull();
});

test('where nobody vouches for people nothing is said, but of what was linked before', async () => {
  const { container, server } = visit([], { clients: {} });
  await vi.waitFor(() => expect(server.asked).toContain(LIST));
  await act(async () => {});
  expect(container.textContent).toBe('');
  visit([google], { clients: {} });
  expect(await screen.findByRole('listitem')).toBeTruthy();
  expect(screen.queryByRole('link', { name: t('linked.add') })).toBeNull();
});

test('one is unlinked with the password, and it is said', async () => {
  const { server, queries } = visit([google, apple]);
  queries.setQueryData(SESSIONS, []);
  const dialog = await askToUnlink('google');
  expect(await within(dialog).findByText(t('linked.unlink.about', { email: google.email }))).toBeTruthy();
  const field = within(dialog).getByLabelText(new RegExp(`^${t('security.password.current')}`));
  await userEvent.type(field, 'një gotë me ujë');
  server.on(LIST, () => [apple]);
  await press(t('linked.unlink'), dialog);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent('POST')).toEqual([{ provider: 'google', password: 'një gotë me ujë' }]);
  await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  await vi.waitFor(() => expect(said()).toContain(t('linked.unlinked')));
  expect(queries.getQueryState(SESSIONS)?.isInvalidated, 'all others are over').toBe(true);
});

test('who has no password is asked for none while something else opens the account', async () => {
  const { server } = visit([google, apple], { user: withoutPassword });
  const dialog = await askToUnlink('apple');
  await within(dialog).findByText(t('linked.unlink.about', { email: apple.email }));
  expect(within(dialog).queryByLabelText(new RegExp(t('security.password.current')))).toBeNull();
  await press(t('linked.unlink'), dialog);
  await vi.waitFor(() => expect(server.sent('POST')).toEqual([{ provider: 'apple' }]));
});

test('the only way in is not taken away: a password is set first', async () => {
  const { server } = visit([google], { user: withoutPassword });
  const dialog = await askToUnlink('google');
  expect(within(dialog).getByText(t('linked.only'))).toBeTruthy();
  expect(
    within(dialog)
      .getByRole('link', { name: t('security.password.set') })
      .getAttribute('href'),
  ).toBe('/reset');
  expect(within(dialog).queryByRole('button', { name: t('linked.unlink') })).toBeNull();
  expect(server.sent('POST')).toEqual([]);
});

test('a wrong password is said at its field, and a lost answer says nothing of what became of it', async () => {
  const { server } = visit([google]);
  server.on(UNLINK, () => {
    const details = { fields: { password: 'wrongPassword' } };
    throw new ApiError(403, JSON.stringify({ code: 'accounts.wrongPassword', message: 'Jo', details }), '');
  });
  const dialog = await askToUnlink('google');
  await userEvent.type(await within(dialog).findByLabelText(new RegExp(`^${t('security.password.current')}`)), 'jo');
  await press(t('linked.unlink'), dialog);
  expect(await within(dialog).findByText(t('validation.wrongPassword'))).toBeTruthy();
  server.on(UNLINK, noAnswer);
  await press(t('linked.unlink'), dialog);
  await vi.waitFor(() => expect(said().join()).toContain(t('linked.failed')));
  expect(said()).not.toContain(t('linked.unlinked'));
});

test('a list that does not come is said to be missing, and asked for again', async () => {
  vi.useFakeTimers();
  visit(new TypeError('Failed to fetch'));
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  vi.useRealTimers();
  expect(await screen.findByText(t('linked.notFetched'))).toBeTruthy();
});
