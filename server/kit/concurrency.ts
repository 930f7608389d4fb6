/** Limits on concurrent work within this process: semaphores, keyed queues and deadlines. */

/**
 * A counting semaphore with priorities. Password hashing and compression use it so that they never occupy all threads of the
 * libuv pool (six, see `server/main.mjs`), which file reads share.
 */
export interface Semaphore {
  /** Runs `work` when a slot is free; waiters of a lower `rank` go first, then in order of arrival. */
  run<T>(work: () => Promise<T>, rank?: number): Promise<T>;
  readonly waiting: number;
  waitingAt(rank: number): number;
  readonly isIdle: boolean;
  /** Whether the next caller would have to wait. */
  readonly isFull: boolean;
}

export function createSemaphore(slots: number): Semaphore {
  let running = 0;
  const waiting: (() => void)[][] = [];
  const queueOf = (rank: number) => {
    waiting[rank] ??= [];
    return waiting[rank];
  };
  return {
    async run(work, rank = 0) {
      if (running >= slots) await new Promise<void>((resolve) => queueOf(rank).push(resolve));
      else running++;
      try {
        return await work();
      } finally {
        const next = waiting.find((queue) => queue?.length)?.shift();
        if (next) next();
        else running--;
      }
    },
    get waiting() {
      return waiting.reduce((sum, queue) => sum + queue.length, 0);
    },
    waitingAt: (rank) => queueOf(rank).length,
    get isIdle() {
      return running === 0;
    },
    get isFull() {
      return running >= slots;
    },
  };
}

/** Runs `work` in the queue of `key`. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** One semaphore per key; throws the error made by `full` when `maxWaiting` callers of the same key already wait. */
export function keyedQueue(options: { concurrency: number; maxWaiting: number; full: () => Error }): KeyedQueue {
  const byKey = new Map<string, Semaphore>();
  return async (key, work) => {
    const queue = byKey.get(key) ?? createSemaphore(options.concurrency);
    if (queue.isFull && queue.waiting >= options.maxWaiting) throw options.full();
    byKey.set(key, queue);
    try {
      return await queue.run(work);
    } finally {
      if (queue.isIdle) byKey.delete(key);
    }
  };
}

/**
 * Slots that callers of different keys take in turns, each key in order of arrival. Throws the error made by `full` where
 * `maxWaiting` callers of the same key already wait, and after `maxWaitMs` without a slot.
 */
export function fairQueue(options: {
  slots: number;
  maxWaiting: number;
  maxWaitMs: number;
  full: () => Error;
}): KeyedQueue {
  let running = 0;
  /** In order of turn (round robin). */
  const waiting = new Map<string, Set<() => void>>();

  return async (key, work) => {
    if (running < options.slots) running++;
    else await turnOf(key);
    try {
      return await work();
    } finally {
      startNext();
    }
  };

  function turnOf(key: string): Promise<void> {
    const queue = waiting.get(key) ?? new Set();
    if (queue.size >= options.maxWaiting) throw options.full();
    waiting.set(key, queue);
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.delete(start);
        if (queue.size === 0) waiting.delete(key);
        reject(options.full());
      }, options.maxWaitMs);
      queue.add(start);
    });
  }

  function startNext(): void {
    const [next] = waiting;
    if (!next) {
      running--;
      return;
    }
    const [key, queue] = next;
    const [start] = queue;
    waiting.delete(key);
    if (start) queue.delete(start);
    if (queue.size > 0) waiting.set(key, queue);
    start?.();
  }
}

/**
 * Response timeout. Longer than a statement may take (3 s) plus the wait for a connection (2 s), shorter than the ten seconds
 * after which proxies and clients start to give up and retry.
 */
export const RESPONSE_TIMEOUT_MS = 5_000;

/** `work`, or an error when it is only started after the response timeout: its caller has already been answered. */
export function skipIfExpired<T>(
  work: () => Promise<T>,
  expired: () => Error,
  ms = RESPONSE_TIMEOUT_MS,
): () => Promise<T> {
  const createdAt = performance.now();
  return async () => {
    if (performance.now() - createdAt >= ms) throw expired();
    return work();
  };
}

/** Rejects with `late()` when `work` takes longer than `ms`; the work itself goes on. */
export async function withDeadline<T>(work: Promise<T>, { ms, late }: { ms: number; late: () => Error }): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(late()), ms);
  return Promise.race([work, timeout.promise]).finally(() => clearTimeout(timer));
}
