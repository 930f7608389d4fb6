/** What dealers do with their membership: subscribe, change the plan, activate, cancel, reactivate, change the card. */
import { isEnded, type PlanId } from '#core/domain/memberships.ts';
import type { Language } from '#core/i18n/language.ts';
import { CardDeclined, FailedForKey, NotOpen, Refused } from '#server/gateways/payments/provider.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError, busy } from '#server/kit/http/errors.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import {
  membershipsCloseCheckout,
  membershipsEndSubscription,
  membershipsStopRenewal,
  stopOrEnd,
} from './memberships.jobs.ts';
import { refuseChange, trialEndAfter } from './memberships.rules.ts';
import {
  type CheckoutRow,
  closeCheckout,
  findCheckout,
  findCustomer,
  findLatest,
  findLatestCheckout,
  insertCheckout,
  type LatestMembership,
  lockAccountOf,
  lockLive,
  type MembershipRow,
  setCustomer,
  setSession,
  updateMembership,
} from './memberships.store.ts';
import { type Parts, syncCheckout, syncSubscription } from './memberships.sync.ts';

/** Retries when a payment page for something else had to be closed first. */
const MAX_TRIES = 4;
/** A page that expires sooner is replaced. */
const LEAST_OPEN_MS = 10 * 60_000;

interface Subscribe {
  userId: string;
  plan: PlanId;
  /** Where the payment page returns to. */
  returnUrl: string;
  language: Language;
}

type Subscribed = { sessionId: string; checkoutUrl: string } | { success: true };

/** Opens the payment page, one per user whatever the number of requests; or changes the plan of a subscription at once. */
export async function subscribe(parts: Parts, request: Subscribe): Promise<Subscribed> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
    const live = await findLive(parts.db, request.userId);
    if (live) refusePlan(live, request);
    if (live?.stripeSubscriptionId)
      return changePlan(parts, { live, id: live.stripeSubscriptionId, plan: request.plan });
    const prepared = await inTransaction(parts.db, (tx) => prepareCheckout(tx, request));
    const page = prepared.isStale ? await closeStale(parts, prepared.checkout) : await openPage(parts, prepared);
    if (page) return page;
  }
  throw busy();
}

export async function findLive(db: Db, userId: string): Promise<LatestMembership | null> {
  const latest = await findLatest(db, userId);
  return latest && !isEnded(latest, Date.now()) ? latest : null;
}

/** The current plan may be chosen where it is not paid by card: it continues by card. */
function refusePlan(live: MembershipRow, { plan, language }: Subscribe): void {
  refuseChange(live, { plan, language, now: Date.now() });
  if (live.plan === plan && live.stripeSubscriptionId !== null) throw new AppError(409, 'memberships.current');
  if (live.status === 'past_due') throw new AppError(409, 'memberships.pastDue');
}

async function changePlan(
  parts: Parts,
  { live, id, plan }: { live: MembershipRow; id: string; plan: PlanId },
): Promise<{ success: true }> {
  await parts.cards.subscriptions
    .changePlan(id, { plan, key: `${live.id}:${live.version}:${plan}` })
    .catch(refuseEnded)
    .catch(async (error: unknown) => {
      if (!(error instanceof CardDeclined)) throw error;
      // Raises the version: for the same key the provider would repeat the refusal after the card was changed.
      await syncSubscription(parts, id);
      throw new AppError(402, 'memberships.cardDeclined');
    });
  await syncSubscription(parts, id);
  await audit(parts.db, { row: live, action: 'memberships.changePlan', detail: { from: live.plan, to: plan } });
  return { success: true };
}

interface Prepared {
  checkout: CheckoutRow;
  email: string;
  customerId: string | null;
  /** For something else, or about to expire. */
  isStale: boolean;
}

