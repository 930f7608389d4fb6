/** Deals as administrators post, hide, show and assign them. */
import { v7 } from 'uuid';
import type { User } from '#core/contract/accounts/accounts.ts';
import type { AdminDeal, AdminSalon } from '#core/contract/admin/deals.ts';
import { REVIEW } from '#core/contract/deal-reports.ts';
import type { AdminDealInput } from '#core/contract/own-deals.ts';
import { isAllowed } from '#core/domain/accounts.ts';
import { runDays } from '#core/domain/deals.ts';
import type { Deps } from '#server/deps.ts';
import {
  type DealRow,
  type DealValues,
  findPosted,
  insertDeal,
  isActiveCategory,
  updateDeal,
} from '#server/features/deals/posted-deals.store.ts';
import { notify } from '#server/features/notifications/notify.ts';
import { saveLimits } from '#server/features/own-deals/deal-limits.ts';
import { type MailParts, mailModerated } from '#server/features/own-deals/moderation-mail.jobs.ts';
import { columnsOf, hashOf } from '#server/features/own-deals/own-deals.rules.ts';
import { lockOwnDeal, salonOf } from '#server/features/own-deals/own-deals.service.ts';
import { lockSalon } from '#server/features/salons/salons.store.ts';
import { lockActive, lockByEmail } from '#server/features/users/users.store.ts';
import { changesOf, writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction, sqlState, UNIQUE_VIOLATION } from '#server/kit/db/transaction.ts';
import { AppError, invalidInput } from '#server/kit/http/errors.ts';
import {
  assignDealsOf,
  closeReports,
  findSalonNameOf,
  getAdminDeal,
  getAdminSalon,
  setSalonOwner,
} from './deals.store.ts';

type Parts = Pick<Deps, 'db'>;

interface Post {
  adminId: string;
  form: AdminDealInput;
  phone: string | null;
}

/** Needs no membership. A repeated key answers the deal that it posted before. */
export function createDeal({ db }: Parts, { adminId, form, phone }: Post): Promise<AdminDeal> {
  return inTransaction(db, async (tx) => {
    // Also serializes repeated submissions.
    if (!(await lockActive(tx, adminId))) throw new AppError(401, 'access.notAuthenticated');
    const hash = hashOf(form);
    const owner = form.ownerEmail ? await lockDealerByEmail(tx, { email: form.ownerEmail, field: 'ownerEmail' }) : null;
    const userId = owner?.id ?? null;
    const posted = await findPosted(tx, { key: form.key, hash });
    if (posted) return getAdminDeal(tx, posted.id);
    const values = columnsOf(form, { row: null, phone }) as DealValues;
    if (!(await isActiveCategory(tx, form.category))) throw invalidInput({ category: 'unknownChoice' });
    const salonId = owner && (await salonOf(tx, { dealer: owner, values }));
    const id = await insertDeal(tx, {
      ...values,
      userId,
      salonId,
      isFeatured: form.isFeatured === true,
      postKey: form.key ?? null,
      postHash: hash,
      runHours: 24 * runDays[form.timeLeft],
    });
    await saveLimits(tx, { id, salonId, form });
    const detail = { ownerId: userId, after: { title: form.title, price: form.price } };
    await writeAudit(tx, { actorId: adminId, action: 'deals.post', subject: 'deal', subjectId: id, detail });
    return getAdminDeal(tx, id);
  });
}

/** An administrator. */
type Actor = Pick<User, 'id' | 'role'>;

interface Moderation {
  actor: Actor;
  id: string;
  reason: string | null;
}

/** Repeating a decision changes nothing; hiding for another reason what somebody else hid meanwhile is refused. */
export function setVisibility(
  parts: Parts & MailParts,
  { actor, id, isHidden, reason }: Moderation & { isHidden: boolean },
): Promise<AdminDeal> {
  return inTransaction(parts.db, async (tx) => {
    const row = await lockAny(tx, { actor, id });
    const isSame = (row.hiddenByAdminAt !== null) === isHidden;
    if (isSame && isHidden && row.moderationReason !== reason) throw new AppError(409, 'adminDeals.alreadyHidden');
    if (!isSame) {
      const action = isHidden ? 'deals.hide' : 'deals.show';
      await moderate(tx, parts, { actor, row, reason: isHidden ? reason : null, action });
      const isReviewed = !isHidden && (await closeReports(tx, { dealId: id, decision: 'shown', adminId: actor.id }));
      if (isReviewed && isReviewed.length > 0) await tellReviewed(tx, row, null);
    }
    return getAdminDeal(tx, id);
  });
}

/** About all open reports of a deal. Of two decisions at once the second is refused. */
export function decideReports(
  parts: Parts & MailParts,
  { actor, id, decision, reason }: Moderation & { decision: 'hidden' | 'dismissed' },
): Promise<{ success: true }> {
  return inTransaction(parts.db, async (tx) => {
    const row = await lockAny(tx, { actor, id });
    const closed = await closeReports(tx, { dealId: id, decision, adminId: actor.id });
    const reports = closed.length;
    const hasReview = closed.includes(REVIEW);
    if (hasReview && !reason) throw invalidInput({ reason: 'required' });
    if (reports === 0) throw new AppError(409, 'adminDeals.reportsDecided');
    if (decision === 'hidden' && row.hiddenByAdminAt === null)
      await moderate(tx, parts, { actor, row, reason, action: 'dealReports.hide', more: { reports } });
    else {
      const action = decision === 'hidden' ? 'dealReports.hide' : 'dealReports.dismiss';
      await writeAudit(tx, { actorId: actor.id, action, subject: 'deal', subjectId: id, detail: { reports } });
      if (hasReview) await tellReviewed(tx, row, reason);
    }
    return { success: true };
  });
}

