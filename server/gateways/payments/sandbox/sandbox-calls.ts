/** The calls of Stripe's interface that the shop makes. */
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { Stripe } from '../stripe.ts';
import { authenticateAt } from './sandbox-browser.ts';
import { testCards } from './sandbox-cards.ts';
import type { SandboxCall } from './sandbox-faults.ts';
import { cancelIntent, changeIntent, confirmIntent, createIntent, lockIntent } from './sandbox-intents.ts';
import type { SandboxObject } from './sandbox-objects.ts';
import { integerOf, namedOf, type Params } from './sandbox-params.ts';
import { badParameter, missing, refused, type SandboxAnswer, toAnswer } from './sandbox-problem.ts';
import { createRefund } from './sandbox-refunds.ts';
import { findKept, listKept, listNewest } from './sandbox-store.ts';

interface Asked {
  /** What the path names; empty where it names nothing. */
  id: string;
  params: Params;
  /** Where the shop is. */
  origin: string;
}

export interface SandboxRoute {
  call: SandboxCall;
  method: 'GET' | 'POST';
  path: RegExp;
  /** Names of its parameters. */
  known: readonly string[];
  run: (tx: Tx, asked: Asked) => Promise<SandboxAnswer>;
}

const MIN_CENTS = 50;
const MAX_CENTS = 99_999_999;

export const sandboxRoutes: readonly SandboxRoute[] = [
  {
    call: 'create',
    method: 'POST',
    path: /^\/v1\/payment_intents()$/,
    known: ['amount', 'currency', 'payment_method_types', 'metadata', 'expand'],
    run: async (tx, { params }) => {
      const amount = amountOf(params);
      if (amount === undefined) throw badParameter('missing', 'Missing required param: amount.', 'amount');
      if (params.get('currency') !== 'usd') {
        throw badParameter('invalid', 'This sandbox takes usd alone.', 'currency');
      }
      if (params.get('payment_method_types[0]') !== 'card' || params.has('payment_method_types[1]')) {
        throw badParameter('invalid', 'This sandbox takes cards alone.', 'payment_method_types');
      }
      const intent = await createIntent(tx, { amount, metadata: namedOf(params, 'metadata') });
      return shown(tx, params, intent);
    },
  },
  {
    call: 'find',
    method: 'GET',
    path: /^\/v1\/payment_intents\/(\w+)$/,
    known: ['expand'],
    run: async (tx, { id, params }) => {
      const intent = await findKept(tx, 'payment_intent', id);
      if (!intent) throw missing('payment_intent', id, 'intent');
      return shown(tx, params, intent);
    },
  },
  {
    call: 'change',
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)$/,
    known: ['amount', 'metadata', 'expand'],
    run: async (tx, { id, params }) => {
      const change = { amount: amountOf(params), metadata: namedOf(params, 'metadata') };
      return shown(tx, params, await changeIntent(tx, id, change));
    },
  },
  {
    call: 'cancel',
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    known: ['cancellation_reason', 'expand'],
    run: async (tx, { id, params }) =>
      shown(tx, params, await cancelIntent(tx, id, params.get('cancellation_reason') ?? null)),
  },
  {
    call: 'confirm',
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/confirm$/,
    known: ['payment_method', 'return_url', 'expand'],
    run: async (tx, { id, params, origin }) => {
      const token = params.get('payment_method') ?? '';
      const card = testCards.find((known) => known.token === token);
      if (!card) throw missing('PaymentMethod', token, 'payment_method');
      const askAt = authenticateAt(origin, await lockIntent(tx, id));
      const returnUrl = params.get('return_url') ?? null;
      const { intent, problem } = await confirmIntent(tx, id, { card, returnUrl, askAt });
      return problem ? toAnswer(problem) : shown(tx, params, intent);
    },
  },
  {
    call: 'refund',
    method: 'POST',
    path: /^\/v1\/refunds()$/,
    known: ['payment_intent', 'amount', 'metadata', 'reason', 'expand'],
    run: async (tx, { params }) => {
      const amount = integerOf(params, 'amount');
      if (amount !== undefined && amount < 1)
        throw badParameter('invalid_integer', 'Invalid positive integer', 'amount');
      const paymentId = params.get('payment_intent') ?? '';
      const reason = params.get('reason') ?? null;
      return ok(await createRefund(tx, paymentId, { amount, metadata: namedOf(params, 'metadata'), reason }));
    },
  },
  {
    call: 'find',
    method: 'GET',
    path: /^\/v1\/refunds\/(\w+)$/,
    known: ['expand'],
    run: async (tx, { id }) => {
      const refund = await findKept(tx, 'refund', id);
      if (!refund) throw missing('refund', id, 'id');
      return ok(refund);
    },
  },
  {
    call: 'list',
    method: 'GET',
    path: /^\/v1\/payment_intents()$/,
    known: ['limit', 'starting_after'],
    run: async (tx, { params }) => {
      const asked = integerOf(params, 'limit') ?? 10;
      const newest = await listNewest(tx, 'payment_intent', { limit: asked + 1, after: params.get('starting_after') });
      const data = newest.slice(0, asked);
      return ok({ object: 'list', data, has_more: newest.length > asked, url: '/v1/payment_intents' });
    },
  },
  {
    call: 'list',
    method: 'GET',
    path: /^\/v1\/(refunds|disputes)$/,
    known: ['payment_intent', 'limit', 'starting_after'],
    run: async (tx, { id: noun, params }) => {
      const paymentId = params.get('payment_intent') ?? '';
      const all = await listKept(tx, noun === 'refunds' ? 'refund' : 'dispute', paymentId);
      const from = 1 + all.findIndex(({ id }) => id === params.get('starting_after'));
      const data = all.slice(from, from + (integerOf(params, 'limit') ?? 10));
      return ok({ object: 'list', data, has_more: from + data.length < all.length, url: `/v1/${noun}` });
    },
  },
];

const ok = (body: object): SandboxAnswer => ({ status: 200, body });

function amountOf(params: Params): number | undefined {
  const amount = integerOf(params, 'amount');
  if (amount !== undefined && amount < MIN_CENTS) {
    throw refused('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
  }
  if (amount !== undefined && amount > MAX_CENTS) {
    throw refused('Amount must be no more than $999,999.99 usd', { code: 'amount_too_large', param: 'amount' });
  }
  return amount;
}

/** With what it was asked to be expanded by. */
async function shown(db: Db, params: Params, intent: Stripe.PaymentIntent): Promise<SandboxAnswer> {
  let body: SandboxObject = intent;
  for (const path of Object.values(namedOf(params, 'expand'))) {
    if (path !== 'latest_charge')
      throw badParameter('invalid', `This property cannot be expanded (${path}).`, 'expand');
    const { latest_charge: id } = intent;
    const charge = typeof id === 'string' ? await findKept(db, 'charge', id) : null;
    body = { ...intent, latest_charge: charge };
  }
  return ok(body);
}
