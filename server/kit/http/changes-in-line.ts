/** Who changes much at once waits for themselves: what waits for one lock, or for one's hashes, never holds the whole pool. */
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { limitOf, tooMany } from '#server/kit/limits/limits.ts';
import type { RateLimiter } from '#server/kit/limits/rate-limit.ts';
import { type InLine, lines } from '#server/kit/lines.ts';
import { unlessLate } from '#server/kit/unless-late.ts';
import type { Actors } from './actor.ts';
import { busy } from './errors.ts';
import type { InRush } from './rush.ts';
import { limitsOf } from './under-limits.ts';

/** How many changes are at work for one key in this process. */
const AT_WORK = 2;
/** How many more wait; multiplied by RATE_LIMIT_SCALE where that is more. */
const IN_LINE = 50;

/**
 * The lines of an endpoint: 429 where one's own is full, 503 where waiting took too long, or at once where it would while many
 * networks change things. What goes first waits for its own line alone.
 */
export function changesInLine({ scale, asking }: { scale: number; asking: InRush }): (endpoint: Endpoint) => InLine {
  const inLine = lines({ atWork: AT_WORK, longest: IN_LINE * Math.max(1, scale), full: () => tooMany(1) });
  return (endpoint) => (key, work) => {
    const begin = unlessLate(work, busy);
    return inLine(key, endpoint.goesFirst ? begin : () => asking('change', begin));
  };
}

/**
 * Which line a call of the endpoint stands in: one's own, or one's own for what waits outside. Guests wait for those of their address
 * who do the same, as do all who sign in there.
 */
export function linesOf(
  endpoint: Endpoint,
  { actors, limiter }: { actors: Actors; limiter: RateLimiter },
): (request: FastifyRequest) => string {
  const isByAddress = limitsOf(endpoint).some((name) => {
    const { per, countedInTransaction = false } = limitOf(limiter.limits, name);
    return per === 'address' && !countedInTransaction;
  });
  return (request) => {
    const { key, userId } = isByAddress ? actors.ofAddress(request) : actors.guess(request);
    return userId === null || endpoint.waitsOutside ? `${endpoint.method} ${endpoint.path} ${key}` : key;
  };
}
