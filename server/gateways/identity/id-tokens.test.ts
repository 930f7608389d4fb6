import { createEmulator } from 'emulate';
import { afterAll, expect, test } from 'vitest';
import { testClock } from '#test/clock.ts';
import { forgedCredentials } from '#test/forged-credentials.ts';
import { CLIENT_ID, type Claims } from '#test/issuer.ts';
import { recordingLog } from '#test/log.ts';
import { testIssuer } from '#test/with-issuer.ts';
import { openApple, apple as realApple } from './apple.ts';
import { openGoogle, google as realGoogle } from './google.ts';
import { idTokens } from './id-tokens.ts';
import type { IdentityProvider } from './identity-provider.ts';

const issuer = await testIssuer();
const parts = () => ({ clientId: CLIENT_ID, clock: testClock(), log: recordingLog() });
const google = openGoogle(issuer.url, parts());
const apple = openApple(issuer.url, parts());
const verify = (credential: string, nonce: string | null = null) => google.verify(credential, { nonce });
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'vouched',
    (error) => error.name,
  );

test('what the provider signed for us, for now and for this page says who somebody is', async () => {
  const now = Math.floor(Date.now() / 1000);
  const credential = await issuer.sign({ sub: '117', email: 'Ana.K@Gmail.com', nonce: 'n1', iat: now, exp: now + 600 });
  expect(await verify(credential, 'n1')).toEqual({
    subject: '117',
    email: 'ana.k@gmail.com',
    isEmailVerified: true,
    isAuthoritative: true,
    issuedAt: new Date(now * 1000),
    expiresAt: new Date((now + 660) * 1000),
  });
  expect(await outcome(verify(await issuer.sign({ azp: undefined })))).toBe('vouched');
});

const forged = await forgedCredentials(issuer, { nonce: 'page' });

test('there are at least thirty ways to forge', () => {
  expect(Object.keys(forged).length).toBeGreaterThan(30);
});

test.each(Object.keys(forged))('%s is no credential, at Google and at Apple', async (name) => {
  const credential = forged[name] ?? '';
  expect(await outcome(verify(credential, 'page'))).toBe('NotVouched');
  expect(await outcome(apple.verify(credential, { nonce: 'page' }))).toBe('NotVouched');
});

test('a nonce that was not asked for, or is missing, is that of another page', async () => {
  expect(await outcome(verify(await issuer.sign({ nonce: 'n' })))).toBe('NotVouched');
  expect(await outcome(verify(await issuer.sign(), 'n'))).toBe('NotVouched');
});

test('clocks may disagree by a minute, and no more', async () => {
  const its = parts();
  const provider = openGoogle(issuer.url, its);
  const now = Math.floor(its.clock.now() / 1000);
  const outcomeOf = async (claims: Claims) => outcome(provider.verify(await issuer.sign(claims), { nonce: null }));
  for (const [seconds, expected] of [
    [59, 'vouched'],
    [62, 'NotVouched'],
  ] as const) {
    expect(await outcomeOf({ iat: now + seconds, exp: now + 3600 })).toBe(expected);
    expect(await outcomeOf({ iat: now, nbf: now + seconds })).toBe(expected);
    expect(await outcomeOf({ iat: now - 3600, exp: now - seconds })).toBe(expected);
  }
});

test('random letters are no credential and break nothing', async () => {
  const parts = ['', 'e30', 'eyJhbGciOiJSUzI1NiJ9', 'null', '"', '\u0000', '😀', 'W10', 'MQ', 'eyJhbGciOjF9'];
  for (const head of parts)
    for (const body of parts)
      for (const tail of parts) expect(await outcome(verify([head, body, tail].join('.')))).toBe('NotVouched');
});

