import { createEmulator } from 'emulate';
import { afterAll, expect, test } from 'vitest';
import type { Provider } from '#core/domain/accounts.ts';
import { testClock } from '#test/clock.ts';
import { forgedCredentials } from '#test/forged-credentials.ts';
import { CLIENT_ID, type Claims } from '#test/issuer.ts';
import { recordingLog } from '#test/log.ts';
import { testIssuer } from '#test/with-issuer.ts';
import { idTokens } from './id-tokens.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { openIdentities, apple as realApple, google as realGoogle } from './open-identities.ts';

const issuer = await testIssuer();
const parts = () => ({ clientId: CLIENT_ID, clock: testClock(), log: recordingLog() });
async function open(provider: Provider, { clientId, ...more } = parts(), base = issuer.url): Promise<IdentityProvider> {
  const party = { clientId, issuer: base };
  const all = await openIdentities({ google: null, apple: null, [provider]: party }, more);
  return all[provider] ?? expect.fail();
}
const [google, apple] = [await open('google'), await open('apple')];
const verify = (credential: string, nonce: string | null = null) => google.verify(credential, { nonce });
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'vouched',
    (error) => error.name,
  );

test('credential signed by the provider for this client and nonce is accepted', async () => {
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

test.each(Object.entries(forged))('credential, %s, is refused for Google and Apple', async (_name, credential) => {
  expect(await outcome(verify(credential, 'page'))).toBe('InvalidCredential');
  expect(await outcome(apple.verify(credential, { nonce: 'page' }))).toBe('InvalidCredential');
});

test.each(['', 'a\u0000', 'ë', 'x'.repeat(256)])('credential with the subject %j is refused', async (sub) => {
  expect(await outcome(verify(await issuer.sign({ sub })))).toBe('InvalidCredential');
});

test('credential with an unexpected or missing nonce is refused', async () => {
  expect(await outcome(verify(await issuer.sign({ nonce: 'n' })))).toBe('InvalidCredential');
  expect(await outcome(verify(await issuer.sign(), 'n'))).toBe('InvalidCredential');
});

test('credential times, clocks differ by up to a minute, are accepted', async () => {
  const provided = parts();
  const provider = await open('google', provided);
  const now = Math.floor(provided.clock.now() / 1000);
  const outcomeOf = async (claims: Claims) => outcome(provider.verify(await issuer.sign(claims), { nonce: null }));
  for (const [seconds, expected] of [
    [59, 'vouched'],
    [62, 'InvalidCredential'],
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
      for (const tail of parts) expect(await outcome(verify([head, body, tail].join('.')))).toBe('InvalidCredential');
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
] as const)('Apple claims %o, email verified: %s, authoritative for the mailbox: %s', async (claims, ...says) => {
  const { isEmailVerified, isAuthoritative } = await apple.verify(await issuer.sign(claims), { nonce: null });
  expect([isEmailVerified, isAuthoritative]).toEqual(says);
});

test.each([
  [realGoogle, ['https://accounts.google.com', 'accounts.google.com'], 'https://www.googleapis.com/oauth2/v3/certs'],
  [realApple, ['https://appleid.apple.com'], 'https://appleid.apple.com/auth/keys'],
] as const)('$name credential of another issuer is refused', async (real, names, keysUrl) => {
  expect(real.keysUrl).toBe(keysUrl);
  const provider = idTokens({ ...real, keysUrl: `${issuer.url}/auth/keys` }, parts());
  const outcomeOf = async (iss: string) => outcome(provider.verify(await issuer.sign({ iss }), { nonce: null }));
  for (const name of names) expect(await outcomeOf(name), name).toBe('vouched');
  for (const name of ['http://accounts.google.com', 'appleid.apple.com', `${names[0]}/`, issuer.url])
    expect(await outcomeOf(name), name).toBe('InvalidCredential');
});

/** A credential as from the sign-in button. */
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
  ['google', '/o/oauth2/v2/auth'],
  ['apple', '/auth/authorize'],
] as const)('credential of an emulator of %s is accepted', async (service, authorize) => {
  const email = 'ana@example.al';
  const emulator = await createEmulator({ service, port: 0, seed: { [service]: { users: [{ email, name: 'Ana' }] } } });
  afterAll(() => emulator.close());
  const provider = await open(service, parts(), emulator.url);
  const credential = await askedFor(emulator.url, { authorize, email, nonce: 'n-1' });
  const vouched = await provider.verify(credential, { nonce: 'n-1' });
  expect(vouched).toMatchObject({ email, isEmailVerified: true });
  expect(vouched.subject).not.toBe('');
  expect(await outcome(provider.verify(credential, { nonce: null }))).toBe('InvalidCredential');
});
