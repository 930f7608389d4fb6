/** Limits on preparing payments (card testing prepares many) and on calls to the provider while a buyer waits. */

import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Deps } from '#server/deps.ts';
import { type PaymentProvider, ProviderAway, type ProviderPayment } from '#server/gateways/payments/provider.ts';
import { withDeadline } from '#server/kit/concurrency.ts';
import type { Tx } from '#server/kit/db/db.ts';
import type { Actor } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Limits } from '#server/kit/limits/limits.ts';

const exact = { isExact: true, countedInTransaction: true } as const;

export const paymentsLimits = {
  /** New attempts; showing an existing one again does not count. */
  cardAttempts: { max: 10, seconds: 600, ...exact },
  cardAttemptsOfADay: { max: 30, seconds: 86_400, ...exact },
  /** Payments created at the provider. High, since carriers put many people behind one address. */
  cardAttemptsOfAnAddress: { max: 300, seconds: 3600, per: 'address', ...exact },
  cardAttemptsOfANetwork: { max: 1200, seconds: 3600, per: 'network', ...exact },
  /** Each may cause a lookup at the provider. */
  checkouts: { max: 40, seconds: 60 },
  /** The provider sends a few per payment from few addresses, and retries. */
  webhooks: { max: 500, seconds: 60 },
} as const satisfies Limits;

/** Counts a new attempt in its transaction; throws 429. */
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
    await limiter.attemptIn(tx, { name: 'cardAttemptsOfAnAddress', key: address }).catch(refuseCrowded);
    await limiter.attemptIn(tx, { name: 'cardAttemptsOfANetwork', key: network }).catch(refuseCrowded);
  };
}

/** The limit was reached by others at the same address: the message says so and offers cash. */
function refuseCrowded(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw new AppError(error.status, 'payments.crowded', { retryAfter: error.retryAfter ?? 60 });
}

/** Shorter than the timeout of the shop's own answer, so that a silent provider is reported as such. */
const DEADLINE_MS = 4_000;
/** Granted even when the request has already waited for something else. */
const MIN_DEADLINE_MS = 1_000;
const MAX_REMEMBERED = 10_000;

type Found = ProviderPayment | null;
export type FindPayment = (cards: Pick<PaymentProvider, 'find'>, id: string) => Promise<Found>;

/** The provider with a deadline for a request that began so long ago. A late call is still carried out; a retry finds its result. */
export function cardsWithDeadline(cards: PaymentProvider, elapsedMs: number): PaymentProvider {
  const end = performance.now() + Math.max(MIN_DEADLINE_MS, DEADLINE_MS - elapsedMs);
  const within = <T>(answer: Promise<T>): Promise<T> => {
    const ms = Math.max(0, end - performance.now());
    return withDeadline(answer, { ms, late: () => new ProviderAway('no answer before the deadline') });
  };
  return {
    ...cards,
    create: (attempt) => within(cards.create(attempt)),
    change: (id, attempt) => within(cards.change(id, attempt)),
    find: (id) => within(cards.find(id)),
  };
}

/**
 * Looks payments up, one request at a time per payment. Callers that arrive during a lookup share the next one, since the
 * answer under way may be older than what they did. A canceled payment is final and cached.
 */
export function dedupeLookups(): FindPayment {
  const canceled = new LRUCache<string, ProviderPayment>({ max: MAX_REMEMBERED });
  const running = new Map<string, Promise<Found>>();
  const next = new Map<string, Promise<Found>>();

  async function lookUp(cards: Pick<PaymentProvider, 'find'>, id: string): Promise<Found> {
    const found = await cards.find(id);
    if (found?.state === 'canceled') canceled.set(id, found);
    return found;
  }

  function begin(cards: Pick<PaymentProvider, 'find'>, id: string): Promise<Found> {
    next.delete(id);
    const lookup = lookUp(cards, id).finally(() => running.delete(id));
    running.set(id, lookup);
    return lookup;
  }

  return async (cards, id) => {
    const known = canceled.get(id) ?? next.get(id);
    if (known) return known;
    const before = running.get(id);
    if (!before) return begin(cards, id);
    const again = () => begin(cards, id);
    const after = before.then(again, again);
    next.set(id, after);
    return after;
  };
}
