/**
 * In-memory cache of public answers and pages. Entries have tags (`tags.ts`); the database notifies all processes of the tags
 * that a transaction changed, which makes entries stale that were read before. Disabled while the LISTEN connection is lost:
 * notices would be missed.
 */
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ClientConfig } from 'pg';
import { tally } from '#server/kit/metrics/tally.ts';
import { type Clock, stopwatch } from '#server/kit/system-clock.ts';
import { listen } from './listen.ts';
import { createTagChanges, type TagChanges, type Tagged } from './tag-changes.ts';

const countAnswer = tally({
  name: 'bukuri_cache_answers_total',
  help: 'Public pages and answers by cache hit, stale hit, shared fill and miss.',
  labels: ['was'],
});

const MAX_AGE_MS = 30_000;
const MB = 1024 * 1024;
/** By the first word of the key, so that pages and lists with invented parameters do not evict others: page, search, all others. */
const COMPARTMENTS = [
  { max: 1000, maxSize: 12 * MB },
  { max: 1000, maxSize: 6 * MB },
  { max: 2000, maxSize: 8 * MB },
];

/** What makes a value stale, the count of changes when its read began, and when it was last found fresh. */
export interface Origin extends Pick<Tagged, 'tags' | 'began'> {
  /** By `elapsed()` of the clock. */
  freshAt: number;
}

export interface CacheFill<T> {
  value: T;
  /** Expiry by `elapsed()` of the clock; at most 30 seconds apply. */
  until: number;
  bytes: number;
  tags: readonly string[];
  /** The earliest of the cached values that it was made of. */
  began?: number;
  freshAt?: number;
}

export interface PublicCache {
  /** Whether entries are cached at present. */
  readonly isOn: boolean;
  readonly size: number;
  /** A fresh value, or a stale one whose refresh is running or not yet due. */
  get<T extends object>(key: string): T | undefined;
  /**
   * The cached value, else that of `fill`; concurrent calls with the same key share one fill. A value that became stale a moment
   * ago is answered while the fill runs. `isPast`: neither a cached value nor that of a running fill.
   */
  remember<T extends object | null>(
    key: string,
    fill: () => Promise<CacheFill<T>>,
    options?: { isPast?: boolean },
  ): Promise<T>;
  /** Of a value that `remember` answered. Also for objects that stand for a value, such as the response it is sent with. */
  origins: WeakMap<object, Origin>;
  /** Whether something that the value shows is known to be no longer public. */
  isGone(value: object): boolean;
  /** Resolves when changes that were committed before have made their entries stale, after 250 ms at the latest. */
  sync(): Promise<void>;
  clear(): void;
  /** Resolves when LISTEN is first active, or at once if the cache is disabled. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

interface Entry extends Tagged, Origin {
  value: object;
  /** When its read began, by `elapsed()`. */
  readAt: number;
}

interface Fill {
  entry: Promise<Omit<Entry, 'value'> & { value: unknown }>;
  startedAt: number;
}

interface Options {
  /** Of a dedicated connection. */
  connection: ClientConfig;
  channel: string;
  enabled: boolean;
  /** How long a stale value may be served, and the minimum time between two refreshes of a key. */
  staleMs: number;
  log: FastifyBaseLogger;
  clock: Clock;
}

type State = Pick<Options, 'staleMs' | 'log' | 'clock'> & {
  stores: readonly [pages: Entries, searches: Entries, answers: Entries];
  changes: TagChanges;
  fills: Map<string, Fill>;
  origins: PublicCache['origins'];
  isListening: boolean;
};

export function createPublicCache(options: Options): PublicCache {
  const { clock } = options;
  const [pages, searches, answers] = COMPARTMENTS.map((limits) => newEntries(limits, clock));
  const stores = [pages, searches, answers] as State['stores'];
  const state: State = {
    ...options,
    ...{ stores, changes: createTagChanges(clock), fills: new Map(), origins: new WeakMap(), isListening: false },
  };

  function clear() {
    state.changes.all();
    for (const entries of stores) entries.clear();
    state.fills.clear();
  }

  const subscription = options.enabled
    ? listen(options, {
        onMessage: (notice) => {
          if (!state.changes.apply(notice)) clear();
        },
        onConnection: (now) => {
          state.isListening = now;
          clear();
        },
      })
    : { ready: Promise.resolve(), sync: async () => {}, close: async () => {} };

  return {
    get isOn() {
      return state.isListening;
    },
    get size() {
      return stores.reduce((sum, { size }) => sum + size, 0);
    },
    get: <T extends object>(key: string) => get(state, key) as T | undefined,
    remember: (key, fill, asked) => remember(state, { key, fill, isPast: asked?.isPast ?? false }),
    origins: state.origins,
    isGone: (value) => {
      const origin = state.origins.get(value);
      return origin !== undefined && state.changes.isGone(origin);
    },
    sync: async () => {
      if (state.isListening) await subscription.sync();
    },
    clear,
    ready: subscription.ready,
    close: () => subscription.close().then(clear),
  };
}

