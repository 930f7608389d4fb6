import type { FastifyRequest } from 'fastify';
import { payments } from '#core/contract/payments.ts';
import { toLek } from '#core/domain/money.ts';
import type { Deps } from '#server/deps.ts';
import { rateToCharge } from '#server/features/exchange/exchange.service.ts';
import { rememberLanguage } from '#server/features/users/users.store.ts';
import { withVoucherUrls } from '#server/features/vouchers/voucher-urls.ts';
import type { PaymentProvider } from '#server/gateways/payments/provider.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import { isFromHere } from '#server/kit/http/request-context.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { paymentsDisputed, paymentsMailDispute, paymentsManualReview } from './alerts.jobs.ts';
import {
  paymentsProcessWebhook,
  paymentsReconcile,
  paymentsReconcileRecent,
  paymentsRetryWebhooks,
  receiveWebhook,
} from './payments.jobs.ts';
import { cardsWithDeadline, countPrepared, dedupeLookups, paymentsLimits } from './payments.limits.ts';
import { orAway, preparePayment, recordOrder } from './payments.service.ts';

function paymentsRoutes(serve: Serve, deps: Deps): void {
  const { db, cards } = deps;

  serve(payments.intent, async ({ user, body, actor, request, reply }) => {
    const provider = cardsWithDeadline(open(cards), reply.elapsedTime);
    refuseTestCards(deps, request);
    const { allPerUsd } = await rateToCharge(db, deps);
    const count = countPrepared(deps, { actor, request });
    const prepare = { ...body, userId: user.id, allPerUsd, count };
    await rememberLanguage(db, { id: user.id, language: languageOfPages(request) });
    const { payment, intent } = await orAway(() => preparePayment({ db, cards: provider }, prepare));
    return {
      clientSecret: intent.clientSecret,
      totalALL: toLek(payment.totalAmount),
      totalUSD: payment.chargedAmount / 100,
      exchangeRate: Number(payment.exchangeRate),
      paymentIntentId: intent.id,
      provider: provider.name,
      publishableKey: provider.publishableKey,
    };
  });

  const find = dedupeLookups();

  serve(payments.checkout, async ({ user, body, reply }) => {
    const provider = cardsWithDeadline(open(cards), reply.elapsedTime);
    return withVoucherUrls(deps, await recordOrder({ db, cards: provider }, { ...body, userId: user.id, find }));
  });

  serve(payments.webhook, async ({ body, request }) => {
    const signature = String(request.headers['stripe-signature'] ?? '');
    await receiveWebhook({ db, cards: open(cards) }, { body, signature });
    return { received: true } as const;
  });
}

function open(cards: PaymentProvider | null): PaymentProvider {
  if (!cards) throw new AppError(404, 'payments.noCards');
  return cards;
}

/** Unless enabled by name, test cards work on this machine alone. */
function refuseTestCards({ config: { cards } }: Deps, request: FastifyRequest): void {
  if (cards?.kind === 'sandbox' && !cards.isForAll && !isFromHere(request)) throw new AppError(404, 'payments.noCards');
}

export const feature = {
  contract: { payments },
  routes: paymentsRoutes,
  limits: paymentsLimits,
  jobs: [
    paymentsProcessWebhook,
    paymentsDisputed,
    paymentsMailDispute,
    paymentsRetryWebhooks,
    paymentsReconcile,
    paymentsReconcileRecent,
    paymentsManualReview,
  ],
};
