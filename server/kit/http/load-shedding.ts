/**
 * While more is asked than can be answered, whoever comes is told so at once and before any work, instead of hearing after
 * ten seconds what is of use to nobody. How long one would wait is measured: so many wait, and so often one of them is let in.
 */

import { setImmediate as immediately } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { type InLine, lines, PATIENCE_MS, type Turns, turns, unlessLate } from '#server/kit/concurrency.ts';
import { limitOf, tooMany } from '#server/kit/limits/limits.ts';
import type { RateLimiter } from '#server/kit/limits/rate-limit.ts';
import { type Actors, household, networkIn } from './actor.ts';
import { AppError, busy } from './errors.ts';
import { problemsOf } from './failures.ts';
import { limitsOf } from './rate-limiting.ts';
import { addressOf, isInside } from './request-context.ts';

/** Longest that is waited beside the work itself: what the goal for reads in a rush (p99 300 ms) leaves for it. */
const LONGEST_MS = 250;
/** Of the connections to the database the rest is for orders, for who signs in and for asking who somebody is. */
const OF_CONNECTIONS = 0.8;
/** Of the places; the rest is for what is known, whatever else hangs. */
const OF_PLACES = 0.8;
/** Of how many let in, for each place, the pace is an average: they begin in bursts of as many as there are places. */
const LATELY = 8;
/** What goes first: somebody's own and what everybody asks, then what is changed, then what anybody may invent. */
const KINDS = ['known', 'change', 'invented'] as const;

/** Does the work when there is room; 503 where that would take too long. */
export type InRush = <T>(kind: (typeof KINDS)[number], work: () => Promise<T>) => Promise<T>;

/** Of all that ask the database in this process. */
export const askingInRush = (connections: number) => inRush(Math.max(1, Math.floor(OF_CONNECTIONS * connections)));

export function inRush(atWork: number): InRush {
  const places = turns(atWork);
  const lines = KINDS.map((kind, rank) => {
    const most = kind === 'known' ? Infinity : Math.ceil(OF_PLACES * atWork);
    return line(places, { rank, atWork: most, lately: LATELY * atWork });
  });
  return async (kind, work) => {
    // How fast it went before everybody had gone says nothing of who comes now.
    if (places.isIdle) for (const each of lines) each.forget();
    const before = lines.slice(0, KINDS.indexOf(kind) + 1);
    // All wait at the same time: that nobody was let in for a moment is no longer for three lines than for one.
    if (Math.max(...before.map((each) => each.wait())) > LONGEST_MS) throw comeBack();
    return (before.at(-1) as Line).stand(work);
  };
}

interface Line {
  forget(): void;
  /** How long one more would wait, by how often somebody was let in lately. */
  wait(): number;
  stand<T>(work: () => Promise<T>): Promise<T>;
}

function line(places: Turns, { rank, atWork, lately }: { rank: number; atWork: number; lately: number }): Line {
  const share = turns(atWork);
  const waiting = () => share.waiting + places.waitingAt(rank);
  let gap = 0;
  let movedAt = 0;
  return {
    forget() {
      gap = 0;
    },
    wait: () => (waiting() > 0 ? Math.max(performance.now() - movedAt, waiting() * gap) : 0),
    stand(work) {
      if (waiting() === 0) movedAt = performance.now();
      let hasWaited = false;
      const begin = () => {
        const now = performance.now();
        if (hasWaited) gap += (now - movedAt - gap) / lately;
        movedAt = now;
        return work();
      };
      const working = share.take(() => places.take(begin, rank));
      hasWaited = true;
      return working;
    },
  };
}

let refused = 0;
/** Not all at the same moment again. */
const comeBack = () => new AppError(503, 'server.busy', { retryAfter: 2 + (refused++ % 4) });

/** Nobody waits longer for an answer, however many statements it takes and whatever each of them waits for. */

interface Waiting {
  /** Whose patience it is: all that they wait for takes from the same. */
  request: FastifyRequest;
  /** No longer than this of it. */
  ms?: number;
  late?: () => Error;
  /** Told what the work throws when nobody waits for it any more. */
  lost?: (error: unknown, request: FastifyRequest) => void;
}

const waited = new WeakMap<FastifyRequest, number>();

/** What the work says, unless that takes too long; then it ends by itself, and only what it throws is told. */
export async function inTime<T>(work: Promise<T>, { request, ms, late, lost }: Waiting): Promise<T> {
  const began = performance.now();
  const before = waited.get(request) ?? 0;
  const end = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => {
      end.reject(late?.() ?? new Error(`No answer within ${ms ?? PATIENCE_MS} ms`));
      if (lost) work.catch((error) => lost(error, request));
    },
    Math.min(ms ?? PATIENCE_MS, Math.max(0, PATIENCE_MS - before)),
  );
  try {
    return await Promise.race([work, end.promise]);
  } finally {
    clearTimeout(timer);
    waited.set(request, before + performance.now() - began);
  }
}

