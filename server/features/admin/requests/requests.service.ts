/** Decisions of administrators about who may post deals. */

import { v7 } from 'uuid';
import type { User } from '#core/contract/accounts/accounts.ts';
import type { DealerRequest } from '#core/contract/admin/requests.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import type { Language } from '#core/i18n/language.ts';
import type { Deps } from '#server/deps.ts';
import type { DealerNews } from '#server/email/dealer-emails.ts';
import { sendDealerEmail } from '#server/features/dealers/dealers.service.ts';
import {
  closeApprovedRequest,
  type Decision,
  findRequest,
  lockPendingRequest,
  lockRequest,
  markReviewed,
} from '#server/features/dealers/dealers.store.ts';
import { pauseDealsOf } from '#server/features/deals/deals.store.ts';
import { stopRenewal } from '#server/features/memberships/memberships.service.ts';
import { notify } from '#server/features/notifications/notify.ts';
import { mayEmailUser } from '#server/features/users/mailbox.ts';
import { findReader, lockUser, setCanPostDeals } from '#server/features/users/users.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { enqueue } from '#server/kit/jobs/job.ts';

type Parts = Pick<Deps, 'db' | 'limiter' | 'actors'>;

/** Only a pending request changes. Repeating one's own decision is harmless; another administrator is told who decided. */
export async function decideRequest(
  parts: Parts,
  { requestId, language, ...review }: Omit<DecisionOf, 'account'> & { language: Language },
): Promise<DealerRequest> {
  const asked = await findRequest(parts.db, requestId);
  if (asked === null) throw new AppError(404, 'dealers.requestNotFound');
  await inTransaction(parts.db, async (tx) => {
    // The account first, as account closure does, which deletes its requests.
    const account = await lockUser(tx, asked.userId);
    const request = await lockRequest(tx, requestId);
    if (account === null || request === null) throw new AppError(404, 'dealers.requestNotFound');
    const isRepeated = request.status === review.status && request.reviewedBy === review.adminId;
    if (isRepeated) return;
    if (request.status !== 'pending') throw await decidedAlready(tx, { ...request, language });
    await decide(tx, parts, { requestId, account, ...review });
  });
  const decided = await findRequest(parts.db, requestId);
  if (decided === null) throw new AppError(404, 'dealers.requestNotFound');
  return decided;
}

async function decidedAlready(
  tx: Tx,
  { reviewedBy, reviewedAt, language }: { reviewedBy: string | null; reviewedAt: Date | null; language: Language },
): Promise<AppError> {
  const decider = reviewedBy && (await findReader(tx, reviewedBy));
  const date = reviewedAt && formatDateTime(reviewedAt.getTime(), language);
  return new AppError(409, 'dealers.decided', { values: { name: decider ? decider.email : '?', date: date ?? '?' } });
}

interface Account {
  user: User;
  isActive: boolean;
}

interface DecisionOf {
  requestId: string;
  account: Account;
  status: Decision;
  notes: string | null;
  adminId: string;
}

/** The caller has locked the account and the pending request. */
async function decide(tx: Tx, parts: Parts, { requestId, account, status, notes, adminId }: DecisionOf): Promise<void> {
  const userId = account.user.id;
  await markReviewed(tx, { requestId, status, adminId, notes });
  if (status === 'approved') await grant(tx, account);
  await writeAudit(tx, {
    actorId: adminId,
    action: status === 'approved' ? 'dealers.approve' : 'dealers.reject',
    subject: 'dealerRequest',
    subjectId: requestId,
    detail: { userId },
  });
  await tell(tx, parts, { userId, news: status, requestId, notes });
}

async function grant(tx: Tx, { user, isActive }: Account): Promise<void> {
  if (!isActive) throw new AppError(409, 'dealers.accountClosed');
  await setCanPostDeals(tx, { userId: user.id, canPostDeals: true });
}

/** Granting approves a pending request. Revoking closes the approved one, pauses the deals and stops the renewal of the membership; orders stay valid. */
export function setPermission(
  parts: Parts,
  { userId, canPostDeals, adminId }: { userId: string; canPostDeals: boolean; adminId: string },
): Promise<User> {
  return inTransaction(parts.db, async (tx) => {
    const account = await lockUser(tx, userId);
    if (account === null) throw new AppError(404, 'dealers.userNotFound');
    const { user } = account;
    if (user.role === 'admin') throw new AppError(409, 'dealers.isAdmin');
    if (user.canPostDeals === canPostDeals) return user;
    const pending = canPostDeals ? await lockPendingRequest(tx, userId) : null;
    if (pending) {
      await decide(tx, parts, { requestId: pending.id, account, status: 'approved', notes: null, adminId });
      return { ...user, canPostDeals };
    }
    const about = { actorId: adminId, subject: 'user', subjectId: userId };
    if (canPostDeals) {
      await grant(tx, account);
      await writeAudit(tx, { ...about, action: 'dealers.grant' });
    } else {
      await setCanPostDeals(tx, { userId, canPostDeals });
      const notes = allWords[user.language].refusals['dealers.revoked'];
      await closeApprovedRequest(tx, { userId, adminId, notes });
      const pausedDeals = await pauseDealsOf(tx, userId);
      await stopRenewal(tx, userId);
      await writeAudit(tx, { ...about, action: 'dealers.revoke', detail: { pausedDeals } });
    }
    await tell(tx, parts, { userId, news: canPostDeals ? 'approved' : 'revoked', requestId: null, notes: null });
    return { ...user, canPostDeals };
  });
}

const kinds = { approved: 'requestApproved', rejected: 'requestRejected', revoked: 'requestRevoked' } as const;

/** Notifies and emails the user; emails are limited for unverified addresses. */
async function tell(
  tx: Tx,
  parts: Parts,
  {
    userId,
    news,
    requestId,
    notes,
  }: { userId: string; news: DealerNews; requestId: string | null; notes: string | null },
): Promise<void> {
  const messageId = v7();
  await notify(tx, { userId, kind: kinds[news], key: `request.${messageId}`, data: { notes } });
  if (await mayEmailUser(tx, parts, { userId, limit: 'dealerMails' }))
    await enqueue(tx, sendDealerEmail, { messageId, userId, news, requestId });
}
