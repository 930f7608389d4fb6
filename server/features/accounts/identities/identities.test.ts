import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { identities } from '#core/contract/accounts/identities.ts';
import { favorites } from '#core/contract/favorites.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { identities as linked, secondFactors, sessions, usedAssertions } from '#db/schema/sign-in.ts';
import { users } from '#db/schema/users.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { forgedCredentials } from '#test/forged-credentials.ts';
import { startIssuer } from '#test/issuer.ts';
import { codeOf, newSecondFactor } from '#test/second-factors.ts';
import { newDeal } from '#test/shoppers.ts';
import { arrival, browserWith, post, testIssuer, withIssuer } from '#test/with-issuer.ts';
import { createNonces } from './credentials.ts';

const issuer = await testIssuer();
const shop = await startShop({ config: withIssuer(issuer) });
const here = { shop, issuer };
let count = 0;
const newEmail = (domain = 'gmail.com') => `dikush${++count}@${domain}`;
const accountOf = async (email: string) => (await shop.db.select().from(users).where(eq(users.email, email)))[0];

test('first Google sign-in makes an account with a verified address and no password', async () => {
  const email = newEmail();
  const { browser, credential } = await browserWith(here, { email: email.toUpperCase() });
  const { user } = await browser(identities.google, { body: { credential } });
  expect(await browser(accounts.me)).toEqual({ user });
  expect(user).toMatchObject({ email, username: email, role: 'user', canPostDeals: false });
  expect(await accountOf(email)).toMatchObject({
    passwordHash: null,
    emailVerifiedAt: expect.any(Date),
    language: 'sq',
    termsAcceptedAt: null,
    termsVersion: null,
  });
  const auditEvents = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, user.id));
  expect(auditEvents.map(({ action, detail }) => [action, detail])).toEqual([
    ['identities.register', { provider: 'google', acceptsTerms: false }],
  ]);
});

test('Google sign-in sets the session cookie, for 30 days if remembered', async () => {
  const cookiesOf = async (more: object) => {
    const { browser, credential } = await browserWith(here);
    const { headers } = await post(browser, '/api/auth/google', { credential, ...more });
    return headers['set-cookie'];
  };
  expect(await cookiesOf({})).toEqual([
    expect.stringMatching(/^bukuri=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly$/),
    'signedIn=1; Path=/; SameSite=Lax',
    expect.stringContaining('hasSignedIn=1; Max-Age=31536000; '),
    expect.stringMatching(/^bukuri-browser=[\w-]{22}\.[\w-]{32}; /),
  ]);
  expect(await cookiesOf({ rememberMe: true })).toContainEqual(expect.stringContaining('Max-Age=2592000'));
});

test('linked identity signs in, whatever its address is now', async () => {
  const email = newEmail();
  const first = await browserWith(here, { sub: 'same', email });
  expect(await arrival(first.browser, first.credential)).toBe('200');
  const later = await browserWith(here, { sub: 'same', email: newEmail(), email_verified: false });
  expect(await arrival(later.browser, later.credential)).toBe('200');
  expect((await later.browser(accounts.me)).user.email).toBe(email);
  const without = await browserWith(here, { sub: 'same', email: undefined });
  expect(await arrival(without.browser, without.credential)).toBe('200');
});

