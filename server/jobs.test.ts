import { expect, test } from 'vitest';
import { seedDemo } from '#db/seed.ts';
import { ana, demoId } from '#db/world.ts';
import { testDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { startJobs, sweeps } from './jobs.ts';

const { db, pool, url } = await testDatabase();
await seedDemo(db);

test('recurring work removes what has done its service and nothing else', async () => {
  const deal = demoId('deal', 'd01');
  await pool.query(
    "insert into sessions (sid, sess, user_id, expire) select 'old', '{}'::jsonb, $1::uuid, now() - interval '1 minute' union all select 'new', '{}', $1, now() + interval '1 hour'",
    [ana.id],
  );
  await pool.query(
    "insert into rate_limits values ('old', now(), 1, now() - interval '1 second'), ('new', now(), 1, now() + interval '1 minute')",
  );
  await pool.query('insert into carts (user_id, generation) values ($1, gen_random_uuid())', [ana.id]);
  await pool.query(
    "insert into cart_items (id, user_id, session_id, deal_id, added_price, removed_at) select gen_random_uuid(), $1, name, $2, 1, gone from (values ('old', now() - interval '11 minutes'), ('new', now() - interval '9 minutes'), ('kept', null)) as t (name, gone)",
    [ana.id, deal],
  );
  await pool.query(
    "insert into deal_views (deal_id, visitor, day) select $1, 'v', (current_date - n)::text from unnest(array[0, 2, 3, 40]) n",
    [deal],
  );

  const log = recordingLog();
  const jobs = await startJobs({ log }, url);
  for (const { name } of sweeps) await pool.query('select graphile_worker.add_job($1)', [name]);
  const waiting = async () => (await pool.query('select from graphile_worker.jobs')).rowCount;
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
  await jobs.close();

  const left = async (sql: string) => (await pool.query({ text: sql, rowMode: 'array' })).rows.flat();
  expect(await left('select sid from sessions')).toEqual(['new']);
  expect(await left('select key from rate_limits')).toEqual(['new']);
  expect(await left('select session_id from cart_items order by 1')).toEqual(['kept', 'new']);
  expect(await left('select count(*)::int from deal_views')).toEqual([2]);
  expect(log.lines).toEqual([]);
});
