import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import type { ApiError } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import { deals } from '#core/contract/deals.ts';
import { notifications } from '#core/contract/notifications.ts';
import { orders } from '#core/contract/orders.ts';
import { redeem } from '#core/contract/redeem.ts';
import { sales } from '#core/contract/sales.ts';
import { vouchers } from '#core/contract/vouchers.ts';
import { receiptOf } from '#core/domain/orders.ts';
import { shownCode } from '#core/domain/vouchers.ts';
import { releaseOrders } from '#server/features/orders/orders.service.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newSalon } from '#test/salons.ts';
import { newDeal } from '#test/shoppers.ts';

const shop = await startShop();
const { db, pool } = shop;
const sessionId = newSessionId();
const anaId = v7();
const ana = await shop.as({ id: anaId, email: 'ana@example.al' });
const admin = await shop.as({ email: 'arta@example.al', role: 'admin' });
const mira = await newSalon(shop, 'Mira');
const other = await newSalon(shop, 'Tjetër');

/** Ana's cash order of Mira's deal, or of others. */
async function order(quantity = 1, more: Partial<typeof mira.deal> = mira.deal) {
  const dealId = await newDeal(db, more);
  await ana(cart.add, { body: { dealId, quantity, sessionId } });
  const made = await ana(orders.cash, { body: { sessionId } });
  const codes = made.items.flatMap((item) => item.vouchers.map(({ code }) => code));
  return { ...made, dealId, codes, code: codes[0] ?? '' };
}

const use = (client: Client, code: string, more: object = {}) =>
  client(redeem.redeem, { body: { code, nonce: v7(), ...more } });
const now = (id: string) => ana(orders.one, { params: { id } });
/** Changes rows that are immutable. */
const rewrite = (table: string, change: string, where: string) =>
  pool.query(
    `alter table ${table} disable trigger user; update ${table} set ${change} where ${where}; alter table ${table} enable trigger user`,
  );
/** Moves an order into the past. */
async function move(id: string, days: number) {
  const change = `use_by = use_by - interval '${days} days', created_at = created_at - interval '${days} days'`;
  await rewrite('orders', change, `id = '${id}'`);
  await rewrite('vouchers', change, `order_id = '${id}'`);
}

test('two units in cash, redeemed one after the other, complete the order and count as sold', async () => {
  const { id, codes, dealId, stripePaymentIntentId } = await order(2);
  const [one = '', two = ''] = codes;
  const soldUnits = async () => (await shop.guest()(deals.get, { params: { id: dealId } })).sold;
  expect(await soldUnits()).toBe(0);
  expect(await mira.owner(redeem.look, { body: { code: shownCode(one).toLowerCase() } })).toMatchObject({
    result: 'valid',
    voucher: { title: 'Prerje dhe larje', cashDue: 1200, isPaid: false, status: 'open' },
    undoUntil: null,
  });
  expect((await now(id)).status).toBe('pending');
  expect(await use(mira.owner, one)).toMatchObject({ result: 'redeemed', undoUntil: expect.any(String) });
  expect(await now(id)).toMatchObject({ status: 'pending', paidAmount: 1200 });
  // Of the order one is left, which its Purchase ID names.
  expect(await use(mira.owner, stripePaymentIntentId, { cashReceived: 1000 })).toMatchObject({ result: 'redeemed' });
  expect(await now(id)).toMatchObject({
    status: 'completed',
    paidAmount: 2200,
    items: [{ vouchers: [{ status: 'redeemed' }, { code: two, status: 'redeemed' }] }],
  });
  await shop.deps.cache.sync();
  expect(await soldUnits()).toBe(2);
  const [told] = await ana(notifications.mine);
  expect(told).toMatchObject({ kind: 'voucherRedeemed', path: `/orders/${id}` });
});

test('code of one unit, is that of the Purchase ID; also its address and its receipt redeem it', async () => {
  for (const read of [
    ({ stripePaymentIntentId }: Awaited<ReturnType<typeof order>>) => stripePaymentIntentId.replace('BK-', 'bk '),
    ({ items }: Awaited<ReturnType<typeof order>>) => items[0]?.vouchers[0]?.url ?? '',
    (made: Awaited<ReturnType<typeof order>>) => JSON.stringify(receiptOf(made)),
  ]) {
    const made = await order();
    expect(made.stripePaymentIntentId).toBe(`BK-${made.code}`);
    expect(await use(mira.owner, read(made))).toMatchObject({ result: 'redeemed' });
  }
  const { id, code, items } = await order();
  const forged = (items[0]?.vouchers[0]?.url ?? '').replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  for (const useless of [id, id.slice(-12), forged, `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`, '{'])
    expect(await refusal(use(mira.owner, useless))).toBe('404 redeem.unknown');
});

