/** The payment sandbox for tests: delivers no events by itself, fails on demand, and does what buyers and banks do. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { sandboxObjects } from '#db/schema/sandbox.ts';
import {
  FailedForKey,
  NotOpen,
  type PaymentProvider,
  ProviderAway,
  type ProviderEvent,
} from '#server/gateways/payments/provider.ts';
import { createSandbox, type SandboxPayment } from '#server/gateways/payments/sandbox.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';

type Call = 'create' | 'change' | 'cancel' | 'find' | 'refund';
/** The request is lost before or after it was carried out, or fails for good for its idempotency key. */
type Fault = 'before' | 'after' | 'forKey';

export interface FakePaymentProvider extends PaymentProvider {
  /** Uses the database of the shop that was started with it, unless it was given one. */
  connect: (db: Db) => void;
  /** The buyer pays, by default what is asked for. */
  pay: (id: string, received?: number, currency?: string) => Promise<void>;
  /** The bank is processing the payment. */
  startProcessing: (id: string) => Promise<void>;
  dispute: (id: string, state: 'open' | 'won' | 'lost', disputeId?: string) => Promise<void>;
  /** A refund that was made in the provider's dashboard. */
  refundAtProvider: (id: string, amount: number) => Promise<void>;
  /** Ends or reopens the refund made last, or so many before it. */
  setRefund: (id: string, state: 'pending' | 'succeeded' | 'failed', before?: number) => Promise<void>;
  /** The next so many calls of this name fail. */
  fail: (call: Call, fault: Fault, times?: number) => void;
  /** From now on no call about this payment is answered. */
  stopAnswering: (id: string) => void;
  /** How many payments were created. */
  count: () => number;
  /** A signed webhook about a payment. */
  event: (id: string, type?: string) => { body: Buffer; signature: string };
}

const signatureOf = (body: Buffer) => createHash('sha256').update('fake').update(body).digest('hex');

export function fakePaymentProvider(ownDb?: Db): FakePaymentProvider {
  let db = ownDb;
  const connected = () => db ?? refuse('the fake payment provider has no database');
  const sandbox = () => createSandbox({ db: connected(), storeEvent: async () => {} });
  const { call, fail } = faultyLine();
  const silent = new Set<string>();
  const created = new Set<string>();
  let events = 0;

  const about = <T>(name: Call, id: string, work: () => Promise<T>): Promise<T> =>
    call(name, () => {
      if (silent.has(id)) throw new ProviderAway(`nothing is answered about ${id}`);
      return work();
    });
  const edit = (id: string, change: (payment: SandboxPayment) => void) =>
    inTransaction(connected(), async (tx) => {
      const [row] = await tx.select().from(sandboxObjects).where(eq(sandboxObjects.id, id)).for('update');
      const payment = row?.data ?? refuse(`no payment ${id}`);
      change(payment as unknown as SandboxPayment);
      await tx.update(sandboxObjects).set({ data: payment }).where(eq(sandboxObjects.id, id));
    });

  const calls: PaymentProvider = {
    name: 'sandbox',
    isLive: false,
    publishableKey: 'pk_test_sandbox',
    pageOf: (id) => `https://provider.example/${id}`,
    create: (attempt) =>
      call('create', async () => {
        const made = await sandbox().create(attempt);
        created.add(made.id);
        return made;
      }),
    change: (id, attempt) => about('change', id, () => sandbox().change(id, attempt)),
    cancel: (id) => about('cancel', id, () => sandbox().cancel(id)),
    find: (id) => about('find', id, () => sandbox().find(id)),
    paidLately: (among) => call('find', () => sandbox().paidLately(among)),
    refund: (id, refund) => about('refund', id, () => sandbox().refund(id, refund)),
    subscriptions: lazily(() => sandbox().subscriptions),
    readEvent: (body, signature): ProviderEvent | null =>
      signature === signatureOf(body) ? JSON.parse(body.toString()) : null,
    close: async () => {},
  };
  return {
    ...calls,
    connect: (shopDb) => {
      if (!ownDb) db = shopDb;
    },
    pay: (id, received, currency = 'usd') =>
      edit(id, (payment) => {
        if (payment.state === 'canceled') throw new NotOpen(id);
        Object.assign(payment, { state: 'paid', received: received ?? payment.amount, currency });
      }),
    startProcessing: (id) => edit(id, (payment) => void Object.assign(payment, { state: 'paying' })),
    dispute: (id, state, disputeId = `dp_${id}`) =>
      edit(id, (payment) => {
        const others = payment.disputes.filter((other) => other.id !== disputeId);
        payment.disputes = [{ id: disputeId, state }, ...others];
      }),
    refundAtProvider: (id, amount) =>
      edit(id, ({ refunds }) => {
        refunds.unshift({ id: `re_${id}_${refunds.length}`, key: null, amount, state: 'succeeded' });
      }),
    setRefund: (id, state, before = 0) =>
      edit(id, ({ refunds }) => void Object.assign(refunds[before] ?? refuse('no refund'), { state })),
    fail,
    stopAnswering: (id) => void silent.add(id),
    count: () => created.size,
    event: (id, type = 'payment_intent.succeeded') => {
      const body = Buffer.from(JSON.stringify({ id: `evt_fake${++events}`, type, subjectId: id }));
      return { body, signature: signatureOf(body) };
    },
  };
}

/** An object that is looked up with each of its calls. */
const lazily = <T extends object>(find: () => T): T =>
  new Proxy({} as T, { get: (_, name) => find()[name as keyof T] });

function refuse(message: string): never {
  throw new Error(message);
}

/** Runs calls, of which some fail on demand. */
function faultyLine() {
  const faults = new Map<Call, { fault: Fault; times: number }>();
  async function call<T>(name: Call, work: () => Promise<T>): Promise<T> {
    const { fault, times } = faults.get(name) ?? { fault: null, times: 0 };
    if (fault && times > 1) faults.set(name, { fault, times: times - 1 });
    else faults.delete(name);
    if (fault === 'forKey') throw new FailedForKey(`${name} failed`);
    if (fault === 'before') throw new ProviderAway(`${name} was lost`);
    const result = await work();
    if (fault === 'after') throw new ProviderAway(`the answer to ${name} was lost`);
    return result;
  }
  const fail: FakePaymentProvider['fail'] = (name, fault, times = 1) => void faults.set(name, { fault, times });
  return { call, fail };
}
