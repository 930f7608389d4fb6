import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ShownVoucher } from '#core/contract/vouchers.ts';
import { At, show, t } from '#test/dom.tsx';
import { type Answer, fakeServer, orderNamed, refuse } from '#test/fake-server.ts';
import { Page } from './voucher.page.tsx';

const TOKEN = 'ABCDEFGH0.0123456789ABCDEF';
const [item] = orderNamed('new').items;

const voucher = (more: Partial<ShownVoucher> = {}) =>
  ({
    code: 'ABCDEFGH0',
    url: `HTTPS://BUKURI.AL/V/${TOKEN}`,
    title: 'Manikyr xhel',
    titleEn: null,
    businessName: 'Salloni Mira',
    salon: { ...item?.salon, phone: '+355 67 1' },
    status: 'open',
    useBy: '2126-01-31T22:59:59Z',
    cashDue: 1000,
    mayRedeem: false,
    ...more,
  }) as ShownVoucher;

function visit(answer: Answer) {
  const server = fakeServer({ 'GET /api/vouchers/shown/': answer });
  show(
    <At path="/v/:token">
      <Page />
    </At>,
    { at: `/v/${TOKEN.toLowerCase()}` },
  );
  return server;
}

test('voucher, opened by a guest, shows what it is for, its codes and that the link is enough to use it', async () => {
  const { asked } = visit(() => voucher());
  expect(await screen.findByRole('heading', { level: 1, name: 'Manikyr xhel' })).toBeTruthy();
  expect(asked).toContain(`GET /api/vouchers/shown/${TOKEN}`);
  expect(screen.getByText('ABCD-EFGH-0')).toBeTruthy();
  expect(screen.getByText(t('voucher.useBy', { date: '31 janar 2126' }))).toBeTruthy();
  expect(screen.getByText(t('voucher.cashDue', { amount: '1 000 lekë' }))).toBeTruthy();
  expect(screen.getByText(t('voucher.link'))).toBeTruthy();
  expect(screen.getByRole('link', { name: t('salon.call') })).toBeTruthy();
  expect(document.title).toBe(`${t('voucher.title')} | ${t('app.name')}`);
});

test.each([
  ['redeemed', { status: 'redeemed' }, 'voucher.status.redeemed'],
  ['past its last day', { useBy: '2026-01-31T22:59:59Z' }, 'voucher.status.expired'],
] as const)('voucher, %s, shows its state without a QR code', async (_what, more, state) => {
  visit(() => voucher(more));
  expect(await screen.findByText(t(state))).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
});

test('voucher, wrong signature, is not found', async () => {
  visit(refuse(404, 'vouchers.notFound'));
  expect(await screen.findByRole('heading', { level: 1, name: t('notFound.title') })).toBeTruthy();
});

test('voucher, opened by who may redeem it, leads to the page for that', async () => {
  const replace = vi.spyOn(location, 'replace').mockReturnValue();
  visit(() => voucher({ mayRedeem: true }));
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith(`/redeem?code=${TOKEN.toLowerCase()}`));
  expect(screen.queryByText('ABCD-EFGH-0')).toBeNull();
});

test('voucher in full screen keeps the screen awake, again after the page was hidden, until it is closed', async () => {
  const release = vi.fn(async () => {});
  const request = vi.fn(async () => ({ release }));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }));
  visit(() => voucher());
  fireEvent.click(await screen.findByRole('button', { name: t('voucher.fullScreen') }));
  expect(screen.getByRole('dialog', { name: t('voucher.title') })).toBeTruthy();
  expect(request).toHaveBeenCalledTimes(1);
  fireEvent(document, new Event('visibilitychange'));
  await act(async () => {});
  expect(request).toHaveBeenCalledTimes(2);
  fireEvent.click(screen.getByRole('button', { name: t('a11y.closeDialog') }));
  expect(release).toHaveBeenCalled();
});

test('voucher in full screen, browser without wake locks, opens all the same', async () => {
  visit(() => voucher({ cashDue: null }));
  fireEvent.click(await screen.findByRole('button', { name: t('voucher.fullScreen') }));
  expect(screen.getByRole('dialog').textContent).toContain(t('voucher.paid'));
});
