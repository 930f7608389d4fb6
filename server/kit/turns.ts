/**
 * Heavy work leaves threads to what is light. Passwords and packing share the threads of Node with the reading of files:
 * `server/main.mjs` makes six of them, and each kind of heavy work takes at most its own.
 */
export interface Turns {
  /** Does the work when it is its turn: after what came before with the same rank, and after all of a lower one. */
  take<T>(work: () => Promise<T>, rank?: number): Promise<T>;
  /** How many wait. */
  readonly waiting: number;
  /** How many wait with that rank. */
  waitingAt(rank: number): number;
  readonly isIdle: boolean;
  /** Whether one more would wait. */
  readonly isFull: boolean;
}

export function turns(mostAtOnce: number): Turns {
  let running = 0;
  const waiting: (() => void)[][] = [];
  const rankOf = (rank: number) => {
    waiting[rank] ??= [];
    return waiting[rank];
  };
  return {
    async take(work, rank = 0) {
      if (running >= mostAtOnce) await new Promise<void>((resolve) => rankOf(rank).push(resolve));
      else running++;
      try {
        return await work();
      } finally {
        const next = waiting.find((same) => same?.length)?.shift();
        if (next) next();
        else running--;
      }
    },
    get waiting() {
      return waiting.reduce((sum, same) => sum + same.length, 0);
    },
    waitingAt: (rank) => rankOf(rank).length,
    get isIdle() {
      return running === 0;
    },
    get isFull() {
      return running >= mostAtOnce;
    },
  };
}
