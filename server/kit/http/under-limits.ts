/** Counts a call against the limits that its row names. */
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { type Limit, limitOf } from '#server/kit/limits/limits.ts';
import type { RateLimiter } from '#server/kit/limits/rate-limit.ts';
import type { Actor, Actors } from './actor.ts';
import type { Browsers } from './browsers.ts';
import { AppError } from './errors.ts';
import { isInside } from './inside.ts';

export type UnderLimits = <T>(call: { request: FastifyRequest; actor: Actor }, run: () => T | Promise<T>) => Promise<T>;

/** An attempt that is taken back if the call ends well enough. */
interface Attempt {
  name: string;
  key: string;
  spares: Limit['spares'];
}

/** The limits of a row, by their names. */
export function limitsOf(row: Endpoint): readonly string[] {
  return row.limit === undefined ? [] : [row.limit].flat();
}

/** Runs calls of a row unless there were too many. Throws at once where a limit has no figures. */
export function underLimits(
  row: Endpoint,
  { limiter, actors, browsers }: { limiter: RateLimiter; actors: Actors; browsers: Browsers },
): UnderLimits {
  const named = limitsOf(row).map((name) => ({ name, limit: limitOf(limiter.limits, name) }));
  const isSparing = named.some(({ limit }) => limit.spares);
  return async (call, run) => {
    if (isInside(call.request)) return run();
    const attempts: Attempt[] = [];
    for (const { name, limit } of named) {
      const key = keyOf(limit, call);
      if (key === null) continue;
      if (limit.isExact) await limiter.attempt(name, key);
      else limiter.count(name, key);
      attempts.push({ name, key, spares: limit.spares });
    }
    return isSparing ? sparing(attempts, run) : run();
  };

  async function sparing<T>(attempts: Attempt[], run: () => T | Promise<T>): Promise<T> {
    try {
      const result = await run();
      await takeBack(attempts, 'successes');
      return result;
    } catch (error) {
      if (error instanceof AppError && error.status === 400) await takeBack(attempts, 'mistakes');
      if (error instanceof AppError && error.status < 500) await takeBack(attempts, 'refusals');
      throw error;
    }
  }

  async function takeBack(attempts: Attempt[], spared: Limit['spares']): Promise<void> {
    for (const { name, key, spares } of attempts) if (spares === spared) await limiter.forgive(name, key);
  }

  /** Null where the limit does not count this call. */
  function keyOf({ per, onlyWith, knownBy }: Limit, { request, actor }: { request: FastifyRequest; actor: Actor }) {
    if (onlyWith !== undefined && !(request.query as Record<string, string>)[onlyWith]) return null;
    if (knownBy !== undefined && browsers.knows(request, (request.body as Record<string, string>)[knownBy] ?? ''))
      return null;
    if (per === 'guest' && actor.userId !== null) return null;
    if (per === 'network') return actors.networkOf(request);
    return per === 'address' ? actors.ofAddress(request).key : actor.key;
  }
}
