/** Emails of memberships, one function per event, and what has to be told to the provider after a commit. */
import { z } from 'zod';
import { isEnded } from '#core/domain/memberships.ts';
import type { Deps } from '#server/deps.ts';
import { membershipEmail } from '#server/email/membership-emails.ts';
import { findReader } from '#server/features/people/people.store.ts';
import { NotOpen, type PaymentProvider } from '#server/gateways/payments/provider.ts';
import { job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';
import { kindOf } from './memberships.rules.ts';
import {
  closeCheckout,
  findCheckout,
  findMembership,
  findPeriod,
  mayOwnerPost,
  wantsReminders,
} from './memberships.store.ts';

/** `ending`: seven days before; `pastDue`: a renewal failed; `ended`; `receipt`: of one payment. */
export const membershipsMail = job({
  name: 'memberships-mail',
  queue: MAILS,
  payload: z.object({
    kind: z.enum(['ending', 'pastDue', 'ended', 'receipt']),
    membershipId: z.uuid(),
    periodId: z.optional(z.uuid()),
  }),
  run: async ({ db, mail, config: { publicUrl: origin, operator } }: Deps, { kind, membershipId, periodId }) => {
    const membership = await findMembership(db, membershipId);
    const reader = membership && (await findReader(db, membership.userId));
    // A closed account gets no more emails.
    if (!reader) return;
    const isReminder = kind === 'ending' || kind === 'ended';
    if (isReminder && !(await wantsReminders(db, membership.userId))) return;
    // Paid meanwhile.
    if (kind === 'pastDue' && membership.status !== 'past_due') return;
    if (kind === 'ended' && !isEnded(membership, Date.now())) return;
    const period = periodId === undefined ? null : await findPeriod(db, periodId);
    const { currentPeriodEnd } = membership;
    const id = `membership.${kind}.${periodId ?? `${membershipId}.${currentPeriodEnd.getTime()}`}`;
    const about = { kind, membership, isByCard: kindOf(membership) === 'card', period, language: reader.language };
    await mail.send({ id, to: reader.email, ...membershipEmail(about, { origin, operator }) });
  },
});

const PROVIDER = 'card-provider';

/** Ends a subscription that no membership needs any more, so that nothing is charged afterwards. */
export const membershipsEndSubscription = job({
  name: 'memberships-end-subscription',
  queue: PROVIDER,
  payload: z.object({ subscriptionId: z.string() }),
  run: async ({ cards }: Deps, { subscriptionId }) => {
    if (!cards) throw new Error('no payment provider is configured');
    await cards.subscriptions.end(subscriptionId).catch((error: unknown) => {
      if (!(error instanceof NotOpen)) throw error;
    });
  },
});

/** Ends a subscription with its period; an overdue one at once, so that its open invoice is never charged. */
export async function stopOrEnd({ subscriptions }: PaymentProvider, id: string): Promise<void> {
  const isOverdue = (await subscriptions.find(id))?.state === 'past_due';
  await (isOverdue ? subscriptions.end(id) : subscriptions.setCanceling(id, true));
}

/** Stops the renewal for a user who may not post any more. The event of it is applied as usual. */
export const membershipsStopRenewal = job({
  name: 'memberships-stop-renewal',
  queue: PROVIDER,
  payload: z.object({ subscriptionId: z.string() }),
  run: async ({ db, cards }: Deps, { subscriptionId: id }) => {
    if (!cards) throw new Error('no payment provider is configured');
    // Granted again meanwhile.
    if (await mayOwnerPost(db, id)) return;
    await stopOrEnd(cards, id).catch((error: unknown) => {
      if (!(error instanceof NotOpen)) throw error;
    });
  },
});

/** Closes the payment page of a user who may not pay any more; where it was paid just before, its event ends the subscription. */
export const membershipsCloseCheckout = job({
  name: 'memberships-close-checkout',
  queue: PROVIDER,
  payload: z.object({ userId: z.uuid() }),
  run: async ({ db, cards }: Deps, { userId }) => {
    const checkout = await findCheckout(db, { openOf: userId });
    if (!checkout) return;
    const sessionId = checkout.sessionId;
    const page = sessionId === null ? null : await cards?.subscriptions.expireCheckout(sessionId);
    if (page?.state !== 'paid') await closeCheckout(db, checkout.id, 'expired');
  },
});

const reviewTexts = {
  surplus: 'a subscription was paid that no membership needs: it is ended, refund its invoice at the provider',
  unknown: 'a subscription of a payment page that is not here: look at it at the provider',
} as const;

/** Logs an error for the operator: the case needs a manual review. */
export const membershipsReview = job({
  name: 'memberships-review',
  payload: z.object({ about: z.string(), why: z.enum(['surplus', 'unknown']) }),
  run: async ({ log }: Deps, { about, why }) => log.error({ about }, reviewTexts[why]),
});
