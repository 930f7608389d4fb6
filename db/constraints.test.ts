import fc from 'fast-check';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { discountOf } from '#core/domain/money.ts';
import { inTransaction, sqlState } from '#server/kit/db/transaction.ts';
import { testDatabase } from '#test/database.ts';
import { newDeal, newUser } from '#test/shoppers.ts';
import { waitingFor } from '#test/waiting.ts';
import { deals } from './schema/catalogue.ts';
import { dealerRequests } from './schema/dealers.ts';
import { memberships } from './schema/memberships.ts';
import { cartItems, carts, favorites, orderItems, orders } from './schema/shopping.ts';
import { users } from './schema/users.ts';

const { db, pool } = await testDatabase();

const EXISTS = '23505';
const NOT_TRUE = '23514';
const DENIED = '42501';

const userId = await newUser(db, { email: 'ana@example.al', username: 'ana@example.al' });
const dealId = await newDeal(db);
await db.insert(carts).values({ userId, version: v7() });
await db.insert(favorites).values({ userId, dealId, sessionId: 'session_1' });
await db.insert(cartItems).values({ userId, dealId, sessionId: 'session_1', addedPrice: 100 });
const request = { userId, nipt: 'L12345678A', phone: '+355 69 123 4567' };
await db.insert(dealerRequests).values(request);
const period = { currentPeriodStart: new Date(), currentPeriodEnd: new Date(Date.now() + 86_400_000) };
const membership = { userId, plan: 'silver', postsLimit: 10, postsUsed: 3, ...period } as const;
await db.insert(memberships).values(membership);
const item = { dealId, title: 'Manikyr', businessName: 'Mira', price: 100_00, discount: 0, position: 1 };
const first = await newOrder({});

async function newOrder({ quantity = 1, ...more }: Partial<typeof orders.$inferInsert> & { quantity?: number }) {
  const order = {
    ...{ userId, sessionId: 'session_1', stripePaymentIntentId: `pi_${v7()}`, cartVersion: v7() },
    ...{ totalAmount: 100_00, chargedAmount: 105, chargedCurrency: 'USD', exchangeRate: '95.4' },
    ...more,
    id: v7(),
  };
  await inTransaction(db, async (tx) => {
    await tx.insert(orders).values(order);
    await tx.insert(orderItems).values({ ...item, quantity, orderId: order.id });
  });
  return order;
}

const change = (set: string) => pool.query(`update deals set ${set} where id = $1`, [dealId]);
const line = { userId, dealId, sessionId: 'session_2', addedPrice: 100 };

const refusals: [what: string, state: string, work: () => Promise<unknown>][] = [
  ['a second order of one version of a cart', EXISTS, () => newOrder({ cartVersion: first.cartVersion })],
  ['a purchase id given twice', EXISTS, () => newOrder({ stripePaymentIntentId: first.stripePaymentIntentId })],
  ['an order whose items are not its total', NOT_TRUE, () => newOrder({ quantity: 2 })],
  ['an invented state of an order', NOT_TRUE, () => newOrder({ status: 'lost' as 'failed' })],
  ['a change of an item that was ordered', DENIED, () => pool.query('update order_items set quantity = quantity')],
  ['a second account of one e-mail', EXISTS, () => newUser(db, { email: 'ana@example.al' })],
  ['an e-mail in capitals', NOT_TRUE, () => newUser(db, { email: 'Besa@example.al' })],
  ['an invented role', NOT_TRUE, () => db.update(users).set({ role: 'king' as 'admin' })],
  ['a name in English of more letters than a title has', NOT_TRUE, () => change("title_en = repeat('a', 161)")],
  ['a salon whose name is longer than any', NOT_TRUE, () => change("business_name = repeat('a', 161)")],
  ['a deal for nothing', NOT_TRUE, () => change('price = 0, original_price = null')],
  ['a price that is no number', NOT_TRUE, () => change("price = 'NaN', original_price = null")],
  ['a price before that was lower', NOT_TRUE, () => change('price = 200, original_price = 100')],
  ['a price for a hundred', NOT_TRUE, () => change("price_unit = 'person', unit_count = 100")],
  ['a price for several of nothing', NOT_TRUE, () => change('price_unit = null, unit_count = 2')],
  ['a claimed discount', '428C9', () => change('discount = 90')],
  ['a claimed remaining time', '428C9', () => change("time_left = '5 days left'")],
  ['a link that runs a script', NOT_TRUE, () => db.update(deals).set({ socialLink: 'javascript:alert(1)' })],
  ['fewer than no views', NOT_TRUE, () => pool.query('update deal_counters set views = -1')],
  ['a deal saved twice', EXISTS, () => db.insert(favorites).values({ userId, dealId, sessionId: 'session_2' })],
  ['a favourite of nobody', NOT_TRUE, () => db.insert(favorites).values({ dealId, sessionId: 'session_2' })],
  ['a second line of one deal', EXISTS, () => db.insert(cartItems).values(line)],
  ['a line of a hundred', NOT_TRUE, () => db.update(cartItems).set({ quantity: 100 })],
  ['a second open request', EXISTS, () => db.insert(dealerRequests).values(request)],
  ['a second membership', EXISTS, () => db.insert(memberships).values(membership)],
  ['fewer than no posts', NOT_TRUE, () => db.update(memberships).set({ postsUsed: -1 })],
];

test.each(refusals)('database constraint, refuses %s', async (_what, state, work) => {
  const outcome = await work().then(
    () => 'accepted',
    (error: unknown) => sqlState(error),
  );
  expect(outcome).toBe(state);
});

