/** What time it is to this process, so that tests can move it. Moments that are kept are the database's own `now()`. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Ms since some moment, only ever forward: how long something takes or counts, also when the clock on the wall is put right. */
  elapsed(): number;
}

export const systemClock: Clock = { now: Date.now, elapsed: () => performance.now() };

/** The same for what asks `now()` and means durations. */
export const stopwatch = ({ elapsed }: Clock) => ({ now: elapsed });
