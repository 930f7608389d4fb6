import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Order } from '#core/contract/orders.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { At, show, t } from '#test/dom.tsx';
import { ana, type FakeServer, fakeServer, noAnswer, orderNamed, refuse, signIn } from '#test/fake-server.ts';
import { readQr } from '#test/read-qr.ts';
import { PinnedOrder } from '#web/features/orders/pinned-order.tsx';
import { useOpenOrders } from '#web/features/orders/use-orders.ts';
import { Page } from './order.page.tsx';

const ID = '01a205f3-27bc-70a4-a3d2-4498688bc852';

const at = `/orders/${ID}`;

const ONE = `GET /api/orders/${ID}`;

const DAY = 86_400_000;

const useBy = new Date(Date.now() + 3 * DAY).toISOString();

const sums = { amount: 56.6, currency: 'USD', exchangeRate: 95.4, refunded: 0, refunding: 0 } as const;

const charge = { ...sums, dispute: null, isTest: false, isVoid: false };

const PAYMENT = 'pi_3MtwBwLkdIwHu7ix28a3tqPa';

const cash = (more: Partial<Order> = {}) => orderNamed(ID, { stripePaymentIntentId: 'BK-QX4VSR23T', useBy, ...more });

const card = (more: Partial<Order> = {}) =>
  cash({ paymentMethod: 'card', status: 'completed', stripePaymentIntentId: PAYMENT, charge, ...more });

const CANCEL = new RegExp(`^${t('orders.cancel')}: B K, Q X`);

const screenOf = () => (
  <At path="/orders/:id">
    <Page />
  </At>
);

async function visit(order: Order): Promise<FakeServer> {
  signIn();
  const server = fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), [ONE]: () => order });
  show(screenOf(), { at });
  await screen.findByRole('heading', { level: 1, name: t('checkout.done') });
  return server;
}

/** The code of the receipt. */
const code = () => screen.queryByRole('img', { name: /^Kodi QR: / });

const voucherCodes = () => screen.queryAllByRole('img', { name: /^Kodi QR i kuponit: / });

const note = (which: string) => screen.queryByText(t(which as 'receipt.note.lost'));

const ways = () => screen.queryAllByRole('link', { name: /Shiko rrugën|Telefono/ });

/** Decodes the drawn QR code, at eight pixels per module. */
function scanned(): unknown {
  const [svg, scale] = [code(), 8];
  const size = Number(svg?.getAttribute('viewBox')?.split(' ').at(-1));
  const width = size * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, run] of (svg?.innerHTML ?? '').matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const begin = (row * width + Number(x) * scale) * 4;
      for (let at = begin; at < begin + Number(run) * scale * 4; at += 4) pixels.fill(0, at, at + 3);
    }
  }
  return readQr(pixels, width);
}

/** Fills the cache, as the profile and home do. */
function Others() {
  return <p>{useOpenOrders().open.length}</p>;
}

