/** Cached answers of public endpoints: ETag and 304, and stale answers (stale-if-error) while the database is away. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { NEXT_CURSOR } from '#core/contract/call.ts';
import type { CacheFill, PublicCache } from '#server/kit/cache/public-cache.ts';
import { type Clock, stopwatch } from '#server/kit/system-clock.ts';
import { JsonText } from './answer.ts';
import { AppError } from './errors.ts';
import { isBusy } from './failures.ts';
import type { InSharedSlot, WithReadSlot } from './load-shedding.ts';

const MAX_AGE_MS = 30_000;
const NOTHING = new JsonText('');

/** JSON text built by the database. */
export interface FreshAnswer {
  json: string;
  /** Cursor of the next page. */
  next?: string | null;
  /** Milliseconds until it expires; null when it expires only with a change of the data. */
  left: number | null;
}

interface PublicText {
  body: JsonText;
  next: string | null;
  /** Absent when it is not cached. */
  etag?: string;
}

interface KeptAnswer extends PublicText {
  etag: string;
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * The cached answer under the key, else what `read` returns (null included). Null as key: not cached, since arbitrary parameters
 * would evict popular entries.
 */
export type CachedResponse = <Fresh extends FreshAnswer | null>(
  exchange: Exchange,
  key: string | null,
  read: () => Promise<Fresh>,
) => Promise<JsonText | (Fresh & null)>;

export function createResponseCache({
  cache,
  clock,
  withReadSlot,
}: {
  cache: PublicCache;
  clock: Clock;
  withReadSlot: WithReadSlot;
}): CachedResponse {
  const known = staleIfErrorCache<PublicText>(clock);
  return async <Fresh extends FreshAnswer | null>(
    exchange: Exchange,
    key: string | null,
    read: () => Promise<Fresh>,
  ) => {
    const nothing = null as Fresh & null;
    const isKnown = key !== null && known.has(key);
    const inLine = <T>(ask: (inSharedSlot: InSharedSlot) => Promise<T>) =>
      withReadSlot(exchange.request, 'call', ask, isKnown);
    if (key === null) return send(unkept(await inLine((inSharedSlot) => inSharedSlot(read))), exchange) ?? nothing;
    const kept = cache.get<KeptAnswer>(key);
    if (kept) return send(kept, exchange);
    const ask = (inSharedSlot: InSharedSlot) =>
      cache.isOn
        ? cache.remember(key, () => inSharedSlot(() => fill(key, read)))
        : inSharedSlot(() => read().then(unkept));
    const { value, at } = await known.or(key, () => inLine(ask), cache.isOn);
    if (value && at !== null) exchange.reply.headers(staleHeaders(Math.floor((clock.elapsed() - at) / 1000)));
    return send(value, exchange) ?? nothing;
  };

  async function fill(key: string, read: () => Promise<FreshAnswer | null>): Promise<CacheFill<KeptAnswer | null>> {
    const fresh = await read();
    if (!fresh) {
      known.note(key, null, 0);
      return { value: null, until: 0, bytes: 0 };
    }
    const { json, next = null, left } = fresh;
    const until = clock.elapsed() + Math.max(0, left ?? MAX_AGE_MS);
    const etag = `"${createHash('sha1').update(json).update(`${next}`).digest('base64url')}"`;
    // A string is sent in one packet with the headers, a buffer is not.
    const value = { body: new JsonText(json), etag, next };
    known.note(key, until > clock.elapsed() ? value : null, json.length * 2);
    return { value, until, bytes: json.length * 2 };
  }
}

const unkept = (fresh: FreshAnswer | null): PublicText | null =>
  fresh && { body: new JsonText(fresh.json), next: fresh.next ?? null };

/** Headers of a stale answer; `age` in seconds. */
export const staleHeaders = (age: number) => ({ age: String(age), warning: '110 - "Response is Stale"' });

function send(answer: PublicText, exchange: Exchange): JsonText;
function send(answer: PublicText | null, exchange: Exchange): JsonText | null;
function send(answer: PublicText | null, { request, reply }: Exchange): JsonText | null {
  if (!answer) return null;
  const { body, etag, next } = answer;
  reply.header('cache-control', 'public, max-age=0, must-revalidate');
  if (next) reply.header(NEXT_CURSOR, next);
  if (!etag) return body;
  reply.header('etag', etag);
  if (request.headers['if-none-match'] !== etag) return body;
  reply.code(304);
  return NOTHING;
}

const STALE_MAX_AGE_MS = 10 * 60_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** After a failure, stale answers are served for this long without another query. */
const RETRY_MS = 500;
/** Timeout of a read that has a stale fallback, while the connection to the database is lost. */
const FALLBACK_MS = 1_000;

interface PossiblyStale<T> {
  value: T;
  /** When it was read, by `elapsed()` of the clock; null for the present. */
  at: number | null;
}

export interface StaleIfErrorCache<T extends object> {
  /** Stores the current value; null deletes it. */
  note(key: string, value: T | null, bytes: number): void;
  has(key: string): boolean;
  /** What `read` returns, or the stored value when the database is away or overloaded. `isConnected`: of the cache's listener. */
  or(key: string, read: () => Promise<T | null>, isConnected: boolean): Promise<PossiblyStale<T | null>>;
}

export function staleIfErrorCache<T extends object>(clock: Clock): StaleIfErrorCache<T> {
  const known = new LRUCache<string, { value: T; at: number }>({
    maxSize: MAX_BYTES,
    ttl: STALE_MAX_AGE_MS,
    ttlResolution: 0,
    perf: stopwatch(clock),
  });
  let retryAt = Number.NEGATIVE_INFINITY;

  async function or(
    key: string,
    read: () => Promise<T | null>,
    isConnected: boolean,
  ): Promise<PossiblyStale<T | null>> {
    const last = known.get(key);
    if (!last) return { value: await read(), at: null };
    if (clock.elapsed() < retryAt) return last;
    const late = Promise.withResolvers<PossiblyStale<T | null>>();
    const fallBack = () => {
      retryAt = clock.elapsed() + RETRY_MS;
      late.resolve(last);
    };
    const fallback = isConnected ? undefined : setTimeout(fallBack, FALLBACK_MS);
    read()
      .then((value) => late.resolve({ value, at: null }))
      .catch((error: unknown) => {
        if (!isBusy(error)) late.reject(error);
        // Load shedding in this process says nothing about the database.
        else if (error instanceof AppError) late.resolve(last);
        else fallBack();
      })
      .finally(() => clearTimeout(fallback));
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
