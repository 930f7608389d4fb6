import type { Membership } from '#core/contract/memberships.ts';
import {
  bannerOf,
  daysLeft,
  GRACE_DAYS,
  isEnded,
  isPaidAhead,
  type MembershipKind,
  type PlanId,
  planChange,
  plans,
  postingEnd,
  postsRemaining,
} from '#core/domain/memberships.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { formatDate } from '#core/i18n/dates.ts';
import type { Language } from '#core/i18n/language.ts';
import { fill } from '#core/i18n/t.ts';
import type { ProviderSubscription } from '#server/gateways/payments/provider.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { LatestMembership, MembershipRow } from './memberships.store.ts';

export const kindOf = ({
  stripeSubscriptionId,
  paymentOverrideBy,
}: Pick<MembershipRow, 'stripeSubscriptionId' | 'paymentOverrideBy'>): MembershipKind => {
  if (stripeSubscriptionId !== null) return 'card';
  return paymentOverrideBy === null ? 'offline' : 'gift';
};

/** A membership as its owner and admins see it. */
export function membershipOf(
  row: MembershipRow & Partial<LatestMembership>,
  { now, language }: { now: number; language: Language },
): Membership {
  const { id, userId, plan, postsUsed, postsLimit, stripeSubscriptionId, paymentOverrideBy } = row;
  const kind = kindOf(row);
  const hasEnded = isEnded(row, now);
  const isByCard = kind === 'card' && !hasEnded;
  const status = hasEnded && row.status !== 'canceled' ? 'expired' : row.status;
  return {
    id,
    userId,
    plan,
    status,
    postsUsed,
    postsLimit,
    stripeSubscriptionId,
    paymentOverrideBy,
    kind,
    currentPeriodStart: row.currentPeriodStart.toISOString(),
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    statusInfo: { status: bannerOf(row, now), message: bannerText(row, { now, language }) },
    isGift: kind === 'gift',
    isLive: !hasEnded,
    postsRemaining: postsRemaining(row),
    daysLeft: daysLeft(row.currentPeriodEnd, now),
    postingEndsAt: postingEnd(row).toISOString(),
    isRenewing: isByCard && status === 'active',
    canCancel: isByCard && (status === 'active' || status === 'past_due'),
    planAfterCancel: isByCard && status === 'active' ? (row.planBefore ?? null) : null,
    canReactivate: isByCard && status === 'canceling',
    canUpdateCard: isByCard,
    canContinue: !hasEnded && kind !== 'card',
  };
}

function bannerText(row: MembershipRow, { now, language }: { now: number; language: Language }): string {
  const { words } = allWords[language];
  const banner = bannerOf(row, now);
  const until = (day: Date) => ({ date: formatDate(day.getTime(), language) });
  if (banner === 'grace' && row.status === 'past_due')
    return fill(words['membership.banner.pastDue'], until(postingEnd(row)));
  // Canceled before its end: it ended then.
  const endedAt =
    row.status === 'canceled' && row.updatedAt < row.currentPeriodEnd ? row.updatedAt : row.currentPeriodEnd;
  if (banner === 'expired') return fill(words['membership.banner.expired'], until(endedAt));
  if (banner === 'grace' && kindOf(row) === 'card') return words['membership.banner.charging'];
  if (banner === 'grace') {
    const { date } = until(postingEnd(row));
    return fill(words['membership.banner.grace'], { ...until(row.currentPeriodEnd), until: date });
  }
  if (row.status === 'canceling') return fill(words['membership.banner.canceling'], until(row.currentPeriodEnd));
  if (banner === 'active') return words['membership.banner.active'];
  const isRenewing = kindOf(row) === 'card';
  return isRenewing
    ? fill(words['membership.banner.renewing'], until(row.currentPeriodEnd))
    : words['membership.banner.expiring'];
}

type Applied = Pick<
  MembershipRow,
  'plan' | 'postsLimit' | 'postsUsed' | 'status' | 'currentPeriodStart' | 'currentPeriodEnd'
>;

/**
 * What a membership becomes by the subscription as the provider reports it, whatever the row was before: plan, status and
 * period follow from the subscription alone. A new period resets the used posts; a membership that has ended comes back
 * only with a paid period.
 */
