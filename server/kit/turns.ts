/**
 * Heavy work leaves threads to what is light. Passwords and packing share the threads of Node with the reading of files:
 * `server/main.mjs` makes six of them, and each kind of heavy work takes at most its own.
 */
export interface Turns {
  /** Does the work when it is its turn. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** How many wait. */
  readonly waiting: number;
  readonly isIdle: boolean;
}

export function turns(mostAtOnce: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async take(work) {
      if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running++;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
    get waiting() {
      return waiting.length;
    },
    get isIdle() {
      return running === 0;
    },
  };
}
