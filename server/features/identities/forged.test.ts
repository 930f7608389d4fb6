/** What no provider signed for this page and for now brings nobody in, and what did serves once. */
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { identities } from '#core/contract/identities.ts';
import { users } from '#db/schema/people.ts';
import { sessions, usedAssertions } from '#db/schema/sign-in.ts';
import { startShop } from '#test/client.ts';
import { forgedCredentials } from '#test/forged-credentials.ts';
import { startIssuer } from '#test/issuer.ts';
import { arrival, believing, browserWith, post, testIssuer } from '#test/with-issuer.ts';

const issuer = await testIssuer();
const shop = await startShop({ config: believing(issuer) });
const elsewhere = await shop.anotherNode();
const here = { shop, issuer };

test('forged credentials bring nobody in, all with one text in the language of the reader', async () => {
  const browser = shop.guest();
  const { nonce } = await browser(identities.nonce);
  const forged = await forgedCredentials(issuer, { nonce });
  expect(Object.keys(forged).length).toBeGreaterThan(30);
  for (const [name, credential] of Object.entries(forged)) {
    for (const [url, who] of [
      ['/api/auth/google', 'Google'],
      ['/api/auth/apple', 'Apple'],
    ] as const) {
      const answer = await post(browser, url, { credential }, 'en');
      expect([answer.statusCode, answer.json().message], name).toEqual([401, `${who} login failed`]);
    }
  }
  const albanian = await post(browser, '/api/auth/google', { credential: '' });
  expect(albanian.json().message).toBe('Hyrja me Google nuk u krye');
  expect(await shop.db.$count(sessions)).toBe(0);
  expect(await shop.db.$count(usedAssertions)).toBe(0);
});

test('a credential that was asked for on another page brings nobody in here', async () => {
  const attacker = await browserWith(here);
  const victim = shop.guest();
  expect(await arrival(victim, attacker.credential)).toBe('401 identities.googleFailed');
  await victim(identities.nonce);
  expect(await arrival(victim, attacker.credential)).toBe('401 identities.googleFailed');
  expect(await arrival(victim, await issuer.sign())).toBe('401 identities.googleFailed');
  expect(await arrival(attacker.browser, attacker.credential)).toBe('200');
});

test('a client that asks for no nonce comes in where nobody else can reach the shop, and nowhere else', async () => {
  expect(await arrival(shop.guest(), await issuer.sign())).toBe('200');
  const outcomeAt = async (isPublicUrlLocal: boolean) => {
    const config = { ...believing(issuer), production: true, isPublicUrlLocal };
    return arrival((await startShop({ url: shop.url, config })).guest(), await issuer.sign());
  };
  expect([await outcomeAt(true), await outcomeAt(false)]).toEqual(['200', '401 identities.googleFailed']);
});

test('the tabs of a browser ask with one nonce, which scripts cannot read in its cookie', async () => {
  const browser = shop.guest();
  const first = await browser.send({ method: 'POST', url: '/api/auth/nonce' });
  const { nonce } = first.json();
  expect(first.headers['set-cookie']).toContainEqual(
    expect.stringMatching(/^bukuri-nonce=[\w-]{22}; Path=\/; SameSite=Lax; HttpOnly$/),
  );
  expect(nonce).not.toContain(browser.cookies.get('bukuri-nonce'));
  expect(await browser(identities.nonce)).toEqual({ nonce });
  expect(await shop.guest()(identities.nonce)).not.toEqual({ nonce });
});

test('a credential serves one browser, once, and for a minute again where the answer was lost', async () => {
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

test('of fifty strangers who bring one credential at once to two nodes one comes in', async () => {
  const credential = await issuer.sign({ sub: 'fifty', email: 'fifty@gmail.com' });
  const nodes = [shop, elsewhere];
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, i) => arrival((nodes[i % 2] ?? shop).guest(), credential)),
  );
  expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(['200', '401 identities.googleFailed']));
  const [user] = await shop.db.select().from(users).where(eq(users.email, 'fifty@gmail.com'));
  expect(await shop.db.$count(sessions, eq(sessions.userId, user?.id ?? ''))).toBe(1);
});

test('a browser that sends its credential fifty times at once to two nodes has one session', async () => {
  const { browser, credential } = await browserWith(here, { sub: 'often', email: 'often@gmail.com' });
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      (i % 2 ? shop : elsewhere).app.inject({
        ...{ method: 'POST', url: '/api/auth/google', headers: { cookie, 'content-type': 'application/json' } },
        payload: JSON.stringify({ credential }),
      }),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
  const [user] = await shop.db.select().from(users).where(eq(users.email, 'often@gmail.com'));
  expect(await shop.db.$count(sessions, eq(sessions.userId, user?.id ?? ''))).toBe(1);
});

test('of twenty credentials of one newcomer at once all open the one account that is made', async () => {
  const claims = { sub: 'newcomer', email: 'newcomer@gmail.com' };
  const signed = await Promise.all(Array.from({ length: 20 }, (_, i) => issuer.sign({ ...claims, copy: i })));
  const nodes = [shop, elsewhere];
  const outcomes = await Promise.all(signed.map((each, i) => arrival((nodes[i % 2] ?? shop).guest(), each)));
  expect(outcomes.filter((outcome) => outcome !== '200')).toEqual([]);
  expect(await shop.db.$count(users, eq(users.email, claims.email))).toBe(1);
});

test('while the provider is away who came before still comes in, and where its keys are not known it is said', async () => {
  const mortal = await startIssuer();
  const [known, fresh] = [
    await startShop({ config: believing(mortal) }),
    await startShop({ config: believing(mortal) }),
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
