/** A clock that stands still until a test moves it. */
import type { Clock } from '#server/kit/system-clock.ts';

export interface TestClock extends Clock {
  move(ms: number): void;
}

export function testClock(): TestClock {
  let now = Date.now();
  return {
    now: () => now,
    move: (ms) => {
      now += ms;
    },
  };
}
