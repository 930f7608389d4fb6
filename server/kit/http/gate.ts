/** What every request passes before its route: headers, address, origin, content, the general limits. One synchronous hook. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguage, DEFAULT_LANGUAGE, isLanguage, type Language } from '#core/i18n/language.ts';
import type { RateLimiter } from '#server/kit/limits/rate-limit.ts';
import { cookieOf } from './cookies.ts';
import { checkUrl } from './decoder.ts';
import { AppError } from './errors.ts';
import { isInside } from './inside.ts';
import { checkOrigin } from './origin.ts';
import type { SecurityHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    limiter: RateLimiter;
  }
}

export interface GateOptions {
  limiter: RateLimiter;
  /** Where the shop is reached, when that is configured; else each request's own host counts. */
  publicOrigin: string | null;
  /** What every answer carries. */
  headers: SecurityHeaders;
}

export function gate(app: FastifyInstance, { limiter, publicOrigin, headers }: GateOptions): void {
  app.decorate('limiter', limiter);
  app.decorateRequest('language', { getter: languageOf });
  app.addHook('onRequest', (request, reply, done) => {
    try {
      pass(request, reply);
      done();
    } catch (error) {
      done(error as AppError);
    }
  });

  function pass(request: FastifyRequest, reply: FastifyReply): void {
    const isApi = request.raw.url?.startsWith('/api/');
    reply.headers(isApi ? headers.api : headers.page);
    checkUrl(request);
    if (isApi && !isInside(request)) limiter.count('requests', request.ip);
    if (request.method === 'GET' || request.method === 'HEAD') return;
    checkOrigin(request, publicOrigin);
    if (request.headers['content-encoding'] !== undefined) throw new AppError(415, 'input.type');
  }
}

/** The language of the person: cookie, then what the browser accepts, then Albanian. */
function languageOf(this: FastifyRequest): Language {
  const chosen = cookieOf(this, 'language');
  if (isLanguage(chosen)) return chosen;
  return acceptedLanguage(this.headers['accept-language']) ?? DEFAULT_LANGUAGE;
}
