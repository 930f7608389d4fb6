/**
 * Memberships follow the provider: its object is fetched outside any transaction and applied only if the membership has not
 * changed since; otherwise it is fetched again. So the order, repetition and loss of events do not matter.
 */
import { EXPIRING_DAYS, isEnded, plans } from '#core/domain/memberships.ts';
import { toLek } from '#core/domain/money.ts';
import type { Deps } from '#server/deps.ts';
import { type PaymentProvider, ProviderAway, type ProviderSubscription } from '#server/gateways/payments/provider.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { busy } from '#server/kit/http/errors.ts';
import { enqueue, recurring } from '#server/kit/jobs/job.ts';
import { membershipsEndSubscription, membershipsReview } from './memberships.jobs.ts';
import { notifyMembership } from './memberships.notifications.ts';
import { applySubscription, graceEnd, owedUntil } from './memberships.rules.ts';
import {
  areRecorded,
  beginMonths,
  type CheckoutRow,
  claimAnnouncements,
  claimCheckouts,
  claimSubscriptions,
  closeCheckout,
  expireEnded,
  findBySubscription,
  findCheckout,
  findLastPeriod,
  findLatest,
  insertMembership,
  insertPeriod,
  lockAccountOf,
  lockLive,
  lockUnchanged,
  type MembershipRow,
  updateMembership,
} from './memberships.store.ts';

export interface Parts {
  db: Db;
  cards: PaymentProvider;
}

/** Retries when the membership changed while the provider was asked. */
const MAX_TRIES = 6;

/** Whether an event of the provider is about a membership. */
export const isMembershipSubject = (subjectId: string): boolean => /^(sub|cs)_/.test(subjectId);

export async function syncSubject(parts: Parts, subjectId: string): Promise<void> {
  if (subjectId.startsWith('sub_')) return syncSubscription(parts, subjectId);
  const checkout = await findCheckout(parts.db, { sessionId: subjectId });
  if (checkout) await syncCheckout(parts, checkout);
}

/** Activates what was paid on a payment page, and closes it when it has expired. */
export async function syncCheckout(parts: Parts, { id, sessionId, expiresAt }: CheckoutRow): Promise<void> {
  const session = sessionId === null ? null : await parts.cards.subscriptions.findCheckout(sessionId);
  if (session?.state === 'paid' && session.subscriptionId) return syncSubscription(parts, session.subscriptionId);
  const isOver = session ? session.state === 'expired' : expiresAt.getTime() < Date.now();
  if (isOver) await closeCheckout(parts.db, id, 'expired');
}

/** Applies what the provider says about a subscription. One that is unknown there changes nothing. */
export async function syncSubscription(parts: Parts, id: string): Promise<void> {
  const { db, cards } = parts;
  for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
    const known = await findBySubscription(db, id);
    const reported = await cards.subscriptions.find(id);
    if (reported === null) return;
    const isDone = known ? await inTransaction(db, (tx) => apply(tx, known, reported)) : await attach(parts, reported);
    if (isDone) return;
  }
  throw busy();
}

/** False where the membership changed since it was read. */
async function apply(tx: Tx, known: MembershipRow, reported: ProviderSubscription): Promise<boolean> {
  // Before the membership, as everywhere.
  const account = isOver(known.status) ? await lockAccountOf(tx, known.userId) : null;
  const row = await lockUnchanged(tx, known);
  if (!row) return false;
  const after = applySubscription(row, reported);
  const revives = isOver(row.status) && !isOver(after.status);
  // The account was closed, or the user has subscribed again meanwhile: one of the two has to end.
  if (revives && (!account?.isActive || (await lockLive(tx, row.userId)))) await endSurplus(tx, row.userId, reported);
  else if (!(await returnToPeriod(tx, row, reported))) await record(tx, row, after, reported);
  return true;
}

/**
 * Where a subscription ended that was never charged: the membership becomes again what was given or paid before, as long as
 * that lasts. Posts used beyond its limit stay used. False where there is nothing to return to.
 */
async function returnToPeriod(tx: Tx, row: MembershipRow, reported: ProviderSubscription): Promise<boolean> {
  if (reported.state !== 'ended' || reported.invoices.length > 0 || row.status === 'past_due') return false;
  const period = await findLastPeriod(tx, row.id);
  if (!period || isEnded({ status: row.status, currentPeriodEnd: period.endsAt }, Date.now())) return false;
  await updateMembership(tx, row.id, {
    plan: period.plan,
    postsLimit: plans[period.plan].postsLimit,
    status: 'active',
    currentPeriodEnd: period.endsAt,
    stripeSubscriptionId: null,
    paymentOverrideBy: period.method === 'gift' ? period.recordedBy : null,
  });
  await writeAudit(tx, {
    actorId: null,
    action: 'memberships.returnToPeriod',
    subject: 'membership',
    subjectId: row.id,
    detail: { from: row.plan, to: period.plan, subscription: reported.id },
  });
  return true;
}

