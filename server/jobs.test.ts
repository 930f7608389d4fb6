import { expect, onTestFinished, test } from 'vitest';
import { ana, demoId } from '#db/world.ts';
import { startShop as startInMiniature } from '#test/client.ts';
import { emptyDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';
import { jobs, startJobs } from './jobs.ts';
import { createPool } from './kit/db/pool.ts';
import { seedDemo } from './seed.ts';
import { startShop } from './start.ts';

test('every job of a *.jobs.ts file is listed under a unique name', () => {
  const files = import.meta.glob<object>('./**/*.jobs.ts', { eager: true });
  const exported = Object.values(files).flatMap((file) => Object.values(file));
  const declared = exported.filter((one) => typeof one === 'object' && 'perform' in one);
  expect(new Set(declared)).toEqual(new Set(jobs));
  const names = jobs.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z]+(-[a-z]+)+$/.test(name))).toEqual([]);
});

test('recurring work removes what has done its service and nothing else', async () => {
  const { db, pool, url, deps, log } = await startInMiniature();
  await seedDemo(db);
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
    'insert into cart_additions (user_id, key, created_at) select $1, gen_random_uuid(), now() - make_interval(hours => age) from unnest(array[23, 25]) age',
    [ana.id],
  );
  await pool.query(
    "insert into deal_views (deal_id, visitor, day) select $1, 'v', (current_date - n)::text from unnest(array[0, 2, 3, 40]) n",
    [deal],
  );
  await pool.query(
    "insert into audit_log (id, at, action, subject, subject_id) select gen_random_uuid(), now() - make_interval(months => age), 'orders.confirmCash', 'order', age from unnest(array[23, 25]) age",
  );
  await pool.query(
    `insert into sandbox_objects select state || age, 'payment', json_build_object('state', state), now() - make_interval(days => age)
     from unnest(array[29, 31]) age, unnest(array['open', 'paid']) state`,
  );
  await pool.query(
    "select graphile_worker.add_job('mails-send', json_build_object('age', age)) from unnest(array[0, 89, 91]) age",
  );
  await pool.query(
    "update graphile_worker._private_jobs set attempts = case (payload->>'age')::int when 0 then 0 else max_attempts end, updated_at = now() - make_interval(days => (payload->>'age')::int)",
  );
  await pool.query(
    "insert into favorites (id, deal_id, session_id, user_id, browser, created_at) select gen_random_uuid(), $2, name, case when name = 'ana' then $1::uuid end, case when name <> 'ana' then name end, now() - make_interval(days => age) from (values ('old', 91), ('new', 89), ('ana', 400)) as t (name, age)",
    [ana.id, deal],
  );

  const worker = await startJobs(deps, url);
  for (const { name } of jobs.filter(({ cron }) => cron))
    await pool.query('select graphile_worker.add_job($1)', [name]);
  const waiting = async () =>
    (await pool.query("select from graphile_worker.jobs where task_identifier <> 'mails-send'")).rowCount;
  await expect.poll(waiting).toBe(0);
  await worker.close();

  const left = async (sql: string) => (await pool.query({ text: sql, rowMode: 'array' })).rows.flat();
  expect(await left('select sid from sessions')).toEqual(['new']);
  expect(await left('select key from rate_limits')).toEqual(['new']);
  expect(await left('select session_id from cart_items order by 1')).toEqual(['kept', 'new']);
  expect(await left('select extract(hour from now() - created_at)::int from cart_additions')).toEqual([23]);
  expect(await left('select session_id from favorites order by 1')).toEqual(['ana', 'new']);
  expect(await left('select count(*)::int from deal_views')).toEqual([2]);
  expect(await left('select subject_id from audit_log')).toEqual(['23']);
  expect(await left('select id from sandbox_objects order by 1')).toEqual(['open29', 'paid29', 'paid31']);
  expect(await left("select payload->>'age' from graphile_worker._private_jobs order by id")).toEqual(['0', '89']);
  // A busy machine may be slow, and says so.
  expect(log.lines.filter(({ text }) => !text.includes('slow statement'))).toEqual([]);
});

test('a job added where only visitors are served is run where only jobs are', async () => {
  const databaseUrl = await emptyDatabase();
  const start = async (role: 'web' | 'worker') => {
    const config = { ...loadConfig({ HOST: '127.0.0.1', PORT: '0', SEED: 'none' }), databaseUrl, role };
    const shop = await startShop({ config, log: recordingLog(), onFatal: expect.unreachable, makeApp: createApp });
    onTestFinished(() => shop.close());
    return shop;
  };
  const pool = createPool({ url: databaseUrl });
  onTestFinished(() => pool.end());
  expect((await start('web')).address).not.toBeNull();
  await pool.query("insert into rate_limits values ('old', now(), 1, now() - interval '1 second')");
  await pool.query("select graphile_worker.add_job('delete-expired-rate-limits')");
  expect((await start('worker')).address).toBeNull();
  await expect.poll(async () => (await pool.query('select from rate_limits')).rowCount).toBe(0);
});
