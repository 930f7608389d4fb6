/** What is a call, and what is answered where nobody serves one. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

/** Everything under /api that is no call. */
export const NO_CALLS = ['/api', '/api/*'];

/** Whether it was routed to the calls. The address as it was written says less: one letter of it may be encoded. */
export function isCall({ routeOptions }: FastifyRequest): boolean {
  return /^\/api(\/|$)/.test(routeOptions.url ?? '');
}

/** Addresses under /api that nobody serves are refused like calls and count like them. */
export function refuseUnknownCalls(app: FastifyInstance): void {
  for (const url of NO_CALLS) {
    app.all(url, () => {
      throw new AppError(404, 'route.absent');
    });
  }
}
