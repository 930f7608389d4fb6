/**
 * The payment provider of a shop without keys: test cards, no money. Its objects are rows of `sandbox_objects`, so that
 * all nodes share them; events are stored in the transaction of the change and processed like those of Stripe.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { sandboxObjects } from '#db/schema/sandbox.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import {
  DECLINED,
  NotOpen,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderPayment,
  type ProviderRefund,
  Refused,
} from './provider.ts';
import type { CardError, TriedCard } from './sandbox-cards.ts';

/** `isAuthenticating`: the card holder has to confirm on the page of the bank, and then goes on to `returnUrl`. */
export type SandboxPayment = ProviderPayment & { isAuthenticating: boolean; returnUrl: string };

export interface SandboxOptions {
  db: Db;
  /** Stores an event and enqueues its processing. */
  storeEvent: (tx: Tx, event: ProviderEvent) => Promise<void>;
}

/** What only the sandbox's own pages call. */
export interface Sandbox extends PaymentProvider {
  /** Null unless the secret is that of the payment. */
  findBySecret(id: string, clientSecret: string): Promise<SandboxPayment | null>;
  /** Pays with a card. A decline is returned and stored; throws `NotOpen`. */
  confirm(id: string, card: { result: TriedCard; returnUrl: string }): Promise<Confirmation>;
  /** The card holder's answer to the bank; repeating it changes nothing. */
  authenticate(id: string, isAccepted: boolean): Promise<SandboxPayment>;
}

export interface Confirmation {
  payment: SandboxPayment;
  error: CardError | null;
}

export const isSandbox = (provider: PaymentProvider | null): provider is Sandbox =>
  provider !== null && 'authenticate' in provider;

const newId = (prefix: string) => `${prefix}_${randomBytes(14).toString('hex')}`;
/** The same for every call with one attempt, so that an attempt has one payment. */
const idOf = (attemptId: string) => `pi_${attemptId.replace(/\W/g, '')}`;

export function createSandbox({ db, storeEvent }: SandboxOptions): Sandbox {
  const store = storeOf({ db, storeEvent });
  const { read, update } = store;
  return {
    name: 'sandbox',
    isLive: false,
    publishableKey: 'pk_test_sandbox',
    pageOf: () => null,
    create: async ({ attemptId, amount }) => {
      const id = idOf(attemptId);
      await db
        .insert(sandboxObjects)
        .values({ id, kind: 'payment', data: newPayment(id, { attemptId, amount }) })
        .onConflictDoNothing();
      return shown((await read(id)) ?? unknownPayment());
    },
    change: async (id, { attemptId, amount }) =>
      shown(
        await update(id, (payment) => {
          requireOpen(payment);
          // The bank asked for confirmation of the previous amount.
          Object.assign(payment, { attemptId, amount, isAuthenticating: false });
          return [];
        }),
      ),
    cancel: async (id) =>
      shown(
        await update(id, (payment) => {
          if (payment.state === 'canceled') return [];
          requireOpen(payment);
          Object.assign(payment, { state: 'canceled', isAuthenticating: false });
          return ['payment_intent.canceled'];
        }),
      ),
    find: async (id) => {
      const payment = await read(id);
      return payment && shown(payment);
    },
    paidLately: async (among) => {
      const { kind, createdAt, id } = sandboxObjects;
      const newest = db.select().from(sandboxObjects).where(eq(kind, 'payment'));
      const rows = await newest.orderBy(desc(createdAt), desc(id)).limit(among);
      const paid = rows.filter(({ data }) => data.state === 'paid' && data.attemptId !== null);
      return paid.map((row) => row.id);
    },
    refund: async (id, { key, amount }) => {
      const made: ProviderRefund = { id: newId('re'), key, amount, state: 'succeeded' };
      const { refunds } = await update(id, (payment) => addRefund(payment, made)).catch((error: unknown) => {
        throw error instanceof NotOpen ? new Refused(error.message) : error;
      });
      return refunds.find((refund) => refund.key === key) ?? made;
    },
    // Its events are stored, never posted.
    readEvent: () => null,
    close: async () => {},
    ...browserCalls(store),
  };
}

