/** Who registers is asked by mail whether the address is theirs. */
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { identities } from '#core/contract/accounts/identities.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { tokens } from '#db/schema/sign-in.ts';
import { users } from '#db/schema/users.ts';
import { type Client, startShop } from '#test/client.ts';
import { startMailServer } from '#test/mail-server.ts';
import { runJobs, tokenIn } from '#test/mailed-links.ts';
import { fakeCredential, fakeIdentities } from '#test/paper-identities.ts';
import { refusal } from '#test/refusal.ts';
import { makeLink } from './mailed-links.store.ts';

const server = await startMailServer({}, afterAll);
const from = 'llogari@bukuri.example';
const PASSWORD = 'një gotë me ujë';
const shop = await startShop({
  config: { mail: { kind: 'smtp', url: server.url, from } },
  parts: { identities: fakeIdentities() },
});
const { db } = shop;

let people = 0;
async function newcomer() {
  const client = shop.guest();
  const email = `e-re${++people}@example.al`;
  const { user } = await client(accounts.register, { body: { email, passwordHash: PASSWORD } });
  return { client, email, userId: user.id };
}
const verify = (token: string, client: Client, password?: string) =>
  client(accounts.verify, { body: { token, ...(password !== undefined && { password }) } });
const linkOf = async ({ userId, email }: { userId: string; email: string }, more: object = {}) =>
  (await makeLink(db, { userId, email, purpose: 'verify' as const, ...more })).token;
const isVerified = async (client: Client) => (await client(accounts.me)).user.isEmailVerified;
const mailsTo = (email: string) => server.mails.filter(({ to }) => to.includes(email));

test('verification link verifies the address of the signed-in account, and can be opened again', async () => {
  const one = await newcomer();
  await runJobs(shop);
  const [mail, ...more] = mailsTo(one.email);
  expect([mail?.headers.get('subject'), more]).toEqual(['Konfirmoni emailin tuaj', []]);
  expect(mail?.text).toContain('Nëse nuk e krijuat ju, mos e konfirmoni.');
  const token = tokenIn(mail ?? { text: '' });
  expect(await isVerified(one.client)).toBe(false);
  for (const client of [one.client, one.client, shop.guest()])
    expect(await verify(token, client)).toEqual({ success: true });
  expect(await isVerified(one.client)).toBe(true);
  const auditEvents = await db.select().from(auditLog).where(eq(auditLog.subjectId, one.userId));
  expect(auditEvents.map(({ action }) => action)).toEqual(['accounts.register', 'accounts.verifyEmail']);
  const told = shop.log.lines.filter(({ text }) => text.includes('accounts.verifyEmail'));
  expect(told).toHaveLength(1);
});

test('verification link, expired or of another purpose or address, is refused', async () => {
  const one = await newcomer();
  const link = (more: object = {}) =>
    makeLink(db, { userId: one.userId, email: one.email, purpose: 'verify' as const, ...more });
  const [late, early] = [await link(), await link()];
  await db
    .update(tokens)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(tokens.id, late.id));
  const wrong = [
    await link({ purpose: 'reset' }),
    await link({ email: 'tjeter@example.al' }),
    late,
    { token: late.id },
  ];
  for (const { token } of wrong)
    expect(await refusal(verify(token, one.client, PASSWORD))).toBe('400 accounts.linkOver');
  expect(await isVerified(one.client)).toBe(false);
  await verify(early.token, one.client);
  expect(await isVerified(one.client)).toBe(true);
});

test('verification link can be requested three times an hour, until verified', async () => {
  const limited = await startShop({ url: shop.url, config: { ...shop.deps.config, rateLimitScale: 1 } });
  await shop.pool.query('delete from rate_limits');
  const one = await newcomer();
  const client = await limited.as({ email: one.email });
  for (let times = 0; times < 3; times++) expect(await client(accounts.verifyRequest)).toEqual({ success: true });
  const { headers } = await client.send({ method: 'POST', url: accounts.verifyRequest.path });
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3600);
  await runJobs(limited);
  expect(mailsTo(one.email)).toHaveLength(4);
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, one.userId));
  expect(await client(accounts.verifyRequest), 'confirmed meanwhile').toEqual({ success: true });
});

test('verification, not signed in to the account, needs its password', async () => {
  const [one, other] = [await newcomer(), await newcomer()];
  const token = await linkOf(one);
  for (const client of [shop.guest(), other.client]) {
    expect(await refusal(verify(token, client))).toBe('403 accounts.passwordNeeded');
    expect(await refusal(verify(token, client, ''))).toBe('403 accounts.passwordNeeded');
    expect(await refusal(verify(token, client, 'not it at all'))).toBe('403 accounts.wrongPassword');
  }
  expect(await isVerified(one.client)).toBe(false);
  expect(await verify(token, other.client, PASSWORD)).toEqual({ success: true });
  expect([await isVerified(one.client), await isVerified(other.client)]).toEqual([true, false]);
});

test('verification, wrong passwords, is throttled like sign-in except for known browsers', async () => {
  const limited = await startShop({ url: shop.url, config: { ...shop.deps.config, rateLimitScale: 1 } });
  const known = limited.guest();
  const email = 'e-njohur@example.al';
  const { user } = await known(accounts.register, { body: { email, passwordHash: PASSWORD } });
  await known(accounts.logout);
  const token = await linkOf({ userId: user.id, email });
  const guess = (password: string, client = limited.guest()) => refusal(verify(token, client, password));
  for (let times = 0; times < 5; times++) expect(await guess(`guess ${times}`)).toBe('403 accounts.wrongPassword');
  expect(await guess(PASSWORD)).toBe('429 limit.reached');
  const enter = limited.guest()(accounts.login, { body: { username: email, password: PASSWORD } });
  expect(await refusal(enter)).toBe('429 limit.reached');
  expect(await guess('not it at all', known)).toBe('403 accounts.wrongPassword');
  expect(await verify(token, known, PASSWORD)).toEqual({ success: true });
});

test('verification of an account without a password needs its session', async () => {
  const email = 'pa-fjalekalim@example.al';
  const client = await shop.as({ email });
  const { user } = await client(accounts.me);
  const token = await linkOf({ userId: user.id, email });
  for (const password of [undefined, '', PASSWORD])
    expect(await refusal(verify(token, shop.guest(), password))).toBe('403 accounts.signInFirst');
  expect(await isVerified(client)).toBe(false);
  expect(await verify(token, client)).toEqual({ success: true });
});

test('Google sign-in with an address not of Google sends a verification link', async () => {
  const [client, own] = [shop.guest(), shop.guest()];
  const [email, gmail] = ['arta@sallon.al', 'arta@gmail.com'];
  for (const [one, claims] of [
    [client, { subject: 'arta', email, isAuthoritative: false }],
    [own, { subject: 'arta e dyte', email: gmail }],
  ] as const)
    await one(identities.google, { body: { credential: fakeCredential(claims) } });
  await runJobs(shop);
  expect(mailsTo(gmail)).toEqual([]);
  const [mail, ...more] = mailsTo(email);
  expect([mail?.headers.get('subject'), more]).toEqual(['Konfirmoni emailin tuaj', []]);
  expect(await isVerified(client)).toBe(false);
  await verify(tokenIn(mail ?? { text: '' }), client);
  expect(await isVerified(client)).toBe(true);
});