async function lockAny(tx: Tx, { actor, id }: Pick<Moderation, 'actor' | 'id'>): Promise<DealRow> {
  const row = await lockOwnDeal(tx, { actor, id });
  if (row.deletedAt !== null) throw new AppError(404, 'deals.notFound');
  return row;
}

interface Decision {
  actor: Actor;
  row: DealRow;
  /** Null shows the deal. */
  reason: string | null;
  action: string;
  more?: Record<string, unknown>;
}

/** Hides or shows the locked deal, and mails its dealer. */
async function moderate(
  tx: Tx,
  parts: Parts & MailParts,
  { actor, row, reason, action, more }: Decision,
): Promise<void> {
  const { id, userId } = row;
  const isHidden = reason !== null;
  const changes = { isHidden, hiddenByAdminAt: isHidden ? new Date() : null, moderationReason: reason };
  await updateDeal(tx, id, changes);
  const { hiddenByAdminAt: _, ...shown } = changes;
  const detail = { ...more, ...changesOf(row, shown), ownerId: userId };
  await writeAudit(tx, { actorId: actor.id, action, subject: 'deal', subjectId: id, detail });
  if (userId !== actor.id) await tellModerated(tx, parts, row, reason);
}

/** By email, and of a hidden deal in the inbox. */
async function tellModerated(tx: Tx, parts: MailParts, deal: DealRow, reason: string | null): Promise<void> {
  const { id: dealId, userId, title, titleEn } = deal;
  await mailModerated(tx, parts, { userId, dealId, news: reason === null ? 'shown' : 'hidden' });
  if (userId === null || reason === null) return;
  const data = { dealId, title, titleEn, reason };
  await notify(tx, { userId, kind: 'dealHidden', key: `dealHidden.${v7()}`, data });
}

/** About the decision on a review that the owner asked for. @param reason - why it stays hidden */
async function tellReviewed(tx: Tx, { id: dealId, userId, title, titleEn }: DealRow, reason: string | null) {
  if (userId === null) return;
  const data = { dealId, title, titleEn, isShown: reason === null, reason };
  await notify(tx, { userId, kind: 'dealReviewed', key: `dealReviewed.${v7()}`, data });
}

interface Assignment {
  actor: Actor;
  id: string;
  /** Of a dealer. */
  email: string;
}

/** Into the salon of its new owner, who may have none. */
export function assignDeal({ db }: Parts, { actor, id, email }: Assignment): Promise<AdminDeal> {
  return inTransaction(db, async (tx) => {
    const owner = await lockDealerByEmail(tx, { email, field: 'email' });
    const row = await lockAny(tx, { actor, id });
    if (row.userId === owner.id) return getAdminDeal(tx, id);
    if (row.userId !== null) throw new AppError(409, 'adminDeals.hasOwner');
    await updateDeal(tx, id, { userId: owner.id, salonId: await salonOf(tx, { dealer: owner, values: row }) });
    const detail = { before: { ownerId: null }, after: { ownerId: owner.id } };
    await writeAudit(tx, { actorId: actor.id, action: 'deals.assign', subject: 'deal', subjectId: id, detail });
    return getAdminDeal(tx, id);
  });
}

/** With its deals that have no owner. */
export function assignSalon({ db }: Parts, { actor, id, email }: Assignment): Promise<AdminSalon> {
  return inTransaction(db, async (tx) => {
    const owner = await lockDealerByEmail(tx, { email, field: 'email' });
    const salon = await lockSalon(tx, id);
    if (!salon) throw new AppError(404, 'adminDeals.salonNotFound');
    if (salon.ownerId === owner.id) return getAdminSalon(tx, id);
    if (salon.ownerId !== null) throw new AppError(409, 'adminDeals.hasOwner');
    // Deals first, as orders lock them: their foreign keys wait for a change of the unique owner.
    const assignedDeals = await assignDealsOf(tx, { salonId: id, ownerId: owner.id });
    await setSalonOwner(tx, { id, ownerId: owner.id });
    const detail = { before: { ownerId: null }, after: { ownerId: owner.id }, assignedDeals };
    await writeAudit(tx, { actorId: actor.id, action: 'salons.assign', subject: 'salon', subjectId: id, detail });
    return getAdminSalon(tx, id);
  }).catch(async (error: unknown) => {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw new AppError(409, 'salons.ownerHasOne', { values: { name: await findSalonNameOf(db, email) } });
  });
}

/** Locks the account of a dealer; others are refused at the field. */
async function lockDealerByEmail(tx: Tx, { email, field }: { email: string; field: string }): Promise<User> {
  const account = await lockByEmail(tx, email);
  if (!account?.isActive || !isAllowed(account.user, 'dealer')) throw invalidInput({ [field]: 'notADealer' });
  return account.user;
}
