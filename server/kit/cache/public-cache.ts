/**
 * Answers and pages that are the same for everybody, kept in memory until the database says on a channel that something
 * changed. Each process empties its own copy the moment it hears it; while it cannot hear the database it keeps nothing.
 */
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ClientConfig } from 'pg';
import { tally } from '#server/kit/metrics/tally.ts';
import { type Clock, stopwatch } from '#server/kit/system-clock.ts';
import { listen } from './channel.ts';

const countAnswer = tally({
  name: 'bukuri_cache_answers_total',
  help: 'Pages and answers for everybody that were kept, and those that had to be made.',
  labels: ['was'],
});

const MAX_ENTRIES = 2000;
const MAX_BYTES = 48 * 1024 * 1024;
const MAX_AGE_MS = 30_000;

export interface PublicCache {
  /** Rises whenever the cache is emptied. */
  readonly version: number;
  /** Whether entries are kept at present. */
  readonly isOn: boolean;
  /** How many entries are kept. */
  readonly size: number;
  get<T extends object>(key: string): T | undefined;
  /** The kept value, or `fill`'s; those who ask for one key at the same time share one fill. */
  remember<T extends object | null>(key: string, fill: () => Promise<CacheFill<T>>): Promise<T>;
  clear(): void;
  /** Calls `listener` whenever the cache is emptied; returns how to stop that. */
  onClear(listener: () => void): () => void;
  /** Resolves at the first moment the database is heard (at once when the cache is off). */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

export interface CacheFill<T> {
  value: T;
  /** When the value stops being true, by `elapsed()` of the clock; none is kept for longer than 30 seconds. */
  until: number;
  bytes: number;
}

export function createPublicCache(options: {
  /** Of a connection that is one's own. */
  connection: ClientConfig;
  channel: string;
  enabled: boolean;
  log: FastifyBaseLogger;
  clock: Clock;
}): PublicCache {
  const { clock } = options;
  const entries = new LRUCache<string, object>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES / 8,
    perf: stopwatch(clock),
    ttlResolution: 0,
  });
  const fills = new Map<string, Promise<CacheFill<unknown>>>();
  const listeners = new Set<() => void>();
  let version = 0;
  let hears = false;

  function clear() {
    version += 1;
    entries.clear();
    fills.clear();
    for (const listener of listeners) listener();
  }

  function get<T extends object>(key: string): T | undefined {
    const kept = entries.get(key);
    if (kept !== undefined) countAnswer('kept');
    return kept as T | undefined;
  }

  async function remember<T extends object | null>(key: string, fill: () => Promise<CacheFill<T>>): Promise<T> {
    const kept = get<T & object>(key);
    if (kept !== undefined) return kept;
    const running = fills.get(key) as Promise<CacheFill<T>> | undefined;
    countAnswer(running ? 'shared' : 'made');
    if (!hears) return (await fill()).value;
    if (running) return (await running).value;
    const begun = version;
    const filling = fill();
    fills.set(key, filling);
    try {
      const { value, until, bytes } = await filling;
      const ttl = Math.min(until - clock.elapsed(), MAX_AGE_MS);
      // What was read before a change is not kept after it.
      if (value !== null && ttl > 0 && hears && begun === version)
        entries.set(key, value, { ttl, size: key.length * 2 + Math.ceil(bytes) });
      return value;
    } finally {
      if (fills.get(key) === filling) fills.delete(key);
    }
  }

  const ear = options.enabled
    ? listen(options, {
        onMessage: clear,
        onHearing: (now) => {
          hears = now;
          clear();
        },
      })
    : { ready: Promise.resolve(), close: async () => {} };

  return {
    get version() {
      return version;
    },
    get isOn() {
      return hears;
    },
    get size() {
      return entries.size;
    },
    get,
    remember,
    clear,
    onClear: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ready: ear.ready,
    close: () => ear.close().then(clear),
  };
}
