import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Hasher, hashPassword, isPassword, MOST_AT_ONCE } from './passwords.ts';

const PASSWORD = 'një gotë me ujë';

/** Nobody waited for too long, however slow the machine is. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

test('a password is known by its hash and nothing else', async () => {
  const stored = await hashPassword(PASSWORD);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(PASSWORD, stored)).toBe(true);
  expect(await isPassword('nje gote me uje', stored)).toBe(false);
  expect(await isPassword(PASSWORD, null)).toBe(false);
});

test('a flood of hashes waits in a queue of fifty, the rest are told to come back', async () => {
  const places = MOST_AT_ONCE + 50;
  const flood = Array.from({ length: places + 30 }, (_, n) =>
    hashPassword(PASSWORD, { network: `network:${n}`, comesAs: 'registration' }),
  );
  const outcomes = await Promise.allSettled(flood);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(30);
  expect(refused[0]?.reason).toMatchObject({ status: 503, code: 'server.busy', retryAfter: 2 });
  expect(await hashPassword('and afterwards it works again')).toMatch(/^\$argon2id/);
});

/** Who was done, in order. */
const done: string[] = [];
const hashAs = (name: string, whose: Hasher) => hashPassword(PASSWORD, whose).then(() => done.push(name));

test('a known browser comes first, then who signs in, then who registers, however many did before', async () => {
  done.length = 0;
  const all = Array.from({ length: 20 }, (_, n) =>
    hashAs('registration', { network: `network:${n}`, comesAs: 'registration' }),
  );
  all.push(hashAs('sign-in', { network: 'network:a', comesAs: 'signIn' }));
  all.push(hashAs('known', { network: 'network:b', comesAs: 'knownBrowser' }));
  await Promise.all(all);
  const [known, signIn] = [done.indexOf('known'), done.indexOf('sign-in')];
  expect(known).toBeLessThanOrEqual(2 * MOST_AT_ONCE);
  expect(signIn).toBeLessThanOrEqual(2 * MOST_AT_ONCE + 1);
});

test('who registers from elsewhere waits for four of a network, however many of it did before', async () => {
  done.length = 0;
  const all = Array.from({ length: 40 }, () => hashAs('many', { network: 'network:many', comesAs: 'registration' }));
  all.push(hashAs('one', { network: 'network:one', comesAs: 'registration' }));
  await Promise.all(all);
  expect(done.indexOf('one')).toBeLessThanOrEqual(4 + MOST_AT_ONCE);
});

test('while sixty wait to register, who signs in finds a place', async () => {
  const flood = Array.from({ length: 60 }, (_, n) =>
    hashPassword(PASSWORD, { network: `network:${n}`, comesAs: 'registration' }),
  );
  const signIn = hashPassword(PASSWORD, { network: 'network:e', comesAs: 'signIn' });
  await Promise.allSettled(flood);
  expect(await signIn).toMatch(/^\$argon2id/);
});

test('of one network fifty wait, and the rest are told to come back while others are hashed', async () => {
  const flood = Array.from({ length: 70 }, () => hashPassword(PASSWORD, { network: 'network:c', comesAs: 'signIn' }));
  const other = hashPassword(PASSWORD, { network: 'network:d', comesAs: 'signIn' });
  const outcomes = await Promise.allSettled(flood);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(16);
  expect(await other).toMatch(/^\$argon2id/);
});

test('who waited for five seconds is told to come back and not hashed', async () => {
  const all = Array.from({ length: 4 * MOST_AT_ONCE }, (_, n) =>
    hashPassword(PASSWORD, { network: `network:${n}`, comesAs: 'registration' }),
  );
  vi.advanceTimersByTime(5_001);
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array(MOST_AT_ONCE).fill('fulfilled'),
    ...Array(3 * MOST_AT_ONCE).fill('rejected'),
  ]);
});