const isOver = (status: MembershipRow['status']) => status === 'expired' || status === 'canceled';

async function record(
  tx: Tx,
  before: MembershipRow,
  after: ReturnType<typeof applySubscription>,
  reported: ProviderSubscription,
): Promise<void> {
  const change = { ...after, stripeSubscriptionId: reported.id, paymentOverrideBy: null };
  const membership = await updateMembership(tx, before.id, change);
  const membershipId = membership.id;
  await recordInvoices(tx, membership, reported);
  if (after.status === before.status) return;
  await writeAudit(tx, {
    actorId: null,
    action: 'memberships.follow',
    subject: 'membership',
    subjectId: membershipId,
    detail: { from: before.status, to: after.status, subscription: reported.id },
  });
  if (after.status === 'past_due') await notifyMembership(tx, 'pastDue', { membership });
  if (isOver(after.status) && !isOver(before.status)) await notifyMembership(tx, 'ended', { membership });
}

/** One row per paid invoice, once. */
async function recordInvoices(tx: Tx, membership: MembershipRow, { invoices }: ProviderSubscription): Promise<void> {
  const owner = { membershipId: membership.id, userId: membership.userId };
  for (const { id: providerInvoiceId, plan, amount, startsAt, endsAt } of [...invoices].reverse()) {
    const span = { plan, amount, startsAt, endsAt };
    const period = await insertPeriod(tx, { ...owner, ...span, method: 'card', providerInvoiceId });
    if (!period) continue;
    await notifyMembership(tx, 'receipt', { membership, period });
    await writeAudit(tx, {
      actorId: null,
      action: 'memberships.pay',
      subject: 'membership',
      subjectId: owner.membershipId,
      detail: { plan, invoice: providerInvoiceId, amount: toLek(amount) },
    });
  }
}

/** A subscription that no membership has yet: that of a payment page. False where the membership changed meanwhile. */
async function attach(parts: Parts, reported: ProviderSubscription): Promise<boolean> {
  const { db, cards } = parts;
  const checkout = reported.checkoutId === null ? null : await findCheckout(db, { id: reported.checkoutId });
  if (reported.state === 'ended' || reported.state === 'incomplete') {
    if (reported.state === 'incomplete') return true;
    if (checkout) await closeCheckout(db, checkout.id, 'completed');
    await inTransaction(db, (tx) => reviewSurplus(tx, reported));
    return true;
  }
  if (!checkout) {
    await inTransaction(db, (tx) =>
      enqueue(tx, membershipsReview, { about: reported.id, why: 'unknown' }, { key: reported.id }),
    );
    return true;
  }
  const read = await findLatest(db, checkout.userId);
  const replaced = checkout.status === 'completed' ? null : replaceable(read);
  const until = replaced && owedUntil(replaced, reported, Date.now());
  if (until) {
    await cards.subscriptions.deferTo(reported.id, until);
    return false;
  }
  return inTransaction(db, (tx) => attachOnce(tx, { checkout, read, reported }));
}

/** A gift or a payment by bank or in cash that goes on by card. */
const replaceable = (row: MembershipRow | null): MembershipRow | null =>
  row && row.stripeSubscriptionId === null && !isEnded(row, Date.now()) ? row : null;

interface Attach {
  checkout: CheckoutRow;
  read: MembershipRow | null;
  reported: ProviderSubscription;
}

async function attachOnce(tx: Tx, { checkout, read, reported }: Attach): Promise<boolean> {
  const { userId } = checkout;
  const account = await lockAccountOf(tx, userId);
  const known = await findBySubscription(tx, reported.id);
  const latest = await findLatest(tx, userId);
  if (known || latest?.id !== read?.id || latest?.version !== read?.version) return false;
  const again = await findCheckout(tx, { id: checkout.id });
  // Completed before: a payment by bank or in cash has taken its place.
  const isSurplus = again?.status === 'completed' || (latest !== null && hasLiveCard(latest));
  if (!account?.isActive || !account.canPostDeals || isSurplus) {
    await endSurplus(tx, userId, reported);
    await closeCheckout(tx, checkout.id, 'completed');
    return true;
  }
  await closeCheckout(tx, checkout.id, 'completed');
  const live = replaceable(latest);
  if (latest && !live && !isOver(latest.status)) await expire(tx, latest);
  const start = { currentPeriodStart: reported.startsAt, currentPeriodEnd: reported.endsAt };
  const fresh = { ...start, status: 'active' as const, plan: reported.plan, postsLimit: -1 };
  const before = live ?? (await insertMembership(tx, { ...fresh, userId, stripeSubscriptionId: reported.id }));
  await record(tx, before, applySubscription(before, reported), reported);
  await writeAudit(tx, {
    actorId: userId,
    action: 'memberships.activate',
    subject: 'membership',
    subjectId: before.id,
    detail: { plan: reported.plan, subscription: reported.id, trialEnd: reported.state === 'trialing' },
  });
  return true;
}

