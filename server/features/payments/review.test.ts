/** Payments that need a person: logged, emailed and listed until they are cleared up. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#db/schema/users.ts';
import type { Message } from '#server/gateways/mail/mail.ts';
import { cardBuyer } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { recordingLog } from '#test/log.ts';
import { newUser } from '#test/shoppers.ts';
import { paymentsDisputed, paymentsMailDispute, paymentsManualReview } from './alerts.jobs.ts';
import { reconcileRecent } from './payments.jobs.ts';
import {
  failedRefunds,
  openDisputes,
  ordersOfClosed,
  ordersOfWithdrawn,
  paidWithoutOrder,
  paymentsListed,
} from './payments.review.ts';
import { settlePayment } from './payments.settle.ts';
import { refundUnits } from './unit-refunds.ts';

const cards = fakePaymentProvider();
const shop = await startShop({ parts: { cards } });
const { db, pool } = shop;
const parts = { db, cards };
await db.update(users).set({ isActive: false }).where(eq(users.role, 'admin'));
const artaId = await newUser(db, { email: 'arta@shembull.al', role: 'admin' });
await newUser(db, { email: 'rina@shembull.al', role: 'admin', language: 'en' });
await newUser(db, { email: 'gone@shembull.al', role: 'admin', isActive: false });

async function paying() {
  const ana = await cardBuyer(shop, cards);
  const dealId = await ana.fill();
  const { payment, intent } = await ana.prepare();
  await cards.pay(intent.id);
  return {
    ...ana,
    dealId,
    payment,
    intent,
    settle: async () => settlePayment(parts, (await cards.find(intent.id)) ?? expect.fail()),
    refund: (positions: number[] | null) =>
      refundUnits(parts, { payment, positions, reason: 'salon', adminId: artaId }),
  };
}

/** A payment whose attempt is missing, as after restoring an older backup. */
async function unmatched() {
  const ana = await paying();
  await pool.query('delete from payments where id = $1', [ana.payment.id]);
  return ana;
}

