/**
 * In-memory cache of public answers and pages, cleared in every process by NOTIFY when the catalogue changes. Disabled while
 * the LISTEN connection is lost: invalidations would be missed.
 */

import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Client, type ClientConfig } from 'pg';
import { tally } from '#server/kit/metrics/tally.ts';
import { type Clock, stopwatch } from '#server/kit/system-clock.ts';

const countAnswer = tally({
  name: 'bukuri_cache_answers_total',
  help: 'Public pages and answers by cache hit, shared fill and miss.',
  labels: ['was'],
});

const MAX_ENTRIES = 2000;
const MAX_BYTES = 24 * 1024 * 1024;
const MAX_AGE_MS = 30_000;

export interface PublicCache {
  /** Incremented by each invalidation. */
  readonly version: number;
  /** Whether entries are cached at present. */
  readonly isOn: boolean;
  readonly size: number;
  get<T extends object>(key: string): T | undefined;
  /** The cached value, else that of `fill`; concurrent calls with the same key share one fill. */
  remember<T extends object | null>(key: string, fill: () => Promise<CacheFill<T>>): Promise<T>;
  clear(): void;
  /** Invalidates one entry, where no other shows the change. */
  forget(key: string): void;
  /** Calls `listener` after each clear; returns the unsubscribe function. */
  onClear(listener: () => void): () => void;
  /** Resolves when LISTEN is first active, or at once if the cache is disabled. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

export interface CacheFill<T> {
  value: T;
  /** Expiry by `elapsed()` of the clock; at most 30 seconds apply. */
  until: number;
  bytes: number;
}

export function createPublicCache(options: {
  /** Of a dedicated connection. */
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
  let isListening = false;

  function clear() {
    version += 1;
    entries.clear();
    fills.clear();
    for (const listener of listeners) listener();
  }

  function forget(key: string) {
    // Also discards running fills, which may have read the old state.
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
    if (!isListening) return (await fill()).value;
    if (running) return (await running).value;
    const begun = version;
    const filling = fill();
    fills.set(key, filling);
    try {
      const { value, until, bytes } = await filling;
      const ttl = Math.min(until - clock.elapsed(), MAX_AGE_MS);
      // A value read before an invalidation is stale.
      if (value !== null && ttl > 0 && isListening && begun === version)
        entries.set(key, value, { ttl, size: key.length * 2 + Math.ceil(bytes) });
      return value;
    } finally {
      if (fills.get(key) === filling) fills.delete(key);
    }
  }

  const subscription = options.enabled
    ? listen(options, {
        onMessage: (payload) => (payload ? forget(payload) : clear()),
        onConnection: (now) => {
          isListening = now;
          clear();
        },
      })
    : { ready: Promise.resolve(), close: async () => {} };

  return {
    get version() {
      return version;
    },
    get isOn() {
      return isListening;
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
    ready: subscription.ready,
    close: () => subscription.close().then(clear),
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

/** LISTEN on a dedicated connection, with heartbeat and reconnect. */

const HEARTBEAT_MS = 5000;
const RECONNECT_MS = 500;
const END_MS = 1000;

export interface ChannelListener {
  /** `payload` may be empty. */
  onMessage: (payload: string) => void;
  onConnection: (isListening: boolean) => void;
}

export function listen(
  { connection, channel, log }: { connection: ClientConfig; channel: string; log: FastifyBaseLogger },
  on: ChannelListener,
): { ready: Promise<void>; close: () => Promise<void> } {
  const first = Promise.withResolvers<void>();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect() {
    const mine = new Client(connection);
    client = mine;
    mine.on('notification', ({ payload = '' }) => on.onMessage(payload));
    mine.on('error', (error) => disconnect(mine, error));
    mine.on('end', () => disconnect(mine, new Error('the connection ended')));
    try {
      await mine.connect();
      await mine.query(`listen ${channel}`);
      if (closed || client !== mine) return;
      on.onConnection(true);
      first.resolve();
      timer = setTimeout(sendHeartbeat, HEARTBEAT_MS, mine).unref();
    } catch (error) {
      disconnect(mine, error);
    }
  }

  function sendHeartbeat(mine: Client) {
    const late = setTimeout(() => disconnect(mine, new Error('no heartbeat')), HEARTBEAT_MS).unref();
    mine
      .query('select 1')
      .then(() => {
        if (client === mine) timer = setTimeout(sendHeartbeat, HEARTBEAT_MS, mine).unref();
      })
      .catch((error: unknown) => disconnect(mine, error))
      .finally(() => clearTimeout(late));
  }

  function disconnect(mine: Client, error: unknown) {
    if (client !== mine) return;
    client = undefined;
    clearTimeout(timer);
    on.onConnection(false);
    mine.end().catch((cause: unknown) => log.debug({ err: cause, channel }, 'closing a lost connection'));
    if (closed) return;
    log.warn({ err: error, channel }, 'the LISTEN connection is lost: nothing is cached until the database answers');
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
      on.onConnection(false);
      // A hanging connection ends with the process.
      await Promise.race([last?.end(), wait(END_MS, undefined, { ref: false })]);
    },
  };
}
