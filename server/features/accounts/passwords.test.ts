import { hash } from '@node-rs/argon2';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { saltOf } from '#server/kit/http/known-devices.ts';
import { type Hasher, hashPassword, MOST_AT_ONCE, verifyHash } from './passwords.ts';

const PASSWORD = 'një gotë me ujë';

/** Nobody waited for too long, however slow the machine is. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

test('password, hashed, is verified by its own hash only', async () => {
  const stored = await hashPassword(PASSWORD);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyHash(PASSWORD, stored)).toBe(stored);
  expect(await verifyHash(PASSWORD.normalize('NFD'), stored)).toBe(stored);
  expect(await verifyHash('nje gote me uje', stored)).toBe(null);
  expect(await verifyHash(PASSWORD, null)).toBe(null);
});

test('hash of a password that was not normalized, verified with the same spelling, is replaced; its salt stays', async () => {
  const [composed, decomposed] = ['gotë ﬁne', 'gote\u0308 ﬁne'];
  const old = await hash(decomposed);
  expect(await verifyHash(composed, old)).toBe(null);
  const renewed = await verifyHash(decomposed, old);
  expect([renewed === old, saltOf(renewed ?? '')]).toEqual([false, saltOf(old)]);
  for (const typed of [composed, decomposed, 'gotë fine']) expect(await verifyHash(typed, renewed)).toBe(renewed);
});

test('hashes beyond the queue of fifty, requested, answer 503', async () => {
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
const _hashAs = (name: string, whose: Hasher) => hashPassword(PASSWORD, whose).then(() => done.push(name));
