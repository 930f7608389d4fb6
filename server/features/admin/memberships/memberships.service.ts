/** What admins record: gifts, and payments by bank or in cash. */
import type { MembershipOverride } from '#core/contract/admin/memberships.ts';
import { addMonths, GIFT_DAYS, isEnded, plans } from '#core/domain/memberships.ts';
import { toLek, toQindarka } from '#core/domain/money.ts';
import { formatDate } from '#core/i18n/dates.ts';
import type { Language } from '#core/i18n/language.ts';
import { membershipsEndSubscription } from '#server/features/memberships/memberships.jobs.ts';
import { notifyMembership } from '#server/features/memberships/memberships.notifications.ts';
import { refuseChange } from '#server/features/memberships/memberships.rules.ts';
import {
  findLastPeriod,
  insertMembership,
  insertPeriod,
  isReferenceUsed,
  lockAccountOf,
  lockLive,
  type MembershipRow,
  updateMembership,
} from '#server/features/memberships/memberships.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError, invalidInput } from '#server/kit/http/errors.ts';
import { enqueue } from '#server/kit/jobs/job.ts';

type Override = MembershipOverride & { adminId: string; language: Language; now: number };

/** A gift of 30 days, or with a method the payment of some months. */
export async function overrideMembership(db: Db, override: Override): Promise<MembershipRow> {
  const { userId, method } = override;
  refuseInput(override);
  return inTransaction(db, async (tx) => {
    const account = await lockAccountOf(tx, userId);
    if (!account?.isActive) throw new AppError(404, 'memberships.noSuchUser');
    if (account.role === 'admin') throw new AppError(409, 'memberships.adminNeedsNone');
    if (!account.canPostDeals) throw new AppError(409, 'memberships.notADealer');
    const current = await lockLive(tx, userId);
    return method === undefined ? give(tx, override, current) : recordPayment(tx, { ...override, method }, current);
  });
}

function refuseInput({ method, months, reference, amount, receivedAt, now }: Override): void {
  const hasPayment = [months, reference, amount, receivedAt].some((field) => field !== undefined);
  if (method === undefined && hasPayment) throw invalidInput({ method: 'required' });
  if (method !== undefined && reference === undefined) throw invalidInput({ reference: 'required' });
  if (receivedAt !== undefined && Date.parse(receivedAt) > now) throw new AppError(400, 'memberships.notYet');
}

/** Over a gift, also one with a trial by card that was never charged: the new plan, 30 days from now. */
async function give(tx: Tx, { userId, adminId, planId, language, ...at }: Override, current: MembershipRow | null) {
  const now = new Date(at.now);
  const live = current && !isEnded(current, now.getTime()) ? current : null;
  if (live && (await findLastPeriod(tx, live.id))?.method !== 'gift')
    throw new AppError(409, 'memberships.isPaid', {
      values: { date: formatDate(live.currentPeriodEnd.getTime(), language) },
    });
  const currentPeriodEnd = new Date(now.getTime() + GIFT_DAYS * 86_400_000);
  const { postsLimit } = plans[planId];
  const span = { currentPeriodStart: now, currentPeriodEnd };
  const given = {
    ...span,
    plan: planId,
    postsLimit,
    postsUsed: 0,
    status: 'active' as const,
    paymentOverrideBy: adminId,
  };
  const row = await put(tx, { userId, current, values: given });
  const owner = { membershipId: row.id, userId, plan: planId, recordedBy: adminId };
  await insertPeriod(tx, { ...owner, startsAt: now, endsAt: currentPeriodEnd, amount: 0, method: 'gift' });
  await audited(tx, { adminId, row, action: 'memberships.give', detail: { plan: planId } });
  return row;
}

/** Extends from the current end, given or paid. A subscription by card ends: the membership is paid otherwise now. */
async function recordPayment(
  tx: Tx,
  payment: Override & { method: 'bank' | 'cash' },
  current: MembershipRow | null,
): Promise<MembershipRow> {
  const { userId, adminId, planId, method, months = 1, reference = '', amount } = payment;
  if (await isReferenceUsed(tx, { method, reference })) throw new AppError(409, 'memberships.referenceUsed');
  const now = new Date(payment.now);
  const live = current && !isEnded(current, now.getTime()) ? current : null;
  if (live) refuseChange(live, { plan: planId, language: payment.language, now: payment.now });
  const startsAt = live?.currentPeriodEnd ?? now;
  const endsAt = addMonths(startsAt, months, live?.createdAt);
  const receivedAt = payment.receivedAt === undefined ? now : new Date(payment.receivedAt);
  const extended = {
    plan: planId,
    postsLimit: plans[planId].postsLimit,
    status: 'active' as const,
    paymentOverrideBy: null,
  };
  const values = live
    ? { ...extended, currentPeriodEnd: endsAt }
    : { ...extended, currentPeriodStart: startsAt, currentPeriodEnd: endsAt, postsUsed: 0 };
  const row = await put(tx, { userId, current: live ?? current, values });
  const paid = amount === undefined ? toQindarka(plans[planId].price) * months : toQindarka(amount);
  const period = await insertPeriod(tx, {
    membershipId: row.id,
    userId,
    plan: planId,
    startsAt,
    endsAt,
    amount: paid,
    method,
    reference,
    recordedBy: adminId,
    receivedAt,
  });
  if (!period) throw new Error('a period without an invoice is always inserted');
  await notifyMembership(tx, 'receipt', { membership: row, period });
  await audited(tx, {
    adminId,
    row,
    action: 'memberships.recordPayment',
    detail: { plan: planId, method, reference, months, amount: toLek(paid), receivedAt: receivedAt.toISOString() },
  });
  return row;
}

type Values = Omit<Parameters<typeof insertMembership>[1], 'userId' | 'currentPeriodStart'> & {
  currentPeriodStart?: Date;
};

/** Changes the membership whose status is live, or inserts one. Its subscription by card ends at the provider. */
async function put(
  tx: Tx,
  { userId, current, values }: { userId: string; current: MembershipRow | null; values: Values },
): Promise<MembershipRow> {
  const subscriptionId = current?.stripeSubscriptionId ?? null;
  if (subscriptionId !== null)
    await enqueue(tx, membershipsEndSubscription, { subscriptionId }, { key: subscriptionId });
  if (current)
    return updateMembership(tx, current.id, { ...values, stripeSubscriptionId: null } as Partial<MembershipRow>);
  return insertMembership(tx, { currentPeriodStart: new Date(), ...values, userId });
}

const audited = (
  tx: Tx,
  {
    adminId,
    row,
    action,
    detail,
  }: { adminId: string; row: MembershipRow; action: string; detail: Record<string, unknown> },
) =>
  writeAudit(tx, {
    actorId: adminId,
    action,
    subject: 'membership',
    subjectId: row.id,
    detail: { ...detail, user: row.userId },
  });