describe('order', () => {
  test.each([
    ['in cash', cash(), { paymentId: 'BK-QX4VSR23T', status: 'pending', paymentMethod: 'cash' }],
    ['by card', card({ totalAmount: 5399.5 }), { paymentId: PAYMENT, status: 'completed', paymentMethod: 'card' }],
  ])('order code of %s contains the six fields', async (_how, order, said) => {
    await visit(order);
    const { id: orderId, totalAmount: amount, createdAt: date } = order;
    expect(scanned()).toEqual({ v: 1, orderId, amount, date, ...said });
    expect(code()?.innerHTML.match(/M\d+ \d+/g)?.[0], 'four light modules around it').toBe('M4 4');
  });

  test('cash order shows Purchase ID, last day, place and sum, and can be canceled', async () => {
    await visit(cash());
    expect(code()?.getAttribute('aria-label')).toContain('B K, Q X 4 V S R 2 3 T');
    expect(screen.getByText('BK-QX4VSR23T')).toBeTruthy();
    expect(screen.getByText(t('voucher.useBy', { date: formatDate(useBy, 'sq') }))).toBeTruthy();
    expect(screen.getByText('ABCD-EFGH-0')).toBeTruthy();
    expect(screen.getByText(t('voucher.cashDue', { amount: '1 000 lekë' }))).toBeTruthy();
    expect(code()?.closest('details')?.open, 'the receipt is folded below').toBe(false);
    expect(screen.getByText(t('orders.state.ready'))).toBeTruthy();
    expect(screen.getByText(t('orders.status.toPay'))).toBeTruthy();
    expect(screen.getByText('Rruga e Durrësit 1')).toBeTruthy();
    expect(screen.getByText(t('salon.pays', { salon: 'Salloni Mira', sum: '1 000 lekë' }))).toBeTruthy();
    expect(screen.getByRole('button', { name: CANCEL })).toBeTruthy();
  });

  test("card order is a receipt with the salon's links and a short id", async () => {
    const salon = {
      ...cash().items[0]?.salon,
      phone: '+355 67 1',
      location: '41.3,19.8',
    } as Order['items'][0]['salon'];
    await visit(card({ items: cash().items.map((item) => ({ ...item, salon })) }));
    expect(screen.getByRole('heading', { name: t('orders.receipt') })).toBeTruthy();
    expect(screen.getByText('pi_3MtwBwLkdIw…')).toBeTruthy();
    const names = screen
      .getAllByText(new RegExp(`^${t('orders.orderId')}`))
      .filter((name) => !name.closest('.sr-only, .hidden'));
    expect(names, 'its number is seen once').toHaveLength(1);
    expect(document.body.textContent).not.toContain(PAYMENT);
    expect(screen.getByText('56,60 USD')).toBeTruthy();
    expect(screen.getByText(t('voucher.showHint'))).toBeTruthy();
    expect(ways()).toHaveLength(2);
    expect(screen.getByText(new RegExp(t('orders.receipt.notFiscal')))).toBeTruthy();
    expect(screen.queryByText(/paguani/), 'nothing is paid there').toBeNull();
    expect(screen.queryByRole('button', { name: CANCEL })).toBeNull();
    expect(screen.queryByText(t('checkout.test'))).toBeNull();
  });

  test.each([
    ['was taken back', cash({ status: 'failed', failedReason: 'canceled' }), 'receipt.note.canceled'],
    ['was not used in time', cash({ status: 'failed', failedReason: 'expired' }), 'receipt.note.expired'],
    ['was not charged', card({ status: 'failed' }), 'receipt.note.notPaid'],
    ['is being charged', card({ status: 'pending' }), 'receipt.note.underWay'],
  ] as const)('order that %s says so and has no code', async (_what, order, which) => {
    await visit(order);
    expect(note(which)).toBeTruthy();
    expect(code()).toBeNull();
    expect(ways()).toEqual([]);
  });

  test.each([
    ['settled at the salon', cash({ status: 'completed' }), 'receipt.note.paidAtSalon'],
    ['given back', card({ status: 'refunded', charge: { ...charge, refunded: 56.6 } }), 'receipt.note.refunded'],
    ['asked back by a bank', card({ charge: { ...charge, dispute: 'open' } }), 'receipt.note.disputed'],
    ['paid with a test card before', card({ charge: { ...charge, isTest: true, isVoid: true } }), 'receipt.note.test'],
    ['taken back by a bank', card({ charge: { ...charge, dispute: 'lost' } }), 'receipt.note.lost'],
  ] as const)('order that was %s is a receipt only', async (_what, order, which) => {
    await visit(order);
    const said = note(which);
    const title = screen.getByRole('heading', { level: 2, name: t('orders.receipt') });
    expect(title.nextElementSibling, 'before anything else').toBe(said);
    expect(code(), 'nothing is shown at the salon with it any more').toBeNull();
    expect(ways()).toEqual([]);
    expect(screen.queryByText(t('orders.presentPaid'))).toBeNull();
  });

  test('card order, after its last day, has no ticket', async () => {
    const over = '2026-01-31T22:59:59Z';
    await visit(card({ useBy: over }));
    expect(screen.getByText(t('receipt.note.over', { date: '31 janar 2026' }))).toBeTruthy();
    expect(code()).toBeNull();
    expect(screen.queryByText(t('orders.presentPaid'))).toBeNull();
  });

  test('cash order, after its last day and before the job closes it, is shown as expired', async () => {
    await visit(cash({ useBy: '2026-01-31T22:59:59Z' }));
    expect(note('receipt.note.expired')).toBeTruthy();
    expect(screen.getByText(t('orders.status.failed'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: CANCEL })).toBeNull();
    expect([...voucherCodes(), code()]).toEqual([null]);
  });

  test('order with units in several states shows codes of open ones first, states of the others and what was paid', async () => {
    const [item] = cash().items as [Order['items'][0]];
    const [voucher] = item.vouchers as [Order['items'][0]['vouchers'][0]];
    const states = ['redeemed', 'canceled', 'open'] as const;
    const vouchers = states.map((status, at) => ({ ...voucher, id: `${voucher.id.slice(0, -1)}${at}`, status }));
    await visit(cash({ items: [{ ...item, quantity: 3, vouchers }], totalAmount: 3000, paidAmount: 1000 }));
    const units = within(screen.getByRole('region', { name: t('voucher.yours.several') })).getAllByRole('article');
    expect(units.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining(`Kuponi 3 nga 3${t('voucher.status.valid')}`),
      expect.stringContaining(`Kuponi 1 nga 3${t('voucher.status.redeemed')}`),
      expect.stringContaining(`Kuponi 2 nga 3${t('voucher.status.canceled')}`),
    ]);
    expect(voucherCodes()).toHaveLength(1);
    expect(screen.getByText(t('orders.state.partlyUsed', { used: 1, all: 3 }))).toBeTruthy();
    expect(screen.getByText(t('salon.pays', { salon: 'Salloni Mira', sum: '1 000 lekë' }))).toBeTruthy();
    expect(screen.getByText(t('orders.paid')).nextElementSibling?.textContent).toMatch(/1.000,00.lekë/);
  });

  test('partial refund shows the items, the sum and that the rest is valid', async () => {
    const [item] = cash().items as [Order['items'][0]];
    const items = [
      { ...item, refund: 'succeeded' as const },
      { ...item, dealId: ana.id, refund: 'pending' as const },
    ];
    await visit(card({ items, charge: { ...charge, refunded: 20, refunding: 5.5 } }));
    expect(note('receipt.note.partlyRefunded')).toBeTruthy();
    expect(screen.getByText(t('orders.reason.partlyRefunded'))).toBeTruthy();
    for (const text of ['20,00 USD', '5,50 USD']) expect(screen.getByText(text)).toBeTruthy();
    const ordered = within(screen.getByRole('region', { name: t('receipt.ordered') }));
    expect(ordered.getByText(`· ${t('orders.refund.succeeded')}`)).toBeTruthy();
    expect(ordered.getByText(`· ${t('orders.refund.pending')}`)).toBeTruthy();
  });

  test('order of another user, or unknown, is not found', async () => {
    signIn();
    fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), [ONE]: refuse(404, 'orders.notFound') });
    show(screenOf(), { at });
    expect(await screen.findByRole('heading', { level: 1, name: t('notFound.title') })).toBeTruthy();
    expect(document.title).toContain(t('notFound.title'));
  });

  test('order, guest, asks to sign in and returns', async () => {
    fakeServer();
    show(screenOf(), { at });
    const door = await screen.findByRole('link', { name: t('login.action') });
    expect(door.getAttribute('href')).toBe(`/login?next=${encodeURIComponent(at)}`);
  });

  test('order, server unreachable, says so and can be retried', async () => {
    vi.useFakeTimers();
    signIn();
    const server = fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), [ONE]: refuse(500, 'server.failed') });
    show(screenOf(), { at });
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    server.on(ONE, () => cash());
    fireEvent.click(screen.getByRole('button', { name: t('common.tryAgain') }));
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByText('BK-QX4VSR23T')).toBeTruthy();
  });

  test('order, cached and offline, opens with its code', async () => {
    vi.useFakeTimers();
    signIn();
    fakeServer({
      'GET /api/auth/me': () => ({ user: ana }),
      'GET /api/orders/my?usable=true': () => [cash()],
      [ONE]: noAnswer,
    });
    show(
      <>
        <Others />
        {screenOf()}
      </>,
      { at },
    );
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(voucherCodes()).toHaveLength(1);
  });
});

