/** Closing an account: what is deleted with it follows from db/table-policies.ts. */
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { ClosurePreview } from '#core/contract/privacy.ts';
import type { Language } from '#core/i18n/language.ts';
import { deals } from '#db/schema/catalogue.ts';
import { closedAccountNotices, supportMessages } from '#db/schema/conversation.ts';
import { reviews } from '#db/schema/reviews.ts';
import { users } from '#db/schema/users.ts';
import { claims } from '#db/schema/vouchers.ts';
import { type TablePolicy, tablePolicies } from '#db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { accountClosedEmail } from '#server/email/account-emails.ts';
import { lockCart } from '#server/features/cart/cart.store.ts';
import { endMemberships } from '#server/features/memberships/memberships.service.ts';
import { cancelUnits } from '#server/features/payments/unit-refunds.ts';
import { mayEmailAddress } from '#server/features/users/mailbox.ts';
import { verifyOwner } from '#server/features/users/owner.ts';
import { type Credentials, lockAdmins } from '#server/features/users/users.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import type { UnverifiedLoginAttempt } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { lockSession, type SignedIn } from '#server/kit/http/sessions.ts';
import { enqueue, job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';

/** Deletes the address once the email is sent; the cleanup job does where it cannot be sent. */
export const sendAccountClosedEmail = job({
  name: 'privacy-send-account-closed',
  queue: MAILS,
  payload: z.object({ noticeId: z.uuid() }),
  run: async ({ db, mail, config: { operator } }: Deps, { noticeId }) => {
    const isIt = eq(closedAccountNotices.id, noticeId);
    const [notice] = await db.select().from(closedAccountNotices).where(isIt);
    if (!notice) return;
    const { email, language } = notice;
    await mail.send({ id: `closed.${noticeId}`, to: email, ...accountClosedEmail(language, operator) });
    await db.delete(closedAccountNotices).where(isIt);
  },
});

/** What the owner would lose, and what prevents the closure. */
export async function previewClosure(db: Db, userId: string): Promise<ClosurePreview> {
  const { rows } = await db.execute<ClosurePreview & { membershipUntil: string | null }>(sql`
    select u.role = 'admin' and not exists (select from users a where a.role = 'admin' and a.is_active and a.id <> u.id) as "isLastAdmin",
      (select count(*)::int from orders where user_id = u.id and payment_method = 'cash' and status = 'pending') as "openOrders",
      (select count(*)::int from orders o
        where user_id = u.id and payment_method = 'card' and status = 'completed' and use_by > now()
          and exists (select from vouchers v where v.order_id = o.id and v.status = 'open')) as "paidOrders",
      (select count(distinct o.id)::int from order_items i join orders o on o.id = i.order_id
        where i.dealer_id = u.id and o.user_id is distinct from u.id and o.use_by > now()
          and o.status in ('pending', 'completed')) as "owedOrders",
      (select count(*)::int from reviews where user_id = u.id and status <> 'withdrawn') as reviews,
      to_json((select max(current_period_end) from memberships
        where user_id = u.id and status in ('active', 'canceling', 'past_due') and current_period_end > now())) as "membershipUntil"
    from users u where u.id = ${userId}`);
  const [row] = rows;
  if (!row) throw new Error('nobody has that id');
  return row;
}

interface Closure {
  user: SignedIn;
  password: string | undefined;
  /** Whether the owner accepts the losses that `previewClosure` lists. */
  givesUp: boolean;
  /** Whether open units paid by card are refunded; else they are given up. */
  isRefunded: boolean;
  /** Else they are kept without the name. */
  deletesReviews: boolean;
}

/** Ends all sessions on all nodes; only what accounting and others need still refers to the account. */
export async function closeAccount(
  parts: Pick<Deps, 'db' | 'limiter' | 'actors' | 'cards'>,
  { user, password, givesUp, isRefunded, deletesReviews }: Closure,
  loginAttempt: UnverifiedLoginAttempt,
): Promise<void> {
  const owner = await verifyOwner(parts, { user, password }, loginAttempt);
  const { id } = user;
  await inTransaction(parts.db, async (tx) => {
    // The lock order of orders: the cart, then accounts.
    await lockCart(tx, id);
    if (user.role === 'admin') await lockAdmins(tx);
    const account = await lockToClose(tx, owner);
    if (account === null || !(await lockSession(tx, user))) throw new AppError(401, 'access.notAuthenticated');
    checkMayClose(await previewClosure(tx, id), givesUp);
    await cancelOpenOrders(tx, parts.cards, { userId: id, isRefunded });
    await endMemberships(tx, id);
    if (deletesReviews) await tx.delete(reviews).where(eq(reviews.userId, id));
    const { email, language, isVerified } = account;
    await deletePersonalData(tx, { userId: id, verifiedEmail: isVerified ? email : null });
    await writeAudit(tx, { actorId: id, action: 'privacy.close', subject: 'user', subjectId: id });
    // An unverified address may be somebody else's, for which accounts could be closed again and again.
    if (!isVerified && !(await mayEmailAddress(tx, parts, { email, limit: 'accountClosedEmails' }))) return;
    const [notice] = await tx.insert(closedAccountNotices).values({ email, language }).returning();
    if (notice) await enqueue(tx, sendAccountClosedEmail, { noticeId: notice.id });
  });
}

/** Null unless these credentials still open the account, which is locked until the transaction ends. */
async function lockToClose(
  tx: Tx,
  { user, passwordHash }: Credentials,
): Promise<{ email: string; language: Language; isVerified: boolean } | null> {
  const isSame = sql`${users.passwordHash} is not distinct from ${passwordHash}`;
  const [row] = await tx
    .select({
      email: users.email,
      language: users.language,
      isVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
    })
    .from(users)
    .where(and(eq(users.id, user.id), users.isActive, isSame))
    .for('update');
  return row ?? null;
}

function checkMayClose(
  { isLastAdmin, paidOrders, owedOrders, membershipUntil }: ClosurePreview,
  givesUp: boolean,
): void {
  if (isLastAdmin) throw new AppError(409, 'privacy.lastAdmin');
  const losesSome = paidOrders > 0 || owedOrders > 0 || membershipUntil !== null;
  if (losesSome && !givesUp)
    throw new AppError(409, 'privacy.givesUp', { details: { fields: { givesUp: 'givesUp' } } });
}

/** Reason of claims that end with the account of their buyer, read by the salon and administrators. */
const CLOSED_ACCOUNT = 'Llogaria u mbyll. / Account closed.';

/** Closes the claims of the account and cancels its open units; those paid by card are refunded unless the owner gives them up. */
async function cancelOpenOrders(
  tx: Tx,
  cards: Deps['cards'],
  { userId, isRefunded }: { userId: string; isRefunded: boolean },
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct o.id from orders o join vouchers v on v.order_id = o.id and v.status = 'open'
    where o.user_id = ${userId} and o.disputed_at is null and (v.cash_due is null or v.use_by > now()) order by o.id`);
  await tx
    .update(claims)
    .set({ decision: 'close', reason: CLOSED_ACCOUNT, decidedAt: sql`now()` })
    .where(and(eq(claims.userId, userId), isNull(claims.decidedAt), isNull(claims.withdrawnAt)));
  // Redemptions without a connection may still arrive.
  const isUsable = sql`(vouchers.cash_due is null or vouchers.use_by > now())`;
  for (const { id: orderId } of rows) {
    const refund = isRefunded ? ('buyer' as const) : null;
    await cancelUnits(tx, cards, { orderId, why: 'buyer', refund, actorId: userId, which: isUsable });
    await writeAudit(tx, { actorId: userId, action: 'orders.cancel', subject: 'order', subjectId: orderId });
  }
}

/** The caller has locked the cart, then the account. A guest's messages are the account's where its address is verified. */
async function deletePersonalData(
  tx: Tx,
  { userId, verifiedEmail }: { userId: string; verifiedEmail: string | null },
): Promise<void> {
  const withoutRights = { isActive: false, closedAt: sql`now()`, role: 'user', canPostDeals: false } as const;
  await tx.update(users).set(withoutRights).where(eq(users.id, userId));
  await tx.execute(sql`select forget_business(${userId}, ${emptiedOfDeals()}::text[])`);
  for (const { table, personalData } of tablePolicies) {
    if (personalData?.onClosure === 'delete') await tx.delete(table).where(eq(personalData.owner, userId));
    else if (personalData) await emptyColumns(tx, { table, personalData, userId });
  }
  if (verifiedEmail !== null) {
    const ofGuest = and(isNull(supportMessages.userId), eq(supportMessages.contactEmail, verifiedEmail));
    await tx.delete(supportMessages).where(ofGuest);
  }
}

/** Deal columns that are emptied, as details of audit events call them, as a PostgreSQL array. */
function emptiedOfDeals(): string {
  const emptied = tablePolicies.flatMap(({ table, personalData }) =>
    table === deals && personalData && personalData.onClosure !== 'delete' ? personalData.onClosure.emptied : [],
  );
  const names = Object.entries(getTableColumns(deals)).filter(([, column]) => emptied.includes(column));
  return `{${names.map(([name]) => name).join()}}`;
}

async function emptyColumns(
  tx: Tx,
  {
    table,
    personalData,
    userId,
  }: { table: PgTable; personalData: NonNullable<TablePolicy['personalData']>; userId: string },
): Promise<void> {
  const { owner, onClosure } = personalData;
  if (onClosure === 'delete' || onClosure.emptied.length === 0) return;
  // No email address looks like an id, so nobody can take it.
  const nothing = ({ notNull, isUnique, hasDefault }: PgColumn) =>
    !notNull ? sql`null` : isUnique ? sql`${userId}` : hasDefault ? sql`default` : sql`''`;
  const changes = onClosure.emptied.map((column) => sql`${sql.identifier(column.name)} = ${nothing(column)}`);
  // In the order in which orders lock deals.
  const key = getTableColumns(table).id ?? owner;
  await tx.execute(sql`select from ${table} where ${owner} = ${userId} order by ${key} for no key update`);
  await tx.execute(sql`update ${table} set ${sql.join(changes, sql`, `)} where ${owner} = ${userId}`);
}
