/** Parts of requests about memberships: the answer in the language of the reader, and calls of the provider with a deadline. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Membership } from '#core/contract/memberships.ts';
import type { Deps } from '#server/deps.ts';
import { ProviderAway } from '#server/gateways/payments/provider.ts';
import { withDeadline } from '#server/kit/concurrency.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { membershipOf } from './memberships.rules.ts';
import { findLatest, type LatestMembership, type MembershipRow } from './memberships.store.ts';
import type { Parts } from './memberships.sync.ts';

/** Shorter than the timeout of the shop's own answer, so that a silent provider is reported as such. */
const DEADLINE_MS = 4_000;
const LEAST_MS = 1_000;

export function membershipsFor({ db, clock }: Deps) {
  const shown = (row: MembershipRow & Partial<LatestMembership>, { language }: FastifyRequest): Membership =>
    membershipOf(row, { now: clock.now(), language });
  const find = async (userId: string, request: FastifyRequest): Promise<Membership | null> => {
    const row = await findLatest(db, userId);
    return row && shown(row, request);
  };
  return { shown, find };
}

/** 503 when the provider does not answer in time. Late work goes on; a retry finds its result. */
export async function withProvider<T>(
  { db, cards, log }: Deps,
  reply: FastifyReply,
  work: (parts: Parts) => Promise<T>,
): Promise<T> {
  if (!cards) throw new AppError(404, 'memberships.noCards');
  const working = work({ db, cards });
  working.catch((error: unknown) => {
    if (!(error instanceof AppError)) log.warn({ err: error }, 'a call to the payment provider failed');
  });
  return withDeadline(working, {
    ms: Math.max(LEAST_MS, DEADLINE_MS - reply.elapsedTime),
    late: () => new ProviderAway('no answer before the deadline'),
  }).catch((error: unknown) => {
    throw error instanceof ProviderAway ? new AppError(503, 'memberships.away', { retryAfter: 10 }) : error;
  });
}