test('credential without a verified address is refused', async () => {
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

test('first sign-in without accepted terms is refused, accepted with the same credential, and stores them', async () => {
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

test('closed account is refused like a wrong credential', async () => {
  const email = newEmail();
  const open = await browserWith(here, { sub: 'closed', email });
  await arrival(open.browser, open.credential);
  await shop.db.update(users).set({ isActive: false }).where(eq(users.email, email));
  for (const claims of [{ sub: 'closed' }, { sub: 'another', email }]) {
    const { browser, credential } = await browserWith(here, claims);
    expect(await arrival(browser, credential)).toBe('401 identities.googleFailed');
  }
});

test('second factor is required, and asking for its code does not use up the credential', async () => {
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

test('wrong codes are throttled like passwords, except for known browsers', async () => {
  const email = newEmail();
  const first = await browserWith(here, { sub: 'guessed', email });
  await arrival(first.browser, first.credential);
  const { id: userId } = (await accountOf(email)) ?? { id: '' };
  const secret = await newSecondFactor(shop.db, { userId, isOn: true });
  const strict = await startShop({ url: shop.url, config: { ...withIssuer(issuer), rateLimitScale: 1 } });
  const { browser, credential } = await browserWith({ shop: strict, issuer }, { sub: 'guessed' });
  const outcomes = [];
  for (let many = 0; many < 6; many++) outcomes.push(await arrival(browser, credential, { code: 'ABCDE-FGHJK' }));
  expect(outcomes).toEqual([...Array(5).fill('401 secondFactors.wrongCode'), '429 limit.reached']);
  const code = codeOf(secret, shop.clock.now());
  const { nonce } = await first.browser(identities.nonce);
  expect(await arrival(first.browser, await issuer.sign({ nonce, sub: 'guessed' }), { code })).toBe('200');
});

test('guest favorites join the account, and the former session of the browser ends', async () => {
  const dealId = await newDeal(shop.db);
  const sessionId = newSessionId();
  const { browser, credential } = await browserWith(here);
  await browser(favorites.add, { body: { dealId, sessionId } });
  await arrival(browser, credential);
  const old = browser.cookies.get('bukuri');
  expect((await browser(favorites.list, { params: { sessionId } })).map((favorite) => favorite.dealId)).toEqual([
    dealId,
  ]);
  const { nonce } = await browser(identities.nonce);
  await arrival(browser, await issuer.sign({ nonce }));
  expect(browser.cookies.get('bukuri')).not.toBe(old);
  const before = await shop.app.inject({ url: '/api/auth/me', headers: { cookie: `bukuri=${old}` } });
  expect(before.statusCode).toBe(401);
});

test('admin sign-in is written to the audit log', async () => {
  const email = newEmail();
  await shop.db.insert(users).values({ email, username: email, role: 'admin', emailVerifiedAt: new Date() });
  const { browser, credential } = await browserWith(here, { email });
  expect(await arrival(browser, credential)).toBe('200');
  const { user } = await browser(accounts.me);
  expect(user.role).toBe('admin');
  const auditEvents = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, user.id));
  expect(auditEvents.map(({ action }) => action).sort()).toEqual(['accounts.adminSignIn', 'identities.link']);
});

test('log and tables hold no address and no credential', async () => {
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

test('Apple credential signs in', async () => {
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

test('providers not configured: Apple answers 404, Google 401', async () => {
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

test('forged credential is refused, in the language of the reader', async () => {
  const browser = shop.guest();
  const { nonce } = await browser(identities.nonce);
  const forged = await forgedCredentials(issuer, { nonce });
  const before = await shop.db.$count(sessions);
  for (const name of [
    'nothing at all',
    'alg none',
    'another key under the same name',
    'another shop',
    'what is over',
  ]) {
    for (const [url, who] of [
      ['/api/auth/google', 'Google'],
      ['/api/auth/apple', 'Apple'],
    ] as const) {
      const answer = await post(browser, url, { credential: forged[name] }, 'en');
      expect([answer.statusCode, answer.json().message], name).toEqual([401, `${who} login failed`]);
    }
  }
  const albanian = await post(browser, '/api/auth/google', { credential: '' });
  expect(albanian.json().message).toBe('Hyrja me Google nuk u krye');
  expect(await shop.db.$count(sessions)).toBe(before);
});

test('credential with the nonce of another browser, or none, is refused', async () => {
  const attacker = await browserWith(here);
  const victim = shop.guest();
  expect(await arrival(victim, attacker.credential)).toBe('401 identities.googleFailed');
  await victim(identities.nonce);
  expect(await arrival(victim, attacker.credential)).toBe('401 identities.googleFailed');
  expect(await arrival(victim, await issuer.sign())).toBe('401 identities.googleFailed');
  expect(await arrival(attacker.browser, attacker.credential)).toBe('200');
});

test('client without a nonce signs in to a local shop only', async () => {
  expect(await arrival(shop.guest(), await issuer.sign())).toBe('200');
  const outcomeAt = async (isPublicUrlLocal: boolean) => {
    const config = { ...withIssuer(issuer), production: true, isPublicUrlLocal };
    return arrival((await startShop({ url: shop.url, config })).guest(), await issuer.sign());
  };
  expect([await outcomeAt(true), await outcomeAt(false)]).toEqual(['200', '401 identities.googleFailed']);
});

test('nonce is one per browser, in an HttpOnly cookie; over https with the __Host- prefix', async () => {
  const browser = shop.guest();
  const first = await browser.send({ method: 'POST', url: '/api/auth/nonce' });
  const { nonce } = first.json();
  expect(first.headers['set-cookie']).toContainEqual(
    expect.stringMatching(/^bukuri-nonce=[\w-]{22}; Path=\/; SameSite=Lax; HttpOnly$/),
  );
  expect(nonce).not.toContain(browser.cookies.get('bukuri-nonce'));
  expect(await browser(identities.nonce)).toEqual({ nonce });
  expect(await shop.guest()(identities.nonce)).not.toEqual({ nonce });
  const set: string[] = [];
  const asking = (cookie?: string) => ({ headers: { cookie } }) as FastifyRequest;
  const reply = { header: (_name: string, value: string) => set.push(value) } as unknown as FastifyReply;
  const nonces = createNonces(true);
  const given = nonces.give(asking(), reply);
  expect(set[0]).toMatch(/^__Host-bukuri-nonce=[\w-]{22}; Path=\/; SameSite=Lax; Secure; HttpOnly$/);
  expect(nonces.of(asking(set[0]?.split(';')[0]))).toBe(given);
  expect(nonces.of(asking('__Host-bukuri-nonce=chosen'))).toBeNull();
});

test('credential works once, and for a minute again in the same browser, whose answer may have been lost', async () => {
  const { browser, credential } = await browserWith(here, { sub: 'lost-answer' });
  expect(await arrival(browser, credential)).toBe('200');
  const thief = shop.guest();
  thief.cookies.set('bukuri-nonce', browser.cookies.get('bukuri-nonce') ?? '');
  expect(await arrival(thief, credential)).toBe('401 identities.googleFailed');
  const lost = browser.cookies.get('bukuri');
  browser.cookies.delete('bukuri');
  expect(await arrival(browser, credential)).toBe('200');
  const before = await shop.app.inject({ url: '/api/auth/me', headers: { cookie: `bukuri=${lost}` } });
  expect(before.statusCode).toBe(401);
  await shop.db.update(usedAssertions).set({ usedAt: sql`now() - interval '61 seconds'` });
  expect(await arrival(browser, credential)).toBe('401 identities.googleFailed');
});

test('provider unreachable: known keys are still used, without keys sign-in answers 503', async () => {
  const mortal = await startIssuer();
  const [known, fresh] = [
    await startShop({ config: withIssuer(mortal) }),
    await startShop({ config: withIssuer(mortal) }),
  ];
  const first = await browserWith({ shop: known, issuer: mortal });
  expect(await arrival(first.browser, first.credential)).toBe('200');
  mortal.isAway = true;
  const second = await browserWith({ shop: known, issuer: mortal });
  expect(await arrival(second.browser, second.credential)).toBe('200');
  const answer = await post(fresh.guest(), '/api/auth/google', { credential: await mortal.sign() }, 'en');
  expect([answer.statusCode, answer.json().message, answer.headers['retry-after']]).toEqual([
    503,
    'Google does not answer. Try again in a moment, or sign in with your email.',
    '30',
  ]);
  expect(
    await fresh.guest()(accounts.register, { body: { email: 'pa@example.al', passwordHash: 'një gotë me ujë' } }),
  ).toBeTruthy();
  await mortal.close();
});
