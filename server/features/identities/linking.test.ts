/** Whoever made an account with somebody's address beforehand does not have what that person does with it later. */
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { identities as calls } from '#core/contract/identities.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { users } from '#db/schema/people.ts';
import { devices, identities, secondFactors, sessions, tokens } from '#db/schema/sign-in.ts';
import { type Client, startShop } from '#test/client.ts';
import type { Claims } from '#test/issuer.ts';
import { newSecondFactor } from '#test/second-factors.ts';
import { arrival, believing, browserWith, post, testIssuer } from '#test/with-issuer.ts';

const issuer = await testIssuer();
const shop = await startShop({ config: believing(issuer) });
const here = { shop, issuer };
const PASSWORD = 'një gotë me ujë';

/** Somebody registers with an address, theirs or not. */
async function registered(email: string): Promise<{ browser: Client; id: string }> {
  const browser = shop.guest();
  const { user } = await browser(accounts.register, { body: { email, passwordHash: PASSWORD } });
  return { browser, id: user.id };
}

const verify = (email: string) =>
  shop.db.update(users).set({ emailVerifiedAt: sql`now()` }).where(eq(users.email, email));
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'in',
    (error) => `${error.status} ${error.code}`,
  );
const byPassword = (email: string) =>
  outcome(shop.guest()(accounts.login, { body: { username: email, password: PASSWORD } }));
const meOf = (browser: Client) => outcome(browser(accounts.me));

test('a password that somebody else chose beforehand opens nothing once the owner of the mailbox came', async () => {
  const email = 'viktima1@gmail.com';
  const { id } = await registered(email);
  const { browser, credential } = await browserWith(here, { email });
  expect(await arrival(browser, credential)).toBe('200');
  expect((await browser(accounts.me)).user).toMatchObject({ id, isEmailVerified: true });
  expect(await byPassword(email)).toBe('401 accounts.badCredentials');
  const auditEvents = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(auditEvents.at(-1)).toMatchObject({
    action: 'identities.link',
    detail: { provider: 'google', isTakenBack: true },
  });
});

test('where nobody answers for the mailbox, both keep what they have, and who comes reads what to do', async () => {
  const email = 'viktima2@sallon.al';
  const { browser: attacker } = await registered(email);
  const { browser, credential } = await browserWith(here, { email });
  expect(await arrival(browser, credential)).toBe('409 identities.emailTaken');
  expect([await meOf(browser), await meOf(attacker)]).toEqual(['401 access.notAuthenticated', 'in']);
  expect(await shop.db.$count(identities, eq(identities.email, email))).toBe(0);
});

test('whoever had a mailbox before gets into no account of who has it now, who may link theirs in the settings', async () => {
  const email = 'zyra@sallon.al';
  const { browser: owner, id } = await registered(email);
  await verify(email);
  const former = await browserWith(here, { email, sub: 'former' });
  expect(await arrival(former.browser, former.credential)).toBe('409 identities.emailTaken');
  const answer = await post(former.browser, '/api/auth/google', { credential: former.credential }, 'en');
  expect(answer.json().message).toBe(
    'An account with this email already exists. Sign in to it with your password, then link the other in the settings.',
  );
  expect(await shop.db.$count(identities, eq(identities.userId, id))).toBe(0);
  const { nonce } = await owner(calls.nonce);
  const credential = await issuer.sign({ nonce, email, sub: 'now' });
  await owner(calls.link, { body: { provider: 'google', credential, password: PASSWORD } });
  const now = await browserWith(here, { email, sub: 'now' });
  expect(await arrival(now.browser, now.credential)).toBe('200');
  expect((await now.browser(accounts.me)).user.id).toBe(id);
  expect([await byPassword(email), await meOf(owner)]).toEqual(['in', 'in']);
});

test('whoever shows an address for whose mailbox the provider does not answer has not confirmed it', async () => {
  const [own, workplace] = ['e-saj@gmail.com', 'e-saj@sallon.al'];
  for (const email of [own, workplace]) {
    const { browser, credential } = await browserWith(here, { email, sub: email });
    expect(await arrival(browser, credential)).toBe('200');
    expect((await browser(accounts.me)).user).toMatchObject({ email, isEmailVerified: email === own });
  }
});

test('a session that somebody else began beforehand is over', async () => {
  const email = 'viktima3@sallon.al';
  const { browser: attacker, id } = await registered(email);
  const { browser, credential } = await browserWith(here, { email, hd: 'sallon.al' });
  expect(await arrival(browser, credential)).toBe('200');
  expect([await meOf(attacker), await meOf(browser)]).toEqual(['401 access.notAuthenticated', 'in']);
  expect(await shop.db.$count(sessions, eq(sessions.userId, id))).toBe(1);
});

