import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { OwnDealerRequest } from '#core/contract/dealers.ts';
import { show, t } from '#test/dom.tsx';
import { ana, fakeServer, noAnswer, refuse, signIn } from '#test/fake-server.ts';
import { useToast } from '#web/kit/toasts.ts';
import { Page } from '#web/pages/profile.page.tsx';

const MINE = 'GET /api/dealer-requests/my';
const SEND = 'POST /api/dealer-requests';
const request: OwnDealerRequest = {
  id: ana.id,
  userId: ana.id,
  nipt: 'L12345678A',
  phone: '+355692012345',
  email: null,
  status: 'pending',
  requestedAt: '2026-01-02T10:00:00Z',
  reviewedAt: null,
  notes: null,
};
const rejected: OwnDealerRequest = {
  ...request,
  status: 'rejected',
  reviewedAt: '2026-01-03T10:00:00Z',
  notes: 'NIPT-i nuk gjendet',
};

function Message() {
  const message = useToast();
  return <p data-testid="toast">{[message?.title, message?.text].filter(Boolean).join(': ')}</p>;
}

async function visit(
  own: OwnDealerRequest[] = [],
  waitFor: Parameters<typeof screen.findByText>[0] = /./,
  at = '/profile',
) {
  signIn();
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/orders/my': () => [],
    [MINE]: () => own,
  });
  show(
    <>
      <Page />
      <Message />
    </>,
    { at },
  );
  await screen.findAllByText(waitFor);
  return server;
}

const OPEN = t('dealerRequest.button');
const openForm = async () => {
  const button = await screen.findByRole('button', { name: OPEN });
  await act(async () => void fireEvent.click(button));
  await within(screen.getByRole('dialog')).findByLabelText(/NIPT/);
};
const field = (name: RegExp) => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(name);
const submit = () => userEvent.click(screen.getByRole('button', { name: t('dealerRequest.submit') }));
const toastText = () => screen.getByTestId('toast').textContent;

test('first request, empty form sent, reports NIPT and contact at their fields; filled, is sent and shown', async () => {
  const server = await visit();
  await openForm();
  expect([field(/NIPT/), field(/Telefoni/), field(/Email/)].map(({ value }) => value)).toEqual(['', '', ana.email]);
  fireEvent.change(field(/Email/), { target: { value: '' } });
  await submit();
  expect(await screen.findByText(t('validation.niptRequired'))).toBeTruthy();
  const phoneError = screen.getByText(t('validation.contactRequired'));
  expect(field(/Telefoni/).getAttribute('aria-describedby')).toContain(phoneError.id);
  await userEvent.type(field(/NIPT/), ' l12345678a ');
  await userEvent.type(field(/Email/), 'salloni@example.al');
  await vi.waitFor(() => expect(screen.queryByText(t('validation.contactRequired'))).toBeNull());
  server.on(SEND, () => request);
  server.on(MINE, () => [request]);
  await submit();
  expect(await screen.findByText(t('dealerRequest.status.pending'))).toBeTruthy();
  expect(server.sent('POST')).toEqual([{ nipt: 'L12345678A', email: 'salloni@example.al' }]);
  expect(toastText()).toBe(t('dealerRequest.success'));
  expect(screen.queryByRole('button', { name: OPEN })).toBeNull();
});

test('pending request, polled every five seconds while the tab is visible, shows the approval', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = await visit([request], t('dealerRequest.status.pending'));
  const polls = () => server.asked.filter((call) => call === MINE).length;
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const before = polls();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await wait(11_000);
  expect(polls()).toBe(before);
  vi.restoreAllMocks();
  await wait(11_000);
  expect(polls() - before).toBeGreaterThanOrEqual(2);
  server.on(MINE, () => [{ ...request, status: 'approved', reviewedAt: request.requestedAt }]);
  server.on('GET /api/auth/me', () => ({ user: { ...ana, canPostDeals: true } }));
  await wait(6000);
  expect(screen.getByText(t('dealerRequest.status.approved'))).toBeTruthy();
  expect(screen.getByRole('button', { name: t('common.refreshPage') })).toBeTruthy();
  const decided = polls();
  await wait(11_000);
  expect(polls()).toBe(decided);
  expect(screen.getByRole('button', { name: t('common.refreshPage') })).toBeTruthy();
});

test('address of the request, opens the dialog once for who has made none', async () => {
  await visit([], /./, '/profile#apply');
  expect(await within(await screen.findByRole('dialog')).findByLabelText(/Email/)).toHaveProperty('value', ana.email);
  await userEvent.click(screen.getByRole('button', { name: t('common.cancel') }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('address of the request, after a rejection, opens nothing', async () => {
  await visit([rejected], t('dealerRequest.status.rejected'), '/profile#apply');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('rejected request, shown with its notes, offers the form with its values', async () => {
  await visit([rejected], t('dealerRequest.status.rejected'));
  expect(screen.getByText('NIPT-i nuk gjendet')).toBeTruthy();
  await openForm();
  expect([field(/NIPT/).value, field(/Telefoni/).value]).toEqual(['L12345678A', '+355692012345']);
});

test('dealer, on the profile, sees the business instead of a request', async () => {
  signIn();
  fakeServer({
    'GET /api/auth/me': () => ({ user: { ...ana, canPostDeals: true } }),
    'GET /api/orders/my': () => [],
    'GET /api/membership': () => null,
    'GET /api/user/deals': () => [],
    'GET /api/user/deals/totals': () => ({ posted: 0, active: 0, views: 0, likes: 0, shares: 0, sold: 0 }),
    [MINE]: () => [{ ...request, status: 'approved', reviewedAt: request.requestedAt }],
  });
  show(<Page />, { at: '/profile' });
  expect(await screen.findByText(t('dealer.approved'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: OPEN })).toBeNull();
});

test('request, refused, says why and keeps what was typed; closed, asks before that is discarded', async () => {
  const server = await visit();
  await openForm();
  await userEvent.type(field(/NIPT/), 'K1');
  await userEvent.type(field(/Telefoni/), '069 201 2345');
  server.on(SEND, refuse(429, 'limit.reached', 'Tepër shpesh'));
  await submit();
  await vi.waitFor(() => expect(toastText()).toBe('gabim: Tepër shpesh'));
  await userEvent.click(screen.getByRole('button', { name: t('common.cancel') }));
  await userEvent.click(await screen.findByRole('button', { name: t('form.discard.keep') }));
  expect(field(/NIPT/).value).toBe('K1');
  expect(JSON.parse(sessionStorage.getItem('dealerRequestDraft') ?? '')).toMatchObject({ typed: { nipt: 'K1' } });
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await userEvent.click(await screen.findByRole('button', { name: t('form.discard.action') }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sessionStorage.getItem('dealerRequestDraft')).toBe('null');
});

test('request whose answer was lost, sent again, is done', async () => {
  const server = await visit();
  await openForm();
  await userEvent.type(field(/NIPT/), 'K1');
  await userEvent.type(field(/Telefoni/), '069 201 2345');
  let calls = 0;
  server.on(SEND, (asked) => (calls++ === 0 ? noAnswer(asked) : refuse(409, 'dealers.pending')(asked)));
  server.on(MINE, () => [request]);
  await submit();
  expect(await screen.findByText(t('dealerRequest.status.pending'))).toBeTruthy();
  expect(toastText()).toBe(t('dealerRequest.success'));
});
