/** Cached answers of public endpoints: ETag and 304, and stale answers (stale-if-error) while the database is away. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { NEXT_CURSOR } from '#core/contract/call.ts';
import type { CacheFill, PublicCache } from '#server/kit/cache/public-cache.ts';
import { type Clock, stopwatch } from '#server/kit/system-clock.ts';
import { JSON_TYPE, JsonText } from './answer.ts';
import { AppError } from './errors.ts';
import { isBusy } from './failures.ts';
import type { InSharedSlot, WithReadSlot } from './load-shedding.ts';
import { cookieOf, isInternalRequest, REQUEST_ID } from './request-context.ts';

const MAX_AGE_MS = 30_000;
/** Size of the map from raw URLs to cache keys. */
const MAX_URL_BYTES = 1024 * 1024;
const NOTHING = new JsonText('');

/** Public JSON, the same for all callers of a query. */
export interface FreshAnswer {
  json: string;
  /** Cursor of the next page. */
  next?: string | null;
  /** TTL in ms; null: until invalidated; 0: not cached. */
  left: number | null;
  /** What it shows or depends on (kit/cache/tags.ts). */
  tags: readonly string[];
  /** Whether proxies and browsers must not store it. */
  isPersonal?: boolean;
  /** Called for each request it is served to. */
  onServed?: (request: FastifyRequest) => void;
}

interface Answer extends Pick<FreshAnswer, 'onServed'> {
  body: JsonText;
  headers: Record<string, string>;
}

