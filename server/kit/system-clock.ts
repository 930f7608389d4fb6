/** The clock of this process, replaceable in tests. Stored timestamps come from the database's `now()`. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Monotonic ms, for durations. */
  elapsed(): number;
}

export const systemClock: Clock = { now: Date.now, elapsed: () => performance.now() };

/** A monotonic clock with the interface of `performance`. */
export const stopwatch = ({ elapsed }: Clock) => ({ now: elapsed });
