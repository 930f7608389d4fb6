/** Answers that are the same for everybody: from memory while nothing changes, with an ETag, and 304 for who has it. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { NEXT_CURSOR } from '#core/contract/call.ts';
import type { CacheFill, PublicCache } from '#server/kit/cache/public-cache.ts';
import { type Clock, stopwatch } from '#server/kit/system-clock.ts';
import { JsonText } from './answer.ts';
import { AppError } from './errors.ts';
import { isBusy } from './failures.ts';
import type { AmongAll, ReadInLine } from './load-shedding.ts';

const MAX_AGE_MS = 30_000;
const NOTHING = new JsonText('');

/** JSON as the database made it. */
export interface FreshAnswer {
  json: string;
  /** Cursor of the next page. */
  next?: string | null;
  /** Milliseconds until it stops being true; null when only a change ends it. */
  left: number | null;
}

interface PublicText {
  body: JsonText;
  next: string | null;
  /** Absent where it is not kept. */
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
 * Answers what is kept under the key, else what `read` says; null when it says that there is nothing for everybody.
 * Without a key it is not kept: what anybody can invent would push out what everybody asks.
 */
export type PublicAnswer = <Fresh extends FreshAnswer | null>(
  exchange: Exchange,
  key: string | null,
  read: () => Promise<Fresh>,
) => Promise<JsonText | (Fresh & null)>;

export function publicAnswers({
  cache,
  clock,
  readInLine,
}: {
  cache: PublicCache;
  clock: Clock;
  readInLine: ReadInLine;
}): PublicAnswer {
  const known = lastKnown<PublicText>(clock);
  return async <Fresh extends FreshAnswer | null>(
    exchange: Exchange,
    key: string | null,
    read: () => Promise<Fresh>,
  ) => {
    const nothing = null as Fresh & null;
    const isKnown = key !== null && known.has(key);
    const inLine = <T>(ask: (amongAll: AmongAll) => Promise<T>) => readInLine(exchange.request, 'call', ask, isKnown);
    if (key === null) return send(unkept(await inLine((amongAll) => amongAll(read))), exchange) ?? nothing;
    const kept = cache.get<KeptAnswer>(key);
    if (kept) return send(kept, exchange);
    const ask = (amongAll: AmongAll) =>
      cache.isOn ? cache.remember(key, () => amongAll(() => fill(key, read))) : amongAll(() => read().then(unkept));
    const { value, at } = await known.or(key, () => inLine(ask), cache.isOn);
    if (value && at !== null) exchange.reply.headers(oldAnswer(Math.floor((clock.elapsed() - at) / 1000)));
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
    // Text and not bytes: Node sends it in one piece with the headers.
    const value = { body: new JsonText(json), etag, next };
    known.note(key, until > clock.elapsed() ? value : null, json.length * 2);
    return { value, until, bytes: json.length * 2 };
  }
}

const unkept = (fresh: FreshAnswer | null): PublicText | null =>
  fresh && { body: new JsonText(fresh.json), next: fresh.next ?? null };

/** What an answer carries that was true so many seconds ago. */
export const oldAnswer = (age: number) => ({ age: String(age), warning: '110 - "Response is Stale"' });

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

/** What was last known of public answers: said, and marked as old, while the database is away. */

const STALE_MAX_AGE_MS = 10 * 60_000;
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
    ttl: STALE_MAX_AGE_MS,
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
