/**
 * The payment provider of a shop without keys: test cards, no money. Its objects are rows of `sandbox_objects`, so that
 * all nodes share them; events are stored in the transaction of the change and processed like those of Stripe.
 */
import { timingSafeEqual } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { sandboxObjects } from '#db/schema/sandbox.ts';
import {
  DECLINED,
  NotOpen,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
  Refused,
} from './provider.ts';
import type { CardError, TriedCard } from './sandbox-cards.ts';
import { newId, type SandboxOptions, type Store, storeOf } from './sandbox-store.ts';
import { type SandboxSubscriptions, sandboxSubscriptions } from './sandbox-subscriptions.ts';

/** `isAuthenticating`: the card holder has to confirm on the page of the bank, and then goes on to `returnUrl`. */
export type SandboxPayment = ProviderPayment & { isAuthenticating: boolean; returnUrl: string };

/** What only the sandbox's own pages call. */
export interface Sandbox extends PaymentProvider {
  readonly subscriptions: SandboxSubscriptions;
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

/** The same for every call with one attempt, so that an attempt has one payment. */
const idOf = (attemptId: string) => `pi_${attemptId.replace(/\W/g, '')}`;

export function createSandbox(options: SandboxOptions): Sandbox {
  const { db } = options;
  const store = storeOf<SandboxPayment>(options, 'payment');
  const { read, insert, update } = store;
  return {
    name: 'sandbox',
    isLive: false,
    publishableKey: 'pk_test_sandbox',
    pageOf: () => null,
    create: async ({ attemptId, amount }) => {
      const id = idOf(attemptId);
      await insert(db, newPayment(id, { attemptId, amount }));
      const made = await read(id);
      if (!made) throw new NotOpen('the payment was deleted');
      return shown(made);
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
    subscriptions: sandboxSubscriptions(options),
    // Its events are stored, never posted.
    readEvent: () => null,
    close: async () => {},
    ...browserCalls(store),
  };
}

function browserCalls({
  read,
  update,
}: Store<SandboxPayment>): Pick<Sandbox, 'findBySecret' | 'confirm' | 'authenticate'> {
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

function addRefund(payment: SandboxPayment, made: ProviderRefund): string[] {
  if (payment.refunds.some((refund) => refund.key === made.key)) return [];
  const given = payment.refunds.reduce((sum, refund) => sum + (refund.state === 'failed' ? 0 : refund.amount), 0);
  if (payment.disputes.some(({ state }) => state !== 'won')) throw new Refused('the payment is disputed');
  if (given + made.amount > payment.received) throw new Refused('the refund is greater than what is left');
  payment.refunds.unshift(made);
  return ['charge.refunded'];
}
