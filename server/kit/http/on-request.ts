/** The onRequest hook of every request: security headers, host, URL, origin, content encoding, general rate limits. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '#core/i18n/language.ts';
import type { RateLimiter } from '#server/kit/limits/rate-limit.ts';
import type { Actors } from './actor.ts';
import { checkUrl } from './body.ts';
import { AppError } from './errors.ts';
import { withTimeout } from './load-shedding.ts';
import { hostOf, hostProblem, isApiRequest, isInternalRequest, languageOf, REQUEST_ID } from './request-context.ts';
import type { ResponseCache } from './response-cache.ts';
import type { Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    language: Language;
  }
}

/** Timeout of the session lookup that rate limiting needs; short, so that the response timeout is kept. */
const LOOKUP_MS = 500;

interface OnRequestOptions {
  actors: Actors;
  sessions: Sessions;
  limiter: RateLimiter;
  responses: ResponseCache;
  /** The configured PUBLIC_URL; null: each request's own host counts. */
  publicOrigin: string | null;
  headers: SecurityHeaders;
  /** Once aborted, connections are closed after their response. */
  leaving: AbortSignal;
}

/** Synchronous except where a session has to be looked up. */
export function checkRequests(
  app: FastifyInstance,
  { actors, sessions, limiter, responses, publicOrigin, headers, leaving }: OnRequestOptions,
): void {
  const publicHost = publicOrigin && new URL(publicOrigin).hostname;
  app.decorateRequest('language', { getter: languageOf });
  app.addHook('onRequest', (request, reply, done) => {
    try {
      const problem = hostProblem(request, publicHost);
      // Costs less than counting it would, so it is not counted.
      if (!problem && !leaving.aborted && responses.sendCached({ request, reply })) return;
      const isApi = isApiRequest(request);
      reply.headers(isApi ? headers.api : headers.page).header(REQUEST_ID, request.id);
      if (leaving.aborted) reply.header('connection', 'close');
      if (problem) throw problem;
      const counting = check(request, isApi);
      if (counting) counting.then(() => done(), done);
      else done();
    } catch (error) {
      done(error as AppError);
    }
  });

  function check(request: FastifyRequest, isApi: boolean): Promise<void> | undefined {
    checkUrl(request, { isApi });
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (!request.routeOptions.config.endpoint?.skipOriginCheck) checkOrigin(request, publicOrigin);
      if (request.headers['content-encoding'] !== undefined) throw new AppError(415, 'input.type');
    }
    const isCounted = isApi || request.is404;
    return isCounted && !isInternalRequest(request) ? count(request) : undefined;
  }

  /** Almost always without a promise: the session is in the cache. */
  function count(request: FastifyRequest): Promise<void> | undefined {
    if (actors.isUnknownSession(request)) return countUnknownSession(request);
    countActor(request);
  }

  async function countUnknownSession(request: FastifyRequest): Promise<void> {
    limiter.count('unknownSessions', actors.ofAddress(request).key);
    // When the lookup fails or times out the address is counted; whatever needs the user looks it up again.
    await withTimeout(sessions.find(request), { request, ms: LOOKUP_MS }).catch(() => null);
    countActor(request);
  }

  function countActor(request: FastifyRequest): void {
    const { key, userId } = actors.guess(request);
    limiter.count('requests', key);
    if (userId !== null) limiter.count('requestsPerAddress', actors.ofAddress(request).key);
  }
}

/** CSRF protection: throws 403 for a write from another site's page; requests of non-browsers carry neither header. */
function checkOrigin(request: FastifyRequest, publicOrigin: string | null): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
    throw new AppError(403, 'origin.foreign');
  }
  const origin = request.headers.origin;
  if (origin === undefined) return;
  const own = publicOrigin ? [publicOrigin] : [`http://${hostOf(request)}`, `https://${hostOf(request)}`];
  if (!own.includes(origin)) throw new AppError(403, 'origin.foreign');
}

export interface SecurityHeaders {
  /** API answers are never rendered, so they do without the headers for documents. */
  api: Record<string, string>;
  /** Everything else; pages replace the content security policy by their own. */
  page: Record<string, string>;
}

export function securityHeaders(isHttps: boolean): SecurityHeaders {
  const api = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  const page = {
    ...api,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), browsing-topics=()',
  };
  return { api, page };
}
