/** Counts requests against the named limits of their endpoint; the default limits are counted in `on-request.ts` and `serve.ts`. */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { isSilence } from '#server/kit/db/pool.ts';
import { type Limit, limitOf } from '#server/kit/limits/limits.ts';
import type { RateLimiter } from '#server/kit/limits/rate-limit.ts';
import type { Actor, Actors } from './actor.ts';
import { AppError } from './errors.ts';
import type { KnownDevices } from './known-devices.ts';
import { isInternalRequest } from './request-context.ts';

export type WithLimits = <T>(call: { request: FastifyRequest; actor: Actor }, run: () => T | Promise<T>) => Promise<T>;

/** An attempt at an exact limit; taken back when the request turns out not to count (`skipWhen`). */
interface Attempt {
  name: string;
  key: string;
  skipWhen: Limit['skipWhen'];
}

/** Names of the limits of an endpoint. */
export function limitsOf(endpoint: Endpoint): readonly string[] {
  return endpoint.limit === undefined ? [] : [endpoint.limit].flat();
}

interface Parts {
  limiter: RateLimiter;
  actors: Actors;
  knownDevices: KnownDevices;
  log: FastifyBaseLogger;
}

/** Runs requests of an endpoint, or throws 429. Throws at once when a limit name has no figures. */
export function createLimitChecker(endpoint: Endpoint, { limiter, actors, knownDevices, log }: Parts): WithLimits {
  const named = limitsOf(endpoint)
    .map((name) => ({ name, limit: limitOf(limiter.limits, name) }))
    .filter(({ limit }) => !limit.countedInTransaction);
  return async (call, run) => {
    if (isInternalRequest(call.request)) return run();
    const attempts: Attempt[] = [];
    const result = await counted(call, attempts)
      .then(run)
      .catch(async (error) => {
        const nothing = attempts.filter(({ skipWhen }) => isNothing(error) || isSpared(error, skipWhen));
        const takingBack = takeBack(nothing, call.request);
        // A database that does not respond is not waited for again.
        if (!isSilence(error)) await takingBack;
        throw error;
      });
    const spared = attempts.filter(({ skipWhen }) => skipWhen === 'successes');
    await takeBack(spared, call.request);
    return result;
  };

  async function counted(call: Parameters<WithLimits>[0], attempts: Attempt[]): Promise<void> {
    for (const { name, limit } of named) {
      const key = keyOf(limit, call);
      if (key === null) continue;
      if (!limit.isExact) limiter.count(name, key);
      else if (await isCounted(call.request, { name, key, limit }))
        attempts.push({ name, key, skipWhen: limit.skipWhen });
    }
  }

  /** The network is looked up beyond the limit only: otherwise the number of statements would tell whether the account exists. */
  async function isCounted(
    request: FastifyRequest,
    { name, key, limit }: { name: string; key: string; limit: Limit },
  ): Promise<boolean> {
    try {
      await limiter.attempt(name, key);
      return true;
    } catch (error) {
      if (error instanceof AppError && (await isTrustedNetwork(limit, request))) return false;
      throw error;
    }
  }

  /** A failure does not change the answer of the request. */
  async function takeBack(attempts: Attempt[], { id: requestId }: FastifyRequest): Promise<void> {
    for (const { name, key } of attempts) {
      await limiter
        .takeBackAttempt(name, key)
        .catch((error) => log.warn({ requestId, limit: name, err: error }, 'an attempt stays counted'));
    }
  }

  /** Null when the limit does not apply to this request. */
  function keyOf(limit: Limit, { request, actor }: { request: FastifyRequest; actor: Actor }) {
    const { per, onlyWith } = limit;
    if (onlyWith !== undefined && !(request.query as Record<string, string>)[onlyWith]) return null;
    if (limit.knownBy !== undefined && knownDevices.knows(request, nameIn(request, limit.knownBy))) return null;
    if (per === 'guest' && actor.userId !== null) return null;
    if (per === 'network') return actors.networkOf(request);
    return per === 'address' ? actors.ofAddress(request).key : actor.key;
  }

  /** Whether the account was signed in to from this network before. */
  async function isTrustedNetwork({ per, knownBy }: Limit, request: FastifyRequest): Promise<boolean> {
    if (knownBy === undefined || per !== 'network') return false;
    const account = actors.ofAccount(nameIn(request, knownBy));
    return limiter.isTrustedNetwork({ account, network: actors.networkOf(request) });
  }
}

const nameIn = ({ body }: FastifyRequest, field: string) => (body as Record<string, string>)[field] ?? '';

/** Requests that were throttled or failed with 5xx never count. */
function isNothing(error: unknown): boolean {
  return !(error instanceof AppError) || error.status >= 500 || error.status === 429;
}

function isSpared(error: unknown, skipWhen: Limit['skipWhen']): boolean {
  if (!(error instanceof AppError)) return false;
  return (skipWhen === 'mistakes' && error.status === 400) || (skipWhen === 'strangers' && isOfStranger(error));
}

/** Wrong passwords have limits of their own: somebody at an unattended session does not use up its owner's attempts. */
const isOfStranger = ({ code }: AppError) => code === 'accounts.wrongPassword' || code === 'accounts.comeInAgain';
