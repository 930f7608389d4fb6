/** What a browser calls to pay with a test card, instead of Stripe's script. Mounted only where test cards are taken. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actors } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import { hostOf, isFromHere } from '#server/kit/http/request-context.ts';
import type { RateLimiter } from '#server/kit/limits/rate-limit.ts';
import { CardDeclined, NotOpen } from './provider.ts';
import type { Sandbox, SandboxPayment } from './sandbox.ts';
import { resultOf } from './sandbox-cards.ts';
import { AUTHENTICATE, authenticatePage, checkoutPage, POLICY, portalPage } from './sandbox-pages.ts';
import { CHECKOUT, PORTAL, type SubscriptionCard, subscriptionCards } from './sandbox-subscriptions.ts';

interface Parts {
  sandbox: Sandbox;
  actors: Actors;
  limiter: RateLimiter;
  /** The public address of the shop. */
  origin: string;
  /** Whether test cards are taken from other machines too. */
  isForAll: boolean;
}

const Confirmation = z.object({
  clientSecret: z.string().max(200),
  returnUrl: z.url({ protocol: /^https?$/ }).max(2_000),
  card: z.object({ number: z.string().max(40), expMonth: z.number(), expYear: z.number(), cvc: z.string().max(8) }),
});

/** As Stripe names them, also in the address to which the browser returns. */
interface Asked {
  payment_intent?: string;
  payment_intent_client_secret?: string;
}

export function sandboxRoutes(app: FastifyInstance, parts: Parts): void {
  const { sandbox } = parts;
  const onRequest = guardOf(parts);

  app.post<{ Params: { id: string } }>('/sandbox/payments/:id/confirm', { onRequest }, (request, reply) =>
    confirm(parts, request, reply),
  );

  app.get<{ Querystring: Asked }>(AUTHENTICATE, { onRequest }, async (request, reply) => {
    const payment = await requested(sandbox, request.query);
    if (!payment.isAuthenticating) return reply.redirect(returnAddress(payment), 302);
    return sendPage(reply, authenticatePage(payment, languageOfPages(request)));
  });

  const config = { bodyKind: 'form' } as const;
  app.post<{ Body: (Asked & { answer?: string }) | null }>(
    AUTHENTICATE,
    { onRequest, config },
    async ({ body }, reply) => {
      const { id } = await requested(sandbox, body ?? {});
      const answer = body?.answer;
      if (answer !== 'accept' && answer !== 'refuse') throw new AppError(400, 'input.malformed');
      return reply.redirect(returnAddress(await sandbox.authenticate(id, answer === 'accept')), 303);
    },
  );
}

interface SubscriptionForm {
  session?: string;
  card?: string;
  answer?: string;
}

/** The payment page and the card page of subscriptions. Who knows the id of a session may use it. */
export function sandboxSubscriptionRoutes(app: FastifyInstance, parts: Parts): void {
  const { subscriptions } = parts.sandbox;
  const onRequest = guardOf(parts);
  const config = { bodyKind: 'form' } as const;
  const shown = (request: FastifyRequest, isDeclined = false) => ({ language: languageOfPages(request), isDeclined });

  app.get<{ Querystring: SubscriptionForm }>(CHECKOUT, { onRequest }, async (request, reply) => {
    const page = await subscriptions.findPage(request.query.session ?? '');
    if (!page) throw new AppError(404, 'route.absent');
    if (page.state !== 'open') return reply.redirect(page.state === 'paid' ? page.successUrl : page.cancelUrl, 302);
    return sendPage(reply, checkoutPage(page, shown(request)));
  });

  app.post<{ Body: SubscriptionForm | null }>(CHECKOUT, { onRequest, config }, async (request, reply) => {
    const { session = '', card, answer } = request.body ?? {};
    const page = await subscriptions.findPage(session);
    if (!page) throw new AppError(404, 'route.absent');
    if (answer !== 'accept') return reply.redirect(page.cancelUrl, 303);
    try {
      await subscriptions.payCheckout(page.id, cardOf(card));
      return reply.redirect(page.successUrl, 303);
    } catch (error) {
      if (error instanceof CardDeclined) return sendPage(reply.code(402), checkoutPage(page, shown(request, true)));
      if (!(error instanceof NotOpen)) throw error;
      // Submitted twice: it is paid meanwhile.
      const isPaid = (await subscriptions.findPage(page.id))?.state === 'paid';
      return reply.redirect(isPaid ? page.successUrl : page.cancelUrl, 303);
    }
  });

  app.get<{ Querystring: SubscriptionForm }>(PORTAL, { onRequest }, async (request, reply) => {
    const portal = await subscriptions.findPortal(request.query.session ?? '');
    if (!portal) throw new AppError(404, 'route.absent');
    return sendPage(reply, portalPage(portal, shown(request)));
  });

  app.post<{ Body: SubscriptionForm | null }>(PORTAL, { onRequest, config }, async (request, reply) => {
    const { session = '', card, answer } = request.body ?? {};
    const portal = await subscriptions.findPortal(session);
    const id = portal?.subscription?.id;
    if (!portal || !id) throw new AppError(404, 'route.absent');
    try {
      if (answer === 'renew' || answer === 'fail')
        await subscriptions.endPeriod(id, answer === 'renew' ? 'paid' : 'failed');
      else await subscriptions.changeCard(id, cardOf(card));
    } catch (error) {
      if (error instanceof CardDeclined) return sendPage(reply.code(402), portalPage(portal, shown(request, true)));
      if (!(error instanceof NotOpen)) throw error;
    }
    return reply.redirect(portal.returnUrl, 303);
  });
}

