/** Plans, statuses and rules of memberships, shared by server and browser. */

export const planIds = ['entry', 'silver', 'gold'] as const;
export type PlanId = (typeof planIds)[number];

export const isPlanId = (name: string | undefined): name is PlanId => (planIds as readonly unknown[]).includes(name);

/** Price in lek per month; -1 posts are unlimited (Spec 2 §9). */
export const plans: Record<PlanId, { price: number; postsLimit: number }> = {
  entry: { price: 1200, postsLimit: 3 },
  silver: { price: 2200, postsLimit: 10 },
  gold: { price: 4200, postsLimit: -1 },
};

export const GIFT_DAYS = 30;
/** Posting stays allowed for so long after an unpaid end. */
export const GRACE_DAYS = 3;
/** The last days of a membership, in which its end is announced. */
export const EXPIRING_DAYS = 7;
/** Months of one payment by bank or in cash. */
export const MAX_MONTHS = 12;
/** A larger plan, which is taken at once, can be chosen in the last days of a paid time. */
const UPGRADE_DAYS = 31;

export const membershipStatuses = ['active', 'canceling', 'past_due', 'expired', 'canceled'] as const;
export type MembershipStatus = (typeof membershipStatuses)[number];

/** How it is paid: by card (a subscription of the provider), by bank or in cash, or not at all. */
export type MembershipKind = 'card' | 'offline' | 'gift';

export type BannerKind = 'active' | 'expiring' | 'grace' | 'expired';

const DAY_MS = 86_400_000;

interface Term {
  status: MembershipStatus;
  currentPeriodEnd: Date;
}

/** When posting ends: a canceled membership ends with its period, others after the grace period. */
export function postingEnd({ status, currentPeriodEnd }: Term): Date {
  const grace = status === 'canceling' ? 0 : GRACE_DAYS * DAY_MS;
  return new Date(currentPeriodEnd.getTime() + grace);
}

export const isEnded = (term: Term, now: number): boolean =>
  term.status === 'expired' || term.status === 'canceled' || postingEnd(term).getTime() <= now;

export function bannerOf(term: Term, now: number): BannerKind {
  if (isEnded(term, now)) return 'expired';
  const left = term.currentPeriodEnd.getTime() - now;
  if (left <= 0 || term.status === 'past_due') return 'grace';
  return left <= EXPIRING_DAYS * DAY_MS ? 'expiring' : 'active';
}

/** Days to the end of the period, rounded up, at least 0. */
export const daysLeft = (currentPeriodEnd: Date, now: number): number =>
  Math.max(0, Math.ceil((currentPeriodEnd.getTime() - now) / DAY_MS));

/** Null is unlimited. */
export const postsRemaining = ({ postsUsed, postsLimit }: { postsUsed: number; postsLimit: number }): number | null =>
  postsLimit === -1 ? null : Math.max(0, postsLimit - postsUsed);

/**
 * What choosing a plan would be. `subscribe`: there is no membership, or it has ended. `current`: offered as "continue by card"
 * only while `canContinue`.
 */
export function planChange(
  membership: { plan: PlanId; isLive: boolean } | null,
  plan: PlanId,
): 'subscribe' | 'upgrade' | 'current' | 'downgrade' {
  if (!membership?.isLive) return 'subscribe';
  if (membership.plan === plan) return 'current';
  return planIds.indexOf(plan) > planIds.indexOf(membership.plan) ? 'upgrade' : 'downgrade';
}

/** Whether more is paid or given than one month, so that a larger plan at once would be free for the rest. */
export const isPaidAhead = ({ currentPeriodEnd }: Pick<Term, 'currentPeriodEnd'>, now: number): boolean =>
  currentPeriodEnd.getTime() > now + UPGRADE_DAYS * DAY_MS;

/**
 * The same day of a later month, or its last day: one month after 31 January is 28 February, and with that as the anchor one
 * month later is 31 March.
 */
export function addMonths(from: Date, months: number, anchor = from): Date {
  const lastOf = (day: Date) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  const isLastDay = from.getUTCDate() === lastOf(from);
  const targetDay = isLastDay ? Math.max(from.getUTCDate(), anchor.getUTCDate()) : from.getUTCDate();
  const day = new Date(from);
  day.setUTCDate(1);
  day.setUTCMonth(day.getUTCMonth() + months);
  day.setUTCDate(Math.min(targetDay, lastOf(day)));
  return day;
}
