/** A clock that stands still until a test moves it. */
import type { Clock } from '#server/kit/system-clock.ts';

export interface TestClock extends Clock {
  move(ms: number): void;
  /** Puts the clock on the wall right, while no time passes. */
  putRight(ms: number): void;
}

export function testClock(): TestClock {
  let now = Date.now();
  let elapsed = 1_000;
  return {
    now: () => now,
    elapsed: () => elapsed,
    move: (ms) => {
      now += ms;
      elapsed += ms;
    },
    putRight: (ms) => {
      now += ms;
    },
  };
}