/** Rows per statement. */
const AT_ONCE = 250;

test('generated discount column, equals the domain rule for any prices', async () => {
  const price = fc.integer({ min: 1, max: 9_999_999_999 });
  const pair = fc.oneof(
    fc.tuple(price, price),
    fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 })),
  );
  const prices = fc.sample(fc.tuple(pair, fc.boolean()), 3000).map(([[a, b], isKnown]) => ({
    price: Math.min(a, b),
    originalPrice: isKnown ? Math.max(a, b) : null,
  }));
  const common = { title: 'Manikyr', businessName: 'Mira', category: 'hair' };
  const rows = [];
  for (let at = 0; at < prices.length; at += AT_ONCE) {
    const some = prices.slice(at, at + AT_ONCE).map((priced) => ({ ...common, ...priced }));
    rows.push(
      ...(await db
        .insert(deals)
        .values(some)
        .returning({ price: deals.price, originalPrice: deals.originalPrice, discount: deals.discount })),
    );
  }
  const wrong = rows.filter((row) => {
    const original = row.originalPrice === null ? null : row.originalPrice / 100;
    return row.discount !== discountOf(row.price / 100, original);
  });
  expect(wrong).toEqual([]);
  expect(rows).toHaveLength(3000);
});

test.each([
  [199, 200, 1],
  [1, 200, 100],
  [855, 1000, 15],
  [1000, 1000, 0],
  [0.01, 99_999_999.99, 100],
])('%d instead of %d lek, is a discount of %d %%', (price, originalPrice, discount) => {
  expect(discountOf(price, originalPrice)).toBe(discount);
});

test.each([
  [1, '1 day left'],
  [3, '3 days left'],
  [5, '5 days left'],
])('deal posted for %i days, has that time_left', async (days, said) => {
  const createdAt = new Date(Date.now() - 20 * 3_600_000);
  const id = await newDeal(db, { createdAt, expiresAt: new Date(createdAt.getTime() + days * 86_400_000) });
  const { rows } = await pool.query('select time_left from deals where id = $1', [id]);
  expect(rows).toEqual([{ time_left: said }]);
});

test('image URL accepted by the constraint, can be parsed', async () => {
  const tails = fc.constantFrom('', '/', '/a.jpg', '/a%20b.jpg?w=400&q=50', '/%', '/%zz', '/a b', '/\\x', '//x', '/"');
  const host = fc.oneof(
    fc.constantFrom('https://', 'http://', '//', '/', '', 'javascript:', 'https:///', 'https://u:p@'),
    fc
      .tuple(
        fc.constantFrom('https://', 'http://', '//'),
        fc.oneof(fc.domain(), fc.webAuthority(), fc.ipV4(), fc.string()),
      )
      .map((parts) => parts.join('')),
  );
  const urls = fc.sample(
    fc.oneof(
      fc.tuple(host, tails).map((parts) => parts.join('')),
      fc.webUrl(),
      fc.string(),
    ),
    5000,
  );
  const { rows } = await pool.query<{ url: string; fits: boolean }>(
    `select url, url ~ (select substring(pg_get_constraintdef(oid) from '''(.*)''') from pg_constraint where conname = 'deals_image') as fits
     from unnest($1::text[]) url`,
    [urls.map((url) => url.replaceAll('\0', ''))],
  );
  const taken = rows.filter(({ fits }) => fits).map(({ url }) => url);
  expect(taken.filter((url) => !URL.canParse(url, 'https://bukuri.example'))).toEqual([]);
  expect(taken.length).toBeGreaterThan(100);
  for (const imageUrl of ['http://[', 'https://a.b:99999/', 'javascript:alert(1)', '//evil.example/x', '/', 'x.jpg']) {
    await expect(newDeal(db, { imageUrl })).rejects.toMatchObject({ cause: { constraint: 'deals_image' } });
  }
  await newDeal(db, { imageUrl: '/pictures/deals/hair-1-640.jpg' });
  await newDeal(db, { imageUrl: 'https://images.example.com/photo-1?w=400&q=80' });
});

test('closed account, deactivates its deals; account with deals, cannot be deleted', async () => {
  const userId = await newUser(db);
  const id = await newDeal(db, { userId });
  await expect(pool.query('delete from users where id = $1', [userId])).rejects.toMatchObject({ code: '23001' });
  await pool.query('update users set is_active = false where id = $1', [userId]);
  const { rows } = await pool.query('select is_active from deals where id = $1', [id]);
  expect(rows).toEqual([{ is_active: false }]);
});

test('deal posted during or after closing of its account, is inactive', async () => {
  const [dealer, other] = [await newUser(db), await newUser(db)];
  const isActive = async (id: string) =>
    (await pool.query('select is_active from deals where id = $1', [id])).rows[0]?.is_active;
  const close = () => pool.query('update users set is_active = false where id = $1', [dealer]);
  let during = '';
  let closing: Promise<unknown> = Promise.resolve();
  await inTransaction(db, async (tx) => {
    during = await newDeal(tx, { userId: dealer });
    closing = close();
    await expect.poll(() => waitingFor(pool)).toHaveLength(1);
  });
  await closing;
  expect(await isActive(during)).toBe(false);
  await pool.query('update deals set is_active = true where id = $1', [during]);
  expect(await isActive(during)).toBe(false);
  expect(await isActive(await newDeal(db, { userId: dealer }))).toBe(false);
  const given = await newDeal(db, { userId: other });
  expect(await isActive(given)).toBe(true);
  await pool.query('update deals set user_id = $2 where id = $1', [given, dealer]);
  expect(await isActive(given)).toBe(false);
});