/** The open payment page of the user, inserted where there is none. */
async function prepareCheckout(tx: Tx, { userId, plan, returnUrl }: Omit<Subscribe, 'language'>): Promise<Prepared> {
  const account = await lockAccountOf(tx, userId);
  if (!account?.isActive) throw new AppError(401, 'access.notAuthenticated');
  if (!account.canPostDeals) throw new AppError(403, 'access.forbidden');
  const { email, stripeCustomerId: customerId } = account;
  const live = await lockLive(tx, userId);
  // Activated since it was read.
  if (live?.stripeSubscriptionId && !isEnded(live, Date.now())) throw new AppError(409, 'memberships.alreadyPaid');
  const trialEnd = trialEndAfter(live, Date.now());
  const open = await findCheckout(tx, { openOf: userId });
  if (open === null)
    return {
      checkout: await insertCheckout(tx, { userId, plan, trialEnd, returnUrl }),
      email,
      customerId,
      isStale: false,
    };
  const isSame =
    open.plan === plan &&
    (open.trialEnd === null) === (trialEnd === null) &&
    Math.abs(Number(open.trialEnd) - Number(trialEnd)) < LEAST_OPEN_MS &&
    open.expiresAt.getTime() > Date.now() + LEAST_OPEN_MS;
  return { checkout: open, email, customerId, isStale: !isSame };
}

/** Null: closed, so start over. */
async function closeStale(parts: Parts, checkout: CheckoutRow): Promise<null> {
  const { id, sessionId } = checkout;
  const page = sessionId === null ? null : await parts.cards.subscriptions.expireCheckout(sessionId);
  if (page?.state === 'paid') {
    await syncCheckout(parts, checkout);
    throw new AppError(409, 'memberships.alreadyPaid');
  }
  if (page?.state === 'open') throw busy();
  await closeCheckout(parts.db, id, 'expired');
  return null;
}

/** Null: it expired meanwhile, so start over. */
async function openPage(
  parts: Parts,
  { checkout, email, customerId: knownId }: Prepared,
): Promise<{ sessionId: string; checkoutUrl: string } | null> {
  const { subscriptions } = parts.cards;
  const { id, userId, plan, trialEnd, expiresAt, returnUrl, sessionId } = checkout;
  const customerId = await subscriptions.ensureCustomer({ userId, email, knownId });
  if (customerId !== knownId) await setCustomer(parts.db, { userId, customerId });
  const successUrl = `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}membership=success`;
  const request = { id, userId, customerId, plan, trialEnd, expiresAt, successUrl, cancelUrl: returnUrl };
  const page =
    sessionId === null
      ? await subscriptions.openCheckout(request).catch(async (error: unknown) => {
          // It may be refused for the same key again, so the next request opens another page.
          if (error instanceof FailedForKey || error instanceof Refused) await closeCheckout(parts.db, id, 'expired');
          throw error;
        })
      : await subscriptions.findCheckout(sessionId);
  if (page && sessionId === null && !(await setSession(parts.db, { id, sessionId: page.id }))) {
    await subscriptions.expireCheckout(page.id);
    return null;
  }
  if (page?.state === 'open' && page.url !== null) return { sessionId: page.id, checkoutUrl: page.url };
  // Its payment is under way.
  if (page?.state === 'open') throw busy();
  if (page?.state === 'paid') {
    await syncCheckout(parts, { ...checkout, sessionId: page.id });
    throw new AppError(409, 'memberships.alreadyPaid');
  }
  await closeCheckout(parts.db, id, 'expired');
  return null;
}

/** Before a payment, or a gift over a trial: what was just paid by card is applied. A payment leaves no payment page open. */
export async function settleCard(
  parts: Parts,
  { userId, closesPage }: { userId: string; closesPage: boolean },
): Promise<void> {
  const open = closesPage && (await findCheckout(parts.db, { openOf: userId }));
  if (open) await closeStale(parts, open);
  const latest = await findLatest(parts.db, userId);
  if (latest?.stripeSubscriptionId && (closesPage || latest.planBefore))
    await syncSubscription(parts, latest.stripeSubscriptionId);
}

