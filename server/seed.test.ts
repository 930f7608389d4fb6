import { expect, test } from 'vitest';
import { demoDealers } from '#db/demo-shop.ts';
import { besa, dritan, era, people } from '#db/world.ts';
import { testDatabase } from '#test/database.ts';
import { isEmpty, seedDemo } from './seed.ts';

const { db, pool } = await testDatabase();
const seededAt = new Date('2026-11-21T10:00:00Z');

const count = async (table: string) =>
  (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n as number;

test('demo seed, creates salons, deals and accounts', async () => {
  expect(await isEmpty(db)).toBe(true);
  await seedDemo(db, seededAt);
  expect(await isEmpty(db)).toBe(false);
  expect(await count('deals')).toBe(160);
  expect(await count('(select distinct business_name from deals) s')).toBe(60);
  expect(await count('categories')).toBe(7);
  expect(await count('users')).toBe(Object.keys(people).length + demoDealers().length);
});

test('demo memberships, have their plan, status and remaining posts', async () => {
  const { rows } = await pool.query(
    'select user_id, plan, status, posts_limit - posts_used as left from memberships where user_id = any($1)',
    [[besa.id, dritan.id]],
  );
  expect(rows).toContainEqual({ user_id: besa.id, plan: 'silver', status: 'active', left: 7 });
  expect(rows).toContainEqual(expect.objectContaining({ user_id: dritan.id, status: 'canceling' }));
  const waiting = await pool.query("select user_id from dealer_requests where status = 'pending'");
  expect(waiting.rows).toEqual([{ user_id: era.id }]);
});

test('demo deals, are all posted by a dealer whose membership counts them', async () => {
  const { rows } = await pool.query(`
    select d.user_id, count(*), m.posts_used, m.status from deals d left join users u on u.id = d.user_id and u.can_post_deals
      left join memberships m on m.user_id = u.id
    group by d.user_id, m.id having count(*) is distinct from m.posts_used`);
  expect(rows).toEqual([]);
});

test('Tirana, after seeding, has at least four deals of every category for sale', async () => {
  const { rows } = await pool.query(
    `select category from deals where city = 'tirana' and is_active and not is_hidden and expires_at > $1
     group by category having count(*) >= 4`,
    [seededAt],
  );
  expect(rows).toHaveLength(7);
});

test('demo deals, have a salon with the same location and hours', async () => {
  const { rows } = await pool.query(`
    select d.title from deals d left join salons s on s.id = d.salon_id and s.name = d.business_name and s.city = d.city
      and s.location = d.distance and s.owner_id = d.user_id
    where s.id is null or not exists (select from salon_hours h where h.salon_id = s.id)`);
  expect(rows).toEqual([]);
  expect(await count('salons')).toBe(60);
  const hours = await pool.query(
    "select distinct opens::text, closes::text from salon_hours join salons on id = salon_id where slug = 'thonjte-e-qershise'",
  );
  expect(hours.rows).toEqual([{ opens: '10:00:00', closes: '20:00:00' }]);
});

test('demo seed repeated, adds nothing and renews dates', async () => {
  const ids = async () => (await pool.query('select id, title from deals order by id')).rows;
  const before = await ids();
  await pool.query("update deals set title = 'Mine' where id = $1", [before[0]?.id]);
  await seedDemo(db, new Date('2026-12-01T10:00:00Z'));
  const after = await ids();
  expect(after.map((row) => row.id)).toEqual(before.map((row) => row.id));
  expect(after[0]?.title).toBe('Mine');
  const { rows } = await pool.query("select count(*)::int as n from deals where expires_at > '2026-12-01T10:00:00Z'");
  expect(rows[0].n).toBe(151);
});