test.each([
  [{ email: 'ana@gmail.com' }, true, true],
  [{ email: 'ana@googlemail.com' }, true, true],
  [{ email: 'ana@sallon.al', hd: 'sallon.al' }, true, true],
  [{ email: 'ana@sallon.al' }, true, false],
  [{ email: 'ana@gmail.com.evil.example' }, true, false],
  [{ email: 'ana@sallon.al', hd: '' }, true, false],
  [{ email: 'ana@gmail.com', email_verified: false }, false, false],
  [{ email: 'ana@gmail.com', email_verified: 'false' }, false, false],
  [{ email: 'ana@gmail.com', email_verified: undefined }, false, false],
  [{ email: undefined, hd: 'sallon.al' }, false, false],
  [{ email: 'no address' }, false, false],
  [{ email: '(ana)@gmail.com' }, false, false],
] as const)('of %o Google says that it is verified: %s, and answers for the mailbox: %s', async (claims, ...says) => {
  const { isEmailVerified, isAuthoritative } = await verify(await issuer.sign(claims));
  expect([isEmailVerified, isAuthoritative]).toEqual(says);
});

test.each([
  [{ email: 'x1@privaterelay.appleid.com', email_verified: 'true' }, true, true],
  [{ email: 'ana@icloud.com' }, true, true],
  [{ email: 'ana@gmail.com' }, true, false],
  [{ email: undefined }, false, false],
] as const)('of %o Apple says that it is verified: %s, and answers for the mailbox: %s', async (claims, ...says) => {
  const { isEmailVerified, isAuthoritative } = await apple.verify(await issuer.sign(claims), { nonce: null });
  expect([isEmailVerified, isAuthoritative]).toEqual(says);
});

test.each([
  [realGoogle, ['https://accounts.google.com', 'accounts.google.com'], 'https://www.googleapis.com/oauth2/v3/certs'],
  [realApple, ['https://appleid.apple.com'], 'https://appleid.apple.com/auth/keys'],
] as const)('of $name nothing is believed but what goes by its own names', async (real, names, keysUrl) => {
  expect(real.keysUrl).toBe(keysUrl);
  const provider = idTokens({ ...real, keysUrl: `${issuer.url}/auth/keys` }, parts());
  const outcomeOf = async (iss: string) => outcome(provider.verify(await issuer.sign({ iss }), { nonce: null }));
  for (const name of names) expect(await outcomeOf(name), name).toBe('vouched');
  for (const name of ['http://accounts.google.com', 'appleid.apple.com', `${names[0]}/`, issuer.url])
    expect(await outcomeOf(name), name).toBe('NotVouched');
});

/** A credential as somebody gets it who presses the button. */
async function askedFor(
  base: string,
  { authorize, email, nonce }: { authorize: string; email: string; nonce: string },
) {
  const fields = { email, redirect_uri: 'http://localhost/back', scope: 'openid email', client_id: CLIENT_ID, nonce };
  const form = (values: Record<string, string>): RequestInit => ({
    method: 'POST',
    body: new URLSearchParams(values),
    redirect: 'manual',
  });
  const sent = await fetch(`${base}${authorize}/callback`, form(fields));
  const posted = sent.headers.get('location') ?? /name="code" value="([^"]+)"/.exec(await sent.text())?.[1] ?? '';
  const code = posted.startsWith('http') ? (new URL(posted).searchParams.get('code') ?? '') : posted;
  const path = authorize.startsWith('/o/') ? '/oauth2/token' : '/auth/token';
  const asked = { grant_type: 'authorization_code', code, client_id: CLIENT_ID, redirect_uri: fields.redirect_uri };
  const answer = (await (await fetch(`${base}${path}`, form({ ...asked, client_secret: 'x' }))).json()) as {
    id_token: string;
  };
  return answer.id_token;
}

test.each([
  ['google', openGoogle, '/o/oauth2/v2/auth'],
  ['apple', openApple, '/auth/authorize'],
] as const)('what an emulator of %s signs is understood', async (service, open, authorize) => {
  const email = 'ana@example.al';
  const emulator = await createEmulator({ service, port: 0, seed: { [service]: { users: [{ email, name: 'Ana' }] } } });
  afterAll(() => emulator.close());
  const provider: IdentityProvider = open(emulator.url, parts());
  const credential = await askedFor(emulator.url, { authorize, email, nonce: 'n-1' });
  const vouched = await provider.verify(credential, { nonce: 'n-1' });
  expect(vouched).toMatchObject({ email, isEmailVerified: true });
  expect(vouched.subject).not.toBe('');
  expect(await outcome(provider.verify(credential, { nonce: null }))).toBe('NotVouched');
});
