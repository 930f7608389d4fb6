/** Whom an owner threw out comes in no more, and changes nothing, though they were about to on another node. */
import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { identities } from '#core/contract/identities.ts';
import { privacy } from '#core/contract/privacy.ts';
import { secondFactors } from '#core/contract/second-factors.ts';
import { settings } from '#core/contract/settings.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import { type Client, startShop } from '#test/client.ts';
import type { Claims } from '#test/issuer.ts';
import { refusal } from '#test/refusal.ts';
import { codeOf, newSecondFactor } from '#test/second-factors.ts';
import { newUser } from '#test/shoppers.ts';
import { waitingFor } from '#test/waiting.ts';
import { arrival, believing, browserWith, testIssuer } from '#test/with-issuer.ts';

const issuer = await testIssuer();
const shop = await startShop({ config: believing(issuer) });
const elsewhere = await shop.anotherNode();
const { db, pool } = shop;
const PASSWORD = 'një gotë me ujë';
const passwordHash = await hashPassword(PASSWORD);

async function owner({ email = `${v7()}@example.al`, hash = passwordHash as string | null } = {}) {
  const userId = await newUser(db, { email, username: email, passwordHash: hash, emailVerifiedAt: new Date() });
  return { email, userId, client: await shop.as({ email }) };
}

async function credentialFor(client: Client, claims: Claims): Promise<string> {
  const { nonce } = await client(identities.nonce);
  return issuer.sign({ nonce, ...claims });
}

async function link(client: Client, claims: Claims): Promise<void> {
  const credential = await credentialFor(client, claims);
  await client(identities.link, { body: { provider: 'google', credential, password: PASSWORD } });
}

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
const confirms = 'update users set email_verified_at = now() where id = $1';
const closes = 'update users set is_active = false where id = $1';

test.each([
  ['unlinks', unlinks],
  ['takes back', handsOver],
])('who is signing in while the owner %s what they come with stays outside', async (_deed, statement) => {
  const { client, userId } = await owner();
  const claims = { sub: v7(), email: 'e-punes@sallon.al' };
  await link(client, claims);
  const { browser, credential } = await browserWith({ shop: elsewhere, issuer }, claims);
  expect(await meanwhile(userId, statement, () => arrival(browser, credential))).toBe('401 identities.googleFailed');
  expect(await refusal(browser(accounts.me))).toBe('401 access.notAuthenticated');
});

test('of many who sign in around an unlinking none is in after it', async () => {
  for (let round = 0; round < 8; round++) {
    const { client, userId } = await owner();
    const claims = { sub: v7(), email: 'e-punes@sallon.al' };
    await link(client, claims);
    const arriving = await Promise.all(
      Array.from({ length: 6 }, () => browserWith({ shop: elsewhere, issuer }, claims)),
    );
    await Promise.all([
      client(identities.unlink, { body: { provider: 'google', password: PASSWORD } }),
      ...arriving.map(({ browser, credential }) => arrival(browser, credential)),
    ]);
    const { rows } = await pool.query('select from sessions where user_id = $1', [userId]);
    expect(rows).toHaveLength(1);
  }
});

test.each([true, false])(
  'a session that its owner ends links nothing any more, with a password or without: %s',
  async (hasPassword) => {
    const { client, userId } = await owner({ hash: hasPassword ? passwordHash : null });
    const credential = await credentialFor(client, { sub: v7(), email: 'huaj@gmail.com' });
    const body = { provider: 'google', credential, password: PASSWORD } as const;
    expect(await meanwhile(userId, endsSessions, () => refusal(client(identities.link, { body })))).toBe(
      '401 access.notAuthenticated',
    );
    expect((await pool.query('select from identities where user_id = $1', [userId])).rowCount).toBe(0);
  },
);

test('a session that its owner ends turns no codes on, nor off, nor makes new ones', async () => {
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

test('a session that its owner ends does not close the account', async () => {
  const { client, userId } = await owner({ hash: null });
  const closing = () => refusal(client(privacy.close, { body: { givesUp: true } }));
  expect(await meanwhile(userId, endsSessions, closing)).toBe('401 access.notAuthenticated');
});

test('who gives themselves a name while the account is closed has none, nor another language', async () => {
  const { client, userId, email } = await owner();
  const naming = () => refusal(client(settings.rename, { body: { displayName: 'Ana e Tiranës' } }));
  expect(await meanwhile(userId, closes, naming)).toBe('401 access.notAuthenticated');
  await pool.query('update users set is_active = true where id = $1', [userId]);
  const other = await shop.as({ email });
  await meanwhile(userId, closes, () => other(settings.chooseLanguage, { body: { language: 'en' } }));
  const { rows } = await pool.query('select display_name, language from users where id = $1', [userId]);
  expect(rows).toEqual([{ display_name: null, language: 'sq' }]);
});

test('who shows that an address is theirs while they come with it keeps their password', async () => {
  const email = `${v7()}@gmail.com`;
  const userId = await newUser(db, { email, username: email, passwordHash });
  const { browser, credential } = await browserWith({ shop: elsewhere, issuer }, { sub: v7(), email });
  expect(await meanwhile(userId, confirms, () => arrival(browser, credential))).toBe('200');
  const { rows } = await pool.query('select password_hash from users where id = $1', [userId]);
  expect(rows).toEqual([{ password_hash: passwordHash }]);
});

test('what an owner unlinked opens the account by its address no more, until they link it again', async () => {
  const email = `${v7()}@gmail.com`;
  const { client } = await owner({ email });
  const claims = { sub: v7(), email };
  const enter = async () => {
    const { browser, credential } = await browserWith({ shop, issuer }, claims);
    return arrival(browser, credential);
  };
  expect(await enter()).toBe('200');
  await client(identities.unlink, { body: { provider: 'google', password: PASSWORD } });
  expect(await client(identities.linked)).toEqual([]);
  expect(await enter()).toBe('409 identities.emailTaken');
  await link(client, { sub: v7(), email: 'tjeter@gmail.com' });
  await client(identities.unlink, { body: { provider: 'google', password: PASSWORD } });
  await link(client, claims);
  expect(await enter()).toBe('200');
});

test('what one owner unlinked may be linked by another', async () => {
  const [ana, besa] = [await owner(), await owner()];
  const claims = { sub: v7(), email: 'salloni@example.al' };
  await link(ana.client, claims);
  await ana.client(identities.unlink, { body: { provider: 'google', password: PASSWORD } });
  await link(besa.client, claims);
  const { browser, credential } = await browserWith({ shop, issuer }, claims);
  expect(await arrival(browser, credential)).toBe('200');
  expect((await browser(accounts.me)).user.id).toBe(besa.userId);
});

test('what an owner unlinked opens the account by its address no more, though somebody else linked and unlinked it since', async () => {
  const email = `${v7()}@gmail.com`;
  const [ana, besa] = [await owner({ email }), await owner()];
  const claims = { sub: v7(), email };
  const enter = async () => {
    const { browser, credential } = await browserWith({ shop, issuer }, claims);
    return arrival(browser, credential);
  };
  const unlink = (client: Client) => client(identities.unlink, { body: { provider: 'google', password: PASSWORD } });
  expect(await enter()).toBe('200');
  await unlink(ana.client);
  expect(await enter()).toBe('409 identities.emailTaken');
  await link(besa.client, claims);
  expect(await enter()).toBe('200');
  await unlink(besa.client);
  expect(await enter()).toBe('409 identities.emailTaken');
});