function cardOf(name: string | undefined): SubscriptionCard {
  if (name === undefined || !Object.hasOwn(subscriptionCards, name)) throw new AppError(400, 'input.malformed');
  return name as SubscriptionCard;
}

const sendPage = (reply: FastifyReply, page: string) =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(page);

/** Limits, and who may use the sandbox. */
function guardOf({ actors, limiter, isForAll }: Parts) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    const { key } = actors.guess(request);
    limiter.count('requests', key);
    if (request.method === 'POST') limiter.count('mutations', key);
    if (!isForAll && !isFromHere(request)) throw new AppError(404, 'route.absent');
  };
}

/** Answers with the subset of Stripe's payment intent or error that the browser reads. */
async function confirm(
  { sandbox, origin }: Parts,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = request.params;
  const refuse = (status: number, error: object) => reply.code(status).send({ error });
  const invalid = (code: string, more: object = {}) => ({
    type: 'invalid_request_error',
    code,
    message: code,
    ...more,
  });
  const read = Confirmation.safeParse(request.body);
  if (!read.success) return refuse(400, invalid('parameter_invalid'));
  const { clientSecret, returnUrl, card } = read.data;
  const { protocol, origin: back } = new URL(returnUrl);
  const isOurs = back === origin || back === new URL(`${protocol}//${hostOf(request)}`).origin;
  if (!isOurs) return refuse(400, invalid('parameter_invalid'));
  if (!(await sandbox.findBySecret(id, clientSecret))) return refuse(404, invalid('resource_missing'));
  const result = resultOf(card, new Date());
  if (result.kind === 'invalid') return refuse(402, { type: 'card_error', ...result.error });
  try {
    const { payment, error } = await sandbox.confirm(id, { result, returnUrl });
    if (error) return refuse(402, { type: 'card_error', ...error });
    if (!payment.isAuthenticating) return reply.send({ status: 'succeeded' });
    const url = `${back}${AUTHENTICATE}?${new URLSearchParams({ ...askedFor(payment) })}`;
    return reply.send({ status: 'requires_action', next_action: { redirect_to_url: { url } } });
  } catch (error) {
    if (!(error instanceof NotOpen)) throw error;
    const state = (await sandbox.find(id))?.state;
    const status = state === 'paid' ? 'succeeded' : state === 'paying' ? 'processing' : 'canceled';
    return refuse(400, invalid('payment_intent_unexpected_state', { payment_intent: { status } }));
  }
}

async function requested(sandbox: Sandbox, asked: Asked): Promise<SandboxPayment> {
  const { payment_intent: id = '', payment_intent_client_secret: secret = '' } = asked;
  const payment = await sandbox.findBySecret(id, secret);
  if (!payment?.returnUrl) throw new AppError(404, 'route.absent');
  return payment;
}

const askedFor = ({ id, clientSecret }: SandboxPayment): Required<Asked> => ({
  payment_intent: id,
  payment_intent_client_secret: clientSecret,
});

function returnAddress(payment: SandboxPayment): string {
  const url = new URL(payment.returnUrl);
  const status = payment.state === 'paid' ? 'succeeded' : 'failed';
  for (const [name, value] of Object.entries({ ...askedFor(payment), redirect_status: status }))
    url.searchParams.set(name, value);
  return url.href;
}
