/** Linking identities: by owners in the settings, and by the address where the provider is authoritative for it. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { identities } from '#core/contract/accounts/identities.ts';
import { secondFactors } from '#core/contract/accounts/second-factors.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { identities as linked, secondFactors as secondFactorRows, sessions, tokens } from '#db/schema/sign-in.ts';
import { users } from '#db/schema/users.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { type Client, startShop } from '#test/client.ts';
import type { Claims } from '#test/issuer.ts';
import { refusal } from '#test/refusal.ts';
import { codeOf, newSecondFactor } from '#test/second-factors.ts';
import { newUser } from '#test/shoppers.ts';
import { waitingFor } from '#test/waiting.ts';
import { arrival, browserWith, post, testIssuer, withIssuer } from '#test/with-issuer.ts';

const issuer = await testIssuer();
const shop = await startShop({ config: withIssuer(issuer) });
const elsewhere = await shop.anotherNode();
const { db, pool } = shop;
const here = { shop, issuer };
const PASSWORD = 'një gotë me ujë';
const passwordHash = await hashPassword(PASSWORD);

async function owner({ hash = passwordHash as string | null, email = `${v7()}@example.al` } = {}) {
  const userId = await newUser(db, { email, username: email, passwordHash: hash, emailVerifiedAt: new Date() });
  return { email, userId, client: await shop.as({ email }) };
}

/** What the provider signs for the page that this browser has open. */
async function credentialFor(client: Client, claims: Claims = {}): Promise<string> {
  const { nonce } = await client(identities.nonce);
  return issuer.sign({ nonce, ...claims });
}

type Way = { provider?: 'google' | 'apple'; password?: string };
const link = (client: Client, credential: string, { provider = 'google', password = PASSWORD }: Way = {}) =>
  client(identities.link, { body: { provider, credential, password } });
const unlink = (client: Client, { provider = 'google', password = PASSWORD }: Way = {}) =>
  client(identities.unlink, { body: { provider, password } });
const auditEventsOf = async (userId: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, userId))).map(({ action }) => action);
const linksOf = (userId: string) => db.$count(linked, and(eq(linked.userId, userId), isNull(linked.unlinkedAt)));
const cameInLongAgo = (userId: string) =>
  pool.query(`update sessions set created_at = now() - interval '6 minutes' where user_id = $1`, [userId]);

test('linked identity opens the account whatever its address, until unlinked', async () => {
  const { client, userId } = await owner();
  const claims = { sub: v7(), email: 'e-punes@sallon.al' };
  expect(await client(identities.linked)).toEqual([]);
  await link(client, await credentialFor(client, claims));
  expect(await client(identities.linked)).toEqual([
    { provider: 'google', email: claims.email, linkedAt: expect.stringMatching(/^20\d\d-/) },
  ]);
  const came = await browserWith(here, claims);
  expect(await arrival(came.browser, came.credential)).toBe('200');
  expect((await came.browser(accounts.me)).user.id).toBe(userId);
  await unlink(client);
  expect(await client(identities.linked)).toEqual([]);
  expect(await auditEventsOf(userId)).toEqual(['identities.link', 'identities.unlink']);
  const again = await browserWith(here, claims);
  await arrival(again.browser, again.credential);
  expect((await again.browser(accounts.me)).user.id).not.toBe(userId);
});

test('unlinking ends the other sessions on every node', async () => {
  const { client, userId } = await owner();
  const claims = { sub: v7(), email: `${v7()}@gmail.com` };
  await link(client, await credentialFor(client, claims));
  const came = await browserWith({ shop: elsewhere, issuer }, claims);
  await arrival(came.browser, came.credential);
  await unlink(client);
  expect(await refusal(came.browser(accounts.me))).toBe('401 access.notAuthenticated');
  expect((await client(accounts.me)).user.id).toBe(userId);
  expect(await unlink(client), 'again the same').toEqual({ success: true });
});

test('linking and unlinking with a wrong password are refused', async () => {
  const { client, userId } = await owner();
  const credential = await credentialFor(client, { sub: v7() });
  for (const password of ['', 'nuk-eshte-ky'])
    expect(await refusal(link(client, credential, { password }))).toBe('403 accounts.wrongPassword');
  expect(await linksOf(userId)).toBe(0);
  await link(client, credential);
  expect(await refusal(unlink(client, { password: 'nuk-eshte-ky' }))).toBe('403 accounts.wrongPassword');
  expect(await linksOf(userId)).toBe(1);
});

test('linking and unlinking without a password need a sign-in within five minutes', async () => {
  const { client, userId } = await owner({ hash: null });
  await link(client, await credentialFor(client, { sub: v7() }), { provider: 'apple' });
  await link(client, await credentialFor(client, { sub: v7() }));
  await cameInLongAgo(userId);
  expect(await refusal(unlink(client))).toBe('403 accounts.comeInAgain');
  const credential = await credentialFor(client, { sub: v7() });
  expect(await refusal(link(client, credential))).toBe('403 accounts.comeInAgain');
  expect(await linksOf(userId)).toBe(2);
});

