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

/** Who asks for much at once waits for themselves: a line for each key, in which some are at work and some more wait. */

/** Does the work when it is its turn in the line of the key; throws what `full` says where too many wait there. */
export type InLine = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function lines({ atWork, longest, full }: { atWork: number; longest: number; full: () => Error }): InLine {
  const byKey = new Map<string, Turns>();
  return async (key, work) => {
    const line = byKey.get(key) ?? turns(atWork);
    if (line.isFull && line.waiting >= longest) throw full();
    byKey.set(key, line);
    try {
      return await line.take(work);
    } finally {
      if (line.isIdle) byKey.delete(key);
    }
  };
}

/**
 * How long anybody waits for an answer. Five seconds: longer than the slowest statement may take (3 s) and the wait for a connection (2 s),
 * and shorter than people stay before a page that does nothing and than the ten seconds after which proxies and clients
 * begin to give up and ask again.
 */
export const PATIENCE_MS = 5_000;

/** The work, which is not begun later than so long after this: its asker was answered by then. */
export function unlessLate<T>(work: () => Promise<T>, late: () => Error): () => Promise<T> {
  const came = performance.now();
  return async () => {
    if (performance.now() - came >= PATIENCE_MS) throw late();
    return work();
  };
}
