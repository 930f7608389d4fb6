import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { favorites } from '#core/contract/favorites.ts';
import { identities } from '#core/contract/identities.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { users } from '#db/schema/people.ts';
import { identities as linked, secondFactors, sessions, usedAssertions } from '#db/schema/sign-in.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { codeOf, newSecondFactor } from '#test/second-factors.ts';
import { newDeal } from '#test/shoppers.ts';
import { arrival, believing, browserWith, post, testIssuer } from '#test/with-issuer.ts';

const issuer = await testIssuer();
const shop = await startShop({ config: believing(issuer) });
const here = { shop, issuer };
let count = 0;
const newEmail = (domain = 'gmail.com') => `dikush${++count}@${domain}`;
const accountOf = async (email: string) => (await shop.db.select().from(users).where(eq(users.email, email)))[0];

test('who comes with Google for the first time has an account, without a password and with a verified address', async () => {
  const email = newEmail();
  const { browser, credential } = await browserWith(here, { email: email.toUpperCase() });
  const { user } = await browser(identities.google, { body: { credential } });
  expect(await browser(accounts.me)).toEqual({ user });
  expect(user).toMatchObject({ email, username: email, role: 'user', canPostDeals: false });
  expect(await accountOf(email)).toMatchObject({
    ...{ passwordHash: null, emailVerifiedAt: expect.any(Date), language: 'sq' },
    ...{ termsAcceptedAt: null, termsVersion: null },
  });
  const auditEvents = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, user.id));
  expect(auditEvents.map(({ action, detail }) => [action, detail])).toEqual([
    ['identities.register', { provider: 'google', acceptsTerms: false }],
  ]);
});

test('it is a sign-in as any other: a cookie that scripts cannot read, for thirty days where that is wanted', async () => {
  const cookiesOf = async (more: object) => {
    const { browser, credential } = await browserWith(here);
    const { headers } = await post(browser, '/api/auth/google', { credential, ...more });
    return headers['set-cookie'];
  };
  expect(await cookiesOf({})).toEqual([
    expect.stringMatching(/^bukuri=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly$/),
    'signedIn=1; Path=/; SameSite=Lax',
    expect.stringMatching(/^bukuri-browser=[\w-]{22}\.[\w-]{32}; /),
  ]);
  expect(await cookiesOf({ rememberMe: true })).toContainEqual(expect.stringContaining('Max-Age=2592000'));
});

test('it is the account elsewhere that opens one here, whatever its address became', async () => {
  const email = newEmail();
  const first = await browserWith(here, { sub: 'same', email });
  expect(await arrival(first.browser, first.credential)).toBe('200');
  const later = await browserWith(here, { sub: 'same', email: newEmail(), email_verified: false });
  expect(await arrival(later.browser, later.credential)).toBe('200');
  expect((await later.browser(accounts.me)).user.email).toBe(email);
  const without = await browserWith(here, { sub: 'same', email: undefined });
  expect(await arrival(without.browser, without.credential)).toBe('200');
});

test('an address that was not shown to be theirs, or none, brings nobody in', async () => {
  for (const claims of [
    { email_verified: false },
    { email_verified: undefined },
    { email: undefined },
    { email: 'x' },
  ]) {
    const { browser, credential } = await browserWith(here, claims);
    expect(await arrival(browser, credential)).toBe('401 identities.googleFailed');
  }
});

test('whoever was asked for the terms accepts them first, with the same credential, and what they accept is written down', async () => {
  const email = newEmail();
  const { browser, credential } = await browserWith(here, { email });
  const asked = await post(browser, '/api/auth/google', { credential, acceptsTerms: false });
  expect([asked.statusCode, asked.json().code, asked.json().details]).toEqual([
    409,
    'identities.termsNeeded',
    { email },
  ]);
  expect(await accountOf(email)).toBeUndefined();
  expect(await arrival(browser, credential, { acceptsTerms: true })).toBe('200');
  expect(await accountOf(email)).toMatchObject({ termsAcceptedAt: expect.any(Date), termsVersion: '2025-01-14' });
  const again = await browserWith(here, { sub: 'asked-once', email: newEmail() });
  expect(await arrival(again.browser, again.credential, { acceptsTerms: true })).toBe('200');
  const third = await browserWith(here, { sub: 'asked-once' });
  expect(await arrival(third.browser, third.credential, { acceptsTerms: false })).toBe('200');
});

