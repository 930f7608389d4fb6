/**
 * Counts who looked at which deal: once per visitor and day, without bots and owners, in memory and about once a
 * second in the database. What cannot be written in time is lost; a count of views is not worth a slow page.
 */
import { createHash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { cookieOf } from '#server/kit/http/cookies.ts';
import { addViews } from './deal-views.store.ts';

const FLUSH_MS = 1000;
const MAX_WAITING = 10_000;
const BATCH = 2000;
const BOT =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|lighthouse|curl|wget|python|java\/|go-http|node|undici|axios|lightmyrequest|monitor|uptime/i;

export interface Visitor {
  /** Stands for one browser or account; not readable back. */
  key: string;
  /** Who is signed in, so that an owner's own looks do not count. */
  userId: string | null;
}

export interface ViewCounter {
  countView(dealId: string, visitor: Visitor): void;
  /** Counts the sender of a request, unless it is a bot or a prefetch. Never throws, never waits. */
  countRequest(dealId: string, request: FastifyRequest): void;
  /** Writes what waits; runs by itself about once a second. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    views: ViewCounter;
  }
}

export function createViewCounter(
  app: FastifyInstance,
  { pool, log }: { pool: Pool; log: FastifyBaseLogger },
): ViewCounter {
  const waiting = new Map<string, { dealId: string; visitor: Visitor }>();
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();

  function countView(dealId: string, visitor: Visitor) {
    if (waiting.size < MAX_WAITING) waiting.set(`${dealId} ${visitor.key}`, { dealId, visitor });
  }

  function countRequest(dealId: string, request: FastifyRequest) {
    if (!isPerson(request)) return;
    app.findUser(request).then(
      (user) => countView(dealId, { key: visitorKey(request, user?.id), userId: user?.id ?? null }),
      (error: unknown) => log.debug({ err: error }, 'views: nobody to count'),
    );
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
      await addViews(pool, { day: dayOf(Date.now()), views: batch.map(([, view]) => view) });
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
      await flush();
    },
  };
}

function isPerson({ method, headers }: FastifyRequest): boolean {
  const agent = headers['user-agent'];
  return method === 'GET' && !!agent && !BOT.test(agent) && !/prefetch|prerender/.test(`${headers['sec-purpose']}`);
}

/** An account, else the browser's label, else address and program: hashed, so that the table names nobody. */
function visitorKey(request: FastifyRequest, userId: string | undefined): string {
  const session = cookieOf(request, 'sessionId') ?? request.headers['x-session-id'];
  const who = userId ?? session ?? `${request.ip} ${request.headers['user-agent']}`;
  return createHash('sha256').update(`view ${who}`).digest('base64url').slice(0, 22);
}

/** Days begin at midnight in Albania. */
function dayOf(now: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Tirane' }).format(now);
}