interface CachedAnswer extends Answer {
  etag: string;
  /** Raw header lists by status, without the headers per request. */
  raw: { 200: string[]; 304: string[] };
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** @param key - canonical, and only of validated values: others could be used to evict entries */
export type CachedResponse = <Fresh extends FreshAnswer | null>(
  exchange: Exchange,
  key: string,
  read: () => Promise<Fresh>,
) => Promise<JsonText | (Fresh & null)>;

export interface ResponseCache {
  /** The cached answer under the key, else what `read` returns (null included). */
  cached: CachedResponse;
  /** Fast path: sends a cached answer by its raw URL, headers and body in one packet. */
  sendCached(exchange: Exchange): boolean;
  /** After a change of public content: the caller reads past the caches for some seconds, and others here what is new. */
  letReadPast(reply: FastifyReply): Promise<void>;
}

export function createResponseCache({
  cache,
  clock,
  withReadSlot,
  headers: security,
  isHttps,
}: {
  cache: PublicCache;
  clock: Clock;
  withReadSlot: WithReadSlot;
  /** The security headers of API answers. */
  headers: Readonly<Record<string, string>>;
  isHttps: boolean;
}): ResponseCache {
  const known = staleIfErrorCache<Answer>(clock, cache.isGone);
  const keys = new LRUCache<string, string>({ maxSize: MAX_URL_BYTES });
  return { cached, sendCached, letReadPast };

  async function letReadPast(reply: FastifyReply): Promise<void> {
    const attributes = `Path=/; Max-Age=${READ_PAST_SECONDS}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
    reply.header('set-cookie', `${READ_PAST_COOKIE}; ${attributes}`);
    await cache.sync();
  }

  function sendCached({ request, reply }: Exchange): boolean {
    const { method, url = '' } = request.raw;
    const key = method === 'GET' && !readsPastCache(request) ? keys.get(url) : undefined;
    const kept = key === undefined ? undefined : cache.get<CachedAnswer>(key);
    if (!kept) return false;
    passOrigin(kept, { request, reply });
    reply.hijack();
    const status = request.headers['if-none-match'] === kept.etag ? 304 : 200;
    reply.raw.writeHead(status, [...kept.raw[status], REQUEST_ID, request.id]);
    if (status === 304) reply.raw.end();
    else reply.raw.end(kept.body.bytes);
    kept.onServed?.(request);
    return true;
  }

  async function cached<Fresh extends FreshAnswer | null>(exchange: Exchange, key: string, read: () => Promise<Fresh>) {
    const nothing = null as Fresh & null;
    const isPast = readsPastCache(exchange.request);
    const kept = isPast ? undefined : cache.get<CachedAnswer>(key);
    if (kept) return send(kept, exchange, key);
    // Anybody can send that cookie.
    const isKnown = !isPast && known.has(key);
    const inLine = <T>(ask: (inSharedSlot: InSharedSlot) => Promise<T>) =>
      withReadSlot(exchange.request, 'call', ask, isKnown);
    const ask = (inSharedSlot: InSharedSlot) =>
      cache.isOn
        ? cache.remember(key, () => inSharedSlot(() => fill(key, read)), { isPast })
        : inSharedSlot(() => read().then((fresh) => fresh && answerOf(fresh)));
    const { value, at } = await known.or(key, () => inLine(ask), cache.isOn);
    if (value && at !== null) exchange.reply.headers(staleHeaders(Math.floor((clock.elapsed() - at) / 1000)));
    return value ? send(value, exchange, key) : nothing;
  }

  async function fill(key: string, read: () => Promise<FreshAnswer | null>): Promise<CacheFill<Answer | null>> {
    const fresh = await read();
    const left = fresh ? Math.max(0, fresh.left ?? MAX_AGE_MS) : 0;
    const value = fresh && (left > 0 ? withEtag(answerOf(fresh), security) : answerOf(fresh));
    const bytes = value?.body.bytes.byteLength ?? 0;
    known.note(key, left > 0 ? value : null, bytes);
    return { value, until: clock.elapsed() + left, bytes, tags: fresh?.tags ?? [] };
  }

  /** For the page that is made of it (page-data.ts). */
  function passOrigin(answer: Answer, { request, reply }: Exchange): void {
    const origin = cache.origins.get(answer);
    if (origin && isInternalRequest(request)) cache.origins.set(reply.raw, origin);
  }

  function send(answer: Answer, { request, reply }: Exchange, key: string): JsonText {
    const { body, headers, onServed } = answer;
    passOrigin(answer, { request, reply });
    reply.headers(headers);
    onServed?.(request);
    if (!('etag' in answer)) return body;
    const { url = '' } = request.raw;
    keys.set(url, key, { size: url.length + key.length });
    if (request.headers['if-none-match'] !== answer.etag) return body;
    reply.code(304);
    return NOTHING;
  }
}

function withEtag(answer: Answer, security: Readonly<Record<string, string>>): CachedAnswer {
  const { bytes } = answer.body;
  const hash = createHash('sha1').update(bytes).update(`${answer.headers[NEXT_CURSOR]}`);
  const etag = `"${hash.digest('base64url')}"`;
  const headers = { ...answer.headers, etag };
  const all = Object.entries({ ...security, ...headers }).flat();
  const ofBody = Object.entries({ ...JSON_TYPE, 'content-length': `${bytes.byteLength}` }).flat();
  return { ...answer, headers, etag, raw: { 200: [...all, ...ofBody], 304: all } };
}

const READ_PAST = 'readsPastCache';
const READ_PAST_SECONDS = 5;
/** The cookie alone, for the requests of a page. */
export const READ_PAST_COOKIE = `${READ_PAST}=1`;

/** Whether this browser changed public content a moment ago: it sees its own change on every node. */
export const readsPastCache = (request: FastifyRequest): boolean => cookieOf(request, READ_PAST) !== null;

const answerOf = ({ json, next, isPersonal, onServed }: FreshAnswer): Answer => ({
  body: new JsonText(json),
  headers: {
    'cache-control': isPersonal ? 'no-store' : 'public, max-age=0, must-revalidate',
    ...(next && { [NEXT_CURSOR]: next }),
  },
  ...(onServed && { onServed }),
});

/** Headers of a stale answer; `age` in seconds. */
export const staleHeaders = (age: number) => ({ age: String(age), warning: '110 - "Response is Stale"' });

const STALE_MAX_AGE_MS = 10 * 60_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** After a failure, stale answers are served for this long without another query. */
const RETRY_MS = 500;
/** Timeout of a read that has a stale fallback, while the connection to the database is lost. */
const FALLBACK_MS = 1_000;

interface PossiblyStale<T> {
  value: T;
  /** When it was read, by `elapsed()` of the clock; null if fresh. */
  at: number | null;
}

export interface StaleIfErrorCache<T extends object> {
  /** Stores the current value; null deletes it. */
  note(key: string, value: T | null, bytes: number): void;
  has(key: string): boolean;
  /** What `read` returns, or the stale value if the database is down or overloaded. `isConnected`: LISTEN is active. */
  or(key: string, read: () => Promise<T | null>, isConnected: boolean): Promise<PossiblyStale<T | null>>;
}

/** @param isGone - whether a value shows what is no longer public: it is not served any more */
export function staleIfErrorCache<T extends object>(clock: Clock, isGone: (value: T) => boolean): StaleIfErrorCache<T> {
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
    if (!last || isGone(last.value)) return { value: await read(), at: null };
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
