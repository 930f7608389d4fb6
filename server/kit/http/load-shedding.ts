/** Load shedding: bounded concurrency per client, per network and per process; 503 or 429 at once instead of a late answer. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { AppError, busy } from '#server/kit/app-error.ts';
import {
  createSemaphore,
  type KeyedQueue,
  keyedQueue,
  RESPONSE_TIMEOUT_MS,
  type Semaphore,
  skipIfExpired,
  withDeadline,
} from '#server/kit/concurrency.ts';
import { limitOf, tooMany } from '#server/kit/limits/limits.ts';
import type { RateLimiter } from '#server/kit/limits/rate-limit.ts';
import { type Actors, householdOf, networkIn } from './actor.ts';
import { problemsOf } from './failures.ts';
import { limitsOf } from './rate-limiting.ts';
import { addressOf, isInternalRequest } from './request-context.ts';

/** Maximum estimated queueing time; leaves room for the p99 target of reads under overload (300 ms). */
const MAX_WAIT_MS = 250;
/** Share of database connections that requests may use; the rest is for session lookups and orders. */
const CONNECTIONS_SHARE = 0.8;
/** Share of slots for everything but `known` work. */
const SLOTS_SHARE = 0.8;
/** The service rate is a moving average over this many starts per slot: work starts in bursts of as many as there are slots. */
const AVERAGED_STARTS = 8;
/** By priority: a user's own data and popular public data, then writes, then reads with arbitrary parameters. */
const KINDS = ['known', 'change', 'invented'] as const;

/** Runs the work when a slot is free; throws 503 when the estimated wait is too long. */
export type LoadShedder = <T>(kind: (typeof KINDS)[number], work: () => Promise<T>) => Promise<T>;

/** For everything in this process that queries the database. */
export const createDbLoadShedder = (connections: number) =>
  createLoadShedder(Math.max(1, Math.floor(CONNECTIONS_SHARE * connections)));

export function createLoadShedder(slots: number): LoadShedder {
  const semaphore = createSemaphore(slots);
  const queues = KINDS.map((kind, rank) => {
    const max = kind === 'known' ? Infinity : Math.ceil(SLOTS_SHARE * slots);
    return measuredQueue(semaphore, { rank, max, averaged: AVERAGED_STARTS * slots });
  });
  return async (kind, work) => {
    // The service rate from before an idle period says nothing about the present.
    if (semaphore.isIdle) for (const queue of queues) queue.resetRate();
    const ahead = queues.slice(0, KINDS.indexOf(kind) + 1);
    // The queues wait at the same time, so the longest estimate counts and not the sum.
    if (Math.max(...ahead.map((queue) => queue.estimatedWait())) > MAX_WAIT_MS) throw retryLater();
    return (ahead.at(-1) as MeasuredQueue).run(work);
  };
}

interface MeasuredQueue {
  resetRate(): void;
  /** Milliseconds that one more caller would wait, by the recent service rate. */
  estimatedWait(): number;
  run<T>(work: () => Promise<T>): Promise<T>;
}

function measuredQueue(
  semaphore: Semaphore,
  { rank, max, averaged }: { rank: number; max: number; averaged: number },
): MeasuredQueue {
  const share = createSemaphore(max);
  const waiting = () => share.waiting + semaphore.waitingAt(rank);
  let interval = 0;
  let lastStart = 0;
  return {
    resetRate() {
      interval = 0;
    },
    estimatedWait: () => (waiting() > 0 ? Math.max(performance.now() - lastStart, waiting() * interval) : 0),
    run(work) {
      if (waiting() === 0) lastStart = performance.now();
      let hasWaited = false;
      const begin = () => {
        const now = performance.now();
        if (hasWaited) interval += (now - lastStart - interval) / averaged;
        lastStart = now;
        return work();
      };
      const result = share.run(() => semaphore.run(begin, rank));
      hasWaited = true;
      return result;
    },
  };
}

let refused = 0;
/** Retry-After is spread so that clients do not return all at once. */
const retryLater = () => new AppError(503, 'server.busy', { retryAfter: 2 + (refused++ % 4) });

interface TimeoutOptions {
  /** All waits of one request share one response timeout. */
  request: FastifyRequest;
  /** Another timeout for this wait. */
  ms?: number;
  timedOut?: () => Error;
  /** Told about an error that is thrown after the timeout. */
  onLateError?: (error: unknown, request: FastifyRequest) => void;
}

const waitedMs = new WeakMap<FastifyRequest, number>();

/** The result of `work`, or an error after the timeout; the work itself goes on. */
export async function withTimeout<T>(
  work: Promise<T>,
  { request, ms = RESPONSE_TIMEOUT_MS, timedOut, onLateError }: TimeoutOptions,
): Promise<T> {
  const startedAt = performance.now();
  const before = waitedMs.get(request) ?? 0;
  const late = () => {
    if (onLateError) work.catch((error) => onLateError(error, request));
    return timedOut?.() ?? new Error(`No answer within ${ms} ms`);
  };
  try {
    return await withDeadline(work, {
      ms: Math.min(ms, Math.max(0, Math.max(ms, RESPONSE_TIMEOUT_MS) - before)),
      late,
    });
  } finally {
    waitedMs.set(request, before + performance.now() - startedAt);
  }
}

