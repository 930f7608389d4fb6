/** Deals that dealers post and change, and the posts of the membership that this consumes. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { User } from '#core/contract/accounts/accounts.ts';
import { REVIEW } from '#core/contract/deal-reports.ts';
import type { BodyOf } from '#core/contract/endpoint.ts';
import type { DealChange, OwnDeal, ownDeals } from '#core/contract/own-deals.ts';
import { isAllowed } from '#core/domain/accounts.ts';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import { runDays } from '#core/domain/deals.ts';
import { deals } from '#db/schema/catalogue.ts';
import { dealReports } from '#db/schema/conversation.ts';
import type { Deps } from '#server/deps.ts';
import { dealAlertsPriceDrop } from '#server/features/deal-alerts/deal-alerts.jobs.ts';
import {
  type DealRow,
  type DealValues,
  findOwnDeal,
  findOwnerId,
  findPosted,
  insertDeal,
  isActiveCategory,
  lockDeal,
  runHoursOf,
  timesFrom,
  updateDeal,
} from '#server/features/deals/posted-deals.store.ts';
import { storeDataUrl } from '#server/features/media/media.service.ts';
import { saveMedia } from '#server/features/media/media.store.ts';
import { consumePost } from '#server/features/memberships/memberships.store.ts';
import { findSalonId, insertSalon } from '#server/features/salons/salons.store.ts';
import { lockDealer, lockUser } from '#server/features/users/users.store.ts';
import { changesOf, writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { dryRun, inTransaction } from '#server/kit/db/transaction.ts';
import { AppError, invalidInput } from '#server/kit/http/errors.ts';
import type { SignedIn } from '#server/kit/http/sessions.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { saveLimits } from './deal-limits.ts';
import { type MailParts, mailModerated } from './moderation-mail.jobs.ts';
import { columnsOf, forAudit } from './own-deals.rules.ts';
import { flagChange, flagCopy } from './price-flags.ts';

type Parts = Pick<Deps, 'db'>;

/**
 * A picture in the call itself (`data:`) is decoded outside of a transaction and only where everything else is right: the change
 * is tried without it first. Its row is saved in the transaction of the change.
 */
export async function withStoredImage<Form extends DealChange>(
  deps: Deps,
  { form, ...by }: { form: Form; userId: string; actor: string },
  change: (tx: Tx, form: Form) => Promise<OwnDeal>,
): Promise<OwnDeal> {
  const { imageUrl: url } = form;
  if (!url?.startsWith('data:')) return inTransaction(deps.db, (tx) => change(tx, form));
  await dryRun(deps.db, (tx) => change(tx, { ...form, imageUrl: null }));
  const media = await storeDataUrl(deps, { ...by, url });
  return inTransaction(deps.db, async (tx) => {
    const { url: imageUrl } = await saveMedia(tx, media);
    return change(tx, { ...form, imageUrl });
  });
}

interface Post {
  userId: string;
  form: BodyOf<typeof ownDeals.create>;
  /** Of the form as it was sent. */
  hash: string;
  phone: string | null;
}

/** Consumes one post, except of administrators. A repeated key answers the deal that it posted before. */
export async function postDeal(tx: Tx, { userId, form, hash, phone }: Post): Promise<OwnDeal> {
  const dealer = await lockDealer(tx, userId);
  const posted = await findPosted(tx, { userId, key: form.key, hash });
  if (posted) return posted;
  const values = columnsOf(form, { row: null, phone }) as DealValues;
  if (!(await isActiveCategory(tx, form.category))) throw invalidInput({ category: 'unknownChoice' });
  const isAdmin = dealer.role === 'admin';
  if (!isAdmin) await takePost(tx, userId);
  const salonId = await salonOf(tx, { dealer, values });
  const source = form.copyOf === undefined ? null : await findSource(tx, { id: form.copyOf, userId });
  const id = await insertDeal(tx, {
    ...values,
    userId,
    salonId,
    lineId: source?.lineId ?? null,
    isFeatured: isAdmin && form.isFeatured === true,
    postKey: form.key ?? null,
    postHash: hash,
    runHours: 24 * runDays[form.timeLeft],
  });
  await saveLimits(tx, { id, salonId, form });
  if (source)
    await flagCopy(tx, { id, of: source, copy: { price: values.price, originalPrice: values.originalPrice ?? null } });
  await writeAudit(tx, { actorId: userId, action: 'deals.post', subject: 'deal', subjectId: id });
  return findOwnDeal(tx, id);
}

