/** What administrators do with accounts. Each change writes one audit event. */
import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { z } from 'zod';
import type { User } from '#core/contract/accounts/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { accountStatusEmail } from '#server/email/account-emails.ts';
import { accountsMailReset } from '#server/features/accounts/accounts.jobs.ts';
import { lockActiveDealsOf, pauseDealsOf, resumeDeals } from '#server/features/deals/deals.store.ts';
import { stopRenewal } from '#server/features/memberships/memberships.service.ts';
import { lockOwner, verifyOwner } from '#server/features/users/owner.ts';
import {
  addSuspension,
  deleteSuspension,
  findReader,
  findSuspendedReader,
  findSuspension,
  lockAdmins,
  lockUser,
  setActive,
  setRole,
} from '#server/features/users/users.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import type { UnverifiedLoginAttempt } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { endSessionsOf, type SignedIn } from '#server/kit/http/sessions.ts';
import { enqueue, job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';
import { findBusiness } from './users.store.ts';

type Parts = Pick<Deps, 'db'>;

interface About {
  userId: string;
  adminId: string;
}

const event = ({ userId, adminId }: About) => ({ actorId: adminId, subject: 'user', subjectId: userId });

/** Reads the reason when it is sent: what was taken back meanwhile is not mailed. */
export const usersMailAccountStatus = job({
  name: 'users-mail-account-status',
  queue: MAILS,
  payload: z.object({ messageId: z.uuid(), userId: z.uuid(), news: z.enum(['suspended', 'reinstated']) }),
  run: async ({ db, mail, config: { publicUrl: origin, operator } }: Deps, { messageId, userId, news }) => {
    const suspended = news === 'suspended' ? await findSuspendedReader(db, userId) : null;
    const reader = suspended ?? (news === 'reinstated' ? await findReader(db, userId) : null);
    if (!reader) return;
    const said = accountStatusEmail(
      { reason: suspended?.reason ?? null, language: reader.language },
      { origin, operator },
    );
    await mail.send({ id: `accountStatus.${messageId}`, to: reader.email, ...said });
  },
});

/** Locks the account; a closed one does not exist here. */
async function lockOpen(tx: Tx, userId: string) {
  const account = await lockUser(tx, userId);
  const suspension = account && (await findSuspension(tx, userId));
  if (!account || (!account.isActive && !suspension)) throw new AppError(404, 'users.notFound');
  return { user: account.user, suspension };
}

/** Ends the sessions and pauses the deals. Repeating one's own decision is harmless. */
export function suspendUser({ db }: Parts, { reason, ...about }: About & { reason: string }): Promise<void> {
  const { userId, adminId } = about;
  return inTransaction(db, async (tx) => {
    const { user, suspension } = await lockOpen(tx, userId);
    if (user.role === 'admin') throw new AppError(409, 'users.isAdmin');
    if (suspension?.suspendedBy === adminId && suspension.reason === reason) return;
    if (suspension) throw new AppError(409, 'users.suspended');
    const pausedDeals = await lockActiveDealsOf(tx, userId);
    await addSuspension(tx, { userId, reason, suspendedBy: adminId, pausedDeals });
    await setActive(tx, { userId, isActive: false });
    // Nobody pays for what they cannot use, or cancel.
    await stopRenewal(tx, userId);
    const detail = { before: { isActive: true }, after: { isActive: false, reason }, pausedDeals: pausedDeals.length };
    await writeAudit(tx, { ...event(about), action: 'users.suspend', detail });
    await enqueue(tx, usersMailAccountStatus, { messageId: v7(), userId, news: 'suspended' });
  });
}

/** Resumes the deals that the suspension paused, if the user may still post. */
export function reinstateUser({ db }: Parts, about: About): Promise<void> {
  const { userId } = about;
  return inTransaction(db, async (tx) => {
    const { user, suspension } = await lockOpen(tx, userId);
    if (!suspension) return;
    await deleteSuspension(tx, userId);
    await setActive(tx, { userId, isActive: true });
    const resumedDeals = user.canPostDeals ? await resumeDeals(tx, { userId, ids: suspension.pausedDeals }) : 0;
    const detail = { before: { isActive: false, reason: suspension.reason }, after: { isActive: true }, resumedDeals };
    await writeAudit(tx, { ...event(about), action: 'users.reinstate', detail });
    await enqueue(tx, usersMailAccountStatus, { messageId: v7(), userId, news: 'reinstated' });
  });
}

/** On every node. */
export function endSessions({ db }: Parts, about: About): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockOpen(tx, about.userId);
    await endSessionsOf(tx, about.userId);
    await writeAudit(tx, { ...event(about), action: 'users.endSessions' });
  });
}

export function sendResetLink({ db }: Parts, about: About): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { suspension } = await lockOpen(tx, about.userId);
    if (suspension) throw new AppError(409, 'users.suspended');
    await enqueue(tx, accountsMailReset, { userId: about.userId });
    await writeAudit(tx, { ...event(about), action: 'users.sendResetLink' });
  });
}

/** Phone and NIPT of the latest request; that they were looked at is recorded. */
export function showBusiness({ db }: Parts, about: About): ReturnType<typeof findBusiness> {
  return inTransaction(db, async (tx) => {
    await lockOpen(tx, about.userId);
    const business = await findBusiness(tx, about.userId);
    await writeAudit(tx, { ...event(about), action: 'users.viewBusiness' });
    return business;
  });
}

interface RoleChange {
  userId: string;
  role: User['role'];
  /** The administrator, who proves to be the one. */
  admin: SignedIn;
  password: string | undefined;
}

/** There is always an administrator: who leaves waits for others who leave. */
export async function changeRole(
  parts: Pick<Deps, 'db' | 'limiter'>,
  { userId, role, admin, password }: RoleChange,
  loginAttempt: UnverifiedLoginAttempt,
): Promise<void> {
  const owner = await verifyOwner(parts, { user: admin, password }, loginAttempt);
  await inTransaction(parts.db, async (tx) => {
    const admins = await lockAdmins(tx);
    await lockOwner(tx, { owner, user: admin });
    if (!admins.includes(admin.id)) throw new AppError(403, 'access.forbidden');
    const { user, suspension } = await lockOpen(tx, userId);
    if (user.role === role) return;
    if (suspension) throw new AppError(409, 'users.suspended');
    // Nobody becomes an administrator by registering with the address of one.
    if (role === 'admin' && !user.isEmailVerified) throw new AppError(409, 'users.notVerified');
    if (role === 'user' && admins.length === 1) throw new AppError(409, 'users.lastAdmin');
    await setRole(tx, { userId, role });
    const pausedDeals = role === 'user' && !user.canPostDeals ? await pauseDealsOf(tx, userId) : 0;
    const detail = { before: { role: user.role }, after: { role }, pausedDeals };
    await writeAudit(tx, { ...event({ userId, adminId: admin.id }), action: 'users.changeRole', detail });
  });
}

/** Expired cash orders of before do not count any more. */
export function liftCashRestriction(db: Db, { userId, adminId }: About): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { rowCount } = await tx.execute(
      sql`update users set cash_lifted_at = now() where id = ${userId} and cash_restricted_until(id) is not null`,
    );
    if (rowCount) await writeAudit(tx, { ...event({ userId, adminId }), action: 'users.liftCash' });
    else if (!(await lockUser(tx, userId))) throw new AppError(404, 'users.notFound');
  });
}