test('a closed account stays closed, and nobody hears that it is there', async () => {
  const email = newEmail();
  const open = await browserWith(here, { sub: 'closed', email });
  await arrival(open.browser, open.credential);
  await shop.db.update(users).set({ isActive: false }).where(eq(users.email, email));
  for (const claims of [{ sub: 'closed' }, { sub: 'another', email }]) {
    const { browser, credential } = await browserWith(here, claims);
    expect(await arrival(browser, credential)).toBe('401 identities.googleFailed');
  }
});

test('a second factor is not passed by, and a credential is not used up by asking for its code', async () => {
  const email = newEmail();
  const first = await browserWith(here, { sub: 'factor', email });
  await arrival(first.browser, first.credential);
  const { id: userId } = (await accountOf(email)) ?? { id: '' };
  await newSecondFactor(shop.db, { userId, isOn: false });
  const begun = await browserWith(here, { sub: 'factor' });
  expect(await arrival(begun.browser, begun.credential)).toBe('200');
  await shop.db.delete(secondFactors);
  const secret = await newSecondFactor(shop.db, { userId, isOn: true });
  const before = await shop.db.$count(sessions, eq(sessions.userId, userId));
  const { browser, credential } = await browserWith(here, { sub: 'factor' });
  expect(await arrival(browser, credential)).toBe('401 accounts.codeNeeded');
  expect(await arrival(browser, credential, { code: ' ' })).toBe('401 accounts.codeNeeded');
  expect(await arrival(browser, credential, { code: 'ABCDE-FGHJK' })).toBe('401 secondFactors.wrongCode');
  const other = await browserWith(here, { sub: 'to-be-linked', email });
  expect(await arrival(other.browser, other.credential)).toBe('409 identities.emailTaken');
  expect(await shop.db.$count(sessions, eq(sessions.userId, userId))).toBe(before);
  expect(await arrival(browser, credential, { code: codeOf(secret, shop.clock.now()) })).toBe('200');
});

test('codes are guessed as slowly as passwords', async () => {
  const email = newEmail();
  const first = await browserWith(here, { sub: 'guessed', email });
  await arrival(first.browser, first.credential);
  const { id: userId } = (await accountOf(email)) ?? { id: '' };
  await newSecondFactor(shop.db, { userId, isOn: true });
  const strict = await startShop({ url: shop.url, config: { ...believing(issuer), rateLimitScale: 1 } });
  const { browser, credential } = await browserWith({ shop: strict, issuer }, { sub: 'guessed' });
  const outcomes = [];
  for (let many = 0; many < 7; many++) outcomes.push(await arrival(browser, credential, { code: 'ABCDE-FGHJK' }));
  expect(outcomes.slice(0, 5)).toEqual(Array(5).fill('401 secondFactors.wrongCode'));
  expect(outcomes.at(-1)).toBe('429 limit.reached');
});

test('what somebody saved as a guest is theirs, and the session that the browser had ends', async () => {
  const dealId = await newDeal(shop.db);
  const sessionId = newSessionId();
  const { browser, credential } = await browserWith(here);
  await browser(favorites.add, { body: { dealId, sessionId } });
  await arrival(browser, credential);
  const old = browser.cookies.get('bukuri');
  expect((await browser(favorites.list, { params: { sessionId } })).map((its) => its.dealId)).toEqual([dealId]);
  const { nonce } = await browser(identities.nonce);
  await arrival(browser, await issuer.sign({ nonce }));
  expect(browser.cookies.get('bukuri')).not.toBe(old);
  const before = await shop.app.inject({ url: '/api/auth/me', headers: { cookie: `bukuri=${old}` } });
  expect(before.statusCode).toBe(401);
});

