/**
 * Counts who looked at which deal: once per visitor and day, without bots and owners, in memory and about once a
 * second in the database. What cannot be written in time is lost; a count of views is not worth a slow page.
 */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { dayOf } from '#server/kit/albanian-day.ts';
import type { Db } from '#server/kit/db/db.ts';
import { digestOf } from '#server/kit/digest.ts';
import type { Actors } from '#server/kit/http/actor.ts';
import { cookieOf, isPerson } from '#server/kit/http/request-context.ts';
import type { Sessions } from '#server/kit/http/sessions.ts';
import type { Clock } from '#server/kit/system-clock.ts';
import { addViews, type Visitor } from './deal-views.store.ts';

const FLUSH_MS = 1000;
const MAX_WAITING = 10_000;
const BATCH = 2000;

export interface ViewCounter {
  countView(dealId: string, visitor: Visitor): void;
  /** Counts the sender of a request, unless it is a bot or a prefetch. Never throws, never waits. */
  countRequest(dealId: string, request: FastifyRequest): void;
  /** Writes what waits; runs by itself about once a second. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function createViewCounter({
  db,
  log,
  sessions,
  actors,
  clock,
}: {
  db: Db;
  log: FastifyBaseLogger;
  sessions: Sessions;
  actors: Actors;
  clock: Clock;
}): ViewCounter {
  const waiting = new Map<string, { dealId: string; visitor: Visitor }>();
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();

  function countView(id: string, visitor: Visitor) {
    // An address may spell it in capitals.
    const dealId = id.toLowerCase();
    const key = `${dealId} ${visitor.key}`;
    if (waiting.has(key)) return;
    visitor.formerKeys.some((former) => waiting.delete(`${dealId} ${former}`));
    if (waiting.size < MAX_WAITING) waiting.set(key, { dealId, visitor });
  }

  function countRequest(dealId: string, request: FastifyRequest) {
    if (request.method !== 'GET' || !isPerson(request)) return;
    sessions
      .find(request)
      .then((user) => countView(dealId, visitorOf(request, user?.id ?? null)))
      .catch((error: unknown) => log.debug({ err: error }, 'views: nobody to count'));
  }

  /** An account, else the browser's label, else address and program: hashed, so that the table names nobody. */
  function visitorOf(request: FastifyRequest, userId: string | null): Visitor {
    const label = cookieOf(request, 'sessionId') ?? request.headers['x-session-id'];
    const from = actors.ofAddress(request).key;
    const address = `${from} ${request.headers['user-agent']}`;
    const [key = '', ...formerKeys] = [userId, label, address].filter((name) => name != null).map(hashOf);
    return { key, formerKeys, userId, source: userId === null ? hashOf(`from ${from}`) : null };
  }

  function flush(): Promise<void> {
    running = running.then(write);
    return running;
  }

  async function write() {
    const batch = [...waiting.entries()].slice(0, BATCH);
    for (const [key] of batch) waiting.delete(key);
    if (batch.length === 0) return;
    try {
      await addViews(db, { day: dayOf(clock.now()), views: batch.map(([, view]) => view) });
    } catch (error) {
      log.warn({ err: error, lost: batch.length }, 'views: some were not counted');
    }
  }

  return {
    countView,
    countRequest,
    flush,
    close: async () => {
      clearInterval(timer);
      for (let left = waiting.size; left > 0; left -= BATCH) void flush();
      await running;
    },
  };
}

const hashOf = (name: unknown) => digestOf(`view ${name}`).slice(0, 22);
