import { expect, test } from 'vitest';
import { sharesOf } from './money.ts';

test('shares are the whole again, and none is a unit away from what it should be', () => {
  for (let round = 0; round < 2000; round++) {
    const weights = Array.from({ length: 1 + (round % 7) }, (_, n) => ((round * 7919 + n * 104_729) % 100_000) + 1);
    const whole = (round * 31_337) % 1_000_000;
    const shares = sharesOf(whole, weights);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(whole);
    for (const [n, share] of shares.entries()) {
      expect(Math.abs(share - (whole * (weights[n] ?? 0)) / total)).toBeLessThanOrEqual(1);
    }
  }
});
