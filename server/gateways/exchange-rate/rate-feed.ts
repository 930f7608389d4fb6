/** Who tells what a dollar costs, as features know it. */

export interface RateFeed {
  /** Lek for one dollar now, as `readRate` takes it. Ends within five seconds or throws `FeedFailed`; may be repeated. */
  ask(): Promise<string>;
}

/** It did not answer, or with something else; the message is for operators and does not name its address, which may hold a key. */
export class FeedFailed extends Error {
  override name = 'FeedFailed';
}