test('credential links once; repeated by the same browser it answers the same', async () => {
  const { client } = await owner();
  const credential = await credentialFor(client, { sub: v7() });
  await link(client, credential);
  expect(await link(client, credential)).toEqual({ success: true });
  const thief = (await owner()).client;
  thief.cookies.set('bukuri-nonce', client.cookies.get('bukuri-nonce') ?? '');
  expect(await refusal(link(thief, credential))).toBe('403 identities.notConfirmed');
  expect(await arrival(thief, credential)).toBe('401 identities.googleFailed');
});

test('identity of another account, or a second one of the provider, is refused', async () => {
  const [ana, besa] = [await owner(), await owner()];
  const sub = v7();
  await link(ana.client, await credentialFor(ana.client, { sub }));
  const taken = await credentialFor(besa.client, { sub });
  expect(await refusal(link(besa.client, taken))).toBe('409 identities.opensAnother');
  const second = await credentialFor(ana.client, { sub: v7() });
  expect(await refusal(link(ana.client, second))).toBe('409 identities.hasOne');
  const rows = await db.select().from(linked).where(eq(linked.subject, sub));
  expect(rows.map(({ userId }) => userId)).toEqual([ana.userId]);
});

test('identities of others can be neither seen nor unlinked', async () => {
  const [ana, besa] = [await owner(), await owner()];
  await link(ana.client, await credentialFor(ana.client, { sub: v7() }));
  expect(await besa.client(identities.linked)).toEqual([]);
  await unlink(besa.client);
  expect(await linksOf(ana.userId)).toBe(1);
  expect(await refusal(shop.guest()(identities.linked))).toBe('401 access.notAuthenticated');
  expect(await db.$count(sessions, and(eq(sessions.userId, ana.userId), sql`expire > now()`))).toBe(1);
});

test('unlinking the last way to sign in is refused', async () => {
  const { client, userId } = await owner({ hash: null });
  await link(client, await credentialFor(client, { sub: v7() }));
  expect(await refusal(unlink(client))).toBe('409 identities.onlyWayIn');
  expect(await linksOf(userId)).toBe(1);
});

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

