import type { FastifyRequest } from 'fastify';
import { memberships } from '#core/contract/memberships.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { addressIn } from '#core/i18n/language.ts';
import type { Deps } from '#server/deps.ts';
import { rememberLanguage } from '#server/features/users/users.store.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import { hostOf, isFromHere } from '#server/kit/http/request-context.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import {
  membershipsCloseCheckout,
  membershipsEndSubscription,
  membershipsReview,
  membershipsStopRenewal,
} from './memberships.jobs.ts';
import { membershipsFor, withProvider } from './memberships.requests.ts';
import { activate, cancel, openPortal, reactivate, subscribe } from './memberships.service.ts';
import { membershipsReconcile } from './memberships.sync.ts';

const membershipsLimits = {
  /** Each opens a page at the provider or changes a subscription. */
  subscriptions: { max: 20, seconds: 600 },
  /** Each may cause a lookup at the provider. */
  activations: { max: 40, seconds: 60 },
} as const satisfies Limits;

function membershipsRoutes(serve: Serve, deps: Deps): void {
  const { db, config } = deps;

  const { shown, find } = membershipsFor(deps);
  const wordsOf = (request: FastifyRequest) => allWords[request.language].words;

  serve(memberships.own, ({ user, request }) => find(user.id, request));
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
    return withProvider(deps, reply, (parts) => subscribe(parts, asked));
  });
  serve(memberships.activate, async ({ user, request, reply }) => {
    const row = await withProvider(deps, reply, (parts) => activate(parts, user.id));
    return { message: wordsOf(request)['membership.toast.activated'], membership: shown(row, request) };
  });
  serve(memberships.cancel, async ({ user, request, reply }) => {
    const row = await withProvider(deps, reply, (parts) => cancel(parts, user.id));
    return { message: wordsOf(request)['membership.toast.cancelled'], membership: shown(row, request) };
  });
  serve(memberships.reactivate, async ({ user, request, reply }) => {
    const row = await withProvider(deps, reply, (parts) => reactivate(parts, user.id));
    return { message: wordsOf(request)['membership.toast.reactivated'], membership: shown(row, request) };
  });
  serve(memberships.portal, async ({ user, request, reply }) => {
    const asked = { userId: user.id, returnUrl: returnUrl(request) };
    return { url: await withProvider(deps, reply, (parts) => openPortal(parts, asked)) };
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
}

export const feature = {
  contract: { memberships },
  routes: membershipsRoutes,
  limits: membershipsLimits,
  jobs: [
    membershipsEndSubscription,
    membershipsCloseCheckout,
    membershipsReview,
    membershipsStopRenewal,
    membershipsReconcile,
  ],
};