/** What is copied. */
async function findSource(tx: Tx, { id, userId }: { id: string; userId: string }) {
  const [copied] = await tx
    .select({ lineId: deals.lineId, price: deals.price, originalPrice: deals.originalPrice })
    .from(deals)
    .where(and(eq(deals.id, id), eq(deals.userId, userId), isNull(deals.deletedAt)));
  if (!copied) throw invalidInput({ copyOf: 'unknownChoice' });
  return copied;
}

async function takePost(tx: Tx, userId: string): Promise<void> {
  const outcome = await consumePost(tx, userId);
  if (outcome !== 'consumed') throw new AppError(403, `ownDeals.${outcome}`, { details: { page: '/profile' } });
}

/** The salon of the dealer, created with the first post. What an administrator posts needs none. */
export async function salonOf(
  tx: Tx,
  { dealer, values }: { dealer: User; values: DealValues },
): Promise<string | null> {
  const salonId = await findSalonId(tx, dealer.id);
  if (salonId !== null || dealer.role === 'admin') return salonId;
  const { businessName: name, businessInfo: about, businessInfoEn: aboutEn, distance: location, phone } = values;
  const { address = '', city = DEFAULT_CITY, socialLink } = values;
  const [, instagram] = /^https?:\/\/(?:www\.)?instagram\.com\/([A-Za-z0-9._]{1,30})\/?$/i.exec(socialLink ?? '') ?? [];
  const texts = { name, about: about ?? '', aboutEn };
  return insertSalon(tx, { ownerId: dealer.id, ...texts, address, city, location, phone, instagram });
}

interface Change {
  actor: SignedIn;
  id: string;
  form: BodyOf<typeof ownDeals.update>;
  /** Undefined: stays as it is. */
  phone: string | null | undefined;
}

export async function changeDeal(tx: Tx, { actor, id, form, phone }: Change): Promise<OwnDeal> {
  const row = await lockOwnDeal(tx, { actor, id, resumes: form.isActive === true || form.startsOn === null });
  if (row.deletedAt !== null) throw new AppError(404, 'deals.notFound');
  if (row.isExpired) throw new AppError(409, 'ownDeals.expired');
  // Administrators lift it where they give the reason.
  if (row.hiddenByAdminAt !== null && form.isHidden === false) throw new AppError(409, 'ownDeals.hiddenByAdmin');
  const values = columnsOf(form, { row, phone });
  const { category = row.category } = values;
  if (category !== row.category && !(await isActiveCategory(tx, category)))
    throw invalidInput({ category: 'unknownChoice' });
  const isFeatured = actor.role === 'admin' ? form.isFeatured : undefined;
  const changes = { ...values, isFeatured, isActive: form.isActive, isHidden: form.isHidden };
  await updateDeal(tx, id, { ...changes, ...startOf(row, form) });
  const limits = await saveLimits(tx, { id, salonId: row.salonId, form });
  const { price = row.price, originalPrice = row.originalPrice } = values;
  await flagChange(tx, { id, lineId: row.lineId, before: row, after: { price, originalPrice } });
  if (price < row.price) await enqueue(tx, dealAlertsPriceDrop, { dealId: id, price, before: row.price });
  const detail = {
    ...changesOf({ ...forAudit(row), ...limits.before }, { ...forAudit(changes), ...limits.after }),
    ownerId: row.userId,
  };
  await writeAudit(tx, { actorId: actor.id, action: 'deals.edit', subject: 'deal', subjectId: id, detail });
  return findOwnDeal(tx, id);
}

