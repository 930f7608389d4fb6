/** Requests for mailed links reveal no accounts, fill no mailbox, and keep no owner from a link. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { mailboxOf } from '#server/features/users/mailbox.ts';
import { type Client, startShop } from '#test/client.ts';
import { startMailServer } from '#test/mail-server.ts';
import { runJobs } from '#test/mailed-links.ts';
import { newUser } from '#test/shoppers.ts';

const server = await startMailServer({}, afterAll);
const mail = { kind: 'smtp', url: server.url, from: 'llogari@bukuri.example' } as const;
const shop = await startShop({ config: { trustProxy: 1, rateLimitScale: 1, mail } });
const { db, pool } = shop;
const OWNER = 'pronarja@example.al';
/** Another address of the same mailbox. */
const alias = (name: number) => OWNER.replace('@', `+${name}@`);

let addresses = 0;
async function ask(email: string, { client = shop.guest(), from = '' }: { client?: Client; from?: string } = {}) {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': from || `198.51.100.${++addresses}`,
  };
  const payload = new URLSearchParams({ email }).toString();
  return client.send({ method: 'POST', url: '/api/auth/reset-request', payload, headers });
}
const statusesOf = async (emails: string[], client?: Client) => {
  const statuses = [];
  for (const email of emails) statuses.push((await ask(email, client ? { client } : {})).statusCode);
  return statuses;
};
const addAccount = (email: string, more: { emailVerifiedAt?: Date } = {}) =>
  newUser(db, { email, username: email, ...more });
/** Recipients of all emails so far. */
async function mailed(): Promise<string[]> {
  await runJobs(shop);
  return server.mails.flatMap(({ to }) => to);
}
const times = (count: number, email: string) => Array<string>(count).fill(email);

beforeEach(async () => {
  await pool.query('delete from users');
  await pool.query('delete from rate_limits');
  await pool.query('truncate graphile_worker._private_jobs');
  server.mails.length = 0;
});

test.each([
  ['ana@example.al', 'ana@example.al'],
  ['Ana+1+2@Example.al', 'ana@example.al'],
  ['a.na@example.al', 'a.na@example.al'],
  ['a.n.a+x@gmail.com', 'ana@gmail.com'],
  ['a.na@GoogleMail.com', 'ana@gmail.com'],
])('address %s belongs to the mailbox %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));

test('reset request, known, unknown or closed account, gets the same answer and the same kind of job', async () => {
  const userId = await addAccount(OWNER);
  await addAccount('mbyllur@example.al');
  await pool.query("update users set is_active = false where email = 'mbyllur@example.al'");
  const answers = [];
  for (const email of [OWNER, 'askush@example.al', 'mbyllur@example.al']) {
    const { statusCode, headers, body } = await ask(email);
    const { date, 'x-request-id': _, ...others } = headers;
    answers.push({ statusCode, others, body });
  }
  expect(answers[0]).toMatchObject({ statusCode: 200, body: '{"success":true}' });
  expect(answers).toEqual([answers[0], answers[0], answers[0]]);
  const { rows } = await pool.query(
    `select t.identifier, j.payload->>'userId' as id from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`,
  );
  expect(rows.map(({ identifier }) => identifier)).toEqual(Array(3).fill('accounts-mail-reset'));
  expect(rows[0].id).toBe(userId);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
});

test('reset requests for one address, however written, are limited to three an hour, with or without an account', async () => {
  await addAccount(OWNER);
  for (const address of [OWNER, 'askush@example.al']) {
    const written = [address, address.toUpperCase(), ` ${address}`, address, address.replace('@', '+1@')];
    expect(await statusesOf(written)).toEqual([200, 200, 200, 429, 200]);
  }
  const { rows } = await pool.query(
    "select distinct extract(epoch from expires_at - window_start)::int as seconds from rate_limits where key like 'resetMails:%'",
  );
  expect(rows).toEqual([{ seconds: 3600 }]);
  const keys = JSON.stringify((await pool.query('select key from rate_limits')).rows);
  expect(keys).not.toMatch(/pronarja|example/);
});

test('reset requests from known browsers have a limit of their own, together', async () => {
  const password = 'një gotë me ujë';
  const [owner, another] = [shop.guest(), shop.guest()];
  await owner(accounts.register, { body: { email: OWNER, passwordHash: password } });
  await another(accounts.login, { body: { username: OWNER, password } });
  expect(await statusesOf(times(4, OWNER))).toEqual([200, 200, 200, 429]);
  expect(await statusesOf(times(2, OWNER), owner)).toEqual([200, 200]);
  expect(await statusesOf(times(2, OWNER), another)).toEqual([200, 429]);
});

test('reset requests of an address and of a network are limited; invalid ones are not counted', async () => {
  expect((await ask('jo-email', { from: '192.0.2.1' })).statusCode).toBe(400);
  expect((await ask('nje@example.al', { from: '192.0.2.1' })).statusCode).toBe(200);
  await pool.query("update rate_limits set count = 59 where key like 'resetRequests:%'");
  expect((await ask('dy@example.al', { from: '192.0.2.1' })).statusCode).toBe(200);
  expect((await ask('tre@example.al', { from: '192.0.2.1' })).statusCode).toBe(429);
  await pool.query("update rate_limits set count = 300 where key like 'networkResetRequests:%'");
  expect((await ask('tre@example.al', { from: '192.0.2.2' })).statusCode).toBe(429);
  expect((await ask('tre@example.al', { from: '192.0.3.2' })).statusCode).toBe(200);
});

test('links to aliases of an unverified mailbox are limited to four an hour, and its plain address gets its own', async () => {
  const aliases = [0, 1, 2, 3, 4, 5].map(alias);
  for (const email of aliases) await addAccount(email);
  await statusesOf(aliases);
  expect(await mailed()).toHaveLength(4);
  await addAccount(OWNER);
  await ask(OWNER);
  const owner = await shop.as({ email: OWNER });
  expect(await owner(accounts.verifyRequest)).toEqual({ success: true });
  expect((await mailed()).slice(4)).toEqual(times(2, OWNER));
});

test('links of all kinds to one unverified address are limited to four an hour, without an error', async () => {
  await addAccount(OWNER);
  const owner = await shop.as({ email: OWNER });
  await statusesOf(times(3, OWNER));
  for (let time = 0; time < 3; time++) expect(await owner(accounts.verifyRequest)).toEqual({ success: true });
  expect(await mailed()).toEqual(times(4, OWNER));
});

test('links to a verified alias are not limited by its mailbox', async () => {
  const aliases = [0, 1, 2, 3, 4, 5].map(alias);
  for (const email of aliases) await addAccount(email);
  await addAccount(alias(7), { emailVerifiedAt: new Date() });
  await statusesOf([...aliases, ...times(3, alias(7))]);
  expect((await mailed()).filter((to) => to === alias(7))).toHaveLength(3);
});

test('emails that the mail server refused are retried and not counted', async () => {
  await addAccount(OWNER);
  server.next.recipient.push(450, 450);
  await statusesOf(times(3, OWNER));
  expect(await mailed()).toEqual(times(3, OWNER));
});