test('an account elsewhere that somebody else linked beforehand opens it no more', async () => {
  const email = 'viktima4@gmail.com';
  const { id } = await registered(email);
  await shop.db.insert(identities).values({ userId: id, provider: 'google', subject: 'trojan', email: 'x@gmail.com' });
  const { browser, credential } = await browserWith(here, { email, sub: 'owner' });
  expect(await arrival(browser, credential)).toBe('200');
  const trojan = await browserWith(here, { sub: 'trojan', email: 'x-trojan@gmail.com' });
  await arrival(trojan.browser, trojan.credential);
  expect((await trojan.browser(accounts.me)).user.id).not.toBe(id);
});

test('a link that was mailed beforehand leads nowhere', async () => {
  const email = 'viktima5@gmail.com';
  const { id: userId } = await registered(email);
  const expiresAt = new Date(Date.now() + 600_000);
  await shop.db.insert(tokens).values({ userId, purpose: 'verify', hash: 'h', email: 'x@evil.example', expiresAt });
  const { browser, credential } = await browserWith(here, { email });
  expect(await arrival(browser, credential)).toBe('200');
  expect(await shop.db.$count(tokens, eq(tokens.userId, userId))).toBe(0);
});

test('a second factor is asked for before anything is linked', async () => {
  const email = 'me-kod@gmail.com';
  const { browser: before, id: userId } = await registered(email);
  await verify(email);
  await newSecondFactor(shop.db, { userId, isOn: true });
  const { browser, credential } = await browserWith(here, { email });
  expect(await arrival(browser, credential)).toBe('401 accounts.codeNeeded');
  expect(await meOf(before)).toBe('in');
  expect(await shop.db.$count(identities, eq(identities.userId, userId))).toBe(0);
});

test('a second factor of whoever took the address before keeps its owner not out', async () => {
  const email = 'viktima7@gmail.com';
  const { browser: attacker, id: userId } = await registered(email);
  await newSecondFactor(shop.db, { userId, isOn: true });
  const { browser, credential } = await browserWith(here, { email });
  expect(await arrival(browser, credential)).toBe('200');
  expect([await meOf(browser), await meOf(attacker)]).toEqual(['in', '401 access.notAuthenticated']);
  expect(await shop.db.$count(secondFactors, eq(secondFactors.userId, userId))).toBe(0);
});

test('the browser of whoever took the address before is known no more, and who comes in with it is told of', async () => {
  const email = 'viktima8@gmail.com';
  const { browser: attacker, id } = await registered(email);
  const { browser, credential } = await browserWith(here, { email, sub: 'viktima8' });
  expect(await arrival(browser, credential)).toBe('200');
  expect(await shop.db.$count(devices, eq(devices.userId, id))).toBe(1);
  const { nonce } = await attacker(calls.nonce);
  expect(await arrival(attacker, await issuer.sign({ nonce, email, sub: 'viktima8' }))).toBe('200');
  const { rowCount } = await shop.pool.query(
    `select from graphile_worker._private_jobs j join devices d on d.id::text = j.payload->>'deviceId' where d.user_id = $1`,
    [id],
  );
  expect(rowCount).toBe(2);
});

test('who says to have an address without having shown it gets into no account', async () => {
  const email = 'viktima6@gmail.com';
  const { id } = await registered(email);
  await verify(email);
  const { browser, credential } = await browserWith(here, { email, email_verified: false });
  expect(await arrival(browser, credential)).toBe('401 identities.googleFailed');
  expect(await shop.db.$count(identities, eq(identities.userId, id))).toBe(0);
});

test('whoever showed both here and there that the address is theirs keeps their password', async () => {
  const email = 'ana@gmail.com';
  const { browser: before } = await registered(email);
  await verify(email);
  const { browser, credential } = await browserWith(here, { email });
  expect(await arrival(browser, credential)).toBe('200');
  expect([await byPassword(email), await meOf(before)]).toEqual(['in', 'in']);
});

test('of one provider one account opens it: another with the same address does not', async () => {
  const email = 'ndarë@gmail.com'.normalize('NFC').replace('ë', 'e');
  const first = await browserWith(here, { email, sub: 'first' });
  expect(await arrival(first.browser, first.credential)).toBe('200');
  const second = await browserWith(here, { email, sub: 'second' });
  expect(await arrival(second.browser, second.credential)).toBe('409 identities.emailTaken');
});

test('an address makes as many accounts in an hour by registering and by Google together', async () => {
  const strict = await startShop({ config: { ...believing(issuer), rateLimitScale: 0.04 } });
  const comes = async (claims: Claims) => arrival(strict.guest(), await issuer.sign(claims));
  expect(await comes({ sub: 'here-already', email: 'here@gmail.com' })).toBe('200');
  for (const name of ['a', 'b', 'c']) {
    await strict.guest()(accounts.register, { body: { email: `${name}@example.al`, passwordHash: PASSWORD } });
  }
  expect(await comes({ sub: 'one-more' })).toBe('429 limit.reached');
  expect(await strict.db.$count(users)).toBe(4);
});
