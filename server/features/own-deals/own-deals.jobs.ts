/** Start of scheduled deals, and automatic reposting of expired ones. */
import { z } from 'zod';
import { isAllowed } from '#core/domain/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { repostsStoppedEmail } from '#server/email/own-deal-emails.ts';
import {
  findDealsToRepost,
  findDealsToStart,
  findTitles,
  isSoldOut,
  lockDeal,
  renewDeal,
  runHoursOf,
  stopReposts,
  timesFrom,
  updateDeal,
} from '#server/features/deals/posted-deals.store.ts';
import { consumePost } from '#server/features/memberships/memberships.store.ts';
import { mayEmailUser } from '#server/features/users/mailbox.ts';
import { findReader, lockActive } from '#server/features/users/users.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { enqueue, job, recurring } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';

/** Deals per query. */
const AT_ONCE = 100;

export const ownDealsMailStopped = job({
  name: 'own-deals-mail-stopped',
  queue: MAILS,
  payload: z.object({ userId: z.uuid(), dealIds: z.array(z.uuid()).min(1) }),
  run: async ({ db, mail, config: { publicUrl: origin, operator } }: Deps, { userId, dealIds }) => {
    const reader = await findReader(db, userId);
    const titles = await findTitles(db, dealIds);
    if (!reader || titles.length === 0) return;
    const email = repostsStoppedEmail({ titles, language: reader.language }, { origin, operator });
    await mail.send({ id: `reposts.${dealIds[0]}`, to: reader.email, ...email });
  },
});

export const ownDealsRepost = recurring({
  name: 'own-deals-repost',
  cron: '* * * * *',
  run: async (deps: Deps) => {
    const failures: unknown[] = [];
    // What failed is found again.
    for (let found = AT_ONCE; found === AT_ONCE && failures.length === 0; ) {
      const due = await findDealsToStart(deps.db, AT_ONCE);
      for (const deal of due) await start(deps, deal).catch((error: unknown) => failures.push(error));
      found = due.length;
    }
    for (let found = AT_ONCE; found === AT_ONCE && failures.length === 0; ) {
      const due = await findDealsToRepost(deps.db, AT_ONCE);
      for (const deal of due) await repost(deps, deal).catch((error: unknown) => failures.push(error));
      found = due.length;
    }
    if (failures.length > 0) throw new AggregateError(failures, 'deals could not be posted again');
  },
});

/** Starts a scheduled deal, unless its dealer may not post any more. */
function start({ db }: Pick<Deps, 'db'>, { id, userId }: { id: string; userId: string | null }): Promise<void> {
  return inTransaction(db, async (tx) => {
    const dealer = userId === null ? null : await lockActive(tx, userId);
    const deal = await lockDeal(tx, id);
    // Changed since it was found.
    if (!deal?.startsOn || deal.deletedAt !== null) return;
    if (userId !== null && !(dealer && isAllowed(dealer, 'dealer'))) return updateDeal(tx, id, { startsOn: null });
    await updateDeal(tx, id, { isActive: true, startsOn: null, ...timesFrom(null, runHoursOf(deal.timeLeft)) });
    await writeAudit(tx, { actorId: null, action: 'deals.start', subject: 'deal', subjectId: id });
  });
}

/** Posts the deal again, or stops the reposting of all expired deals of a dealer who has no posts left. */
function repost(parts: Pick<Deps, 'db' | 'limiter' | 'actors'>, { id, userId }: { id: string; userId: string }) {
  return inTransaction(parts.db, async (tx) => {
    const dealer = await lockActive(tx, userId);
    const deal = await lockDeal(tx, id);
    // Changed since it was found.
    if (!deal?.isExpired || deal.repostsLeft === 0 || deal.deletedAt !== null) return;
    if (await isSoldOut(tx, id)) return updateDeal(tx, id, { repostsLeft: 0 });
    const mayPost = dealer !== null && isAllowed(dealer, 'dealer');
    if (mayPost && (dealer.role === 'admin' || (await consumePost(tx, userId)) === 'consumed')) {
      await renewDeal(tx, {
        id,
        repostsLeft: deal.repostsLeft - 1,
        runHours: runHoursOf(deal.timeLeft),
      });
      await writeAudit(tx, { actorId: null, action: 'deals.repost', subject: 'deal', subjectId: id });
      return;
    }
    const dealIds = await stopReposts(tx, userId);
    if (mayPost && (await mayEmailUser(tx, parts, { userId, limit: 'dealerMails' })))
      await enqueue(tx, ownDealsMailStopped, { userId, dealIds });
  });
}
