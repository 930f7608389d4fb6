/** What has to be told to the provider after a commit. */
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { NotOpen, type PaymentProvider } from '#server/gateways/payments/provider.ts';
import { job } from '#server/kit/jobs/job.ts';
import { isUnchargedTrial } from './memberships.rules.ts';
import { closeCheckout, findCheckout, mayOwnerPost } from './memberships.store.ts';

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

/**
 * Ends a subscription with its period; an overdue one at once, so that its open invoice is never charged, and a trial that was
 * never charged, so that its plan is not free for the rest.
 */
export async function stopOrEnd({ subscriptions }: PaymentProvider, id: string): Promise<void> {
  const subscription = await subscriptions.find(id);
  const endsNow = subscription !== null && (subscription.state === 'past_due' || isUnchargedTrial(subscription));
  await (endsNow ? subscriptions.end(id) : subscriptions.setCanceling(id, true));
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
