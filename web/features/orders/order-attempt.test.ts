import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isLate, newAttempt, storeAttempt, storedAttempt, withAttemptLock } from './order-attempt.ts';

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  storeAttempt(null);
});

test('a confirmation that is never answered keeps others waiting for ten minutes, not for ever', async () => {
  void withAttemptLock(() => new Promise(() => {}));
  const next = vi.fn(async () => {});
  void withAttemptLock(next);
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  expect(next).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(next).toHaveBeenCalledOnce();
});

test('the ten minutes begin once, however often a confirmation is sent again', () => {
  const confirmation = newAttempt('ana', []);
  storeAttempt(confirmation);
  vi.advanceTimersByTime(6 * MINUTE);
  storeAttempt({ ...confirmation, state: 'pending' });
  vi.advanceTimersByTime(6 * MINUTE);
  expect(isLate(storedAttempt() ?? confirmation)).toBe(true);
});
