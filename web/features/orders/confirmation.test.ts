import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTurn, isLate, keepConfirmation, keptConfirmation, newConfirmation } from './confirmation.ts';

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  keepConfirmation(null);
});

test('a confirmation that is never answered keeps others waiting for ten minutes, not for ever', async () => {
  void inTurn(() => new Promise(() => {}));
  const next = vi.fn(async () => {});
  void inTurn(next);
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  expect(next).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(next).toHaveBeenCalledOnce();
});

test('the ten minutes begin once, however often a confirmation is sent again', () => {
  const confirmation = newConfirmation('ana', []);
  keepConfirmation(confirmation);
  vi.advanceTimersByTime(6 * MINUTE);
  keepConfirmation({ ...confirmation, state: 'underWay' });
  vi.advanceTimersByTime(6 * MINUTE);
  expect(isLate(keptConfirmation() ?? confirmation)).toBe(true);
});
