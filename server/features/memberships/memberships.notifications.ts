/** Notifications of memberships, one per event, and their emails. */
import { isEnded, plans, postingEnd } from '#core/domain/memberships.ts';
import type { NotificationData, NotificationKind } from '#core/domain/notifications.ts';
import type { Language } from '#core/i18n/language.ts';
import type { Deps } from '#server/deps.ts';
import type { RenderedEmail } from '#server/email/email-template.ts';
import { membershipEmail } from '#server/email/membership-emails.ts';
import { notify } from '#server/features/notifications/notify.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { kindOf } from './memberships.rules.ts';
import { findMembership, findPeriod, type MembershipRow, type PeriodRow } from './memberships.store.ts';

const kinds = {
  ending: 'membershipEnding',
  pastDue: 'membershipPastDue',
  ended: 'membershipEnded',
  receipt: 'membershipReceipt',
} as const;
type Event = keyof typeof kinds;

/** @param about - `ending`: seven days before; `pastDue`: a renewal failed; `ended`; `receipt`: of one payment, with its period */
export async function notifyMembership(
  tx: Tx,
  event: Event,
  { membership, period }: { membership: MembershipRow; period?: PeriodRow },
): Promise<void> {
  const { id: membershipId, userId, plan, status } = membership;
  const end = event === 'pastDue' ? postingEnd(membership) : (period?.endsAt ?? membership.currentPeriodEnd);
  await notify(tx, {
    userId,
    kind: kinds[event],
    key: `membership.${event}.${period?.id ?? `${membershipId}.${membership.currentPeriodEnd.getTime()}`}`,
    data: {
      membershipId,
      date: end.toISOString(),
      amount: plans[plan].price,
      isRenewing: status === 'active' && kindOf(membership) === 'card',
      ...(period && { periodId: period.id }),
    },
  });
}

/** Null where it is not true any more: paid, or extended meanwhile. */
export async function findMembershipEmail(
  { db, clock, config: { publicUrl: origin, operator } }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { kind, data, language }: { kind: NotificationKind; data: unknown; language: Language },
): Promise<RenderedEmail | null> {
  const { membershipId, periodId } = data as NotificationData['membershipEnding'] & { periodId?: string };
  const event = (Object.keys(kinds) as Event[]).find((one) => kinds[one] === kind);
  const membership = await findMembership(db, membershipId);
  if (!event || !membership) return null;
  if (event === 'pastDue' && membership.status !== 'past_due') return null;
  if (event === 'ended' && !isEnded(membership, clock.now())) return null;
  const period = periodId === undefined ? null : await findPeriod(db, periodId);
  const isByCard = kindOf(membership) === 'card';
  return membershipEmail({ kind: event, membership, isByCard, period, language }, { origin, operator });
}
