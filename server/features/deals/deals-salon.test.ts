import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { deals } from '#core/contract/deals.ts';
import { Deal, RelatedDeal } from '#core/contract/shapes.ts';
import { categories } from '#db/schema/catalogue.ts';
import { salonHours, salons } from '#db/schema/salons.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';
import { refusal } from '#test/refusal.ts';

const shop = await startShop();
const { db, pool } = shop;
const guest = shop.guest();
const add = newDeal(db);
let count = 0;

await db.insert(categories).values([
  { name: 'Thonj', slug: 'nails' },
  { name: 'Spa', slug: 'spa' },
]);

beforeEach(async () => {
  await pool.query('delete from deals');
});

async function newSalon(): Promise<string> {
  const slug = `salloni-${++count}`;
  const about = { name: 'Lëndina e Qetë', address: 'Rruga e Limonave 7', city: 'tirana', location: '41.3,19.8' };
  const [added] = await db
    .insert(salons)
    .values({ slug, ...about, phone: '+355 67 111 5327', nipt: 'L12345678A' })
    .returning({ id: salons.id });
  return added?.id ?? '';
}

const related = async (id: string) =>
  (await guest(deals.related, { params: { id } })).map(({ relation, title }) => `${relation} ${title}`);

test('deal with a salon, has its public data and hours in order; without a salon, null', async () => {
  const salonId = await newSalon();
  await db.insert(salonHours).values([
    { salonId, weekday: 2, opens: '16:00', closes: '20:30' },
    { salonId, weekday: 2, opens: '09:00', closes: '13:00' },
    { salonId, weekday: 1, opens: '10:00', closes: '24:00' },
  ]);
  const deal = await guest(deals.get, { params: { id: await add({ title: 'Manikyr', salonId }) } });
  const { salon } = z
    .strictObject({ ...Deal.shape, salon: z.strictObject(Deal.shape.salon.def.innerType.shape) })
    .parse(deal);
  expect(salon).toMatchObject({
    name: 'Lëndina e Qetë',
    location: '41.3,19.8',
    phone: '+355 67 111 5327',
    whatsapp: null,
  });
  expect((await guest(deals.get, { params: { id: await add({ title: 'Manikyr' }) } })).salon).toBeNull();
  expect(salon.hours).toEqual([
    { weekday: 1, opens: '10:00', closes: '24:00' },
    { weekday: 2, opens: '09:00', closes: '13:00' },
    { weekday: 2, opens: '16:00', closes: '20:30' },
  ]);
});

test.each([
  ['the phone number', (id: string) => pool.query("update salons set phone = '+355 68 000 0000' where id = $1", [id])],
  ['an added interval', (id: string) => pool.query("insert into salon_hours values ($1, 7, '10:00', '12:00')", [id])],
  ['a removed interval', (id: string) => pool.query('delete from salon_hours where salon_id = $1', [id])],
])('salon changes %s, cached deals are updated', async (_what, change) => {
  const salonId = await newSalon();
  await db.insert(salonHours).values({ salonId, weekday: 1, opens: '09:00', closes: '17:00' });
  const id = await add({ title: 'Manikyr', salonId });
  const visitor = (await shop.anotherNode()).guest();
  const read = async () => (await visitor(deals.get, { params: { id } })).salon;
  const before = await read();
  await change(salonId);
  await expect.poll(read).not.toEqual(before);
});

test('related deals, are of the salon, of the category in the city, and of the category in the nearest city', async () => {
  const [salonId, other] = [await newSalon(), await newSalon()];
  const id = await add({ title: 'E hapur', salonId });
  await add({ title: 'E sallonit', salonId, category: 'spa' });
  await add({ title: 'E kategorisë', salonId: other });
  await add({ title: 'Pa sallon' });
  await add({ title: 'Tjetër kategori', salonId: other, category: 'spa' });
  await add({ title: 'Larg', city: 'sarande' });
  await add({ title: 'Më afër', city: 'durres' });
  expect(await related(id)).toEqual([
    'salon E sallonit',
    'category Pa sallon',
    'category E kategorisë',
    'city Më afër',
  ]);
});

test('related deals, are at most three per relation: featured, then newest', async () => {
  const id = await add({ title: 'E hapur' });
  for (const title of ['A', 'B', 'C', 'D']) await add({ title, isFeatured: title === 'A' });
  expect(await related(id)).toEqual(['category A', 'category D', 'category C']);
});

test('related deals, are live, also for an expired deal', async () => {
  const past = new Date(Date.now() - 1000);
  const id = await add({ title: 'E skaduar', expiresAt: past });
  await add({ title: 'Edhe kjo', expiresAt: past });
  await add({ title: 'E fshehur', isHidden: true });
  await add({ title: 'E ndalur', isActive: false, city: 'kruje' });
  await add({ title: 'E gjallë' });
  expect(await related(id)).toEqual(['category E gjallë']);
});

test('related deals of a hidden or unknown deal, are 404', async () => {
  for (const id of [await add({ title: 'E fshehur', isHidden: true }), crypto.randomUUID()])
    expect(await refusal(guest(deals.related, { params: { id } }))).toBe('404 deals.notFound');
});

test('related deals, match the contract and are cached until the first expires', async () => {
  const id = await add({ title: 'E hapur' });
  await add({ title: 'Mbaron', expiresAt: new Date(Date.now() + 20_000) });
  const found = await guest(deals.related, { params: { id } });
  expect(z.array(z.strictObject(RelatedDeal.shape)).parse(found)).toHaveLength(1);
  await pool.query('alter table deals disable trigger deals_changed');
  await pool.query("update deals set expires_at = now() - interval '1 s' where title = 'Mbaron'");
  await pool.query('alter table deals enable trigger deals_changed');
  shop.clock.move(21_000);
  expect(await related(id)).toEqual([]);
});
