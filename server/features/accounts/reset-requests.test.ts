/** Who asks for a link learns nothing of who has an account, fills no mailbox and keeps nobody from theirs. */
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { type Client, startShop } from '#test/client.ts';
import { makeLink } from './mailed-links.store.ts';

const PASSWORD = 'një gotë me ujë';
const shop = await startShop({ config: { trustProxy: 1, rateLimitScale: 1 } });
const { db, pool } = shop;
const OWNER = 'pronarja@example.al';
const owner = shop.guest();
const { user } = await owner(accounts.register, { body: { email: OWNER, passwordHash: PASSWORD } });

let addresses = 0;
async function ask(email: string, { client = shop.guest(), from = '' }: { client?: Client; from?: string } = {}) {
  const network = Math.floor(++addresses / 200);
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': from || `198.51.${network}.${addresses % 200}`,
  };
  const payload = new URLSearchParams({ email }).toString();
  return client.send({ method: 'POST', url: '/api/auth/reset-request', payload, headers });
}
const forgetCounts = (like = '%') => pool.query('delete from rate_limits where key like $1', [like]);
/** An hour is over, in which so many are asked for. */
const anHour = () => forgetCounts('resetMails:%');

test('a known, an unknown and a closed account are answered the same, and each leaves a job of the same kind', async () => {
  await pool.query('truncate graphile_worker._private_jobs');
  await shop.as({ email: 'mbyllur@example.al' });
  await pool.query("update users set is_active = false where email = 'mbyllur@example.al'");
  const answers = [];
  for (const email of [OWNER, 'askush@example.al', 'mbyllur@example.al']) {
    const { statusCode, headers, body } = await ask(email);
    const { date, 'x-request-id': _, ...said } = headers;
    answers.push({ statusCode, said, body });
  }
  expect(answers[0]).toMatchObject({ statusCode: 200, body: '{"success":true}' });
  expect(answers).toEqual([answers[0], answers[0], answers[0]]);
  const { rows } = await pool.query(
    `select t.identifier, j.payload->>'userId' as id from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`,
  );
  expect(rows.map(({ identifier }) => identifier)).toEqual(Array(3).fill('accounts-mail-reset'));
  expect(rows[0].id).toBe(user.id);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
});

test('one address is asked for three times an hour, whether it has an account or not, and nobody keeps its owner waiting longer', async () => {
  for (const address of [OWNER, 'askush@example.al']) {
    await forgetCounts();
    const names = [address, address.toUpperCase(), ` ${address}`, address, address.replace('@', '+1@')];
    const answers = [];
    for (const name of names) answers.push((await ask(name)).statusCode);
    expect(answers).toEqual([200, 200, 200, 429, 200]);
    for (let hour = 0; hour < 8; hour++) {
      await anHour();
      const asked = [];
      for (let times = 0; times < 4; times++) asked.push(await ask(address));
      expect(asked.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
    }
    const { rows } = await pool.query(
      "select distinct extract(epoch from expires_at - window_start)::int as seconds from rate_limits where key like 'resetMails:%'",
    );
    expect(rows).toEqual([{ seconds: 3600 }]);
  }
});

test('what others ask for keeps nobody from a link in a browser that was here before', async () => {
  await forgetCounts();
  for (let times = 0; times < 4; times++) await ask(OWNER);
  expect((await ask(OWNER)).statusCode).toBe(429);
  expect((await ask(OWNER, { client: owner })).statusCode).toBe(200);
});

test('however many browsers an account knows, together they are mailed three times an hour', async () => {
  await forgetCounts();
  const answers: number[] = [];
  for (let browsers = 0; browsers < 4; browsers++) {
    const client = shop.guest();
    await client(accounts.login, { body: { username: OWNER, password: PASSWORD } });
    answers.push((await ask(OWNER, { client })).statusCode);
  }
  expect(answers).toEqual([200, 200, 200, 429]);
});

test('whoever came in by mail is known from then on, however many guesses others used up', async () => {
  await forgetCounts();
  const signIn = async (client: Client, password: string, from: string) => {
    const payload = { username: OWNER, password };
    const headers = { 'x-forwarded-for': from };
    return (await client.send({ method: 'POST', url: '/api/auth/login', payload, headers })).statusCode;
  };
  await pool.query(
    "insert into rate_limits (key, window_start, count, expires_at) select 'guesses:' || $1, to_timestamp(floor(extract(epoch from now()) / 86400) * 86400), 70, now() + interval '1 day'",
    [shop.deps.actors.ofAccount(OWNER)],
  );
  const phone = shop.guest();
  expect(await signIn(phone, PASSWORD, '203.0.113.5')).toBe(429);
  const { token } = await makeLink(db, { userId: user.id, email: OWNER, purpose: 'reset' });
  await phone(accounts.reset, { body: { token, password: 'dy gota me verë' } });
  expect(await signIn(phone, 'dy gota me verë', '203.0.113.5')).toBe(200);
});

test('a network asks for so many an hour, and an address for fewer; what is no address counts for nobody', async () => {
  await forgetCounts();
  expect((await ask('jo-email', { from: '192.0.2.1' })).statusCode).toBe(400);
  expect((await ask('nje@example.al', { from: '192.0.2.1' })).statusCode).toBe(200);
  await pool.query("update rate_limits set count = 59 where key like 'resetRequests:%'");
  expect((await ask('dy@example.al', { from: '192.0.2.1' })).statusCode).toBe(200);
  expect((await ask('tre@example.al', { from: '192.0.2.1' })).statusCode).toBe(429);
  await pool.query("update rate_limits set count = 300 where key like 'networkResetRequests:%'");
  expect((await ask('tre@example.al', { from: '192.0.2.2' })).statusCode).toBe(429);
  expect((await ask('tre@example.al', { from: '192.0.3.2' })).statusCode).toBe(200);
});

test('no table of counts says whose mailbox it was', async () => {
  await forgetCounts();
  await ask(OWNER);
  const { rows } = await pool.query("select string_agg(key, ' ') as keys from rate_limits");
  expect(rows[0].keys).toContain('resetMails:');
  expect(rows[0].keys).not.toMatch(/pronarja|example/);
});
