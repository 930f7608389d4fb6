/** Memberships of dealers: plan, posts, payment by card; gifts and payments by bank or in cash, which admins record. */
import * as z from 'zod/mini';
import { membershipStatuses, planIds } from '#core/domain/memberships.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id, Instant } from './shapes.ts';

export const PlanId = z.enum(planIds);

const StatusInfo = z.object({
  /** Kind of the banner; `none` without a membership. */
  status: z.enum(['active', 'expiring', 'grace', 'expired', 'none']),
  /** In the language of the reader. */
  message: z.string(),
});

/** The latest membership. Everything from `kind` on is additive. */
export const Membership = z.object({
  id: Id,
  userId: Id,
  plan: PlanId,
  /** `expired` as soon as posting ends, even before the job marks it. */
  status: z.enum(membershipStatuses),
  postsUsed: z.int(),
  /** -1 is unlimited. */
  postsLimit: z.int(),
  stripeSubscriptionId: z.nullable(z.string()),
  currentPeriodStart: Instant,
  /** Paid until, or given until. */
  currentPeriodEnd: Instant,
  createdAt: Instant,
  updatedAt: Instant,
  /** The admin who gave it as a gift. */
  paymentOverrideBy: z.nullable(Id),
  statusInfo: StatusInfo,
  kind: z.enum(['card', 'offline', 'gift']),
  isGift: z.boolean(),
  /** Whether it allows posting now, including the grace period. */
  isLive: z.boolean(),
  /** Null is unlimited. */
  postsRemaining: z.nullable(z.int()),
  /** To the end of the period, rounded up. */
  daysLeft: z.int(),
  /** When posting ends unless it is renewed. */
  postingEndsAt: Instant,
  /** Whether the card is charged at the end of the period. */
  isRenewing: z.boolean(),
  canCancel: z.boolean(),
  /** The plan that was given or paid, to which canceling returns at once where the card was not charged yet. */
  planAfterCancel: z.nullable(PlanId),
  canReactivate: z.boolean(),
  /** Whether the page of `portal`, where the card is changed, can be opened. */
  canUpdateCard: z.boolean(),
  /** Whether the current plan can be continued by card: gifts and payments by bank or in cash. The card is charged when they end. */
  canContinue: z.boolean(),
});
export type Membership = z.infer<typeof Membership>;

const Subscribed = z.union([
  /** The payment page, to be opened in a window of its own. */
  z.object({ sessionId: z.string(), checkoutUrl: z.string() }),
  /** The plan was changed at once. */
  Done,
]);

const Changed = z.object({ message: z.string(), membership: Membership });

export const memberships = {
  own: endpoint({
    method: 'GET',
    path: '/api/membership',
    access: 'user',
    summary: 'The latest membership of the user; null without one.',
    answer: z.nullable(Membership),
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/membership/status',
    access: 'user',
    summary: 'Banner of the membership: its kind and a message.',
    answer: z.object({ statusInfo: StatusInfo }),
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/api/membership/subscribe',
    access: 'dealer',
    summary: 'Opens the payment page of a plan, or changes the plan of a paid membership at once.',
    body: z.object({ planId: PlanId }),
    limit: 'subscriptions',
    callsExternalService: true,
    answer: Subscribed,
  }),
  activate: endpoint({
    method: 'POST',
    path: '/api/membership/activate',
    access: 'user',
    summary: 'Activates what the provider reports as paid by the user; repeating it changes nothing.',
    limit: 'activations',
    callsExternalService: true,
    answer: Changed,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/membership/cancel',
    access: 'user',
    summary:
      'Cancels the subscription at the end of its period, at once when a payment is overdue. One that was never charged returns to the plan that was given or paid before.',
    limit: 'subscriptions',
    callsExternalService: true,
    answer: Changed,
  }),
  reactivate: endpoint({
    method: 'POST',
    path: '/api/membership/reactivate',
    access: 'dealer',
    summary: 'Takes a cancellation back before the end of the period.',
    limit: 'subscriptions',
    callsExternalService: true,
    answer: Changed,
  }),
  portal: endpoint({
    method: 'POST',
    path: '/api/membership/portal',
    access: 'user',
    summary: 'Page of the provider where the card of the subscription is changed.',
    limit: 'subscriptions',
    callsExternalService: true,
    answer: z.object({ url: z.string() }),
  }),
};
