import type { FastifyReply, FastifyRequest } from 'fastify';
import { memberships } from '#core/contract/memberships.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { addressIn } from '#core/i18n/language.ts';
import type { Deps } from '#server/deps.ts';
import { overrideMembership } from '#server/features/admin/memberships/memberships.service.ts';
import { rememberLanguage } from '#server/features/users/users.store.ts';
import { ProviderAway } from '#server/gateways/payments/provider.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import { hostOf, isFromHere } from '#server/kit/http/request-context.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { membershipOf } from './memberships.rules.ts';
import { activate, cancel, openPortal, reactivate, settleCard, subscribe } from './memberships.service.ts';
import { findLatest, type LatestMembership, type MembershipRow } from './memberships.store.ts';
import type { Parts } from './memberships.sync.ts';

export const membershipsLimits = {
  /** Each opens a page at the provider or changes a subscription. */
  subscriptions: { max: 20, seconds: 600 },
  /** Each may cause a lookup at the provider. */
  activations: { max: 40, seconds: 60 },
} as const satisfies Limits;

export function membershipsRoutes(serve: Serve, deps: Deps): void {
  const { db, cards, config } = deps;

  const shown = (row: MembershipRow & Partial<LatestMembership>, request: FastifyRequest) =>
    membershipOf(row, { now: deps.clock.now(), language: request.language });
  const find = async (userId: string, request: FastifyRequest) => {
    const row = await findLatest(db, userId);
    return row && shown(row, request);
  };
  const wordsOf = (request: FastifyRequest) => allWords[request.language].words;

  serve(memberships.own, ({ user, request }) => find(user.id, request));
  serve(memberships.of, ({ params, request }) => find(params.userId, request));
  serve(memberships.status, async ({ user, request }) => {
    const membership = await find(user.id, request);
    const none = { status: 'none' as const, message: wordsOf(request)['membership.none'] };
    return { statusInfo: membership?.statusInfo ?? none };
  });

  serve(memberships.subscribe, async ({ user, body, request, reply }) => {
    if (user.role === 'admin') throw new AppError(409, 'memberships.adminNeedsNone');
    refuseTestCards(request);
    const { language } = request;
    await rememberLanguage(db, { id: user.id, language: languageOfPages(request) });
    const asked = { userId: user.id, plan: body.planId, returnUrl: returnUrl(request), language };
    return withDeadline(reply, (parts) => subscribe(parts, asked));
  });
  serve(memberships.activate, async ({ user, request, reply }) => {
    const row = await withDeadline(reply, (parts) => activate(parts, user.id));
    return { message: wordsOf(request)['membership.toast.activated'], membership: shown(row, request) };
  });
  serve(memberships.cancel, async ({ user, request, reply }) => {
    const row = await withDeadline(reply, (parts) => cancel(parts, user.id));
    return { message: wordsOf(request)['membership.toast.cancelled'], membership: shown(row, request) };
  });
  serve(memberships.reactivate, async ({ user, request, reply }) => {
    const row = await withDeadline(reply, (parts) => reactivate(parts, user.id));
    return { message: wordsOf(request)['membership.toast.reactivated'], membership: shown(row, request) };
  });
  serve(memberships.portal, async ({ user, request, reply }) => {
    const asked = { userId: user.id, returnUrl: returnUrl(request) };
    return { url: await withDeadline(reply, (parts) => openPortal(parts, asked)) };
  });

  serve(memberships.override, async ({ user, body, request, reply }) => {
    const asked = { ...body, adminId: user.id, language: request.language, now: deps.clock.now() };
    const settled = { userId: body.userId, closesPage: body.method !== undefined };
    if (cards) await withDeadline(reply, (parts) => settleCard(parts, settled));
    return shown(await overrideMembership(db, asked), request);
  });

  /** Without PUBLIC_URL the shop is where the browser found it. */
  function returnUrl(request: FastifyRequest): string {
    const origin = config.isPublicUrlGiven ? config.publicUrl : `${request.protocol}://${hostOf(request)}`;
    return addressIn(languageOfPages(request), `${origin}/profile`);
  }

  /** Unless enabled by name, test cards work on this machine alone. */
  function refuseTestCards(request: FastifyRequest): void {
    const { cards: choice } = config;
    if (choice?.kind === 'sandbox' && !choice.isForAll && !isFromHere(request))
      throw new AppError(404, 'memberships.noCards');
  }

  /** Work that is late goes on; a retry finds its result. */
  async function withDeadline<T>(reply: FastifyReply, work: (parts: Parts) => Promise<T>): Promise<T> {
    if (!cards) throw new AppError(404, 'memberships.noCards');
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new ProviderAway('no answer before the deadline')),
      Math.max(LEAST_MS, DEADLINE_MS - reply.elapsedTime),
    );
    const working = work({ db, cards });
    working.catch((error: unknown) => {
      if (!(error instanceof AppError)) deps.log.warn({ err: error }, 'a call to the payment provider failed');
    });
    return Promise.race([working, late.promise])
      .catch((error: unknown) => {
        throw error instanceof ProviderAway ? new AppError(503, 'memberships.away', { retryAfter: 10 }) : error;
      })
      .finally(() => clearTimeout(timer));
  }
}

/** Shorter than the timeout of the shop's own answer, so that a silent provider is reported as such. */
const DEADLINE_MS = 4_000;
const LEAST_MS = 1_000;
