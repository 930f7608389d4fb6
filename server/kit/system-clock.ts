/** What time it is to this process, so that tests can move it. Moments that are kept are the database's own `now()`. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
}

export const systemClock: Clock = { now: Date.now };
