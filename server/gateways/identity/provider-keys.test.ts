import { expect, test } from 'vitest';
import { testClock } from '#test/clock.ts';
import { CLIENT_ID, startIssuer } from '#test/issuer.ts';
import { recordingLog } from '#test/log.ts';
import { idTokens } from './id-tokens.ts';
import { google as issuerOfGoogle } from './open-identities.ts';

const HOUR = 3600_000;

async function newGoogle() {
  const issuer = await startIssuer();
  const clock = testClock();
  const log = recordingLog();
  const standIn = { ...issuerOfGoogle, issuers: [issuer.url], keysUrl: `${issuer.url}/auth/keys` };
  const google = idTokens(standIn, { clientId: CLIENT_ID, clock, log });
  const signedIn = async (more: object = {}) => {
    const now = Math.floor(clock.now() / 1000);
    const credential = await issuer.sign({ iat: now, exp: now + 600 }, more);
    return google.verify(credential, { nonce: null }).then(
      () => 'vouched',
      (error) => error.name,
    );
  };
  return { issuer, clock, log, signedIn };
}

test('signing keys, many concurrent sign-ins, are fetched once', async () => {
  const { issuer, signedIn } = await newGoogle();
  expect(new Set(await Promise.all(Array.from({ length: 20 }, () => signedIn())))).toEqual(new Set(['vouched']));
  expect(issuer.asked()).toBe(1);
  await issuer.close();
});

test('signing keys, provider unreachable, are used for a day', async () => {
  const { issuer, clock, log, signedIn } = await newGoogle();
  await signedIn();
  issuer.isAway = true;
  for (const hours of [2, 10, 11]) {
    clock.move(hours * HOUR);
    expect(await signedIn()).toBe('vouched');
  }
  await expect.poll(() => log.lines.length).toBeGreaterThan(0);
  clock.move(HOUR + 1);
  expect(await signedIn()).toBe('SigningKeysUnavailable');
  issuer.isAway = false;
  clock.move(5_000);
  expect(await signedIn()).toBe('vouched');
  await issuer.close();
});

test('sign-in without keys, provider unreachable, fails without a request each time', async () => {
  const { issuer, clock, signedIn } = await newGoogle();
  issuer.isAway = true;
  expect([await signedIn(), await signedIn(), await signedIn()]).toEqual([
    'SigningKeysUnavailable',
    'SigningKeysUnavailable',
    'SigningKeysUnavailable',
  ]);
  expect(issuer.asked()).toBe(1);
  issuer.isAway = false;
  clock.move(5_000);
  expect(await signedIn()).toBe('vouched');
  await issuer.close();
});

test('old signing keys are refreshed in the background', async () => {
  const { issuer, clock, signedIn } = await newGoogle();
  await signedIn();
  clock.move(HOUR);
  expect(await signedIn()).toBe('vouched');
  await expect.poll(() => issuer.asked()).toBe(2);
  await issuer.close();
});

test('unknown key ids cause at most one request per 30 seconds', async () => {
  const { issuer, clock, signedIn } = await newGoogle();
  await signedIn();
  clock.move(30_000);
  for (let many = 0; many < 20; many++) {
    expect(await signedIn({ header: { kid: `invented-${many}` } })).toBe('InvalidCredential');
  }
  expect(issuer.asked()).toBe(2);
  await issuer.close();
});
