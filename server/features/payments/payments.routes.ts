import type { FastifyRequest } from 'fastify';
import { payments } from '#core/contract/payments.ts';
import { toLek } from '#core/domain/money.ts';
import type { Deps } from '#server/deps.ts';
import { rateToCharge } from '#server/features/exchange/exchange.service.ts';
import { findOrder } from '#server/features/orders/orders.store.ts';
import { rememberLanguage } from '#server/features/people/people.store.ts';
import { type PaymentProvider, ProviderAway } from '#server/gateways/payments/provider.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { isFromHere } from '#server/kit/http/host.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { at } from '#server/kit/kill-points.ts';
import { findingOnce, impatient } from './payments.asked.ts';
import { paymentsHear } from './payments.jobs.ts';
import { countPrepared } from './payments.limits.ts';
import { preparePayment } from './payments.service.ts';
import { settlePayment } from './payments.settle.ts';
import { findOwnPayments, keepEvent } from './payments.store.ts';

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
    at('payment kept');
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

  serve(payments.checkout, async ({ user, body, reply }) => {
    const provider = impatient(open(cards), reply.elapsedTime);
    const { id: userId } = user;
    const own = await findOwnPayments(db, { userId, providerPaymentId: body.paymentIntentId });
    if (own.length === 0) throw new AppError(404, 'payments.notFound');
    const recorded = own.find(({ orderId }) => orderId !== null)?.orderId ?? (await record(provider, body));
    const takesTestCards = !provider.isLive;
    const order = recorded && (await findOrder(db, { userId, orderId: recorded, takesTestCards }));
    if (!order) throw new AppError(402, 'payments.notPaid');
    at('order found');
    return order;
  });

  /** What was recorded before is answered while the provider is away. */
  async function record(provider: PaymentProvider, { paymentIntentId }: { paymentIntentId: string }) {
    const said = await reached(() => find(provider, paymentIntentId));
    const order = said && (await settlePayment({ db, cards: provider }, said));
    // Neither is called unpaid: whoever believed that would pay again.
    if (said?.state === 'paying') throw new AppError(409, 'payments.underWay');
    if (said?.state === 'paid' && !order) throw new AppError(409, 'payments.notAsAsked');
    return order?.id ?? null;
  }

  serve(payments.webhook, async ({ body, request }) => {
    const provider = open(cards);
    const { 'stripe-signature': signature } = request.headers;
    const event = provider.readEvent(Buffer.from(body), String(signature ?? ''));
    if (!event) throw new AppError(400, 'payments.forged');
    at('event read');
    await inTransaction(db, async (tx) => {
      if (await keepEvent(tx, provider.name, event))
        await enqueue(tx, paymentsHear, { source: provider.name, externalId: event.id });
    });
    at('event kept');
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

async function reached<T>(ask: () => Promise<T>): Promise<T> {
  return ask().catch((error: unknown) => {
    if (error instanceof ProviderAway) throw new AppError(503, 'payments.away', { retryAfter: 10 });
    throw error;
  });
}