test('cash received, more than what is due, is refused', async () => {
  const { id, code } = await order();
  expect(await refusal(use(mira.owner, code, { cashReceived: 1200.01 }))).toBe('400 input.invalid');
  expect(await now(id)).toMatchObject({ status: 'pending', paidAmount: 0 });
});

test('order with several open units, asks which one', async () => {
  const { stripePaymentIntentId: code, items } = await order(2);
  const error = await use(mira.owner, code).catch((reason: ApiError) => reason);
  expect(error).toMatchObject({ code: 'redeem.several', details: { vouchers: [{ title: 'Prerje dhe larje' }, {}] } });
  const voucherId = items[0]?.vouchers[1]?.id ?? '';
  expect(await use(mira.owner, code, { voucherId })).toMatchObject({ voucher: { id: voucherId } });
});

test('nonce, sent again, answers the same result; with another code it is refused', async () => {
  const { code } = await order();
  const nonce = v7();
  const [first, second] = [await use(mira.owner, code, { nonce }), await use(mira.owner, code, { nonce })];
  expect(second).toEqual(first);
  expect(await refusal(use(mira.owner, (await order()).code, { nonce }))).toBe('409 redeem.nonceUsed');
  expect(await use(mira.owner, code)).toMatchObject({ result: 'alreadyByYou', nonce });
  const refused = v7();
  for (const _ of [1, 2]) expect(await refusal(use(mira.owner, 'ABC', { nonce: refused }))).toBe('404 redeem.unknown');
  const { rows } = await pool.query('select result, asked from redemptions where nonce = any($1) order by result', [
    [nonce, refused],
  ]);
  expect(rows.map(({ result }) => result)).toEqual(['redeemed', 'unknown']);
});

test('redemption, undone, reopens the unit and reverses the cash; after ten minutes only an administrator can', async () => {
  const { id, code } = await order();
  const nonce = v7();
  await use(mira.owner, code, { nonce });
  const undo = (client: Client) => client(redeem.undo, { body: { nonce } });
  expect(await refusal(undo(other.owner))).toBe('404 redeem.notFound');
  for (const _ of [1, 2])
    expect(await undo(mira.owner)).toMatchObject({ result: 'undone', voucher: { status: 'open' } });
  expect(await now(id)).toMatchObject({ status: 'pending', paidAmount: 0 });
  const again = v7();
  await use(mira.owner, code, { nonce: again });
  expect(await undo(mira.owner), 'redeemed again since').toMatchObject({ result: 'redeemed', nonce: again });
  const earlier = (column: string) => `${column} = ${column} - interval '11 minutes'`;
  await rewrite('redemptions', `${earlier('received_at')}, ${earlier('happened_at')}`, `nonce = '${again}'`);
  expect(await refusal(mira.owner(redeem.undo, { body: { nonce: again } }))).toBe('409 redeem.undoOver');
  const used = await use(mira.owner, code).catch((reason: ApiError) => reason);
  expect(used).toMatchObject({ code: 'redeem.alreadyRedeemed', details: { till: null, at: expect.any(String) } });
  const seen = await admin(redeem.look, { body: { code } }).catch((reason: ApiError) => reason);
  expect(seen).toMatchObject({ code: 'redeem.alreadyRedeemed', details: { nonce: again } });
  await move(id, 40);
  expect(await admin(redeem.undo, { body: { nonce: again } })).toMatchObject({ voucher: { status: 'expired' } });
  expect(await now(id)).toMatchObject({ status: 'failed', failedReason: 'expired', paidAmount: 0 });
});

test('voucher of another salon, reveals nothing else; many unknown codes are refused with 429', async () => {
  const { id, code } = await order();
  await ana(orders.cancel, { params: { id } });
  expect((await mira.owner(notifications.mine))[0]).toMatchObject({ kind: 'unitCanceled', path: '/desk?tab=sales' });
  expect(await refusal(use(mira.owner, code))).toBe('409 redeem.canceled');
  expect(await refusal(use(other.owner, code))).toBe('409 redeem.wrongSalon');
  expect(await refusal(admin(redeem.look, { body: { code } }))).toBe('409 redeem.wrongSalon');
  expect(await refusal(ana(redeem.look, { body: { code } }))).toBe('403 redeem.noSalon');
  const many = await startShop({ url: shop.url, config: { rateLimitScale: 1 } });
  const owner = await many.as({ email: other.email });
  for (let count = 0; count < 28; count++) await refusal(owner(redeem.look, { body: { code: 'x' } }));
  expect(await refusal(owner(redeem.look, { body: { code } }))).toBe('409 redeem.wrongSalon');
  expect(await refusal(owner(redeem.look, { body: { code } }))).toBe('429 limit.reached');
});

