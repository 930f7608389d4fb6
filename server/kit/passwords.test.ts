import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Hasher, hashPassword, isPassword, MOST_AT_ONCE } from './passwords.ts';

const PASSWORD = 'një gotë me ujë';

/** Nobody waited for too long, however slow the machine is. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

test('password, hashed, is verified by its own hash only', async () => {
  const stored = await hashPassword(PASSWORD);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(PASSWORD, stored)).toBe(true);
  expect(await isPassword('nje gote me uje', stored)).toBe(false);
  expect(await isPassword(PASSWORD, null)).toBe(false);
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

test('hashes of one network beyond its queue, requested, answer 503', async () => {
  const flood = Array.from({ length: 70 }, () => hashPassword(PASSWORD, { network: 'network:c', comesAs: 'signIn' }));
  const other = hashPassword(PASSWORD, { network: 'network:d', comesAs: 'signIn' });
  const outcomes = await Promise.allSettled(flood);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(16);
  expect(await other).toMatch(/^\$argon2id/);
});
