/** A card provider on paper: keeps its promises in memory, for tests of what we do with its answers. */
import { createHash } from 'node:crypto';
import {
  NotOpen,
  type PaymentProvider,
  ProviderAway,
  type ProviderEvent,
  type ProviderPayment,
  type ProviderRefund,
  Refused,
} from '#server/gateways/payments/provider.ts';

type Fault = 'before' | 'after';

export interface PaperCards extends PaymentProvider {
  /** The buyer pays, or somebody else does: what they pay, unless said, is what is asked for. */
  pay: (id: string, received?: number, currency?: string) => void;
  /** The buyer pays, and the bank takes its time. */
  begin: (id: string) => void;
  /** What the bank of the card says of one time that it asked for it back. */
  dispute: (id: string, state: 'open' | 'won' | 'lost', which?: string) => void;
  /** As the provider lists it: the latest first. */
  giveBack: (id: string, amount: number) => void;
  /** The bank of the card sends back what was given back last, or so many before that. */
  bounce: (id: string, before?: number) => void;
  /** The next call of this name throws as one that was lost, before it was done or after. */
  fail: (call: 'create' | 'change' | 'cancel' | 'find' | 'refund', when: Fault) => void;
  /** From now on it answers nothing about this payment. */
  stick: (id: string) => void;
  /** How many payments it made. */
  count: () => number;
  /** An event about a payment, as it is posted to us. */
  event: (id: string, type?: string) => { body: Buffer; signature: string };
}

const signatureOf = (body: Buffer) => createHash('sha256').update('paper').update(body).digest('hex');

export function paperCards(): PaperCards {
  const made = new Map<string, ProviderPayment>();
  const byKey = new Map<string, string>();
  const { call, fail } = badLine();
  let last = 0;
  const next = (kind: string) => `${kind}_paper${++last}`;
  const copy = (payment: ProviderPayment) => structuredClone(payment);
  const get = (id: string) => made.get(id) ?? refuse(`no payment ${id}`);
  const stuck = new Set<string>();
  const answering = (id: string) => {
    if (stuck.has(id)) throw new ProviderAway(`nothing is answered about ${id}`);
    return made.get(id) ?? notOpen(id);
  };
  const make = (id: string, attempt: { attemptId: string; amount: number }): ProviderPayment => ({
    ...{ id, clientSecret: `${id}_secret_paper`, state: 'open', ...attempt },
    ...{ received: 0, currency: 'usd', isLive: false, refunds: [], disputes: [] },
  });
  return {
    name: 'sandbox',
    isLive: false,
    publishableKey: 'pk_paper',
    pageOf: (id) => `https://paper.example/${id}`,
    create: (attempt) =>
      call('create', () => {
        const id = byKey.get(attempt.attemptId) ?? next('pi');
        byKey.set(attempt.attemptId, id);
        if (!made.has(id)) made.set(id, make(id, attempt));
        return copy(get(id));
      }),
    change: (id, attempt) =>
      call('change', () => {
        if (answering(id).state !== 'open') throw new NotOpen(id);
        return copy(Object.assign(get(id), attempt));
      }),
    cancel: (id) =>
      call('cancel', () => {
        if (['paid', 'paying'].includes(answering(id).state)) throw new NotOpen(id);
        return copy(Object.assign(get(id), { state: 'canceled' }));
      }),
    find: (id) => call('find', () => (made.has(id) ? copy(answering(id)) : null)),
    paidLately: (among) =>
      call('find', () => {
        const newest = [...made.values()].reverse().slice(0, among);
        return newest.flatMap(({ id, state, attemptId }) => (state === 'paid' && attemptId !== null ? id : []));
      }),
    refund: (id, { key, amount }) => call('refund', () => refundOnce(get(id), { id: next('re'), key, amount })),
    readEvent(body, signature): ProviderEvent | null {
      return signature === signatureOf(body) ? JSON.parse(body.toString()) : null;
    },
    close: async () => {},
    pay(id, received = get(id).amount, currency = 'usd') {
      if (get(id).state === 'canceled') throw new NotOpen(id);
      Object.assign(get(id), { state: 'paid', received, currency });
    },
    begin: (id) => Object.assign(get(id), { state: 'paying' }),
    dispute(id, state, which = `dp_${id}`) {
      const payment = get(id);
      payment.disputes = [{ id: which, state }, ...payment.disputes.filter((other) => other.id !== which)];
    },
    giveBack: (id, amount) => get(id).refunds.unshift({ id: next('re'), key: null, amount, state: 'succeeded' }),
    bounce: (id, before = 0) =>
      Object.assign(get(id).refunds[before] ?? refuse('nothing was given back'), { state: 'failed' }),
    fail,
    stick: (id) => void stuck.add(id),
    count: () => made.size,
    event: (id, type = 'payment_intent.succeeded') => {
      const body = Buffer.from(JSON.stringify({ id: next('evt'), type, paymentId: id }));
      return { body, signature: signatureOf(body) };
    },
  };
}

function refuse(why: string): never {
  throw new Refused(why);
}

function notOpen(id: string): never {
  throw new NotOpen(id);
}

function refundOnce(payment: ProviderPayment, refund: Omit<ProviderRefund, 'state'>): ProviderRefund {
  const { refunds, received } = payment;
  const known = refunds.find(({ key }) => key === refund.key);
  if (known) return { ...known };
  const given = refunds.reduce((sum, { amount, state }) => (state === 'failed' ? sum : sum + amount), 0);
  if (given + refund.amount > received) refuse('more than was paid');
  const made: ProviderRefund = { ...refund, state: 'succeeded' };
  refunds.unshift(made);
  return { ...made };
}

/** Answers later, as whoever is far away, and loses what it is told to lose. */
function badLine() {
  const faults = new Map<string, Fault>();
  async function call<T>(name: string, work: () => T): Promise<T> {
    await new Promise(setImmediate);
    const fault = faults.get(name);
    faults.delete(name);
    if (fault === 'before') throw new ProviderAway(`${name} was lost`);
    const result = work();
    await new Promise(setImmediate);
    if (fault === 'after') throw new ProviderAway(`the answer to ${name} was lost`);
    return result;
  }
  return { call, fail: (name: string, when: Fault) => void faults.set(name, when) };
}