/** Activates what the provider reports as paid; throws 402 where nothing is. */
export async function activate(parts: Parts, userId: string): Promise<LatestMembership> {
  const checkout = await findLatestCheckout(parts.db, userId);
  if (checkout?.status === 'open') await syncCheckout(parts, checkout);
  const isPaid = checkout !== null && (await findCheckout(parts.db, { id: checkout.id }))?.status === 'completed';
  const live = isPaid ? await findLive(parts.db, userId) : null;
  if (!live?.stripeSubscriptionId) throw new AppError(402, 'memberships.notPaid');
  return live;
}

export async function cancel(parts: Parts, userId: string): Promise<LatestMembership> {
  const { live, id } = await byCard(parts.db, userId);
  if (live.status === 'canceling') throw new AppError(409, 'memberships.alreadyCanceling');
  await stopOrEnd(parts.cards, id).catch(refuseEnded);
  await syncSubscription(parts, id);
  await audit(parts.db, { row: live, action: 'memberships.cancel' });
  return changed(parts.db, live);
}

export async function reactivate(parts: Parts, userId: string): Promise<LatestMembership> {
  const { live, id } = await byCard(parts.db, userId);
  if (live.status !== 'canceling') throw new AppError(409, 'memberships.notCanceling');
  await parts.cards.subscriptions.setCanceling(id, false).catch(refuseEnded);
  await syncSubscription(parts, id);
  await audit(parts.db, { row: live, action: 'memberships.reactivate' });
  return changed(parts.db, live);
}

export async function openPortal(
  parts: Parts,
  { userId, returnUrl }: Pick<Subscribe, 'userId' | 'returnUrl'>,
): Promise<string> {
  await byCard(parts.db, userId);
  const customerId = await findCustomer(parts.db, userId);
  if (customerId === null) throw new AppError(409, 'memberships.notByCard');
  return parts.cards.subscriptions.openPortal({ customerId, returnUrl });
}

async function byCard(db: Db, userId: string): Promise<{ live: MembershipRow; id: string }> {
  const live = await findLive(db, userId);
  if (!live) throw new AppError(409, 'memberships.none');
  if (live.stripeSubscriptionId === null) throw new AppError(409, 'memberships.notByCard');
  return { live, id: live.stripeSubscriptionId };
}

async function changed(db: Db, { userId }: MembershipRow): Promise<LatestMembership> {
  const row = await findLatest(db, userId);
  if (!row) throw new Error('the membership was deleted');
  return row;
}

/** It has ended at the provider, or is not known there. */
function refuseEnded(error: unknown): never {
  throw error instanceof NotOpen ? new AppError(409, 'memberships.none') : error;
}

const audit = (
  db: Db,
  { row, action, detail = {} }: { row: MembershipRow; action: string; detail?: Record<string, unknown> },
) =>
  inTransaction(db, (tx) =>
    writeAudit(tx, { actorId: row.userId, action, subject: 'membership', subjectId: row.id, detail }),
  );

/** Part of revoking the permission to post: the paid period stays, but nothing is charged afterwards. The caller has locked the account. */
export async function stopRenewal(tx: Tx, userId: string): Promise<void> {
  if (await findCheckout(tx, { openOf: userId }))
    await enqueue(tx, membershipsCloseCheckout, { userId }, { key: userId });
  const subscriptionId = (await lockLive(tx, userId))?.stripeSubscriptionId;
  if (subscriptionId) await enqueue(tx, membershipsStopRenewal, { subscriptionId }, { key: subscriptionId });
}

/** Part of closing an account: nothing is charged afterwards. The caller has locked the account. */
export async function endMemberships(tx: Tx, userId: string): Promise<void> {
  if (await findCheckout(tx, { openOf: userId }))
    await enqueue(tx, membershipsCloseCheckout, { userId }, { key: userId });
  const live = await lockLive(tx, userId);
  if (!live) return;
  await updateMembership(tx, live.id, { status: 'canceled' });
  const subscriptionId = live.stripeSubscriptionId;
  if (subscriptionId !== null)
    await enqueue(tx, membershipsEndSubscription, { subscriptionId }, { key: subscriptionId });
}
