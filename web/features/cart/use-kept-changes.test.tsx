import { expect, onTestFinished, test, vi } from 'vitest';
import {
  answer,
  beginEachAfresh,
  colour,
  comeBack,
  endAll,
  kept,
  leavePage,
  more,
  nails,
  open,
  pass,
  press,
  quantities,
  said,
  server,
  stored,
} from '#test/cart-screen.tsx';
import { t } from '#test/dom.tsx';
import { ana, refuse } from '#test/fake-server.ts';
import { keepConfirmation, newConfirmation } from '../orders/confirmation.ts';
import { keptChanges } from './kept-changes.ts';

beginEachAfresh();

const never = () => new Promise(() => {});

test('what waited behind a change under way when its page was left is done by the next', async () => {
  await open([colour, nails]);
  server.on('PATCH /api/cart/', never);
  more(colour);
  await pass(400);
  more(nails);
  more(nails);
  server.on('PATCH /api/cart/', answer('PATCH /api/cart/'));
  leavePage();
  await comeBack();
  expect(quantities()).toEqual(['2', '3']);
  await pass(500);
  expect([quantities(), stored()]).toEqual([
    ['2', '3'],
    ['2', '3'],
  ]);
});

test('an addition that was sent when its page was left is made once, and said to be made', async () => {
  await open([]);
  server.on('POST /api/cart', (asked) => {
    answer('POST /api/cart')(asked);
    return never();
  });
  press('add colour');
  await pass(100);
  server.on('POST /api/cart', answer('POST /api/cart'));
  leavePage();
  await comeBack();
  await pass(500);
  expect([stored(), said('message')]).toEqual([['1'], t('toast.cartAdd.text')]);
});

test('an order that waited for a change when its page was left still waits for it', async () => {
  await open();
  server.on('PATCH /api/cart/', never);
  more(colour);
  await pass(400);
  press('order');
  press('add nails');
  keepConfirmation(newConfirmation(ana.id, 2 * colour.price));
  server.on('PATCH /api/cart/', answer('PATCH /api/cart/'));
  leavePage();
  await comeBack();
  press('order');
  await pass(500);
  expect(said('order')).toBe(`ordered for ${2 * colour.price}`);
  keepConfirmation(null);
  await pass(500);
  expect(kept.lines().map(({ dealId }) => dealId)).toEqual([nails.id]);
});

test('what cannot be done any more is said not to be, with the reason', async () => {
  await open([colour]);
  server.on('PATCH /api/cart/', never);
  more(colour);
  await pass(400);
  server.on('PATCH /api/cart/', refuse(409, 'cart.full', 'Shporta është plot.'));
  leavePage();
  await comeBack();
  await pass(500);
  expect([said('message'), quantities()]).toEqual(['Shporta është plot.', ['1']]);
});

test('what was left long ago is not done, and said not to be', async () => {
  await open([colour]);
  server.on('PATCH /api/cart/', never);
  more(colour);
  await pass(400);
  server.on('PATCH /api/cart/', answer('PATCH /api/cart/'));
  leavePage();
  vi.setSystemTime(Date.now() + 11 * 60_000);
  await comeBack();
  await pass(500);
  expect([said('message'), stored()]).toEqual([t('toast.cartQty.failed'), ['1']]);
});

test('what somebody left is not done by the next person, and goes with who signs out', async () => {
  await open([colour]);
  server.on('PATCH /api/cart/', never);
  more(colour);
  await pass(400);
  server.on('PATCH /api/cart/', answer('PATCH /api/cart/'));
  server.on('GET /api/auth/me', () => ({ user: { ...ana, id: 'somebody else' } }));
  leavePage();
  await comeBack();
  await pass(500);
  expect(stored()).toEqual(['1']);
  expect(localStorage.getItem('keptChanges')).toContain(ana.id);
  press('leave');
  expect(localStorage.getItem('keptChanges')).toBe('null');
});

test('a page that is left does not take up what it keeps for the next', async () => {
  await open([colour]);
  server.on('PATCH /api/cart/', never);
  more(colour);
  await pass(400);
  window.dispatchEvent(new Event('pagehide'));
  await pass(100);
  expect(localStorage.getItem('keptChanges')).toContain(colour.id);
});