test('unverified account, authoritative sign-in with its address, is taken over without its password', async () => {
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

test('unverified account, sign-in that is not authoritative for its address, is not linked', async () => {
  const email = 'viktima2@sallon.al';
  const { browser: attacker } = await registered(email);
  const { browser, credential } = await browserWith(here, { email });
  expect(await arrival(browser, credential)).toBe('409 identities.emailTaken');
  expect([await meOf(browser), await meOf(attacker)]).toEqual(['401 access.notAuthenticated', 'in']);
  expect(await shop.db.$count(linked, eq(linked.email, email))).toBe(0);
});

test('verified account, sign-in that is not authoritative for its address, is linked in the settings only', async () => {
  const email = 'zyra@sallon.al';
  const { browser: owner, id } = await registered(email);
  await verify(email);
  const former = await browserWith(here, { email, sub: 'former' });
  expect(await arrival(former.browser, former.credential)).toBe('409 identities.emailTaken');
  const answer = await post(former.browser, '/api/auth/google', { credential: former.credential }, 'en');
  expect(answer.json().message).toBe(
    'An account with this email already exists. Sign in to it with your password, then link Google or Apple in the settings.',
  );
  expect(await shop.db.$count(linked, eq(linked.userId, id))).toBe(0);
  const { nonce } = await owner(identities.nonce);
  const credential = await issuer.sign({ nonce, email, sub: 'now' });
  await owner(identities.link, { body: { provider: 'google', credential, password: PASSWORD } });
  const now = await browserWith(here, { email, sub: 'now' });
  expect(await arrival(now.browser, now.credential)).toBe('200');
  expect((await now.browser(accounts.me)).user.id).toBe(id);
  expect([await byPassword(email), await meOf(owner)]).toEqual(['in', 'in']);
});

test('new account is verified only if the provider is authoritative for the address', async () => {
  const [own, workplace] = ['e-saj@gmail.com', 'e-saj@sallon.al'];
  for (const email of [own, workplace]) {
    const { browser, credential } = await browserWith(here, { email, sub: email });
    expect(await arrival(browser, credential)).toBe('200');
    expect((await browser(accounts.me)).user).toMatchObject({ email, isEmailVerified: email === own });
  }
});

test('takeover removes second factor, identities and mailed links, and ends sessions', async () => {
  const email = 'viktima7@gmail.com';
  const { browser: attacker, id: userId } = await registered(email);
  await shop.db.insert(linked).values({ userId, provider: 'google', subject: 'trojan', email: 'x@gmail.com' });
  const expiresAt = new Date(Date.now() + 600_000);
  await shop.db.insert(tokens).values({ userId, purpose: 'verify', hash: 'h', email: 'x@evil.example', expiresAt });
  await newSecondFactor(shop.db, { userId, isOn: true });
  const { browser, credential } = await browserWith(here, { email });
  expect(await arrival(browser, credential)).toBe('200');
  expect([await meOf(browser), await meOf(attacker)]).toEqual(['in', '401 access.notAuthenticated']);
  expect(await shop.db.$count(tokens, eq(tokens.userId, userId))).toBe(0);
  expect(await shop.db.$count(linked, and(eq(linked.userId, userId), eq(linked.subject, 'trojan')))).toBe(0);
  expect(await shop.db.$count(secondFactorRows, eq(secondFactorRows.userId, userId))).toBe(0);
});

test('verified account, authoritative sign-in with its address, keeps its password and sessions', async () => {
  const email = 'ana@gmail.com';
  const { browser: before } = await registered(email);
  await verify(email);
  const { browser, credential } = await browserWith(here, { email });
  expect(await arrival(browser, credential)).toBe('200');
  expect([await byPassword(email), await meOf(before)]).toEqual(['in', 'in']);
});

test('second factor is required before an identity is linked', async () => {
  const email = 'me-kod@gmail.com';
  const { browser: before, id: userId } = await registered(email);
  await verify(email);
  await newSecondFactor(shop.db, { userId, isOn: true });
  const { browser, credential } = await browserWith(here, { email });
  expect(await arrival(browser, credential)).toBe('401 accounts.codeNeeded');
  expect(await meOf(before)).toBe('in');
  expect(await shop.db.$count(linked, eq(linked.userId, userId))).toBe(0);
});

/** What somebody is doing while the account is changed by `statement`, which is done before theirs. */
async function meanwhile<T>(userId: string, statement: string, begin: () => Promise<T>): Promise<T> {
  const held = await pool.connect();
  await held.query('begin');
  await held.query('select from users where id = $1 for update', [userId]);
  const begun = begin();
  await expect.poll(() => waitingFor(pool)).toHaveLength(1);
  await held.query(statement, [userId]);
  await held.query('commit');
  held.release();
  return begun;
}

const unlinks = 'update identities set unlinked_at = now() where user_id = $1';
const handsOver = 'delete from identities where user_id = $1';
const endsSessions = 'delete from sessions where user_id = $1';

test.each([
  ['unlinks', unlinks],
  ['takes back', handsOver],
])('sign-in while the owner %s the identity is refused', async (_deed, statement) => {
  const { client, userId } = await owner();
  const claims = { sub: v7(), email: 'e-punes@sallon.al' };
  await link(client, await credentialFor(client, claims));
  const { browser, credential } = await browserWith({ shop: elsewhere, issuer }, claims);
  expect(await meanwhile(userId, statement, () => arrival(browser, credential))).toBe('401 identities.googleFailed');
  expect(await refusal(browser(accounts.me))).toBe('401 access.notAuthenticated');
});

test.each([true, false])('session ended meanwhile links nothing, account with a password: %s', async (hasPassword) => {
  const { client, userId } = await owner({ hash: hasPassword ? passwordHash : null });
  const credential = await credentialFor(client, { sub: v7(), email: 'huaj@gmail.com' });
  const body = { provider: 'google', credential, password: PASSWORD } as const;
  expect(await meanwhile(userId, endsSessions, () => refusal(client(identities.link, { body })))).toBe(
    '401 access.notAuthenticated',
  );
  expect((await pool.query('select from identities where user_id = $1', [userId])).rowCount).toBe(0);
});

test('session ended meanwhile changes nothing of the second factor', async () => {
  const { client, userId, email } = await owner({ hash: null });
  const ended = (begin: () => Promise<unknown>) => meanwhile(userId, endsSessions, () => refusal(begin()));
  expect(await ended(() => client(secondFactors.begin, { body: {} }))).toBe('401 access.notAuthenticated');
  const secret = await newSecondFactor(db, { userId, isOn: false });
  const body = { code: codeOf(secret, shop.clock.now()) };
  const again = await shop.as({ email });
  expect(await ended(() => again(secondFactors.confirm, { body }))).toBe('401 access.notAuthenticated');
  await db.execute(sql`update second_factors set confirmed_at = now()`);
  for (const row of [secondFactors.renew, secondFactors.end]) {
    const session = await shop.as({ email });
    expect(await ended(() => session(row, { body }))).toBe('401 access.notAuthenticated');
  }
});

test('unlinked identity is not linked by its address again, only by the owner', async () => {
  const email = `${v7()}@gmail.com`;
  const { client } = await owner({ email });
  const claims = { sub: v7(), email };
  const enter = async () => {
    const { browser, credential } = await browserWith({ shop, issuer }, claims);
    return arrival(browser, credential);
  };
  expect(await enter()).toBe('200');
  await unlink(client);
  expect(await client(identities.linked)).toEqual([]);
  expect(await enter()).toBe('409 identities.emailTaken');
  await link(client, await credentialFor(client, { sub: v7(), email: 'tjeter@gmail.com' }));
  await unlink(client);
  await link(client, await credentialFor(client, claims));
  expect(await enter()).toBe('200');
});
