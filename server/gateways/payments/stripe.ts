/** The payment provider Stripe: the only file that imports its package. */

import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { FastifyBaseLogger } from 'fastify';
import Stripe from 'stripe';
import { withDeadline } from '#server/kit/concurrency.ts';
import {
  FailedForKey,
  NotOpen,
  type PaymentProvider,
  ProviderAway,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderPayment,
  type ProviderRefund,
  type ProviderState,
  Refused,
} from './provider.ts';
import { stripeSubscriptions } from './stripe-subscriptions.ts';

/** The package refuses to compile with a version of the API that it was not written for. */
const API_VERSION = '2026-10-28.endive';

export interface StripeOptions {
  secretKey: string;
  publishableKey: string;
  /** Webhooks signed with any of them are accepted, so that one can be rotated. */
  webhookSecrets: readonly string[];
  /** Overrides the address of the API. */
  apiBase: string | null;
  log: FastifyBaseLogger;
  /** Timeout of one request, of which there are at most two, and of a whole call; ms. */
  timeouts?: { request: number; call: number };
}

const TIMEOUTS = { request: 4_000, call: 9_500 };
const EVENT_SECONDS = 300;
const EXPAND = ['latest_charge'];
const BY_CARD: Pick<Stripe.PaymentIntentCreateParams, 'currency' | 'allowed_payment_method_types'> = {
  currency: 'usd',
  allowed_payment_method_types: ['card'],
};

export function createStripe(options: StripeOptions): PaymentProvider {
  const { publishableKey, webhookSecrets } = options;
  const ask = asking(options);
  const { stripe, close } = clientOf(options);
  const { paymentIntents, refunds, disputes } = stripe;

  return {
    name: 'stripe',
    isLive: isLiveKey(options),
    publishableKey,
    pageOf: (id) => `https://dashboard.stripe.com/${isLiveKey(options) ? '' : 'test/'}payments/${id}`,
    create: ({ attemptId, amount }) =>
      ask(async () => {
        const metadata = { attempt: attemptId };
        const asked = { ...BY_CARD, amount, metadata };
        return latest(await paymentIntents.create(asked, { idempotencyKey: attemptId }));
      }),
    change: (id, { attemptId, amount }) =>
      ask(async () => {
        const asked = { amount, metadata: { attempt: attemptId } };
        const key = { idempotencyKey: `${attemptId}:change` };
        return latest(await paymentIntents.update(id, asked, key).catch(unknownIsNotOpen));
      }),
    cancel: (id) =>
      ask(async () => {
        const canceled = await paymentIntents.cancel(id).catch(async (error: unknown) => {
          const now = isTooLate(error) ? await paymentIntents.retrieve(id) : null;
          if (now?.status !== 'canceled') return unknownIsNotOpen(error);
          return now;
        });
        return paymentOf(canceled);
      }),
    find: (id) =>
      ask(async () => {
        const found = await paymentIntents.retrieve(id, { expand: EXPAND }).catch((error: unknown) => {
          if (isUnknown(error)) return null;
          throw error;
        });
        return found && complete(found);
      }),
    paidLately: (among) =>
      ask(async () => {
        const newest = await paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: among });
        return newest.flatMap(({ id, status, metadata }) => (status === 'succeeded' && metadata.attempt ? id : []));
      }),
    refund: (id, { key, amount }) =>
      ask(async () => {
        const asked = { payment_intent: id, amount, metadata: { refund: key } };
        return refundOf(await refunds.create(asked, { idempotencyKey: key }));
      }),
    subscriptions: stripeSubscriptions({ stripe, ask, isUnknown }),
    readEvent: (body, signature) => {
      for (const secret of webhookSecrets) {
        try {
          return eventOf(stripe.webhooks.constructEvent(body, signature, secret, EVENT_SECONDS), isLiveKey(options));
        } catch {
          // Whatever is wrong with it, the event is not accepted.
        }
      }
      return null;
    },
    close,
  };

  /** A replayed answer is as old as its idempotency key, so the current state is fetched. */
  async function latest(answer: Stripe.Response<Stripe.PaymentIntent>): Promise<ProviderPayment> {
    if (answer.lastResponse.headers['idempotent-replayed'] !== 'true') return paymentOf(answer);
    return complete(await paymentIntents.retrieve(answer.id, { expand: EXPAND }));
  }

  /** Adds refunds and disputes, which only a paid payment has. */
  async function complete(intent: Stripe.PaymentIntent): Promise<ProviderPayment> {
    if (intent.amount_received === 0) return paymentOf(intent);
    const { latest_charge: charge } = intent;
    const isDisputed = typeof charge === 'object' && charge?.disputed === true;
    const [given, disputed] = await Promise.all([
      refunds.list({ payment_intent: intent.id, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
      isDisputed ? disputes.list({ payment_intent: intent.id, limit: 100 }) : null,
    ]);
    return { ...paymentOf(intent), refunds: given.map(refundOf), disputes: (disputed?.data ?? []).map(disputeOf) };
  }
}

function clientOf({ secretKey, apiBase, timeouts = TIMEOUTS }: StripeOptions): {
  stripe: Stripe;
  close: () => Promise<void>;
} {
  const base = apiBase === null ? null : new URL(apiBase);
  const agent = base?.protocol === 'http:' ? new HttpAgent({ keepAlive: true }) : new HttpsAgent({ keepAlive: true });
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    maxNetworkRetries: 1,
    timeout: timeouts.request,
    telemetry: false,
    httpAgent: agent,
    ...(base && {
      protocol: base.protocol === 'http:' ? 'http' : 'https',
      host: base.hostname,
      ...(base.port && { port: base.port }),
    }),
  });
  return { stripe, close: async () => agent.destroy() };
}

