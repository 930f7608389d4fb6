/** Tells of each request when its answer was sent: the route and not the address, so that nobody is named by it. */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { isInside } from './request-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the page that was asked for, where there is one. */
    pagePath: string | null;
  }
}

export interface Outcome {
  method: string;
  /** `/api/deals/:id`, `/deal/:id`, or `none` where nobody serves. */
  route: string;
  status: number;
  ms: number;
  requestId: string;
}

export type Observer = (outcome: Outcome) => void;

/** Without observers requests pass as if this were not there. */
export function observeRequests(app: FastifyInstance, observers: readonly Observer[]): void {
  app.decorateRequest('pagePath', null);
  if (observers.length === 0) return;
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime: ms }, done) => {
    if (!isInside(request)) {
      const outcome = { method: request.method, route: routeOf(request), status, ms, requestId: request.id };
      for (const tell of observers) tell(outcome);
    }
    done();
  });
}

function routeOf({ pagePath, routeOptions }: FastifyRequest): string {
  return pagePath ?? routeOptions.url ?? 'none';
}

/** One line for each request. */
export function accessLog(log: FastifyBaseLogger): Observer {
  return ({ ms, ...outcome }) => log.info({ ...outcome, ms: Math.round(ms * 10) / 10 }, 'request');
}
