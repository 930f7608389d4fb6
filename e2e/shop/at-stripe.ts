/** A node of the shop that charges by Stripe, with stand-ins for what Stripe runs: its servers, and its script in a page. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '#test/free-port.ts';
import { startNode, stopNode } from './node-process.ts';

export interface ShopAtStripe {
  origin: string;
  /** The buyer of all payments has paid. */
  pay: () => void;
  close: () => Promise<void>;
}

const NAME = 'journeys';
const KEYS = {
  STRIPE_SECRET_KEY: `sk_test_${NAME}`,
  STRIPE_PUBLISHABLE_KEY: `pk_test_${NAME}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${NAME}`,
};

export async function openShopAtStripe(): Promise<ShopAtStripe> {
  const { base, pay, close } = await standIn();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const more = { ...KEYS, STRIPE_API_BASE: base, EXCHANGE_RATE_ALL_PER_USD: '95.4' };
  const node = await startNode({
    databaseUrl: process.env.JOURNEYS_DATABASE ?? '',
    publicUrl: origin,
    port,
    role: 'web',
    more,
  });
  return {
    origin,
    pay,
    close: async () => {
      await stopNode(node);
      close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

/** Knows one payment, which it makes when it is asked to. */
async function standIn() {
  let intent: Record<string, unknown> = {};
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    const asked = await bodyOf(request);
    if (method === 'POST' && url === '/v1/payment_intents') {
      intent = {
        object: 'payment_intent',
        id: `pi_${randomBytes(8).toString('hex')}`,
        client_secret: 'pi_journey_secret_x',
        livemode: false,
        status: 'requires_payment_method',
        amount: Number(asked.get('amount')),
        amount_received: 0,
        currency: asked.get('currency'),
        metadata: { attempt: asked.get('metadata[attempt]') },
        latest_charge: null,
      };
    }
    const isList = url.startsWith('/v1/refunds');
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(isList ? { object: 'list', data: [], has_more: false, url: '/v1/refunds' } : intent));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pay: () => Object.assign(intent, { status: 'succeeded', amount_received: intent.amount }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** In the place of Stripe's script: says what it is asked for, declines the first card and takes the next. */
export const SCRIPT = `window.asked = [];
window.Stripe = Object.assign((...given) => ({
  elements: (options) => (asked.push(['Stripe', ...given], ['elements', { ...options, appearance: typeof options.appearance }]), {
    create: (kind, how) => (asked.push(['create', kind, how]), {
      on: (event, listener) => event === 'ready' && setTimeout(listener),
      mount: (box) => { box.textContent = 'Card form'; },
      destroy() {},
    }),
    update() {},
    fetchUpdates: async () => ({}),
  }),
  confirmPayment: async ({ confirmParams, redirect }) => {
    const isFirst = !asked.some(([what]) => what === 'confirm');
    asked.push(['confirm', confirmParams, redirect]);
    if (isFirst) return { error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message: 'no' } };
    await paid();
    return { paymentIntent: { status: 'succeeded' } };
  },
  _registerWrapper() {},
}), { version: 'endive' });`;