function entriesOf({ stores: [pages, searches, answers] }: State, key: string): Entries {
  if (key.startsWith('page ')) return pages;
  return key.startsWith('search ') ? searches : answers;
}

function get(state: State, key: string): object | undefined {
  const { clock, staleMs, changes, fills } = state;
  const entry = entriesOf(state, key).get(key);
  if (!entry) return undefined;
  const freshness = changes.stateOf(entry);
  const now = clock.elapsed();
  if (freshness === 'fresh') {
    entry.freshAt = now;
    countAnswer('kept');
    return entry.value;
  }
  const age = now - entry.freshAt;
  const isServed = fills.has(key) ? age < 2 * staleMs : age < staleMs && now - entry.readAt < staleMs;
  if (freshness === 'gone' || !isServed) return undefined;
  countAnswer('stale');
  return entry.value;
}

interface Asked<T> {
  key: string;
  fill: () => Promise<CacheFill<T>>;
  isPast: boolean;
}

async function remember<T>(state: State, asked: Asked<T>): Promise<T> {
  const { key, isPast } = asked;
  if (isPast || !state.isListening) {
    countAnswer('made');
    return (await start(state, asked, { isShared: false }).entry).value as T;
  }
  const kept = get(state, key);
  if (kept !== undefined) return kept as T;
  const stale = entriesOf(state, key).get(key);
  if (stale && state.clock.elapsed() - stale.freshAt < state.staleMs && state.changes.stateOf(stale) === 'stale') {
    countAnswer('stale');
    const { entry } = start(state, asked, { isShared: true });
    entry.catch((error: unknown) => state.log.info({ err: error, key }, 'a cached answer could not be refreshed'));
    return stale.value as T;
  }
  return filled(state, asked);
}

/** The value of a running fill, unless that began before a change that this caller must see. */
async function filled<T>(state: State, asked: Asked<T>): Promise<T> {
  const { fills, changes, clock, staleMs } = state;
  const running = fills.get(asked.key);
  countAnswer(running ? 'shared' : 'made');
  if (running) {
    const entry = await running.entry;
    const freshness = changes.stateOf(entry);
    if (freshness === 'fresh' || (freshness === 'stale' && clock.elapsed() - running.startedAt < staleMs))
      return entry.value as T;
  }
  const mine = await ((running && fills.get(asked.key)) ?? start(state, asked, { isShared: true })).entry;
  if (changes.stateOf(mine) !== 'gone') return mine.value as T;
  return (await (fills.get(asked.key) ?? start(state, asked, { isShared: true })).entry).value as T;
}

function start<T>(state: State, { key, fill }: Asked<T>, { isShared }: { isShared: boolean }): Fill {
  const { changes, clock, fills, origins } = state;
  const [began, startedAt] = [changes.count, clock.elapsed()];
  const make = async () => {
    const { value, until, bytes, tags, ...parts } = await fill();
    const entry = {
      ...{ value, tags, readAt: startedAt },
      began: Math.min(began, parts.began ?? began),
      freshAt: Math.min(startedAt, parts.freshAt ?? startedAt),
    };
    if (typeof value !== 'object' || value === null) return entry;
    origins.set(value, entry);
    const ttl = Math.min(until - clock.elapsed(), MAX_AGE_MS);
    const entries = entriesOf(state, key);
    const isNewest = (entries.peek(key)?.began ?? 0) <= entry.began;
    // What is not public any more, or was read before everything changed, is not kept.
    if (ttl > 0 && state.isListening && isNewest && changes.stateOf(entry) !== 'gone')
      // The same object as its origin: pages made of it see when it was last found fresh.
      entries.set(key, entry as Entry, { ttl, size: key.length * 2 + Math.ceil(bytes) });
    return entry;
  };
  const entry = make().finally(() => {
    if (fills.get(key) === filling) fills.delete(key);
  });
  const filling = { entry, startedAt };
  if (isShared) fills.set(key, filling);
  return filling;
}

type Entries = LRUCache<string, Entry>;

const newEntries = ({ max, maxSize }: { max: number; maxSize: number }, clock: Clock): Entries =>
  new LRUCache({ max, maxSize, maxEntrySize: maxSize / 4, perf: stopwatch(clock), ttlResolution: 0 });