/** Runs a call with a timeout and translates Stripe's errors to ours. */
function asking({ log, timeouts = TIMEOUTS }: StripeOptions) {
  return async function ask<T>(work: () => Promise<T>): Promise<T> {
    const late = () => new ProviderAway(`no answer for ${timeouts.call} ms`);
    try {
      return await withDeadline(work(), { ms: timeouts.call, late });
    } catch (error) {
      if (isKeyRefused(error))
        log.error({ reason: error.message }, 'STRIPE_SECRET_KEY is refused: cards wait for another');
      throw problemOf(error);
    }
  };
}

function problemOf(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { statusCode = 0, message, requestId } = error;
  const said = requestId ? `${message} (${requestId})` : message;
  if (isTooLate(error)) return new NotOpen(said);
  if (statusCode >= 500) return new FailedForKey(said);
  // Without a status there was no answer; 409: another request with the same idempotency key is under way.
  const isAway = statusCode < 400 || statusCode === 409 || statusCode === 429;
  return isAway || isKeyRefused(error) ? new ProviderAway(said) : new Refused(said);
}

/** Says nothing about the payment, so the call is retried once the key is replaced. */
const isKeyRefused = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeError && (error.statusCode === 401 || error.statusCode === 403);

const isTooLate = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state';

const isUnknown = (error: unknown) => error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';

function unknownIsNotOpen(error: unknown): never {
  throw isUnknown(error) ? new NotOpen('the provider has no payment of that id') : error;
}

const states: Record<string, ProviderState> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  processing: 'paying',
  requires_capture: 'paying',
  succeeded: 'paid',
  canceled: 'canceled',
};

function paymentOf(intent: Stripe.PaymentIntent): ProviderPayment {
  const { id, client_secret: clientSecret, status, metadata, amount, amount_received: received } = intent;
  // An unknown status must not allow another payment.
  const state = states[status] ?? 'paying';
  return {
    id,
    clientSecret: clientSecret ?? '',
    state,
    attemptId: metadata.attempt ?? null,
    amount,
    received,
    currency: intent.currency,
    isLive: intent.livemode,
    refunds: [],
    disputes: [],
  };
}

const refundStates: Record<string, ProviderRefund['state']> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

function refundOf({ id, metadata, amount, status }: Stripe.Refund): ProviderRefund {
  return { id, key: metadata?.refund ?? null, amount, state: refundStates[status ?? 'pending'] ?? 'pending' };
}

/** An inquiry (`warning_…`) is open until it is closed. */
const disputeStates: Record<string, ProviderDispute['state']> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

function disputeOf({ id, status }: Stripe.Dispute): ProviderDispute {
  return { id, state: disputeStates[status] ?? 'open' };
}

const isLiveKey = ({ secretKey }: StripeOptions) => /^[rs]k_live_/.test(secretKey);

/** Null where an id or type cannot be stored, or where the event belongs to the other mode (test or live). */
function eventOf({ id, type, livemode, data }: Stripe.Event, isLive: boolean): ProviderEvent | null {
  const subjectId = subjectOf(data.object as EventObject);
  const isKept = [id, type, subjectId ?? 'none'].every(
    (word: unknown) => typeof word === 'string' && /^[\w.-]{1,255}$/.test(word),
  );
  return isKept && livemode === isLive ? { id, type, subjectId } : null;
}

/** By id or expanded. */
type Reference = string | { id: string } | null | undefined;

interface EventObject {
  object?: string;
  id?: string;
  payment_intent?: Reference;
  parent?: { subscription_details?: { subscription?: Reference } | null } | null;
}

/** What the event is about: the payment of a charge, the subscription of an invoice. */
function subjectOf({ object, id, payment_intent, parent }: EventObject): string | null {
  const idOf = (of: Reference) => (typeof of === 'string' ? of : (of?.id ?? null));
  if (object === 'payment_intent' || object === 'subscription' || object === 'checkout.session') return id ?? null;
  if (object === 'invoice') return idOf(parent?.subscription_details?.subscription);
  return object === 'charge' || object === 'refund' || object === 'dispute' ? idOf(payment_intent) : null;
}
