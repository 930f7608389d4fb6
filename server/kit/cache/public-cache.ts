/**
 * In-memory cache of public answers and pages, emptied in every process by NOTIFY when the catalogue changes. While the
 * LISTEN connection is lost nothing is cached.
 */

import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Client, type ClientConfig } from 'pg';
import { tally } from '#server/kit/metrics/tally.ts';
import { type Clock, stopwatch } from '#server/kit/system-clock.ts';

const countAnswer = tally({
  name: 'bukuri_cache_answers_total',
  help: 'Pages and answers for everybody that were kept, and those that had to be made.',
  labels: ['was'],
});

const MAX_ENTRIES = 2000;
const MAX_BYTES = 24 * 1024 * 1024;
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
  /** Drops one entry, for what only that answer shows. */
  forget(key: string): void;
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
  const entries = newEntries(clock);
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

  function forget(key: string) {
    // What is being read is not kept.
    version += 1;
    entries.delete(key);
    fills.delete(key);
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
        onMessage: (payload) => (payload ? forget(payload) : clear()),
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
    forget,
    onClear: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ready: ear.ready,
    close: () => ear.close().then(clear),
  };
}

const newEntries = (clock: Clock) =>
  new LRUCache<string, object>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES / 8,
    perf: stopwatch(clock),
    ttlResolution: 0,
  });

/** LISTEN on a connection of its own, with heartbeat and reconnect. */

const HEARTBEAT_MS = 5000;
const RECONNECT_MS = 500;
const END_MS = 1000;

export interface Ear {
  /** `payload` is empty where the notification has none. */
  onMessage: (payload: string) => void;
  onHearing: (hears: boolean) => void;
}

export function listen(
  { connection, channel, log }: { connection: ClientConfig; channel: string; log: FastifyBaseLogger },
  on: Ear,
): { ready: Promise<void>; close: () => Promise<void> } {
  const first = Promise.withResolvers<void>();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect() {
    const mine = new Client(connection);
    client = mine;
    mine.on('notification', ({ payload = '' }) => on.onMessage(payload));
    mine.on('error', (error) => lose(mine, error));
    mine.on('end', () => lose(mine, new Error('the connection ended')));
    try {
      await mine.connect();
      await mine.query(`listen ${channel}`);
      if (closed || client !== mine) return;
      on.onHearing(true);
      first.resolve();
      timer = setTimeout(beat, HEARTBEAT_MS, mine).unref();
    } catch (error) {
      lose(mine, error);
    }
  }

  function beat(mine: Client) {
    const late = setTimeout(() => lose(mine, new Error('no heartbeat')), HEARTBEAT_MS).unref();
    mine
      .query('select 1')
      .then(() => {
        if (client === mine) timer = setTimeout(beat, HEARTBEAT_MS, mine).unref();
      })
      .catch((error: unknown) => lose(mine, error))
      .finally(() => clearTimeout(late));
  }

  function lose(mine: Client, error: unknown) {
    if (client !== mine) return;
    client = undefined;
    clearTimeout(timer);
    on.onHearing(false);
    mine.end().catch((cause: unknown) => log.debug({ err: cause, channel }, 'closing a lost connection'));
    if (closed) return;
    log.warn({ err: error, channel }, 'cannot hear changes: nothing is kept until the database answers');
    timer = setTimeout(connect, RECONNECT_MS).unref();
  }

  void connect();
  return {
    ready: first.promise,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      first.resolve();
      const last = client;
      client = undefined;
      on.onHearing(false);
      // One that hangs ends with the process.
      await Promise.race([last?.end(), wait(END_MS, undefined, { ref: false })]);
    },
  };
}
