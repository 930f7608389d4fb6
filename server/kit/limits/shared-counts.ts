/** In-memory counters, synchronised through PostgreSQL: each node adds its increments and reads the total. */
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { sqlState } from '#server/kit/db/transaction.ts';
import { reasonOf } from '#server/kit/error-facts.ts';
import type { Clock } from '#server/kit/system-clock.ts';

const SHARE_EVERY = 1000;
/** Part of a limit after which a node synchronises at once. */
const UNSHARED_PART = 0.05;

interface Counter {
  key: string;
  windowStart: number;
  endsAt: number;
  /** `endsAt` by the monotonic `elapsed()`, in seconds: clock corrections do not extend a window. */
  until: number;
  /** Total of all nodes at the last exchange. */
  known: number;
  /** Local increments since. */
  unshared: number;
}

/** With the increment to send. */
type Counted = [Counter, number][];

interface Counting {
  max: number;
  seconds: number;
  by: 0 | 1;
}

export interface SharedCounts {
  /** Adds `by`; returns the seconds to wait if the limit is reached, else 0. */
  add(name: string, key: string, limit: Counting): number;
  /** Sends all increments so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const EXCHANGE = {
  name: 'limits.exchange',
  text: `insert into rate_limits (key, window_start, count, expires_at)
    select key, to_timestamp(start), delta, to_timestamp(ends)
      from unnest($1::text[], $2::float8[], $3::float8[], $4::int[]) as t (key, start, ends, delta)
      order by key
    on conflict (key, window_start) do update set count = rate_limits.count + excluded.count
    returning key, count`,
};

export function sharedCounts(
  pool: Pool,
  { scale, log, clock }: { scale: number; log: FastifyBaseLogger; clock: Clock },
): SharedCounts {
  const byName = new Map<string, Map<string, Counter>>();
  const { run: flush, isUnderWay } = oneAfterTheOther(exchange);
  const timer = setInterval(flush, SHARE_EVERY).unref();

  function add(name: string, key: string, limit: Counting): number {
    const now = clock.elapsed() / 1000;
    const max = limit.max * scale;
    const counter = counterOf(name, key, limit.seconds, now);
    if (counter.known + counter.unshared >= max) return counter.until - now;
    counter.unshared += limit.by;
    if (counter.unshared >= max * UNSHARED_PART && !isUnderWay()) void flush();
    return 0;
  }

  function counterOf(name: string, key: string, seconds: number, now: number): Counter {
    const counters = byName.get(name) ?? new Map<string, Counter>();
    byName.set(name, counters);
    const found = counters.get(key);
    if (found && found.until > now) return found;
    const wall = clock.now() / 1000;
    const windowStart = Math.floor(wall / seconds) * seconds;
    const endsAt = windowStart + seconds;
    const until = now + endsAt - wall;
    const fresh = { key: `${name}:${key}`, windowStart, endsAt, until, known: 0, unshared: 0 };
    counters.set(key, fresh);
    return fresh;
  }

  async function exchange(): Promise<void> {
    const now = clock.elapsed() / 1000;
    const counted: Counted = [];
    for (const counters of byName.values()) {
      for (const [key, counter] of counters) {
        if (counter.until <= now) counters.delete(key);
        else if (counter.unshared > 0) counted.push([counter, counter.unshared]);
      }
    }
    await share(counted);
  }

  async function share(counted: Counted): Promise<void> {
    if (counted.length === 0) return;
    try {
      const sums = await sum(counted);
      for (const [counter, delta] of counted) {
        counter.unshared -= delta;
        counter.known = sums.get(counter.key) ?? counter.known + delta;
      }
    } catch (error) {
      if (counted.length > 1 && isAboutValues(error)) {
        const half = Math.ceil(counted.length / 2);
        await share(counted.slice(0, half));
        return share(counted.slice(half));
      }
      // Counting goes on locally; the next exchange retries.
      log.warn({ reason: reasonOf(error) }, 'rate limits are not shared');
    }
  }

  async function sum(counted: Counted): Promise<Map<string, number>> {
    const { rows } = await pool.query<{ key: string; count: number }>(EXCHANGE, [
      counted.map(([counter]) => counter.key),
      counted.map(([counter]) => counter.windowStart),
      counted.map(([counter]) => counter.endsAt),
      counted.map(([, delta]) => delta),
    ]);
    return new Map(rows.map(({ key, count }) => [key, count]));
  }

  async function close(): Promise<void> {
    clearInterval(timer);
    await flush();
  }

  return { add, flush, close };
}

/** Calls during a run share one further run after it. */
function oneAfterTheOther(work: () => Promise<void>) {
  let now: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function run(): Promise<void> {
    if (now) {
      next ??= now.then(() => {
        next = null;
        return run();
      });
      return next;
    }
    now = work().finally(() => {
      now = null;
    });
    return now;
  }

  return { run, isUnderWay: () => now !== null };
}

/** Whether PostgreSQL rejected a value; the batch is then halved to isolate it. */
function isAboutValues(error: unknown): boolean {
  return /^2[12]/.test(sqlState(error) ?? '');
}
