/** Where a request comes from. */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The visitor's address, as far as a trusted proxy says one; what is none (`unknown`, a name, a lie) counts as the proxy's own.
 * A connection that left before it was asked has none any more.
 */
export function addressOf({ ip, raw }: FastifyRequest): string {
  return isIP(ip ?? '') ? ip : (raw.socket.remoteAddress ?? 'gone');
}
