/** Every column that a public answer shows: when it changes, so does the cached answer of another node. */
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { categories, dealLimits, deals } from '#db/schema/catalogue.ts';
import { salonHours } from '#db/schema/salons.ts';
import { createShop } from '#server/app.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';
import { newSalon } from '#test/salons.ts';

const shop = await startShop({ makeApp: createShop, config: { cache: false } });
const cached = await startShop({ makeApp: createShop, url: shop.url, parts: { clock: shop.clock } });
const { db, pool } = shop;

const nails = v7();
await db.insert(categories).values([
  { id: nails, name: 'Thonj', slug: 'nails', icon: 'nails' },
  { name: 'Flokë', slug: 'hair' },
]);
const salon = await newSalon(shop, 'Studio Petalja');
await db.insert(salonHours).values({ salonId: salon.salonId, weekday: 1, opens: '09:00', closes: '17:00' });
const add = newDeal(db);
const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
const id = await add({ ...salon.deal, title: 'Manikyr', expiresAt: hours(20), isFeatured: true });
const beside = await add({ ...salon.deal, title: 'Pedikyr me manikyr', price: 200_00, expiresAt: hours(40) });
await db.insert(dealLimits).values({ dealId: id, units: 100, perPerson: 3 });
await pool.query("update share_images set file = md5(id::text) || '-c08040.jpg', due_at = null");

const query = (values: Record<string, string>) => `/api/deals?${new URLSearchParams(values)}`;
const urls = [
  query({}),
  ...['newest', 'price', 'discount', 'ending', 'rating'].map((sort) => query({ sort, city: 'all' })),
  query({ category: 'nails' }),
  query({ search: 'manikyr', city: 'all' }),
  query({ minPrice: '150', city: 'all' }),
  '/api/deals/featured',
  '/api/deals/hints?search=pedikyr+manikyr+zhvxq',
  '/api/deals/next-city?city=fier&category=nails',
  ...[id, beside].flatMap((deal) => [`/api/deals/${deal}`, `/api/deals/${deal}/related`]),
  ...['tirana', 'fier', 'all'].map((city) => `/api/categories?city=${city}`),
  `/api/salons/${salon.salonId}`,
  `/api/salons/${salon.salonId}/deals`,
];
const pages = ['/?lang=en', '/?city=all', `/deal/${id}`, `/salon/${salon.salonId}`];

const answersOf = (node: typeof shop, asked = urls) =>
  Promise.all(asked.map(async (url) => (await node.guest().send({ url })).body));

/** The answers without the cache, after a check that those of the cache are the same. */
async function checked(what: string, asked = urls): Promise<string[]> {
  const [kept, now] = [await answersOf(cached, asked), await answersOf(shop, asked)];
  expect(
    asked.filter((_, at) => kept[at] !== now[at]),
    what,
  ).toEqual([]);
  return now;
}

