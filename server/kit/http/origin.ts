/** Origin gate: a change asked for by another site's page is refused (no tokens, the browser's own headers tell). */
import type { FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import { hostOf } from './host.ts';

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
