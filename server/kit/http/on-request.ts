/** What every request passes before its route: headers, address, origin, content, the general limits. One synchronous hook. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguage, DEFAULT_LANGUAGE, isLanguage, type Language } from '#core/i18n/language.ts';
import type { RateLimiter } from '#server/kit/limits/rate-limit.ts';
import type { Actors } from './actor.ts';
import { checkUrl } from './body.ts';
import { AppError } from './errors.ts';
import { inTime } from './load-shedding.ts';
import { checkHost, cookieOf, hostOf, isCall, isInside, REQUEST_ID } from './request-context.ts';
import type { Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    language: Language;
  }
}

/** So that waiting for the answer itself does not begin late. */
const SOON_MS = 500;

export interface GateOptions {
  actors: Actors;
  sessions: Sessions;
  limiter: RateLimiter;
  /** Where the shop is reached, when that is configured; else each request's own host counts. */
  publicOrigin: string | null;
  /** What every answer carries. */
  headers: SecurityHeaders;
  /** From then on no connection is kept for another request. */
  leaving: AbortSignal;
}

export function gate(
  app: FastifyInstance,
  { actors, sessions, limiter, publicOrigin, headers, leaving }: GateOptions,
): void {
  const publicHost = publicOrigin && new URL(publicOrigin).hostname;
  app.decorateRequest('language', { getter: languageOf });
  app.addHook('onRequest', (request, reply, done) => {
    try {
      const counting = pass(request, reply);
      if (counting) counting.then(() => done(), done);
      else done();
    } catch (error) {
      done(error as AppError);
    }
  });

  function pass(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const isApi = isCall(request);
    reply.headers(isApi ? headers.api : headers.page).header(REQUEST_ID, request.id);
    if (leaving.aborted) reply.header('connection', 'close');
    checkHost(request, publicHost);
    checkUrl(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (!request.routeOptions.config.endpoint?.anyOrigin) checkOrigin(request, publicOrigin);
      if (request.headers['content-encoding'] !== undefined) throw new AppError(415, 'input.type');
    }
    const isCounted = isApi || request.is404;
    return isCounted && !isInside(request) ? count(request) : undefined;
  }

  /** Almost always without a promise: who it is was looked up a moment ago. */
  function count(request: FastifyRequest): Promise<void> | undefined {
    if (actors.isStranger(request)) return countStranger(request);
    countActor(request);
  }

  async function countStranger(request: FastifyRequest): Promise<void> {
    limiter.count('strangers', actors.ofAddress(request).key);
    // Who cannot be looked up soon is counted by the address; what needs to know asks again.
    await inTime(sessions.find(request), { request, ms: SOON_MS }).catch(() => null);
    countActor(request);
  }

  function countActor(request: FastifyRequest): void {
    const { key, userId } = actors.guess(request);
    limiter.count('requests', key);
    if (userId !== null) limiter.count('crowds', actors.ofAddress(request).key);
  }
}

/** The language of the person: cookie, then what the browser accepts, then Albanian. */
function languageOf(this: FastifyRequest): Language {
  const chosen = cookieOf(this, 'language');
  if (isLanguage(chosen)) return chosen;
  return acceptedLanguage(this.headers['accept-language']) ?? DEFAULT_LANGUAGE;
}

/** Origin gate: a change asked for by another site's page is refused (no tokens, the browser's own headers tell). */

/** Throws 403 unless the request comes from our own pages or from something that is no browser. */
export function checkOrigin(request: FastifyRequest, publicOrigin: string | null): void {
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

/** Headers that answers carry. Pages put their own content policy over the one given here. */

export interface SecurityHeaders {
  /** For data: no document comes out of it, so what governs documents is left away. Each header costs time. */
  api: Record<string, string>;
  /** For everything else. */
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
