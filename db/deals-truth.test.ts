/** What a deal says of itself is true by construction. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { discountOf } from '#core/domain/money.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { startSession } from '#server/kit/http/sessions.ts';
import { seedDemo } from '#server/seed.ts';
import { testDatabase } from '#test/database.ts';
import { newDeal, newUser } from '#test/shoppers.ts';
import { waitingFor } from '#test/waiting.ts';
import { deals } from './schema/catalogue.ts';

/** So many rows are written well within the time limit of a statement. */
const AT_ONCE = 250;

const { db, pool } = await testDatabase();
await newDeal(db);

test('the discount in the database is the one of the domain, whatever the prices', async () => {
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
    const some = prices.slice(at, at + AT_ONCE).map((its) => ({ ...common, ...its }));
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
])('%d instead of %d lek is %d %% off', (price, originalPrice, discount) => {
  expect(discountOf(price, originalPrice)).toBe(discount);
});

test('a discount and a run cannot be claimed', async () => {
  const claim = (column: string, value: string) =>
    pool.query(`update deals set ${column} = $1`, [value]).catch((error: { code: string }) => error.code);
  expect(await claim('discount', '90')).toBe('428C9');
  expect(await claim('time_left', '5 days left')).toBe('428C9');
});

test.each([
  [1, '1 day left'],
  [3, '3 days left'],
  [5, '5 days left'],
])('a deal posted for %i days says so, whenever one looks', async (days, said) => {
  const createdAt = new Date(Date.now() - 20 * 3_600_000);
  const id = await newDeal(db, { createdAt, expiresAt: new Date(createdAt.getTime() + days * 86_400_000) });
  const { rows } = await pool.query('select time_left from deals where id = $1', [id]);
  expect(rows).toEqual([{ time_left: said }]);
});

test('a picture has an address that every reader of addresses can take apart', async () => {
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

test('whoever leaves takes their deals off sale, and whoever has deals cannot be deleted', async () => {
  const userId = await newUser(db);
  const id = await newDeal(db, { userId });
  await expect(pool.query('delete from users where id = $1', [userId])).rejects.toMatchObject({ code: '23001' });
  await pool.query('update users set is_active = false where id = $1', [userId]);
  const { rows } = await pool.query('select is_active from deals where id = $1', [id]);
  expect(rows).toEqual([{ is_active: false }]);
});

test('the demo shop claims nothing: its likes are its favourites, its sales its orders', async () => {
  await seedDemo(db);
  const { rows } = await pool.query(
    'select distinct views, shares, likes, deal_sold(deal_id) as sold from deal_counters',
  );
  expect(rows).toEqual([{ views: 0, shares: 0, likes: 0, sold: 0 }]);
});

test('what is offered while an account is closed, or after, is not for sale', async () => {
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

test('the sessions of an account that is closed do not live again with it', async () => {
  const userId = await newUser(db);
  await inTransaction(db, (tx) => startSession(tx, { userId, rememberMe: false, replaces: null }));
  await pool.query('update users set is_active = false where id = $1', [userId]);
  await pool.query('update users set is_active = true where id = $1', [userId]);
  expect((await pool.query('select from sessions where user_id = $1', [userId])).rowCount).toBe(0);
});
