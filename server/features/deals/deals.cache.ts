/**
 * Answers and pages that are the same for everybody, kept in memory until a deal or a category changes.
 * The database says so on every change (migration `search`), so each process empties its own copy the moment
 * it happens; while a process cannot hear the database it keeps nothing.
 */
import type { FastifyBaseLogger } from 'fastify';
import { Client, type Pool } from 'pg';

const CHANNEL = 'catalogue';
const MAX_ENTRIES = 2000;
const MAX_BYTES = 48 * 1024 * 1024;
const MAX_AGE_MS = 30_000;
const HEARTBEAT_MS = 5000;
const RECONNECT_MS = 500;

export interface CatalogueCache {
  /** Rises whenever the cache is emptied. Read it before a fill and hand it to `set`. */
  readonly version: number;
  /** Whether entries are kept at present. */
  readonly isOn: boolean;
  get<T>(key: string): T | undefined;
  /** Keeps a value until `until` (epoch ms, at most 30 s away), unless the cache was emptied since `version`. */
  set(key: string, value: unknown, entry: { until: number; version: number; bytes?: number }): void;
  /** The kept value, or `fill`'s; those who ask for one key at the same time share one fill. */
  remember<T>(key: string, fill: () => Promise<Filled<T>>): Promise<T>;
  clear(): void;
  /** Calls `listener` whenever the cache is emptied; returns how to stop that. */
  onClear(listener: () => void): () => void;
  /** Resolves at the first moment the database is heard (at once when the cache is off). */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

export interface Filled<T> {
  value: T;
  /** Epoch ms at which the value stops being true, usually the earliest expiry among its deals. */
  until: number;
  bytes?: number;
}

interface Entry {
  value: unknown;
  until: number;
  bytes: number;
}

export function createCatalogueCache(options: {
  pool: Pool;
  enabled: boolean;
  log: FastifyBaseLogger;
}): CatalogueCache {
  const entries = new Map<string, Entry>();
  const fills = new Map<string, Promise<Filled<unknown>>>();
  const listeners = new Set<() => void>();
  let version = 0;
  let bytes = 0;
  let hears = false;

  function clear() {
    version += 1;
    entries.clear();
    fills.clear();
    bytes = 0;
    for (const listener of listeners) listener();
  }

  function drop(key: string, entry: Entry) {
    entries.delete(key);
    bytes -= entry.bytes;
  }

  function get<T>(key: string): T | undefined {
    const entry = entries.get(key);
    if (!entry) return undefined;
    if (entry.until <= Date.now()) {
      drop(key, entry);
      return undefined;
    }
    return entry.value as T;
  }

  const set: CatalogueCache['set'] = (key, value, entry) => {
    if (!hears || entry.version !== version || entry.until <= Date.now()) return;
    const size = key.length * 2 + (entry.bytes ?? sizeOf(value));
    if (size > MAX_BYTES / 8) return;
    const old = entries.get(key);
    if (old) drop(key, old);
    entries.set(key, { value, until: Math.min(entry.until, Date.now() + MAX_AGE_MS), bytes: size });
    bytes += size;
    for (const [oldest, its] of entries) {
      if (entries.size <= MAX_ENTRIES && bytes <= MAX_BYTES) break;
      drop(oldest, its);
    }
  };

  async function remember<T>(key: string, fill: () => Promise<Filled<T>>): Promise<T> {
    const kept = get<T>(key);
    if (kept !== undefined) return kept;
    if (!hears) return (await fill()).value;
    const running = fills.get(key) as Promise<Filled<T>> | undefined;
    if (running) return (await running).value;
    const begun = version;
    const filling = fill();
    fills.set(key, filling);
    try {
      const { value, until, bytes: size } = await filling;
      set(key, value, { until, version: begun, ...(size === undefined ? {} : { bytes: size }) });
      return value;
    } finally {
      if (fills.get(key) === filling) fills.delete(key);
    }
  }

  const ear = options.enabled
    ? listen(options.pool, options.log, {
        onChange: clear,
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
    get,
    set,
    remember,
    clear,
    onClear: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ready: ear.ready,
    close: async () => {
      await ear.close();
      clear();
    },
  };
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length * 2;
  return value instanceof Uint8Array ? value.byteLength : 1024;
}

/** A connection of its own that hears the channel, proves every few seconds that it still does, and comes back when lost. */
function listen(
  pool: Pool,
  log: FastifyBaseLogger,
  on: { onChange: () => void; onHearing: (hears: boolean) => void },
): { ready: Promise<void>; close: () => Promise<void> } {
  const first = Promise.withResolvers<void>();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect() {
    const mine = new Client(pool.options);
    client = mine;
    mine.on('notification', on.onChange);
    mine.on('error', (error) => lose(mine, error));
    mine.on('end', () => lose(mine, new Error('the connection ended')));
    try {
      await mine.connect();
      await mine.query(`listen ${CHANNEL}`);
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
    mine.end().catch((cause: unknown) => log.debug({ err: cause }, 'catalogue: closing a lost connection'));
    if (closed) return;
    log.warn({ err: error }, 'catalogue: cannot hear changes, the cache is off until the database answers');
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
      await last?.end();
    },
  };
}