export function applySubscription(before: Applied, subscription: ProviderSubscription): Applied {
  const wasLive = before.status !== 'expired' && before.status !== 'canceled';
  if (subscription.state === 'ended' || subscription.state === 'incomplete') {
    const { plan, postsLimit, postsUsed, currentPeriodStart, currentPeriodEnd } = before;
    const status = wasLive ? 'canceled' : before.status;
    return { plan, postsLimit, postsUsed, currentPeriodStart, currentPeriodEnd, status };
  }
  const { postsLimit } = plans[subscription.plan];
  // At Stripe a renewed subscription is active for about an hour before its invoice is charged.
  const isPaid =
    subscription.state === 'trialing' ||
    subscription.startsAt <= subscription.createdAt ||
    subscription.invoices.some(({ endsAt }) => endsAt >= subscription.endsAt);
  const shared = { plan: subscription.plan, postsLimit };
  const status = subscription.state === 'past_due' ? 'past_due' : subscription.isCanceling ? 'canceling' : 'active';
  if (subscription.state === 'past_due' || !isPaid) {
    // The period that began is not paid, so the paid time ended where it begins.
    const paid = subscription.invoices.find(({ endsAt }) => endsAt <= subscription.startsAt);
    const start = Math.min(
      (paid?.startsAt ?? subscription.createdAt).getTime(),
      subscription.startsAt.getTime() - 1000,
    );
    const period = { currentPeriodStart: new Date(start), currentPeriodEnd: subscription.startsAt };
    return { ...shared, ...period, postsUsed: before.postsUsed, status: wasLive ? status : before.status };
  }
  // Before the first payment by card the months are those of the paid time.
  const currentPeriodStart = subscription.state === 'trialing' ? before.currentPeriodStart : subscription.startsAt;
  const postsUsed = currentPeriodStart > before.currentPeriodStart ? 0 : before.postsUsed;
  return { ...shared, postsUsed, status, currentPeriodStart, currentPeriodEnd: subscription.endsAt };
}

/** Refuses a smaller plan, and a larger one that would be free for the rest of a long paid time. */
export function refuseChange(
  live: Pick<MembershipRow, 'plan' | 'currentPeriodEnd'>,
  { plan, language, now }: { plan: PlanId; language: Language; now: number },
): void {
  const change = planChange({ plan: live.plan, isLive: true }, plan);
  if (change === 'downgrade') throw new AppError(409, 'memberships.downgrade');
  if (change === 'upgrade' && isPaidAhead(live, now))
    throw new AppError(409, 'memberships.paidAhead', {
      values: { date: formatDate(live.currentPeriodEnd.getTime(), language) },
    });
}

const DAY_MS = 86_400_000;
/** The provider accepts no earlier end of a trial than 48 hours from now. */
const LEAST_TRIAL_MS = 49 * 3_600_000;

/** When the card is charged first: after a gift or a paid time. Null for at once. */
export function trialEndAfter(live: Pick<MembershipRow, 'currentPeriodEnd'> | null, now: number): Date | null {
  const end = live?.currentPeriodEnd.getTime() ?? 0;
  return end <= now ? null : new Date(Math.max(end, now + LEAST_TRIAL_MS));
}

/** A day to which a subscription has to be deferred so that no given or paid day is lost; null where none would be. */
export function owedUntil(
  live: Pick<MembershipRow, 'currentPeriodEnd'>,
  subscription: Pick<ProviderSubscription, 'state' | 'endsAt'>,
  now: number,
): Date | null {
  const end = live.currentPeriodEnd.getTime();
  const owed = subscription.state === 'trialing' ? end - subscription.endsAt.getTime() : end - now;
  return owed > DAY_MS ? new Date(subscription.endsAt.getTime() + owed) : null;
}

/** Nothing was charged yet: canceling it returns to what was given or paid before. */
export const isUnchargedTrial = ({ state, invoices }: ProviderSubscription): boolean =>
  state === 'trialing' && invoices.length === 0;

/** The last day of an unpaid membership. */
export const graceEnd = ({ startsAt }: Pick<ProviderSubscription, 'startsAt'>): number =>
  startsAt.getTime() + GRACE_DAYS * DAY_MS;
