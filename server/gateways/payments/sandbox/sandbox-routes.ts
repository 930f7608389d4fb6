/** What browsers ask of the stand-in: what the script of Stripe asks of Stripe. Mounted only where test cards are taken. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import type { Actors } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { hostOf, isFromHere } from '#server/kit/http/request-context.ts';
import type { RateLimiter } from '#server/kit/limits/rate-limit.ts';
import type { Stripe } from '../stripe.ts';
import { askHolder, hearHolder } from './authenticate-page.ts';
import { AUTHENTICATE, authenticateAt } from './sandbox-browser.ts';
import { readCard } from './sandbox-cards.ts';
import { faultsOf } from './sandbox-faults.ts';
import { confirmIntent, lockIntent } from './sandbox-intents.ts';
import { failing, noPayment, refused, type SandboxAnswer, SandboxProblem, toAnswer } from './sandbox-problem.ts';
import { isSecretOf } from './sandbox-secret.ts';
import { findKept } from './sandbox-store.ts';

export interface BrowserParts {
  db: Db;
  actors: Actors;
  limiter: RateLimiter;
  /** Where the shop is. */
  origin: string;
  /** Whether others than this machine may pay with test cards. */
  isForAll: boolean;
}

const PAYMENT = '/sandbox/v1/payment_intents/:id';

const Confirmation = z.object({
  client_secret: z.string().max(200),
  return_url: z.url({ protocol: /^https?$/ }).max(2_000),
  payment_method_data: z.object({
    type: z.literal('card'),
    card: z.object({
      number: z.string().max(40),
      exp_month: z.number(),
      exp_year: z.number(),
      cvc: z.string().max(8),
    }),
  }),
});

export function sandboxPages(app: FastifyInstance, parts: BrowserParts): void {
  const { actors, limiter, isForAll } = parts;
  const count = async (request: FastifyRequest) => {
    const { key } = actors.guess(request);
    limiter.count('requests', key);
    if (request.method === 'POST') limiter.count('mutations', key);
  };
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    await count(request);
    if (!isForAll && !isFromHere(request)) throw new AppError(404, 'route.absent');
  };
  app.get<{ Params: { id: string }; Querystring: { client_secret?: string } }>(
    PAYMENT,
    { onRequest },
    (request, reply) => answer(reply, () => find(parts, request.params.id, request.query.client_secret ?? '')),
  );
  app.post<{ Params: { id: string } }>(`${PAYMENT}/confirm`, { onRequest }, async (request, reply) => {
    const due = await faultsOf(parts.db, 'confirm');
    if (due === 'hang') return reply.hijack();
    const given =
      due === 'fail' || due === 'break' ? toAnswer(failing()) : await settled(() => confirm(parts, request));
    if (due !== 'lose') return reply.code(given.status).send(given.body);
    reply.hijack();
    reply.raw.destroy();
  });
  app.get(AUTHENTICATE, { onRequest }, (request, reply) => askHolder(parts.db, request, reply));
  const config = { bodyKind: 'form' } as const;
  app.post(AUTHENTICATE, { onRequest, config }, (request, reply) => hearHolder(parts.db, request, reply));
}

async function answer(reply: FastifyReply, work: () => Promise<SandboxAnswer>): Promise<FastifyReply> {
  const { status, body } = await settled(work);
  return reply.code(status).send(body);
}

const settled = (work: () => Promise<SandboxAnswer>): Promise<SandboxAnswer> => work().catch(toAnswer);

async function find({ db }: BrowserParts, id: string, secret: string): Promise<SandboxAnswer> {
  const intent = await findKept(db, 'payment_intent', id);
  if (!intent || !isSecretOf(intent, secret)) throw noPayment();
  return { status: 200, body: seenBy(intent) };
}

async function confirm({ db, origin }: BrowserParts, request: FastifyRequest): Promise<SandboxAnswer> {
  const { id } = request.params as { id: string };
  const read = Confirmation.safeParse(request.body);
  if (!read.success) throw refused('The request is not as this sandbox reads it.', { code: 'parameter_invalid' });
  const { client_secret: secret, return_url: returnUrl, payment_method_data: method } = read.data;
  const { protocol, origin: back } = new URL(returnUrl);
  if (back !== new URL(`${protocol}//${hostOf(request)}`).origin && back !== origin) {
    throw refused('It returns to the shop alone.', { code: 'parameter_invalid', param: 'return_url' });
  }
  const known = await findKept(db, 'payment_intent', id);
  if (!known || !isSecretOf(known, secret)) throw noPayment();
  const card = readCard(method.card, new Date());
  return inTransaction(db, async (tx) => {
    const askAt = authenticateAt(back, await lockIntent(tx, id));
    const { intent, problem } = await confirmIntent(tx, id, { card, returnUrl, askAt });
    return problem ? toAnswer(seenProblem(problem)) : { status: 200, body: seenBy(intent) };
  }).catch((error: unknown) => {
    throw seenProblem(error);
  });
}

/** What a browser may know of a payment. */
function seenBy(intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  const { id, object, amount, currency, client_secret, status, next_action, last_payment_error } = intent;
  const { created, livemode, canceled_at, cancellation_reason, payment_method_types } = intent;
  return {
    id,
    object,
    amount,
    canceled_at,
    cancellation_reason,
    client_secret,
    created,
    currency,
    last_payment_error,
    livemode,
    next_action,
    payment_method_types,
    status,
  };
}

function seenProblem(error: unknown): unknown {
  if (!(error instanceof SandboxProblem) || !error.facts.payment_intent) return error;
  const payment_intent = seenBy(error.facts.payment_intent) as Stripe.PaymentIntent;
  return new SandboxProblem(error.status, { ...error.facts, payment_intent });
}