/** SQL for another value, where the type alone does not tell a valid one. */
const others: Record<string, string> = {
  image_url: "'/media/other.jpg'",
  logo_url: "'/media/other.jpg'",
  social_link: "'https://example.al/'",
  price_unit: "'person'",
  city: "'fier'",
  category: "'hair'",
  color: "'rose'",
  distance: "'41.3,19.8'",
  location: "'41.3,19.8'",
  unit_count: '1',
  original_price: 'price * 3',
  rating: '4.5',
  weekday: '2',
  opens: "'08:00'",
  closes: "'18:00'",
  slug: "slug || 'x'",
  holidays: 'array[current_date + 2]',
  photos: "array['/media/other.jpg']",
  due_at: 'now()',
  phone: "'+355 67 123 4567'",
  whatsapp: "'+355 67 123 4567'",
  viber: "'+355 67 123 4567'",
};
const byType: Record<string, (column: string) => string> = {
  text: (column) => `coalesce(${column}, '') || 'x'`,
  integer: (column) => `coalesce(${column}, 0) + 30`,
  smallint: (column) => `coalesce(${column}, 0) + 30`,
  numeric: (column) => `coalesce(${column}, 0) + 1`,
  boolean: (column) => `not ${column}`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '1 hour'`,
};
/** Keys, references and what no answer shows; views may be 30 seconds old. */
const fixed =
  'id deal_id salon_id user_id owner_id line_id post_key nipt hidden_by_admin_at search views starts_on use_times';

const rows: [table: string, where: string][] = [
  ['share_images', `deal_id = '${id}'`],
  ['share_images', `salon_id = '${salon.salonId}'`],
  ['deals', `id = '${id}'`],
  ['deal_counters', `deal_id = '${id}'`],
  ['deal_limits', `deal_id = '${id}'`],
  ['salons', `id = '${salon.salonId}'`],
  ['salon_hours', `salon_id = '${salon.salonId}'`],
  ['categories', `id = '${nails}'`],
];

test.each(rows)('row of %s with %s, any column changed, changes the cached answers', async (table, where) => {
  const { rows: columns } = await pool.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER' and column_name <> all ($2)`,
    [table, fixed.split(' ')],
  );
  const shown: string[] = [];
  for (const { name, type } of columns) {
    const before = await answersOf(cached);
    const { rows: kept } = await pool.query(`select ${name} as value from ${table} where ${where}`);
    await pool.query(`update ${table} set ${name} = ${others[name] ?? byType[type]?.(name)} where ${where}`);
    await cached.deps.cache.sync();
    const now = await checked(name);
    if (now.some((answer, at) => answer !== before[at])) shown.push(name);
    await pool.query(`update ${table} set ${name} = $1 where ${where}`, [kept[0].value]);
    await cached.deps.cache.sync();
  }
  expect(shown).not.toEqual([]);
});

test('row, added, changed or removed, changes the cached answers and pages', async () => {
  const all = [...urls, ...pages];
  for (const change of [
    `update deals set title = 'Manikyr i ri' where id = '${id}'`,
    `update deal_limits set taken = units where deal_id = '${id}'`,
    `delete from deal_limits where deal_id = '${id}'`,
    `update deals set phone = '+355 67 123 4567' where id = '${id}'`,
    `update share_images set file = md5('other') || '-c08040.jpg' where deal_id = '${id}'`,
    `update salons set about = 'Në qendër' where id = '${salon.salonId}'`,
    `update categories set name = 'Thonjtë' where id = '${nails}'`,
    `insert into salon_hours (salon_id, weekday, opens, closes) values ('${salon.salonId}', 5, '09:00', '12:00')`,
    `delete from salon_hours where weekday = 5`,
    `update users set is_active = false where id = '${salon.ownerId}'`,
    `update users set is_active = true where id = '${salon.ownerId}'`,
    `update deals set is_active = true`,
    `delete from share_images where deal_id = '${id}'`,
    `insert into categories (id, slug, name) values (gen_random_uuid(), 'spa', 'Spa')`,
    `delete from categories where slug = 'spa'`,
    `delete from deals where id = '${beside}'`,
    `insert into deals (id, title, business_name, price, category) values (gen_random_uuid(), 'Tjetër', 'Rozë', 900, 'nails')`,
  ]) {
    await answersOf(cached, all);
    await pool.query(change);
    await cached.deps.cache.sync();
    await checked(change, all);
  }
});

test('transaction that changes much, committed, sends one notice', async () => {
  const heard: string[] = [];
  const client = await pool.connect();
  client.on('notification', ({ payload = '' }) => heard.push(payload));
  await client.query('listen catalogue');
  const more = Array.from({ length: 300 }, (_, n) => ({
    title: `Manikyr ${n}`,
    businessName: 'Rozë',
    price: 100_00,
    category: 'nails',
  }));
  await db.insert(deals).values(more);
  await db.transaction(async (tx) => {
    await tx.execute(`update deals set price = price + 1 where id = '${id}'`);
    await tx.execute(`update salons set about = 'Ndryshe' where id = '${salon.salonId}'`);
  });
  await db.execute("update deals set title = title || ' x'");
  await client.query('select 1');
  client.release(true);
  expect(heard.map((notice) => notice.split(' ').sort())).toEqual([
    ['k:tirana', 'p:tirana/nails'],
    [`d:${id}`, 'k:tirana', `n:${id}`, 'p:tirana/nails:discount', 'p:tirana/nails:price', `s:${salon.salonId}`],
    ['*'],
  ]);
});