/** Payloads of waiting jobs that name this. */
async function waiting(task: string, name: string, value: string): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
     where j.task_identifier = $1 and p.payload ->> $2 = $3 order by j.id`,
    [task, name, value],
  );
  return rows.map(({ payload }) => payload);
}

/** The levels of what the waiting jobs log about this, and whether the text names it. */
async function logged(about: string) {
  const log = recordingLog();
  for (const payload of await waiting('payments-manual-review', 'about', about))
    await paymentsManualReview.perform({ ...shop.deps, log }, payload);
  return log.lines.map(({ level, text }) => [level, text.includes(about)]);
}

const listed = async (intent: string) => (await paidWithoutOrder(db)).filter((one) => one.intent === intent);

test('payment without an attempt, reported 3 times at once, is logged once and listed until refunded in full', async () => {
  const { intent, settle } = await unmatched();
  expect(await Promise.all([settle(), settle(), settle()])).toEqual([null, null, null]);
  expect(await logged(intent.id)).toEqual([['error', true]]);
  expect(await listed(intent.id)).toMatchObject([{ asked: null, received: intent.amount, currency: 'usd' }]);
  await cards.refundAtProvider(intent.id, intent.amount - 1);
  await settle();
  expect(await listed(intent.id), 'a cent is left').toHaveLength(1);
  await cards.refundAtProvider(intent.id, 1);
  await settle();
  expect(await listed(intent.id)).toEqual([]);
});

test('payment of another amount than asked is logged once and listed until refunded', async () => {
  const { intent, settle } = await paying();
  await cards.pay(intent.id, 100);
  for (let time = 0; time < 2; time++) await settle();
  expect(await logged(intent.id)).toEqual([['error', true]]);
  expect(await listed(intent.id)).toMatchObject([{ asked: intent.amount, received: 100 }]);
  await cards.refundAtProvider(intent.id, 100);
  await settle();
  expect(await listed(intent.id)).toEqual([]);
});

test('payment without an attempt id or unpaid is not ours to review', async () => {
  const { intent } = await unmatched();
  const reported = (await cards.find(intent.id)) ?? expect.fail();
  await settlePayment(parts, { ...reported, attemptId: null });
  await settlePayment(parts, { ...reported, state: 'open' });
  expect(await listed(intent.id)).toEqual([]);
});

test('payment whose webhooks were lost is found among the newest of the provider, and looked up once', async () => {
  const [ana, gone] = [await paying(), await unmatched()];
  await reconcileRecent(parts);
  expect(await ana.orders()).toHaveLength(1);
  expect(await listed(gone.intent.id)).toHaveLength(1);
  await cards.refundAtProvider(gone.intent.id, gone.intent.amount);
  await reconcileRecent(parts);
  expect(await listed(gone.intent.id)).toEqual([]);
  for (const { intent } of [gone, ana]) cards.stopAnswering(intent.id);
  await reconcileRecent(parts);
});

test('refund that failed is logged and listed', async () => {
  const ana = await paying();
  const order = (await ana.settle()) ?? expect.fail();
  await cards.refundAtProvider(ana.intent.id, 100);
  await ana.refund([1]);
  expect(await logged(order.id)).toEqual([['error', true]]);
  expect(await failedRefunds(db)).toMatchObject([{ orderId: order.id }]);
});

test('order of a deal that was withdrawn before it was paid is listed until refunded; an expired deal is not', async () => {
  const [ana, over] = [await paying(), await paying()];
  await pool.query('update deals set is_hidden = true where id = $1', [ana.dealId]);
  await pool.query('update deals set expires_at = now() where id = $1', [over.dealId]);
  const order = (await ana.settle()) ?? expect.fail();
  await over.settle();
  expect(await ordersOfWithdrawn(db)).toMatchObject([{ orderId: order.id, intent: ana.intent.id, deals: ana.dealId }]);
  await ana.refund(null);
  expect(await ordersOfWithdrawn(db)).toEqual([]);
});

test('order of an account that was closed before it was paid is listed while it is closed, until refunded', async () => {
  const [ana, other] = [await paying(), await paying()];
  const setActive = (isActive: boolean) => db.update(users).set({ isActive }).where(eq(users.id, ana.userId));
  await setActive(false);
  const order = (await ana.settle()) ?? expect.fail();
  await other.settle();
  expect(await ordersOfClosed(db)).toMatchObject([{ orderId: order.id, intent: ana.intent.id }]);
  await setActive(true);
  expect(await ordersOfClosed(db)).toEqual([]);
  await setActive(false);
  await ana.refund(null);
  expect(await ordersOfClosed(db)).toEqual([]);
});

/** A paid order and the emails to administrators that its disputes cause. */
async function disputed() {
  const ana = await paying();
  const { id: orderId } = (await ana.settle()) ?? expect.fail();
  const jobs = () => waiting('payments-mail-dispute', 'paymentId', ana.payment.id);
  return {
    ...ana,
    orderId,
    jobs,
    dispute: async (state: 'open' | 'won' | 'lost', disputeId?: string) => {
      await cards.dispute(ana.intent.id, state, disputeId);
      for (let time = 0; time < 2; time++) await ana.settle();
    },
    mails: async (more: Partial<typeof shop.deps> = {}): Promise<Message[]> => {
      const sent: Message[] = [];
      const mail = { send: async (message: Message) => void sent.push(message) };
      for (const payload of await jobs()) await paymentsMailDispute.perform({ ...shop.deps, mail, ...more }, payload);
      return sent;
    },
  };
}

test('open dispute is logged once and listed until it is decided', async () => {
  const { dispute, payment, orderId, intent } = await disputed();
  const count = async () =>
    (await paymentsListed({ db, provider: cards.name, clock: shop.clock }).readKinds()).disputed;
  const log = recordingLog();
  const alert = () => paymentsDisputed.perform({ ...shop.deps, log }, { paymentId: payment.id });
  await dispute('open');
  await alert();
  expect(log.lines.map(({ level, text }) => [level, text.includes(intent.id)])).toEqual([['error', true]]);
  expect(await waiting('payments-disputed', 'paymentId', payment.id)).toHaveLength(1);
  const row = { orderId, intent: intent.id, amount: 2306, disputedAt: expect.any(String) };
  expect([await openDisputes(db), await count()]).toEqual([[row], 1]);
  await dispute('lost');
  await alert();
  expect([log.lines.length, await openDisputes(db), await count()]).toEqual([1, [], 0]);
});

test('dispute is emailed once to each active administrator, in their language, without the buyer', async () => {
  const { dispute, mails, intent, orderId, jobs } = await disputed();
  expect(await mails()).toEqual([]);
  await dispute('open');
  const [arta, rina, ...others] = await mails();
  expect([arta?.to, rina?.to, others]).toEqual(['arta@shembull.al', 'rina@shembull.al', []]);
  expect(arta?.subject).toBe('Pagesë e kontestuar: 23,06\u00a0USD');
  expect(rina?.subject).toBe('Disputed payment: 23.06\u00a0USD');
  expect(arta?.id).toBe(`dispute.dp_${intent.id}.open.${artaId}`);
  for (const text of [rina?.text, rina?.html]) {
    for (const part of [orderId.slice(-12), intent.id, `https://provider.example/${intent.id}`, 'This is a test'])
      expect(text).toContain(part);
    expect(text).toContain('Salloni Mira');
    expect(text).not.toContain('@example.al');
  }
  expect(await jobs()).toHaveLength(2);
  for (const provider of [{ ...cards, pageOf: () => null }, { ...cards, name: 'stripe' as const }, null])
    expect((await mails({ cards: provider }))[0]?.text, 'without a page').not.toMatch(/https?:/);
  await db.update(users).set({ role: 'user' }).where(eq(users.id, artaId));
  expect((await mails()).map(({ to }) => to)).toEqual(['rina@shembull.al']);
  await db.update(users).set({ role: 'admin' }).where(eq(users.id, artaId));
});

test('decided dispute is emailed instead of the open one', async () => {
  const { dispute, mails, jobs } = await disputed();
  const subjects = async () => (await mails()).map(({ subject }) => subject);
  await dispute('open');
  await dispute('lost');
  expect(await subjects()).toEqual(['Kontestim i humbur: 23,06\u00a0USD', 'Dispute lost: 23.06\u00a0USD']);
  await dispute('won');
  expect(await subjects()).toEqual(['Kontestim i fituar: 23,06\u00a0USD', 'Dispute won: 23.06\u00a0USD']);
  await dispute('lost');
  expect(await jobs(), 'once per state').toHaveLength(6);
});

test('won dispute does not call the order usable while another is open', async () => {
  const { dispute, mails } = await disputed();
  const last = async () => (await mails()).at(-1)?.text;
  await dispute('open', 'dp_1');
  await dispute('open', 'dp_2');
  expect(await mails()).toHaveLength(4);
  await dispute('won', 'dp_1');
  expect(await last()).toContain('so the order cannot be used');
  await dispute('won', 'dp_2');
  expect(await last()).toContain('The order can be used again');
});
