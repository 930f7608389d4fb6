/** How often payments are prepared: who tries stolen cards prepares many. */
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/kit/db/db.ts';
import type { Actor } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Limits } from '#server/kit/limits/limits.ts';

const exact = { isExact: true, countedInTransaction: true } as const;

export const paymentsLimits = {
  /** Payments that are prepared anew. Looking at one again is none. */
  cardAttempts: { max: 10, seconds: 600, ...exact },
  cardAttemptsOfADay: { max: 30, seconds: 86_400, ...exact },
  /** Payments that are made at the provider. A carrier puts very many people behind one address: no few of them may spend it. */
  cardAttemptsOfAnAddress: { max: 300, seconds: 3600, per: 'address', ...exact },
  cardAttemptsOfANetwork: { max: 1200, seconds: 3600, per: 'network', ...exact },
  /** Questions about payments that were made, each of which may be one to the provider. */
  checkouts: { max: 40, seconds: 60 },
  /** The provider sends a few for each payment, from a few addresses, and sends again what was refused. */
  webhooks: { max: 500, seconds: 60 },
} as const satisfies Limits;

/** Counts one payment that is prepared anew, as a part of that. */
export type CountPrepared = (tx: Tx, payment: { isNewAtProvider: boolean }) => Promise<void>;

export function countPrepared(
  { limiter, actors }: Pick<Deps, 'limiter' | 'actors'>,
  { actor, request }: { actor: Actor; request: FastifyRequest },
): CountPrepared {
  return async (tx, { isNewAtProvider }) => {
    await limiter.attemptIn(tx, { name: 'cardAttempts', key: actor.key });
    await limiter.attemptIn(tx, { name: 'cardAttemptsOfADay', key: actor.key });
    if (!isNewAtProvider) return;
    const [address, network] = [actors.ofAddress(request).key, actors.networkOf(request)];
    await limiter.attemptIn(tx, { name: 'cardAttemptsOfAnAddress', key: address }).catch(sayCrowded);
    await limiter.attemptIn(tx, { name: 'cardAttemptsOfANetwork', key: network }).catch(sayCrowded);
  };
}

/** Whoever is refused for what others did reads so, and that cash is taken. */
function sayCrowded(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw new AppError(error.status, 'payments.crowded', { retryAfter: error.retryAfter ?? 60 });
}
