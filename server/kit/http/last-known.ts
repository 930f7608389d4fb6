/** What was last known of public answers: said, and marked as old, while the database is away. */
import { LRUCache } from 'lru-cache';
import { type Clock, stopwatch } from '#server/kit/system-clock.ts';
import { AppError } from './errors.ts';
import { isBusy } from './failures.ts';

const MAX_AGE_MS = 10 * 60_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** How long the database is not asked again for what is known. */
const REST_MS = 500;
/** How long an answer is waited for where there is one to fall back on and the database is not heard. */
const PATIENCE_MS = 1_000;

export interface Told<T> {
  value: T;
  /** When it was true, by `elapsed()` of the clock; null for what is true now. */
  at: number | null;
}

export interface LastKnown<T extends object> {
  /** Notes what is true now; null when there is nothing any more. */
  note(key: string, value: T | null, bytes: number): void;
  has(key: string): boolean;
  /** What `read` says, or the last known when the database is away. `isHeard`: whether it is heard at the moment. */
  or(key: string, read: () => Promise<T | null>, isHeard: boolean): Promise<Told<T | null>>;
}

export function lastKnown<T extends object>(clock: Clock): LastKnown<T> {
  const known = new LRUCache<string, { value: T; at: number }>({
    maxSize: MAX_BYTES,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: stopwatch(clock),
  });
  let awayUntil = Number.NEGATIVE_INFINITY;

  async function or(key: string, read: () => Promise<T | null>, isHeard: boolean): Promise<Told<T | null>> {
    const last = known.get(key);
    if (!last) return { value: await read(), at: null };
    if (clock.elapsed() < awayUntil) return last;
    const late = Promise.withResolvers<Told<T | null>>();
    const fallBack = () => {
      awayUntil = clock.elapsed() + REST_MS;
      late.resolve(last);
    };
    const patience = isHeard ? undefined : setTimeout(fallBack, PATIENCE_MS);
    read()
      .then((value) => late.resolve({ value, at: null }))
      .catch((error: unknown) => {
        if (!isBusy(error)) late.reject(error);
        // Who is refused in a line says nothing of the database: others ask it.
        else if (error instanceof AppError) late.resolve(last);
        else fallBack();
      })
      .finally(() => clearTimeout(patience));
    return late.promise;
  }

  return {
    note: (key, value, bytes) => {
      if (value === null) known.delete(key);
      else known.set(key, { value, at: clock.elapsed() }, { size: key.length * 2 + bytes });
    },
    has: (key) => known.has(key),
    or,
  };
}