/** Over its grace period, before the job has ended it. */
async function expire(tx: Tx, { id, stripeSubscriptionId }: MembershipRow): Promise<void> {
  await updateMembership(tx, id, { status: 'expired' });
  if (stripeSubscriptionId !== null)
    await enqueue(
      tx,
      membershipsEndSubscription,
      { subscriptionId: stripeSubscriptionId },
      { key: stripeSubscriptionId },
    );
}

const hasLiveCard = (row: MembershipRow) =>
  row.stripeSubscriptionId !== null && !isOver(row.status) && !isEnded(row, Date.now());

/** Ends a subscription that no membership needs. */
async function endSurplus(tx: Tx, userId: string, reported: ProviderSubscription): Promise<void> {
  const { id, invoices } = reported;
  await writeAudit(tx, {
    actorId: null,
    action: 'memberships.endSurplus',
    subject: 'user',
    subjectId: userId,
    detail: { subscription: id, invoices: invoices.map((invoice) => invoice.id) },
  });
  await enqueue(tx, membershipsEndSubscription, { subscriptionId: id }, { key: id });
  await reviewSurplus(tx, reported);
}

/** An operator is told what was paid without a period in return. */
async function reviewSurplus(tx: Tx, { id, invoices }: ProviderSubscription): Promise<void> {
  const invoiceIds = invoices.map((invoice) => invoice.id);
  if (!(await areRecorded(tx, invoiceIds)))
    await enqueue(tx, membershipsReview, { about: id, why: 'surplus' }, { key: id });
}

/** Claimed at once. */
const BATCH = 40;

/** Finishes what a crash or a lost event interrupted, and ends what is overdue. Failures are thrown at the end. */
export const membershipsReconcile = recurring({
  name: 'memberships-reconcile',
  cron: '* * * * *',
  atStart: true,
  queue: 'card-provider',
  run: async ({ db, cards }: Deps) => {
    // First, so that what was paid just before does not end.
    try {
      if (cards) await reconcile({ db, cards });
    } finally {
      await endAndAnnounce(db);
    }
  },
});

/** Begins months, ends memberships after their grace period, and announces ends seven days before. */
export async function endAndAnnounce(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await beginMonths(tx);
    for (const membership of await expireEnded(tx)) {
      await writeAudit(tx, {
        actorId: null,
        action: 'memberships.expire',
        subject: 'membership',
        subjectId: membership.id,
      });
      await notifyMembership(tx, 'ended', { membership });
    }
    for (const membership of await claimAnnouncements(tx, EXPIRING_DAYS))
      await notifyMembership(tx, 'ending', { membership });
  });
}

export async function reconcile(parts: Parts): Promise<void> {
  const failures: unknown[] = [];
  // Where the provider does not answer, the others wait for the next run.
  const isAway = () => failures.filter((error) => error instanceof ProviderAway).length >= 3;
  const each = async <T>(items: T[], work: (item: T) => Promise<void>) => {
    for (const item of items) if (!isAway()) await work(item).catch((error: unknown) => failures.push(error));
  };
  await each(await claimCheckouts(parts.db, BATCH), (checkout) => syncCheckout(parts, checkout));
  await each(await claimSubscriptions(parts.db, BATCH), (row) => follow(parts, row));
  const [first] = failures;
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} memberships could not be compared`);
  if (first) throw first;
}

/** An overdue subscription ends with its grace period, so that it is not charged for a membership that is over. */
async function follow(parts: Parts, { stripeSubscriptionId: id }: MembershipRow): Promise<void> {
  if (id === null) return;
  const { subscriptions } = parts.cards;
  const reported = await subscriptions.find(id);
  if (reported?.state === 'past_due' && graceEnd(reported) <= Date.now()) await subscriptions.end(id);
  await syncSubscription(parts, id);
}
