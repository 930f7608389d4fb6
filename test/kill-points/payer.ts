/** Somebody who pays a cart by card, with a browser that repeats what got no answer. */
import { randomBytes } from 'node:crypto';
import { ApiError, type Caller, payloadOf, urlOf } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { payments } from '#core/contract/payments.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { startSession } from '#server/kit/http/sessions.ts';
import { newUser } from '../shoppers.ts';

export interface Payer {
  userId: string;
  call: Caller;
  /** How many units were put into the cart so far. */
  units: () => number;
  put(dealId: string): Promise<void>;
  /** The `pi_…` of the form that was asked for last. */
  intent: () => string;
  /** Asks for what the form needs; gives the `pi_…`. */
  prepare(): Promise<string>;
  /** Says that it was paid; gives the order. */
  claim(): Promise<string>;
}

export async function newPayer({ db, origin }: { db: Db; origin: string }): Promise<Payer> {
  const userId = await newUser(db);
  const { token } = await inTransaction(db, (tx) => startSession(tx, { userId, rememberMe: false, replaces: null }));
  const call = callerOf(origin, `bukuri=${token}`);
  const sessionId = `session_1_${randomBytes(8).toString('hex')}`;
  let units = 0;
  let paymentIntentId = '';
  return {
    userId,
    call,
    units: () => units,
    intent: () => paymentIntentId,
    async put(dealId) {
      await call(cart.add, { body: { dealId, sessionId, quantity: 1 } });
      units += 1;
    },
    async prepare() {
      ({ paymentIntentId } = await call(payments.intent, { body: { sessionId } }));
      return paymentIntentId;
    },
    claim: async () => (await call(payments.checkout, { body: { sessionId, paymentIntentId } })).id,
  };
}

function callerOf(origin: string, cookie: string): Caller {
  const call = async (row: Endpoint, input: { body?: unknown } = {}) => {
    const { body = null, headers } = payloadOf(row, input.body);
    const response = await fetch(origin + urlOf(row, input as never), {
      method: row.method,
      headers: { cookie, ...headers },
      body,
    });
    const text = await response.text();
    if (!response.ok) throw new ApiError(response.status, text, response.statusText);
    return JSON.parse(text);
  };
  return call as Caller;
}

/** What is asked of a shop that ends meanwhile gets no answer. */
export async function getsNoAnswer(asked: Promise<unknown>): Promise<void> {
  const answer = await asked.catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    return null;
  });
  if (answer !== null) throw new Error('the shop answered, and should have ended');
}