test('an administrator who comes with Google is written down', async () => {
  const email = newEmail();
  await shop.db.insert(users).values({ email, username: email, role: 'admin', emailVerifiedAt: new Date() });
  const { browser, credential } = await browserWith(here, { email });
  expect(await arrival(browser, credential)).toBe('200');
  const { user } = await browser(accounts.me);
  expect(user.role).toBe('admin');
  const auditEvents = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, user.id));
  expect(auditEvents.map(({ action }) => action).sort()).toEqual(['accounts.adminSignIn', 'identities.link']);
});

test('who came from where is told to the log by id, and neither it nor a table holds an address or a credential', async () => {
  const email = newEmail();
  const { browser, credential } = await browserWith(here, { email });
  const before = shop.log.lines.length;
  await arrival(browser, credential);
  await arrival(shop.guest(), credential);
  const lines = shop.log.lines.slice(before).map(({ text }) => text);
  const { user } = await browser(accounts.me);
  expect(lines.find((line) => line.includes('identities.signIn'))).toContain(user.id);
  const kept = JSON.stringify([
    lines,
    await shop.db.select().from(usedAssertions),
    await shop.db.select().from(sessions),
  ]);
  expect(kept).not.toContain(credential.slice(-40));
  expect(kept).not.toContain(email);
  const hash = createHash('sha256').update(credential).digest('base64url');
  expect(await shop.db.$count(usedAssertions, eq(usedAssertions.hash, hash))).toBe(1);
});

test('used credentials are kept for longer than anybody believes them, whatever the clocks say', async () => {
  const exp = Math.floor(Date.now() / 1000) + 600;
  const { browser, credential } = await browserWith(here, { exp });
  await arrival(browser, credential);
  const hash = createHash('sha256').update(credential).digest('base64url');
  const [row] = await shop.db.select().from(usedAssertions).where(eq(usedAssertions.hash, hash));
  expect((row?.expiresAt.getTime() ?? 0) / 1000 - exp).toBe(360);
});

test('Apple is asked in the same way, and not at all where it is not set up', async () => {
  const { browser, credential } = await browserWith(here, { sub: 'a1', email: 'x1@privaterelay.appleid.com' });
  await browser(identities.apple, { body: { credential } });
  expect((await browser(accounts.me)).user.email).toBe('x1@privaterelay.appleid.com');
  const [row] = await shop.db
    .select()
    .from(linked)
    .where(and(eq(linked.subject, 'a1'), eq(linked.provider, 'apple')));
  expect(row?.email).toBe('x1@privaterelay.appleid.com');
  const refused = await post(shop.guest(), '/api/auth/apple', { credential: 'x' }, 'en');
  expect([refused.statusCode, refused.json().message]).toEqual([401, 'Apple login failed']);
});

test('where neither is set up, Apple is not there and Google brings nobody in', async () => {
  const without = await startShop();
  const answers = [];
  for (const language of ['en', 'sq']) {
    for (const [url, body] of [
      ['/api/auth/apple', {}],
      ['/api/auth/apple', { credential: 'x' }],
      ['/api/auth/google', { credential: await issuer.sign() }],
    ] as const) {
      const answer = await post(without.guest(), url, body, language);
      answers.push(`${answer.statusCode} ${answer.json().message}`);
    }
  }
  expect(answers).toEqual([
    ...['404 Apple login failed', '404 Apple login failed', '401 Google login failed'],
    ...['404 Hyrja me Apple nuk u krye', '404 Hyrja me Apple nuk u krye', '401 Hyrja me Google nuk u krye'],
  ]);
});