test('a page one comes back to does not do again what another has done', async () => {
  await open([colour]);
  server.on('PATCH /api/cart/', never);
  more(colour);
  await pass(400);
  window.dispatchEvent(new Event('pagehide'));
  keptChanges.set(null);
  server.on('PATCH /api/cart/', answer('PATCH /api/cart/'));
  endAll();
  await pass(60_000);
  expect([quantities(), stored()]).toEqual([['1'], ['1']]);
});

/** The changes another tab keeps or takes away; this one is not told. */
const storeSilently = (left: unknown) => localStorage.setItem('keptChanges', JSON.stringify(left));

/** What a page of Ana's that was left wanted, and the one that comes next. */
async function comeBackTo(changes: readonly object[]): Promise<void> {
  storeSilently({ userId: ana.id, changes });
  window.dispatchEvent(new StorageEvent('storage', { key: 'keptChanges' }));
  await open();
}

/** A browser whose locks know the other tab, which has this one until it gives it back. */
function heldElsewhere(lock: string): () => void {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  const request = async (name: string, work: () => Promise<unknown>) => {
    if (name === lock) await given;
    return work();
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  return give;
}

const MINUTE = 60_000;
const twice = { kind: 'set', dealId: colour.id, quantity: 2, at: Date.now() };

test('what another tab is taking up is not done here as well', async () => {
  const give = heldElsewhere('keptChanges');
  await comeBackTo([twice]);
  await pass(500);
  storeSilently(null);
  give();
  await pass(500);
  expect([server.sent('PATCH'), quantities()]).toEqual([[], ['1']]);
});

test('what the next person left while another tab was taking up is not done here', async () => {
  const give = heldElsewhere('keptChanges');
  await comeBackTo([twice]);
  storeSilently({ userId: 'somebody else', changes: [twice] });
  give();
  await pass(500);
  expect(server.sent('PATCH')).toEqual([]);
});

test('what another tab took up is not left once more', async () => {
  heldElsewhere('keptChanges');
  await comeBackTo([{ kind: 'remove', dealId: nails.id, at: Date.now() }]);
  storeSilently(null);
  server.on('PATCH /api/cart/', never);
  more(colour);
  await pass(400);
  window.dispatchEvent(new Event('pagehide'));
  expect(keptChanges.get()?.changes).toMatchObject([{ dealId: colour.id }]);
});

test('what was left long ago is as old as it is, however often pages are left since', async () => {
  server.on('PATCH /api/cart/', never);
  const at = Date.now() - 9 * MINUTE;
  await comeBackTo([{ ...twice, at }]);
  await pass(400);
  window.dispatchEvent(new Event('pagehide'));
  expect(keptChanges.get()?.changes).toMatchObject([{ dealId: colour.id, at }]);
});

test('of what two pages left each change is as old as it is', async () => {
  heldElsewhere('keptChanges');
  server.on('PATCH /api/cart/', never);
  const at = Date.now() - 9 * MINUTE;
  await comeBackTo([{ kind: 'remove', dealId: nails.id, at }]);
  more(colour);
  window.dispatchEvent(new Event('pagehide'));
  expect(keptChanges.get()?.changes.map((change) => Date.now() - change.at < MINUTE)).toEqual([false, true]);
});

test('no more is left than a cart would hold', async () => {
  heldElsewhere('keptChanges');
  server.on('PATCH /api/cart/', never);
  await comeBackTo(Array.from({ length: 50 }, () => ({ kind: 'remove', dealId: nails.id, at: Date.now() })));
  more(colour);
  window.dispatchEvent(new Event('pagehide'));
  const changes = keptChanges.get()?.changes ?? [];
  expect([changes.length, changes.at(-1)]).toMatchObject([50, { dealId: colour.id }]);
});

test('what makes no sense is not taken for changes', async () => {
  for (const changes of [null, [null], [{ kind: 'set', at: 1 }], [{ kind: 'dance', at: 1 }], [{ kind: 'clear' }]]) {
    storeSilently({ userId: ana.id, changes });
    window.dispatchEvent(new StorageEvent('storage', { key: 'keptChanges' }));
    expect(keptChanges.get()).toBeNull();
  }
});
