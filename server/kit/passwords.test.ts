import { expect, test } from 'vitest';
import { hashPassword, isPassword, MOST_AT_ONCE } from './passwords.ts';

test('a password is known by its hash and nothing else', async () => {
  const stored = await hashPassword('një gotë me ujë');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword('një gotë me ujë', stored)).toBe(true);
  expect(await isPassword('nje gote me uje', stored)).toBe(false);
  expect(await isPassword('një gotë me ujë', null)).toBe(false);
});

test('a flood of hashes waits in a queue of fifty, the rest are told to come back', async () => {
  const places = MOST_AT_ONCE + 50;
  const outcomes = await Promise.allSettled(Array.from({ length: places + 30 }, () => hashPassword('një gotë me ujë')));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(30);
  expect(refused[0]?.reason).toMatchObject({ status: 503, code: 'server.busy', retryAfter: 2 });
  expect(await hashPassword('and afterwards it works again')).toMatch(/^\$argon2id/);
});
