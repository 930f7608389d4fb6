/** Whoever closed their account is told so, once, and then nobody knows the address any more. */
import { afterAll, expect, test } from 'vitest';
import { privacy } from '#core/contract/privacy.ts';
import { startJobs } from '#server/jobs.ts';
import { startShop } from '#test/client.ts';
import { startMailServer } from '#test/mail-server.ts';
import { newUser } from '#test/shoppers.ts';
import { privacyFarewell } from './privacy.jobs.ts';
import { forgetFarewells } from './privacy.store.ts';

const server = await startMailServer({}, afterAll);
const from = 'na-shkruani@bukuri.example';
const shop = await startShop({ config: { rateLimitScale: 1, mail: { kind: 'smtp', url: server.url, from } } });
const { db, pool, deps } = shop;
const worker = await startJobs(deps, shop.url, [privacyFarewell]);
afterAll(worker.close);

async function leave(email: string, more: { language?: 'sq' | 'en'; emailVerifiedAt?: Date } = {}) {
  await newUser(db, { email, username: email, ...more });
  await (await shop.as({ email }))(privacy.close, { body: {} });
}
/** What would be tried again later is tried now. */
async function waiting(): Promise<number> {
  await pool.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null');
  await pool.query(`select pg_notify('jobs:insert', '{"r": 1, "count": 1}')`);
  return (await pool.query('select from graphile_worker._private_jobs')).rowCount ?? 0;
}
const nothingLeft = () => expect.poll(waiting, { interval: 100 }).toBe(0);
const subjectsTo = (address: string) =>
  server.mails.filter(({ to }) => to.includes(address)).map(({ headers }) => headers.get('subject'));
const known = async () => (await pool.query('select from farewells')).rowCount;

test('the mail comes in the language of the account, though the server fails, and the address goes with it', async () => {
  server.next.data.push(451, 421);
  await leave('ana@example.al', { language: 'en', emailVerifiedAt: new Date() });
  await leave('besa@example.al');
  await nothingLeft();
  expect(subjectsTo('ana@example.al')).toEqual(['Your account is closed']);
  expect(subjectsTo('besa@example.al')).toEqual(['Llogaria juaj u mbyll']);
  expect(await known()).toBe(0);
});

test('whoever registers the address of somebody else and leaves again and again writes to each of their two once a day', async () => {
  for (const name of ['viktima+1', 'viktima+2', 'viktima', 'viktima']) await leave(`${name}@example.al`);
  await nothingLeft();
  const told = server.mails.map(({ to }) => to[0]).filter((to) => to?.startsWith('viktima'));
  expect(told.toSorted()).toEqual(['viktima+1@example.al', 'viktima@example.al']);
  expect(await known()).toBe(0);
});

test('an address whose mail nobody takes is forgotten after two days', async () => {
  await pool.query(`insert into farewells (id, email, language, created_at) values
    (gen_random_uuid(), 'old@example.al', 'sq', now() - interval '49 hours'),
    (gen_random_uuid(), 'new@example.al', 'sq', now() - interval '47 hours')`);
  await forgetFarewells(db, '2 days');
  expect((await pool.query('select email from farewells')).rows).toEqual([{ email: 'new@example.al' }]);
});
