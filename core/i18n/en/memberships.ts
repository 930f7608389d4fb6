/** Words of memberships: plans, banners, answers of the server. */
import type * as sq from '../sq/memberships.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'plan.entry': 'Entry',
  'plan.silver': 'Silver',
  'plan.gold': 'Gold',
  'membership.perMonth': '{price} per month',
  'membership.banner.active': 'Your membership is active',
  'membership.banner.canceling': 'Your membership ends on {date}',
  'membership.banner.expiring': 'Your membership expires soon',
  'membership.banner.renewing': 'Your membership renews on {date}',
  'membership.banner.grace': 'Your membership has expired; you are in the grace period',
  'membership.banner.pastDue': 'The payment of your membership failed. Change the card by {date} to keep it.',
  'membership.banner.expired': 'Your membership has expired',
  'membership.none': 'You have no membership yet. Choose a plan to post deals.',
  'membership.toast.activated': 'Membership Activated!',
  'membership.toast.cancelled': 'Subscription cancelled',
  'membership.toast.reactivated': 'Subscription reactivated',
};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'problem.memberships.adminNeedsNone': 'Administrators post without a membership.',
  'problem.memberships.current': 'You already have this plan.',
  'problem.memberships.downgrade': 'You cannot change to a smaller plan before the current one ends.',
  'problem.memberships.pastDue': 'The last payment failed. Change the card first.',
  'problem.memberships.cardDeclined':
    'The card was declined, so the plan was not changed. Change the card and try again.',
  'problem.memberships.alreadyPaid': 'The membership is already paid.',
  'problem.memberships.notPaid': 'We found no completed payment for the membership.',
  'problem.memberships.none': 'You have no membership.',
  'problem.memberships.notByCard':
    'This membership is not paid by card, so there is nothing to cancel: it ends by itself.',
  'problem.memberships.alreadyCanceling': 'The membership is already cancelled.',
  'problem.memberships.notCanceling': 'The membership is not cancelled, so there is nothing to reactivate.',
  'problem.memberships.away': 'The payment service does not answer. Please try again soon.',
  'problem.memberships.noCards': 'Memberships cannot be paid by card here. Write to us to pay in another way.',
  'problem.memberships.noSuchUser': 'This user was not found.',
  'problem.memberships.notADealer': 'This user may not post deals.',
  'problem.memberships.isPaid': 'This user has a paid membership until {date}.',
  'problem.memberships.referenceUsed': 'A payment with this reference is already recorded.',
  'problem.memberships.notYet': 'The date of the payment is in the future.',
  'field.planId': 'plan',
  'field.userId': 'user',
  'field.method': 'method of payment',
  'field.months': 'months',
  'field.reference': 'reference',
  'field.amount': 'amount',
  'field.receivedAt': 'date of the payment',
};