const cashOrder = (more: Partial<Order> = {}) => orderNamed(ID, { stripePaymentIntentId: 'BK-QX4VSR23T', ...more });

async function visitWithNews() {
  signIn();
  const server = fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), [ONE]: () => cashOrder() });
  show(
    <At path="/orders/:id">
      <Page />
    </At>,
    { at: `/orders/${ID}` },
  );
  await screen.findByRole('button', { name: CANCEL });
  return server;
}

describe('cancellation', () => {
  test('order, canceled on its page, says so there', async () => {
    const server = await visitWithNews();
    const canceled = cashOrder({ status: 'failed', failedReason: 'canceled' });
    server.on(`POST /api/orders/${ID}/cancel`, () => canceled);
    fireEvent.click(screen.getByRole('button', { name: CANCEL }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: t('orders.cancel') }));
    expect(await screen.findByText(t('receipt.note.canceled'))).toBeTruthy();
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });
});

const OPEN = 'GET /api/orders/my?usable=true';

const pin = () => screen.queryByRole('complementary', { name: t('orders.open') });

async function visitHome(...open: (string | Order)[]) {
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    [OPEN]: () => open.map((order) => (typeof order === 'string' ? orderNamed(order) : order)),
  });
  const { unmount } = show(<PinnedOrder />);
  await waitFor(() => expect(server.asked).toContain(OPEN));
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  return unmount;
}

