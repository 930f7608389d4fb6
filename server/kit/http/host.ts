/** Under which names the shop is asked: its own, once that is given, and this machine's. */
import type { FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether it answers under any name: what watches a node knows its number alone. */
    anyHost?: true;
  }
}

const LOCAL = /^(localhost|[\w.-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether the name means this machine to whoever says it. */
export function isLocalHost(hostname: string): boolean {
  return LOCAL.test(hostname);
}

/** Throws 421 when the request is meant for another site, such as one whose name was pointed at us. */
export function checkHost(request: FastifyRequest, publicHost: string | null): void {
  if (request.host === '' && request.raw.httpVersion !== '1.0') throw new AppError(400, 'input.malformed');
  if (publicHost === null || request.routeOptions.config.anyHost) return;
  const asked = request.hostname.toLowerCase();
  if (asked !== publicHost && !isLocalHost(asked)) throw new AppError(421, 'host.foreign');
}
