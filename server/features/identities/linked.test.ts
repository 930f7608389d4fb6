/** Owners see what else opens their account, link more and unlink it; whoever finds a session open does neither. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { identities } from '#core/contract/identities.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { identities as linked, sessions } from '#db/schema/sign-in.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import { type Client, startShop } from '#test/client.ts';
import { forgedCredentials } from '#test/forged-credentials.ts';
import type { Claims } from '#test/issuer.ts';
import { refusal } from '#test/refusal.ts';
import { newSecondFactor } from '#test/second-factors.ts';
import { newUser } from '#test/shoppers.ts';
import { waitingFor } from '#test/waiting.ts';
import { arrival, believing, browserWith, testIssuer } from '#test/with-issuer.ts';

const issuer = await testIssuer();
const shop = await startShop({ config: believing(issuer) });
const elsewhere = await shop.anotherNode();
const { db, pool } = shop;
const here = { shop, issuer };
const PASSWORD = 'një gotë me ujë';
const passwordHash = await hashPassword(PASSWORD);

async function owner({ hash = passwordHash as string | null, on = shop } = {}) {
  const email = `${v7()}@example.al`;
  const userId = await newUser(db, { email, username: email, passwordHash: hash });
  return { email, userId, client: await on.as({ email }) };
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

/** Somebody else changes the account until they are done, and may leave it with another password. */
async function holdAccount(userId: string, hash: string | null = null): Promise<() => Promise<void>> {
  const held = await pool.connect();
  await held.query('begin');
  await held.query('update users set password_hash = coalesce($1, password_hash) where id = $2', [hash, userId]);
  return async () => {
    await held.query('commit');
    held.release();
  };
}

const waiting = (count: number) => expect.poll(async () => (await waitingFor(pool)).length).toBe(count);

test('an account elsewhere that its owner links opens theirs, whatever address it shows, and no more once it is unlinked', async () => {
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

test('who is unlinked is signed out wherever they are, on every node; the owner stays', async () => {
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

test('whoever finds a session open neither links nor unlinks anything', async () => {
  const { client, userId } = await owner();
  const credential = await credentialFor(client, { sub: v7() });
  for (const password of ['', 'nuk-eshte-ky'])
    expect(await refusal(link(client, credential, { password }))).toBe('403 accounts.wrongPassword');
  expect(await linksOf(userId)).toBe(0);
  await link(client, credential);
  expect(await refusal(unlink(client, { password: 'nuk-eshte-ky' }))).toBe('403 accounts.wrongPassword');
  expect(await linksOf(userId)).toBe(1);
});

test('an account without a password is linked and unlinked by whoever came in just now', async () => {
  const { client, userId } = await owner({ hash: null });
  await link(client, await credentialFor(client, { sub: v7() }), { provider: 'apple' });
  await link(client, await credentialFor(client, { sub: v7() }));
  await cameInLongAgo(userId);
  expect(await refusal(unlink(client))).toBe('403 accounts.comeInAgain');
  const credential = await credentialFor(client, { sub: v7() });
  expect(await refusal(link(client, credential))).toBe('403 accounts.comeInAgain');
  expect(await linksOf(userId)).toBe(2);
});

test('the last way in is not taken away, of two at once on two nodes neither', async () => {
  const { client, userId } = await owner({ hash: null });
  // Another tab: where sessions differ the first to unlink ends the other.
  const other = elsewhere.guest();
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  await link(client, await credentialFor(client, { sub: v7() }));
  expect(await refusal(unlink(client))).toBe('409 identities.onlyWayIn');
  await link(client, await credentialFor(client, { sub: v7() }), { provider: 'apple' });
  const letGo = await holdAccount(userId);
  const both = [refusal(unlink(client)), refusal(unlink(other, { provider: 'apple' }))];
  await waiting(2);
  await letGo();
  const outcomes = await Promise.all(both);
  expect(outcomes.filter((outcome) => outcome === 'Error: was not refused')).toHaveLength(1);
  expect(await linksOf(userId)).toBe(1);
});

test('forged credentials link nothing, nor does one of another page', async () => {
  const { client, userId } = await owner();
  const { nonce } = await client(identities.nonce);
  for (const [name, credential] of Object.entries(await forgedCredentials(issuer, { nonce })))
    expect(await refusal(link(client, credential)), name).toBe('403 identities.notConfirmed');
  const attacker = await browserWith(here, { sub: v7() });
  expect(await refusal(link(client, attacker.credential))).toBe('403 identities.notConfirmed');
  expect(await linksOf(userId)).toBe(0);
});

test('a credential that brought somebody in, or was linked, does so once; a browser whose answer was lost hears the same', async () => {
  const { client } = await owner();
  const credential = await credentialFor(client, { sub: v7() });
  await link(client, credential);
  expect(await link(client, credential)).toEqual({ success: true });
  const thief = (await owner()).client;
  thief.cookies.set('bukuri-nonce', client.cookies.get('bukuri-nonce') ?? '');
  expect(await refusal(link(thief, credential))).toBe('403 identities.notConfirmed');
  expect(await arrival(thief, credential)).toBe('401 identities.googleFailed');
});

test('an account elsewhere opens one here, and one here has one of each', async () => {
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

test('what is linked passes by no second factor', async () => {
  const { client, userId } = await owner();
  const claims = { sub: v7() };
  await link(client, await credentialFor(client, claims));
  await newSecondFactor(db, { userId, isOn: true });
  const came = await browserWith(here, claims);
  expect(await arrival(came.browser, came.credential)).toBe('401 accounts.codeNeeded');
});

test('whoever was asked for a password while another was set changes nothing with the one before', async () => {
  const { client, userId } = await owner();
  const credential = await credentialFor(client, { sub: v7() });
  const letGo = await holdAccount(userId, await hashPassword('tjetër ujë këtu'));
  const linking = refusal(link(client, credential));
  await waiting(1);
  await letGo();
  expect(await linking).toBe('401 access.notAuthenticated');
  expect(await linksOf(userId)).toBe(0);
});

test('nobody sees or unlinks what opens the account of another', async () => {
  const [ana, besa] = [await owner(), await owner()];
  await link(ana.client, await credentialFor(ana.client, { sub: v7() }));
  expect(await besa.client(identities.linked)).toEqual([]);
  await unlink(besa.client);
  expect(await linksOf(ana.userId)).toBe(1);
  expect(await refusal(shop.guest()(identities.linked))).toBe('401 access.notAuthenticated');
  expect(await db.$count(sessions, and(eq(sessions.userId, ana.userId), sql`expire > now()`))).toBe(1);
});

test('a credential that links in one tab and brings in in another is locked before the account in both', async () => {
  const { client, userId } = await owner();
  const claims = { sub: v7(), email: 'e-punes@sallon.al' };
  await link(client, await credentialFor(client, claims));
  const credential = await credentialFor(client, claims);
  const letGo = await holdAccount(userId);
  const linking = link(client, credential);
  await waiting(1);
  const arriving = arrival(client, credential);
  await waiting(2);
  const atCredential = (await waitingFor(pool)).filter((statement) => statement.includes('used_assertions'));
  await letGo();
  expect(atCredential).toHaveLength(1);
  expect(await linking).toEqual({ success: true });
  expect(await arriving).toBe('200');
});
