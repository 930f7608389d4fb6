/** Closing an account: what is deleted with it follows from db/table-policies.ts. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Standing } from '#core/contract/privacy.ts';
import type { Language } from '#core/i18n/language.ts';
import { closedAccountNotices, supportMessages } from '#db/schema/conversation.ts';
import { mediaLibrary } from '#db/schema/media.ts';
import { orders } from '#db/schema/shopping.ts';
import { users } from '#db/schema/users.ts';
import { tablePolicies } from '#db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { accountClosedEmail } from '#server/email/account-emails.ts';
import { lockCart } from '#server/features/cart/cart.store.ts';
import { endMemberships } from '#server/features/memberships/memberships.service.ts';
import { cancelOpenOrder } from '#server/features/orders/orders.store.ts';
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
export async function findStanding(db: Db, userId: string): Promise<Standing> {
  const { rows } = await db.execute<Standing & { membershipUntil: string | null }>(sql`
    select u.role = 'admin' and not exists (select from users a where a.role = 'admin' and a.is_active and a.id <> u.id) as "isLastAdmin",
      (select count(*)::int from orders where user_id = u.id and payment_method = 'cash' and status = 'pending') as "openOrders",
      (select count(*)::int from orders
        where user_id = u.id and payment_method = 'card' and status = 'completed' and use_by > now()) as "paidOrders",
      (select count(distinct o.id)::int from order_items i join orders o on o.id = i.order_id
        where i.dealer_id = u.id and o.user_id is distinct from u.id and o.use_by > now()
          and o.status in ('pending', 'completed')) as "owedOrders",
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
  /** Whether the owner accepts what `findStanding` says is lost. */
  givesUp: boolean;
}

/** Ends all sessions on all nodes; only what accounting and others need still refers to the account. */
export async function closeAccount(
  parts: Pick<Deps, 'db' | 'limiter' | 'actors'>,
  { user, password, givesUp }: Closure,
  guesser: UnverifiedLoginAttempt,
): Promise<void> {
  const owner = await verifyOwner(parts, { user, password }, guesser);
  const { id } = user;
  await inTransaction(parts.db, async (tx) => {
    // The lock order of orders: the cart, then accounts.
    await lockCart(tx, id);
    if (user.role === 'admin') await lockAdmins(tx);
    const account = await lockToClose(tx, owner);
    if (account === null || !(await lockSession(tx, user))) throw new AppError(401, 'access.notAuthenticated');
    checkMayClose(await findStanding(tx, id), givesUp);
    await cancelCashOrders(tx, id);
    await endMemberships(tx, id);
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

function checkMayClose({ isLastAdmin, paidOrders, owedOrders, membershipUntil }: Standing, givesUp: boolean): void {
  if (isLastAdmin) throw new AppError(409, 'privacy.lastAdmin');
  const losesSome = paidOrders > 0 || owedOrders > 0 || membershipUntil !== null;
  if (losesSome && !givesUp)
    throw new AppError(409, 'privacy.givesUp', { details: { fields: { givesUp: 'givesUp' } } });
}

async function cancelCashOrders(tx: Tx, userId: string): Promise<void> {
  const open = and(eq(orders.userId, userId), eq(orders.paymentMethod, 'cash'), eq(orders.status, 'pending'));
  for (const { id } of await tx.select({ id: orders.id }).from(orders).where(open).orderBy(orders.id)) {
    if (await cancelOpenOrder(tx, { userId, orderId: id }))
      await writeAudit(tx, { actorId: userId, action: 'orders.cancel', subject: 'order', subjectId: id });
  }
}

/** The caller has locked the cart, then the account. A guest's messages are the account's where its address is verified. */
async function deletePersonalData(
  tx: Tx,
  { userId, verifiedEmail }: { userId: string; verifiedEmail: string | null },
): Promise<void> {
  // No email address looks like an id, so nobody can take it.
  const anonymous = { email: userId, username: userId, displayName: null, passwordHash: null, emailVerifiedAt: null };
  const withoutRights = { isActive: false, closedAt: sql`now()`, role: 'user', canPostDeals: false } as const;
  const unlinked = { stripeCustomerId: null, stripeSubscriptionId: null };
  await tx
    .update(users)
    .set({ ...anonymous, ...withoutRights, ...unlinked })
    .where(eq(users.id, userId));
  for (const { table, personalData } of tablePolicies) {
    if (personalData?.onClosure === 'delete') await tx.delete(table).where(eq(personalData.owner, userId));
  }
  await tx.execute(sql`select forget_business(${userId})`);
  if (verifiedEmail !== null) {
    const ofGuest = and(isNull(supportMessages.userId), eq(supportMessages.contactEmail, verifiedEmail));
    await tx.delete(supportMessages).where(ofGuest);
  }
  const isTheirs = eq(mediaLibrary.uploadedBy, userId);
  await tx.update(mediaLibrary).set({ uploadedBy: null, originalName: '', tags: [] }).where(isTheirs);
}
