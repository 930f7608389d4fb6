/** Observers of finished requests. They are told the route and not the URL, which may hold personal data. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Observer } from '#server/kit/metrics/tally.ts';
import { isInternalRequest } from './request-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Route of the page, such as `/deal/:id`; null for other requests. */
    pagePath: string | null;
  }
}

/** No hook is installed without observers. */
export function observeRequests(app: FastifyInstance, observers: readonly Observer[]): void {
  app.decorateRequest('pagePath', null);
  if (observers.length === 0) return;
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime: ms }, done) => {
    if (!isInternalRequest(request)) {
      const route = request.pagePath ?? request.routeOptions.url ?? 'none';
      for (const observe of observers) observe({ method: request.method, route, status, ms, requestId: request.id });
    }
    done();
  });
}

/** One log line per request. */
export function accessLog(log: FastifyBaseLogger): Observer {
  return ({ ms, ...outcome }) => log.info({ ...outcome, ms: Math.round(ms * 10) / 10 }, 'request');
}
