import type { FastifyRequest } from 'fastify';
import { payments } from '#core/contract/payments.ts';
import { toLek } from '#core/domain/money.ts';
import type { Deps } from '#server/deps.ts';
import { rateToCharge } from '#server/features/exchange/exchange.service.ts';
import { rememberLanguage } from '#server/features/people/people.store.ts';
import type { PaymentProvider } from '#server/gateways/payments/provider.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import { isFromHere } from '#server/kit/http/request-context.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { findingOnce, impatient } from './payments.asked.ts';
import { countPrepared } from './payments.limits.ts';
import { reached, recordOrder } from './payments.record.ts';
import { preparePayment } from './payments.service.ts';
import { keepTold } from './payments.told.ts';

export function paymentsRoutes(serve: Serve, deps: Deps): void {
  const { db, cards } = deps;

  serve(payments.intent, async ({ user, body, actor, request, reply }) => {
    const provider = impatient(open(cards), reply.elapsedTime);
    refuseTestCards(deps, request);
    const { allPerUsd } = await rateToCharge(db, deps);
    const count = countPrepared(deps, { actor, request });
    const wish = { ...body, userId: user.id, allPerUsd, count };
    await rememberLanguage(db, { id: user.id, language: languageOfPages(request) });
    const { payment, intent } = await reached(() => preparePayment({ db, cards: provider }, wish));
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

  const find = findingOnce();

  serve(payments.checkout, ({ user, body, reply }) => {
    const provider = impatient(open(cards), reply.elapsedTime);
    return recordOrder({ db, cards: provider }, { ...body, userId: user.id, find });
  });

  serve(payments.webhook, async ({ body, request }) => {
    const signature = String(request.headers['stripe-signature'] ?? '');
    await keepTold({ db, cards: open(cards) }, { body, signature });
    return { received: true } as const;
  });
}

function open(cards: PaymentProvider | null): PaymentProvider {
  if (!cards) throw new AppError(404, 'payments.noCards');
  return cards;
}

/** Where nobody said by name that test cards are taken, they are for whoever works at this machine. */
function refuseTestCards({ config: { cards } }: Deps, request: FastifyRequest): void {
  if (cards?.kind === 'sandbox' && !cards.isForAll && !isFromHere(request)) throw new AppError(404, 'payments.noCards');
}