const paid = (more: Partial<Order> = {}) => {
  const useBy = new Date(Date.now() + 86_400_000).toISOString();
  return orderNamed('01a205f3-27bc-70a4-a3d2-4498688bc852', {
    paymentMethod: 'card',
    status: 'completed',
    stripePaymentIntentId: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
    useBy,
    ...more,
  });
};

describe('pinned order', () => {
  beforeEach(signIn);

  test('pinned order shows where and until when', async () => {
    await visitHome('new');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/orders/new');
    expect(pin()?.textContent).toContain('BK-new');
    expect(pin()?.textContent).toContain('Salloni Mira · Përdoreni deri më 31 janar 2126');
  });

  test('pinned order, several open, is the newest with their number', async () => {
    await visitHome('new', 'old');
    expect(pin()?.textContent).toBe(`BK-new${t.count('orders.pinned', 2)}`);
  });

  test('pinned order, paid by card, shows its number', async () => {
    await visitHome(paid());
    expect(pin()?.textContent).toContain('4498688bc852');
    expect(pin()?.textContent).not.toContain('pi_');
  });

  test('pinned order, not usable any more, is not shown', async () => {
    const charge = { amount: 1, currency: 'USD', exchangeRate: 95, refunded: 0, refunding: 0 } as const;
    const is = { isTest: false, isVoid: false };
    await visitHome(
      paid({ status: 'refunded' }),
      paid({ useBy: '2026-01-31T22:59:59Z' }),
      paid({ charge: { ...charge, ...is, dispute: 'open' } }),
    );
    expect(pin()).toBeNull();
  });

  test('pinned order, no open order, shows nothing', async () => {
    await visitHome();
    expect(pin()).toBeNull();
  });

  test('pinned order, hidden, stays hidden until there is another', async () => {
    const leave = await visitHome('new');
    fireEvent.click(screen.getByRole('button', { name: t('orders.pinned.hide') }));
    expect(pin()).toBeNull();
    leave();
    (await visitHome('new'))();
    expect(pin()).toBeNull();
    await visitHome('newer', 'new');
    expect(pin()?.textContent).toContain('BK-newer');
  });
});