/** What starts a scheduled deal now or on another day; one that has started stays so. */
function startOf({ startsOn, timeLeft }: DealRow, form: Change['form']) {
  if (startsOn === null) {
    if (form.startsOn) throw invalidInput({ startsOn: 'invalid' });
    return {};
  }
  const runHours = runHoursOf(timeLeft);
  if (form.isActive || form.startsOn === null || form.startsOn === '')
    return { isActive: true, startsOn: null, ...timesFrom(null, runHours) };
  return form.startsOn ? timesFrom(form.startsOn, runHours) : {};
}

/** Of a deal that an administrator hid. A repeat while a request is open changes nothing. */
export function requestReview(db: Db, { actor, id }: Pick<Change, 'actor' | 'id'>): Promise<OwnDeal> {
  return inTransaction(db, async (tx) => {
    const row = await lockOwnDeal(tx, { actor, id });
    if (row.deletedAt !== null || row.userId !== actor.id) throw new AppError(404, 'deals.notFound');
    if (row.isExpired) throw new AppError(409, 'ownDeals.expired');
    if (row.hiddenByAdminAt === null) throw new AppError(409, 'ownDeals.notHidden');
    const open = { createdAt: sql`now()`, decision: null, decidedAt: null, decidedBy: null };
    const { rowCount } = await tx
      .insert(dealReports)
      .values({ dealId: id, reporter: REVIEW, reason: REVIEW })
      .onConflictDoUpdate({
        target: [dealReports.dealId, dealReports.reporter],
        set: open,
        setWhere: isNotNull(dealReports.decision),
      });
    if (rowCount)
      await writeAudit(tx, { actorId: actor.id, action: 'deals.requestReview', subject: 'deal', subjectId: id });
    return findOwnDeal(tx, id);
  });
}

/** Orders keep their snapshot of the deal. A dealer whose deal an administrator deletes is mailed. */
export function removeDeal(
  parts: Parts & MailParts,
  { actor, id, reason = null }: Pick<Change, 'actor' | 'id'> & { reason?: string | null | undefined },
): Promise<{ success: true }> {
  return inTransaction(parts.db, async (tx) => {
    const { deletedAt, title, userId: ownerId } = await lockOwnDeal(tx, { actor, id });
    if (deletedAt !== null) return { success: true };
    const isModerated = actor.role === 'admin' && ownerId !== actor.id;
    await updateDeal(tx, id, {
      deletedAt: new Date(),
      repostsLeft: 0,
      startsOn: null,
      ...(isModerated && { moderationReason: reason }),
    });
    const detail = { title, ownerId, ...(isModerated && { reason }) };
    await writeAudit(tx, { actorId: actor.id, action: 'deals.delete', subject: 'deal', subjectId: id, detail });
    if (isModerated) await mailModerated(tx, parts, { userId: ownerId, dealId: id, news: 'deleted' });
    return { success: true };
  });
}

/** Locks the owner's account, then the deal: closing the account, revoking and posting do the same. */
export async function lockOwnDeal(
  tx: Tx,
  { actor, id, resumes = false }: { actor: Pick<SignedIn, 'id' | 'role'>; id: string; resumes?: boolean },
): Promise<DealRow> {
  const ownerId = await findOwnerId(tx, id);
  if (ownerId === undefined || (ownerId !== actor.id && actor.role !== 'admin'))
    throw new AppError(404, 'deals.notFound');
  if (ownerId === actor.id) await lockDealer(tx, actor.id);
  else if (ownerId !== null) {
    const owner = await lockUser(tx, ownerId);
    if (resumes && !(owner?.isActive && isAllowed(owner.user, 'dealer'))) throw new AppError(403, 'access.forbidden');
  }
  const row = await lockDeal(tx, id);
  if (!row) throw new AppError(404, 'deals.notFound');
  return row;
}
