import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#core/contract/call.ts';
import type { Redemption } from '#core/contract/redeem.ts';
import { formatLek } from '#core/i18n/format.ts';
import { show, t } from '#test/dom.tsx';
import { ana, fakeServer, noAnswer, refuse, signIn } from '#test/fake-server.ts';
import { redeemQueue } from './queue.ts';
import { Redeem } from './redeem.tsx';
import { linkedCode } from './use-redemption.ts';

const CODE = 'abcd-efgh 0';
const NONCE = '0198c0de-0000-4000-8000-00000000000a';
const answer = (result: Redemption['result']): Redemption => ({
  result,
  voucher: {
    id: '0198c0de-0000-7000-8000-000000000001',
    title: 'Manikyr me xhel',
    titleEn: null,
    status: result === 'redeemed' ? 'redeemed' : 'open',
    useBy: '2099-01-31T22:59:59Z',
    cashDue: 2200,
    isPaid: false,
  },
  undoUntil: result === 'redeemed' ? new Date(Date.now() + 600_000).toISOString() : null,
  nonce: result === 'redeemed' ? NONCE : null,
});
const amount = formatLek(2200, 'sq');
const confirmation = () => t('redeem.confirmCash', { amount });

beforeEach(() => {
  redeemQueue.set([]);
  // Missing in happy-dom.
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});

async function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  signIn();
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/redeem': () => ({ as: 'owner', salon: 'Çela', till: null, tillId: null }),
    'POST /api/redeem': () => answer('redeemed'),
    'POST /api/redeem/look': () => answer('valid'),
    'POST /api/redeem/undo': () => answer('undone'),
    ...answers,
  });
  show(<Redeem />, { at: '/redeem' });
  await screen.findByText('Çela');
  return server;
}

const field = () => screen.getByLabelText<HTMLInputElement>(t('redeem.type'));
const type = (code: string) => userEvent.type(field(), `${code}{Enter}`);
const result = (name: string) => screen.findByRole('dialog', { name });
const press = (name: string) => userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));

test('typed code of a voucher to pay in cash, is redeemed once confirmed, and undone; the field has focus again', async () => {
  const server = await open();
  await type(CODE);
  await result(t('redeem.valid'));
  expect(screen.getByRole('dialog').textContent).toContain(t('redeem.collect', { amount }));
  await userEvent.keyboard('{Enter}');
  expect(server.asked).not.toContain('POST /api/redeem');
  await press(confirmation());
  await result(t('redeem.ok'));
  await press(t('redeem.undo'));
  await result(t('redeem.undone'));
  await press(t('redeem.next'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(field());
  expect(server.sent('POST')).toEqual([
    { code: CODE },
    { code: CODE, source: 'typed', nonce: expect.any(String) },
    { nonce: NONCE },
  ]);
});

const refusal = (status: number, code: string, details: object) => () => {
  throw new ApiError(status, JSON.stringify({ code, message: code, details }), '');
};

test('code of a link, of an order with several vouchers, is redeemed for the chosen one', async () => {
  const vouchers = ['1', '2'].map((id) => ({ id, title: `Manikyr ${id}`, titleEn: null }));
  linkedCode.set('BK-1');
  const server = await open({ 'POST /api/redeem/look': refusal(409, 'redeem.several', { vouchers }) });
  await result(t('redeem.several'));
  server.on('POST /api/redeem/look', () => answer('valid'));
  await press('2. Manikyr 2');
  await result(t('redeem.valid'));
  await press(confirmation());
  await result(t('redeem.ok'));
  expect(server.sent('POST').at(-1)).toMatchObject({ code: 'BK-1', voucherId: '2', source: 'link' });
});

test('voucher that was used, shows why it is refused; an administrator can undo it', async () => {
  await open({ 'POST /api/redeem/look': refusal(409, 'redeem.alreadyRedeemed', { nonce: NONCE }) });
  await type(CODE);
  await result(t('redeem.refused'));
  expect(screen.getByText('redeem.alreadyRedeemed')).toBeTruthy();
  await press(t('redeem.undo.admin'));
  await result(t('redeem.undone'));
});

test('codes without a connection, are kept with nonce and time, sent when it is back, and listed with their results', async () => {
  const server = await open({ 'POST /api/redeem': noAnswer, 'POST /api/redeem/look': noAnswer });
  for (const code of ['AAAAAAAA0', 'BBBBBBBB0']) {
    await type(code);
    await result(t('redeem.notChecked'));
    await press(t('redeem.keep'));
    await result(t('redeem.kept'));
    await press(t('redeem.next'));
  }
  expect(screen.getAllByText(t('redeem.queue.waiting'))).toHaveLength(2);
  const kept = redeemQueue.get().map(({ body }) => body);
  server.on('POST /api/redeem', ({ body }) => {
    if ((body as { code: string }).code.startsWith('A')) return answer('redeemed');
    return refuse(409, 'redeem.alreadyRedeemed', 'Është përdorur')({ path: '', body });
  });
  await act(async () => void fireEvent(window, new Event('online')));
  await screen.findByText('Është përdorur');
  expect(screen.getByText('Manikyr me xhel')).toBeTruthy();
  expect(
    server
      .sent('POST /api/redeem')
      .filter((body) => 'nonce' in (body as object))
      .slice(-2),
  ).toEqual(kept);
  expect(kept).toEqual([
    { code: 'AAAAAAAA0', source: 'typed', nonce: expect.any(String), happenedAt: expect.any(String) },
    { code: 'BBBBBBBB0', source: 'typed', nonce: expect.any(String), happenedAt: expect.any(String) },
  ]);
  for (const button of screen.getAllByRole('button', { name: t('redeem.queue.dismiss') }))
    await userEvent.click(button);
  expect(redeemQueue.get()).toEqual([]);
});

test('answer lost after the confirmation, is asked for again with the same nonce', async () => {
  const server = await open({ 'POST /api/redeem': noAnswer, 'POST /api/redeem/look': () => answer('valid') });
  await type(CODE);
  await result(t('redeem.valid'));
  await press(confirmation());
  await result(t('redeem.kept'));
  server.on('POST /api/redeem', () => answer('redeemed'));
  await act(async () => void fireEvent(window, new Event('online')));
  await vi.waitFor(() => expect(redeemQueue.get()[0]?.outcome).toMatchObject({ isAccepted: true }));
  const [first, ...others] = server
    .sent('POST /api/redeem')
    .flatMap((body) => (body as { nonce?: string }).nonce ?? []);
  expect(new Set(others)).toEqual(new Set([first]));
});

test.each([
  ['guest', null, 401],
  ['account without a salon', ana, 403],
])('%s, is told who can redeem', async (_who, user, status) => {
  if (user) signIn();
  fakeServer({ 'GET /api/auth/me': () => ({ user }), 'GET /api/redeem': refuse(status, 'redeem.noSalon') });
  show(<Redeem />, { at: '/redeem' });
  await screen.findByText(t(user ? 'redeem.noSalon' : 'redeem.door'));
});