test('voucher of a deal without a salon, or of a suspended owner, is redeemed by an administrator', async () => {
  const { code } = await order(1, {});
  expect(await refusal(use(mira.owner, code))).toBe('409 redeem.wrongSalon');
  expect(await use(admin, code)).toMatchObject({ result: 'redeemed' });
  const gone = await newSalon(shop, 'Gone');
  const left = await order(1, gone.deal);
  await pool.query('update users set is_active = false where id = $1', [gone.ownerId]);
  expect(await refusal(use(gone.owner, left.code))).toBe('401 access.notAuthenticated');
  expect(await use(admin, left.code)).toMatchObject({ result: 'redeemed' });
});

test('last day over, refused, but what happened without a connection counts for 48 hours', async () => {
  const { id, code } = await order(2);
  const [, second = ''] = (await now(id)).items[0]?.vouchers.map((voucher) => voucher.code) ?? [];
  await move(id, 31);
  const { rows } = await pool.query(
    `select use_by - interval '1 minute' as before, now() as now from orders where id = $1`,
    [id],
  );
  const happenedAt = rows[0].before.toISOString();
  expect(await refusal(use(mira.owner, code))).toBe('409 redeem.expired');
  expect((await now(id)).items[0]?.vouchers[0]).toMatchObject({ status: 'expired' });
  expect(await refusal(ana(orders.cancel, { params: { id } }))).toBe('409 orders.notOpen');
  await releaseOrders(db);
  expect(await use(mira.owner, code, { happenedAt })).toMatchObject({ result: 'redeemed' });
  const ahead = new Date(Date.now() + 3_600_000).toISOString();
  expect(await refusal(use(mira.owner, second, { happenedAt: ahead }))).toBe('409 redeem.expired');
  await move(id, 2);
  expect(await refusal(use(mira.owner, second, { happenedAt }))).toBe('409 redeem.expired');
  await releaseOrders(db);
  expect(await now(id)).toMatchObject({
    status: 'completed',
    items: [{ vouchers: [{ status: 'redeemed' }, { status: 'expired' }] }],
  });
});

test('salon, reads its lists, and finds no code of an open unit', async () => {
  const { codes, items, stripePaymentIntentId: purchaseId } = await order(2);
  const [used = '', open = ''] = codes;
  await use(mira.owner, used);
  const read = async () => [
    await mira.owner(vouchers.sold),
    await mira.owner(vouchers.sold, { query: { state: 'open' } }),
    await mira.owner(sales.list),
    await mira.owner(notifications.mine),
    (await mira.owner.send({ url: '/api/user/export' })).body,
    (await pool.query('select data from notifications where user_id = $1', [mira.ownerId])).rows,
  ];
  const text = JSON.stringify(await read());
  expect(text).toContain(used);
  for (const secret of [open, purchaseId, purchaseId.slice(3), items[0]?.vouchers[1]?.url ?? ''])
    expect(text).not.toContain(secret);
  const today = await mira.owner(vouchers.sold, { query: { state: 'today' } });
  expect(today.every(({ status }) => status === 'redeemed')).toBe(true);
  expect(await mira.owner(vouchers.sold, { query: { q: shownCode(open) } })).toMatchObject([{ code: open.slice(-2) }]);
  expect(await mira.owner(vouchers.sold, { query: { q: purchaseId } })).toHaveLength(2);
  expect(await mira.owner(vouchers.sold, { query: { q: open.slice(0, 8) } })).toEqual([]);
  expect(await other.owner(vouchers.sold)).toEqual([]);
});

test('address of a voucher, shows it to anyone without its order, in any case; a wrong signature is not found', async () => {
  const { items, id } = await order();
  const token = items[0]?.vouchers[0]?.url.split('/').at(-1) ?? '';
  const shown = await shop.guest()(vouchers.shown, { params: { token: token.toLowerCase() } });
  expect(shown).toMatchObject({ title: 'Prerje dhe larje', status: 'open', cashDue: 1200, mayRedeem: false });
  expect(JSON.stringify(shown)).not.toContain(id);
  expect(await mira.owner(vouchers.shown, { params: { token } })).toMatchObject({ mayRedeem: true });
  const forged = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect(await refusal(shop.guest()(vouchers.shown, { params: { token: forged } }))).toBe('404 vouchers.notFound');
});
