/** Counts a call against the limits that its endpoint names. */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { isSilence } from '#server/kit/db/pool.ts';
import { type Limit, limitOf } from '#server/kit/limits/limits.ts';
import type { RateLimiter } from '#server/kit/limits/rate-limit.ts';
import type { Actor, Actors } from './actor.ts';
import type { Browsers } from './browsers.ts';
import { AppError } from './errors.ts';
import { isInside } from './request-context.ts';

export type UnderLimits = <T>(call: { request: FastifyRequest; actor: Actor }, run: () => T | Promise<T>) => Promise<T>;

/** An attempt that is counted exactly, and taken back if the call did nothing that its limit is about. */
interface Attempt {
  name: string;
  key: string;
  spares: Limit['spares'];
}

/** The limits of an endpoint, by their names. */
export function limitsOf(endpoint: Endpoint): readonly string[] {
  return endpoint.limit === undefined ? [] : [endpoint.limit].flat();
}

interface Parts {
  limiter: RateLimiter;
  actors: Actors;
  browsers: Browsers;
  log: FastifyBaseLogger;
}

/** Runs calls of an endpoint unless there were too many. Throws at once where a limit has no figures. */
export function underLimits(endpoint: Endpoint, { limiter, actors, browsers, log }: Parts): UnderLimits {
  const named = limitsOf(endpoint)
    .map((name) => ({ name, limit: limitOf(limiter.limits, name) }))
    .filter(({ limit }) => !limit.countedInTransaction);
  return async (call, run) => {
    if (isInside(call.request)) return run();
    const attempts: Attempt[] = [];
    const result = await counted(call, attempts)
      .then(run)
      .catch(async (error) => {
        const nothing = attempts.filter(({ spares }) => isNothing(error) || isSpared(error, spares));
        const takingBack = takeBack(nothing, call.request);
        // A database that says nothing is not waited for once more.
        if (!isSilence(error)) await takingBack;
        throw error;
      });
    const spared = attempts.filter(({ spares }) => spares === 'successes');
    await takeBack(spared, call.request);
    return result;
  };

  async function counted(call: Parameters<UnderLimits>[0], attempts: Attempt[]): Promise<void> {
    for (const { name, limit } of named) {
      const key = keyOf(limit, call);
      if (key === null) continue;
      if (!limit.isExact) limiter.count(name, key);
      else if (await isCounted(call.request, { name, key, limit })) attempts.push({ name, key, spares: limit.spares });
    }
  }

  /** Where they come from is looked up beyond the limit alone: else more would be asked of the database where there is an account. */
  async function isCounted(
    request: FastifyRequest,
    { name, key, limit }: { name: string; key: string; limit: Limit },
  ): Promise<boolean> {
    try {
      await limiter.attempt(name, key);
      return true;
    } catch (error) {
      if (error instanceof AppError && (await isHome(limit, request))) return false;
      throw error;
    }
  }

  /** Where that fails, what came of the call is answered all the same. */
  async function takeBack(attempts: Attempt[], { id: requestId }: FastifyRequest): Promise<void> {
    for (const { name, key } of attempts) {
      await limiter
        .forgive(name, key)
        .catch((error) => log.warn({ requestId, limit: name, err: error }, 'an attempt stays counted'));
    }
  }

  /** Null where the limit does not count this call. */
  function keyOf(limit: Limit, { request, actor }: { request: FastifyRequest; actor: Actor }) {
    const { per, onlyWith } = limit;
    if (onlyWith !== undefined && !(request.query as Record<string, string>)[onlyWith]) return null;
    if (limit.knownBy !== undefined && browsers.knows(request, nameIn(request, limit.knownBy))) return null;
    if (per === 'guest' && actor.userId !== null) return null;
    if (per === 'network') return actors.networkOf(request);
    return per === 'address' ? actors.ofAddress(request).key : actor.key;
  }

  /** Whether somebody signed in before, in that network, to the account that they want to sign in to. */
  async function isHome({ per, knownBy }: Limit, request: FastifyRequest): Promise<boolean> {
    if (knownBy === undefined || per !== 'network') return false;
    const account = actors.ofAccount(nameIn(request, knownBy));
    return limiter.isHome({ account, network: actors.networkOf(request) });
  }
}

const nameIn = ({ body }: FastifyRequest, field: string) => (body as Record<string, string>)[field] ?? '';

/** What was not even looked at, or broke, was no auditEvent, whatever the limit counts. */
function isNothing(error: unknown): boolean {
  return !(error instanceof AppError) || error.status >= 500 || error.status === 429;
}

function isSpared(error: unknown, spares: Limit['spares']): boolean {
  if (!(error instanceof AppError)) return false;
  return (spares === 'mistakes' && error.status === 400) || (spares === 'strangers' && isOfStranger(error));
}

/** Wrong passwords are guesses, which are counted as such: whoever found a session open uses up nothing of its owner's. */
const isOfStranger = ({ code }: AppError) => code === 'accounts.wrongPassword' || code === 'accounts.comeInAgain';
