import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeAttempt, withAttemptLock } from './order-attempt.ts';

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