/** Who changes much at once waits for themselves: what waits for one lock, or for one's hashes, never holds the whole pool. */

/** How many changes are at work for one key in this process. */
const WRITES_AT_WORK = 2;
/** How many more wait; multiplied by RATE_LIMIT_SCALE where that is more. */
const WRITES_WAITING = 50;

/**
 * The lines of an endpoint: 429 where one's own is full, 503 where waiting took too long, or at once where it would while many
 * networks change things. What goes first waits for its own line alone.
 */
export function changesInLine({ scale, asking }: { scale: number; asking: InRush }): (endpoint: Endpoint) => InLine {
  const inLine = lines({
    atWork: WRITES_AT_WORK,
    longest: WRITES_WAITING * Math.max(1, scale),
    full: () => tooMany(1),
  });
  return (endpoint) => (key, work) => {
    const begin = unlessLate(work, busy);
    return inLine(key, endpoint.goesFirst ? begin : () => asking('change', begin));
  };
}

/**
 * Which line a call of the endpoint stands in: one's own, or one's own for what waits outside. Guests wait for those of their address
 * who do the same, as do all who sign in there.
 */
export function linesOf(
  endpoint: Endpoint,
  { actors, limiter }: { actors: Actors; limiter: RateLimiter },
): (request: FastifyRequest) => string {
  const isByAddress = limitsOf(endpoint).some((name) => {
    const { per, countedInTransaction = false } = limitOf(limiter.limits, name);
    return per === 'address' && !countedInTransaction;
  });
  return (request) => {
    const { key, userId } = isByAddress ? actors.ofAddress(request) : actors.guess(request);
    return userId === null || endpoint.waitsOutside ? `${endpoint.method} ${endpoint.path} ${key}` : key;
  };
}

/**
 * Who reads much at once waits for themselves. What is not in memory, a page to render or a question to the database, stands in
 * the line of its address and then in that of its network, so that those of others wait for the few that are at work there
 * and not for all that may be asked in a minute. Then it takes a place among all that read, with those who want the same.
 */

/**
 * How many are at work for one network in this process: of calls these or half of the connections to the database, of pages so
 * many that one is rendered while others wait for their data.
 */
const AT_WORK = { page: 4, call: 8 };
/**
 * How many more wait: a carrier has fifty people behind one address, and each asks for a page and what belongs to it. Multiplied
 * by RATE_LIMIT_SCALE where that is more.
 */
const IN_LINE = 200;

/**
 * Reads when it is its turn; 503 where the line is full, or waiting takes too long. Pages do not wait for calls: while the
 * database hangs those hang with it, and a page is shown as it was last known. What a page asks for takes a place among
 * the calls, so that no more is asked than there are connections.
 */
export type ReadInLine = <T>(
  request: FastifyRequest,
  kind: Kind,
  /** What is shared with others who ask for the same is shared around `amongAll`: one place for all of them. */
  read: (amongAll: AmongAll) => Promise<T>,
  /** Whether it is somebody's own or was there for everybody a while ago: it goes before what anybody may invent. */
  isKnown?: boolean,
) => Promise<T>;
export type AmongAll = <T>(work: () => Promise<T>) => Promise<T>;
type Kind = keyof typeof AT_WORK;

export function readingLines({
  scale,
  connections = 10,
  asking,
  log,
}: {
  scale: number;
  connections?: number;
  /** Of all that ask the database: calls, and what pages ask for. */
  asking: InRush;
  log: FastifyBaseLogger;
}): ReadInLine {
  const lost = problemsOf(log);
  const atWork = { ...AT_WORK, call: Math.min(AT_WORK.call, Math.floor(connections / 2)) };
  const linesOf = (kind: Kind) => lines({ atWork: atWork[kind], longest: IN_LINE * Math.max(1, scale), full: busy });
  const ofAddress = { page: linesOf('page'), call: linesOf('call') };
  const ofNetwork = { page: linesOf('page'), call: linesOf('call') };
  const ofAll = { page: inRush(Math.max(AT_WORK.page, connections)), call: asking };
  return async (request, kind, read, isKnown = false) => {
    const address = addressOf(request);
    let hasBegun = false;
    const amongAll: AmongAll = (work) => {
      const turn = async () => {
        hasBegun = true;
        // Else one page after the other is rendered, of a line or of all that just arrived, before anybody else is heard.
        if (!isInside(request)) await immediately();
        return work();
      };
      return ofAll[kind](isKnown ? 'known' : 'invented', unlessLate(turn, busy));
    };
    // What a page asks for has waited with the page.
    if (isInside(request)) return read(amongAll);
    const inOwnTurn = unlessLate(() => read(amongAll), busy);
    const reading = ofAddress[kind](household(address), () => ofNetwork[kind](networkIn(address), inOwnTurn));
    return inTime(reading, { request, lost, ...(!hasBegun && { late: busy }) });
  };
}