/** Concurrent writes of one client in this process, and how many more may wait (multiplied by RATE_LIMIT_SCALE above 1). */
const WRITES = { concurrency: 2, maxWaiting: 50 };

/**
 * The write queue of an endpoint: 429 when the client's own queue is full, 503 when waiting takes too long. Endpoints with
 * priority bypass the process-wide load shedder.
 */
export function createWriteLimiter({
  scale,
  dbConcurrencyLimit,
}: {
  scale: number;
  dbConcurrencyLimit: LoadShedder;
}): (endpoint: Endpoint) => KeyedQueue {
  const maxWaiting = WRITES.maxWaiting * Math.max(1, scale);
  const queue = keyedQueue({ concurrency: WRITES.concurrency, maxWaiting, full: () => tooMany(1) });
  return (endpoint) => (key, work) => {
    const begin = skipIfExpired(work, busy, endpoint.workSeconds && 1000 * endpoint.workSeconds);
    return queue(key, endpoint.priority === 'high' ? begin : () => dbConcurrencyLimit('change', begin));
  };
}

/**
 * The key of a write's queue: the account; for guests, and for endpoints that call an external service, one per endpoint too.
 * Endpoints limited per address (sign-in) queue per address.
 */
export function writeQueueKey(
  endpoint: Endpoint,
  { actors, limiter }: { actors: Actors; limiter: RateLimiter },
): (request: FastifyRequest) => string {
  const isByAddress = limitsOf(endpoint).some((name) => {
    const { per, countedInTransaction = false } = limitOf(limiter.limits, name);
    return per === 'address' && !countedInTransaction;
  });
  return (request) => {
    const { key, userId } = isByAddress ? actors.ofAddress(request) : actors.guess(request);
    return userId === null || endpoint.callsExternalService ? `${endpoint.method} ${endpoint.path} ${key}` : key;
  };
}

/** Concurrent reads per address and per network in this process; of API calls at most half of the database connections. */
const READS = { page: 4, call: 8 };
/** Fifty people may share one carrier address, each loading a page with its data (multiplied by RATE_LIMIT_SCALE above 1). */
const READS_WAITING = 200;

/**
 * Runs a read that is not in the cache when its address, its network and the process have a free slot; throws 503 when a queue is
 * full or the wait is too long. Pages and API calls have separate slots, so that pages can fall back to stale data while the
 * database hangs; data requests of a page take slots of API calls.
 */
export type WithReadSlot = <T>(
  request: FastifyRequest,
  kind: keyof typeof READS,
  /** Work that is shared between requests is wrapped in `inSharedSlot`, so that it takes one slot of the process. */
  read: (inSharedSlot: InSharedSlot) => Promise<T>,
  /** Personal data, or public data that was requested before: it has priority over arbitrary parameters. */
  isKnown?: boolean,
) => Promise<T>;
export type InSharedSlot = <T>(work: () => Promise<T>) => Promise<T>;

export function createReadLimiter({
  scale,
  connections = 10,
  dbConcurrencyLimit,
  log,
}: {
  scale: number;
  connections?: number;
  dbConcurrencyLimit: LoadShedder;
  log: FastifyBaseLogger;
}): WithReadSlot {
  const onLateError = problemsOf(log);
  const concurrency = { ...READS, call: Math.min(READS.call, Math.floor(connections / 2)) };
  const queuesOf = (kind: keyof typeof READS) =>
    keyedQueue({ concurrency: concurrency[kind], maxWaiting: READS_WAITING * Math.max(1, scale), full: busy });
  const perAddress = { page: queuesOf('page'), call: queuesOf('call') };
  const perNetwork = { page: queuesOf('page'), call: queuesOf('call') };
  const ofProcess = { page: createLoadShedder(Math.max(READS.page, connections)), call: dbConcurrencyLimit };
  return async (request, kind, read, isKnown = false) => {
    const address = addressOf(request);
    let hasBegun = false;
    const inSharedSlot: InSharedSlot = (work) => {
      const begin = async () => {
        hasBegun = true;
        // Without yielding, queued pages would be rendered one after another before any other event is handled.
        if (!isInternalRequest(request)) await nextTurn();
        return work();
      };
      return ofProcess[kind](isKnown ? 'known' : 'invented', skipIfExpired(begin, busy));
    };
    // The page that makes an internal request has already waited.
    if (isInternalRequest(request)) return read(inSharedSlot);
    const begin = skipIfExpired(() => read(inSharedSlot), busy);
    const reading = perAddress[kind](householdOf(address), () => perNetwork[kind](networkIn(address), begin));
    return withTimeout(reading, { request, onLateError, ...(!hasBegun && { timedOut: busy }) });
  };
}