function browserCalls({ read, update }: Store): Pick<Sandbox, 'findBySecret' | 'confirm' | 'authenticate'> {
  return {
    findBySecret: async (id, clientSecret) => {
      const payment = await read(id);
      const [given, right] = [Buffer.from(clientSecret), Buffer.from(payment?.clientSecret ?? '')];
      return given.length === right.length && timingSafeEqual(given, right) ? payment : null;
    },
    confirm: async (id, { result, returnUrl }) => {
      const error = 'error' in result ? result.error : null;
      const payment = await update(id, (open) => {
        requireOpen(open);
        open.isAuthenticating = result.kind === 'authenticate';
        open.returnUrl = returnUrl;
        if (result.kind === 'declined') return [DECLINED];
        if (result.kind === 'authenticate') return [];
        if (result.kind === 'paid') return pay(open);
        open.disputes.unshift({ id: newId('dp'), state: 'open' });
        return [...pay(open), 'charge.dispute.created'];
      });
      return { payment, error };
    },
    authenticate: (id, isAccepted) =>
      update(id, (payment) => {
        if (!payment.isAuthenticating) return [];
        payment.isAuthenticating = false;
        return isAccepted ? pay(payment) : [DECLINED];
      }),
  };
}

type Store = ReturnType<typeof storeOf>;

/** Reads and changes payments. */
function storeOf({ db, storeEvent }: SandboxOptions) {
  async function read(id: string): Promise<SandboxPayment | null> {
    const [row] = await db.select().from(sandboxObjects).where(eq(sandboxObjects.id, id));
    return row ? (row.data as unknown as SandboxPayment) : null;
  }

  /** Locks the payment and applies a change, which returns the types of the events to store. */
  async function update(id: string, apply: (payment: SandboxPayment) => string[]): Promise<SandboxPayment> {
    return inTransaction(db, async (tx) => {
      const which = eq(sandboxObjects.id, id);
      const [row] = await tx.select().from(sandboxObjects).where(which).for('update');
      const payment = row ? (row.data as unknown as SandboxPayment) : unknownPayment();
      const events = apply(payment);
      await tx
        .update(sandboxObjects)
        .set({ data: { ...payment } })
        .where(which);
      for (const type of events) await storeEvent(tx, { id: newId('evt'), type, paymentId: id });
      return payment;
    });
  }

  return { read, update };
}

const newPayment = (id: string, attempt: { attemptId: string; amount: number }) =>
  ({
    ...attempt,
    id,
    clientSecret: newId(`${id}_secret`),
    state: 'open',
    received: 0,
    currency: 'usd',
    isLive: false,
    refunds: [],
    disputes: [],
    isAuthenticating: false,
    returnUrl: '',
  }) satisfies SandboxPayment;

function requireOpen({ state }: SandboxPayment): void {
  if (state !== 'open') throw new NotOpen(`the payment is ${state}`);
}

function pay(payment: SandboxPayment): string[] {
  Object.assign(payment, { state: 'paid', received: payment.amount });
  return ['payment_intent.succeeded'];
}

function shown({ isAuthenticating: _, returnUrl: __, ...payment }: SandboxPayment): ProviderPayment {
  return payment;
}

function unknownPayment(): never {
  throw new NotOpen('the sandbox has no payment of that id');
}

function addRefund(payment: SandboxPayment, made: ProviderRefund): string[] {
  if (payment.refunds.some((refund) => refund.key === made.key)) return [];
  const given = payment.refunds.reduce((sum, refund) => sum + (refund.state === 'failed' ? 0 : refund.amount), 0);
  if (payment.disputes.some(({ state }) => state !== 'won')) throw new Refused('the payment is disputed');
  if (given + made.amount > payment.received) throw new Refused('the refund is greater than what is left');
  payment.refunds.unshift(made);
  return ['charge.refunded'];
}
