/** What a membership is at the moment: status, banners, facts. */
import type { ReactNode } from 'react';
import type { Membership } from '#core/contract/memberships.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Check, Gift, Hourglass, type Icon } from '#web/ui/icons.ts';
import { Banknote, Clock, Store, TriangleAlert } from '#web/ui/more-icons.ts';
import type { usePayment } from './use-membership.ts';

type Status = Membership['status'] | 'grace';

const statusLooks: Record<Status, string> = {
  active: 'bg-olive text-on-olive',
  grace: 'bg-alert-soft text-alert',
  canceling: 'bg-raised text-honey',
  past_due: 'bg-alert-soft text-alert',
  expired: 'bg-alert-soft text-alert',
  canceled: 'bg-raised text-muted',
};

/** Its period has ended unpaid. One that renews waits for the charge only. */
export const isInGrace = ({ statusInfo, isRenewing }: Membership): boolean =>
  statusInfo.status === 'grace' && !isRenewing;

/** In its grace period it is not called active. */
export const statusOf = (membership: Membership): Status =>
  membership.status === 'active' && isInGrace(membership) ? 'grace' : membership.status;

/** Unknown statuses are shown as they are (Spec 2 §4). */
export function StatusBadge({ status }: { status: Status }) {
  const t = useT();
  const isKnown = Object.hasOwn(statusLooks, status);
  return (
    <span
      className={`inline-block rounded-full px-3 py-1 font-sans text-sm font-semibold tracking-normal ${isKnown ? statusLooks[status] : 'bg-raised'}`}
    >
      {isKnown ? t(`membership.status.${status}`) : status}
    </span>
  );
}

interface NoticeProps {
  Icon: Icon;
  look: string;
  iconLook: string;
  children: ReactNode;
}

export function Notice({ Icon, look, iconLook, children }: NoticeProps) {
  return (
    <div className={`flex gap-[min(0.75rem,3vw)] rounded-2xl p-[min(1rem,4vw)] ${look}`}>
      <span className={`shrink-0 pt-0.5 ${iconLook}`}>
        <Icon size={20} />
      </span>
      <div className="flex min-w-0 flex-col gap-3">{children}</div>
    </div>
  );
}

const bannerLooks = {
  active: { Icon: Check, look: 'bg-olive-soft', iconLook: 'text-olive' },
  expiring: { Icon: Clock, look: 'border border-honey', iconLook: 'text-honey' },
  announced: { Icon: Clock, look: 'bg-raised', iconLook: 'text-muted' },
  grace: { Icon: Hourglass, look: 'bg-alert-soft', iconLook: 'text-alert' },
  expired: { Icon: TriangleAlert, look: 'border border-alert', iconLook: 'text-alert' },
  none: { Icon: Store, look: 'bg-raised', iconLook: 'text-brand' },
} as const;

/** A renewal is no reason to worry; a canceled membership is not as it should be, though active. */
export function Banner({ membership: { statusInfo, isRenewing, status } }: { membership: Membership }) {
  const isCalm = isRenewing ? statusInfo.status !== 'active' : status === 'canceling' && statusInfo.status === 'active';
  return (
    <Notice {...bannerLooks[isCalm ? 'announced' : statusInfo.status]}>
      <p>{statusInfo.message}</p>
    </Notice>
  );
}

/** A gift, or a payment by bank or in cash: until when, and the way to continue by card. */
export function OtherThanCard({
  membership,
  payment,
}: {
  membership: Membership;
  payment: ReturnType<typeof usePayment>;
}) {
  const t = useT();
  const { kind, plan, daysLeft, currentPeriodEnd, isLive, canContinue } = membership;
  if (kind === 'card' || !isLive) return null;
  return (
    <Notice Icon={kind === 'gift' ? Gift : Banknote} look="bg-raised" iconLook="text-brand">
      {!isInGrace(membership) && (
        <p className="font-semibold">
          {kind === 'gift'
            ? t.count('membership.gift.banner', daysLeft)
            : t('membership.paidUntil', { date: formatDate(currentPeriodEnd, t.language) })}
        </p>
      )}
      {canContinue && (
        <>
          <p className="text-sm text-muted">
            {t(isInGrace(membership) ? 'membership.continue.now' : 'membership.continue.hint')}
          </p>
          <Button className="self-start" isPending={payment.pending === plan} onClick={() => payment.begin(plan)}>
            {t('membership.continue')}
          </Button>
        </>
      )}
    </Notice>
  );
}

export function Facts({ membership }: { membership: Membership }) {
  const t = useT();
  const { plan, postsUsed, postsLimit, postsRemaining, isRenewing } = membership;
  const isLimited = postsRemaining !== null;
  const until = isInGrace(membership) ? membership.postingEndsAt : membership.currentPeriodEnd;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-3">
      <Fact name={t('membership.currentPlan')}>{t(`plan.${plan}`)}</Fact>
      <Fact name={t('membership.status')}>
        <StatusBadge status={statusOf(membership)} />
      </Fact>
      <Fact name={t('membership.postsRemaining')}>
        {isLimited ? postsRemaining : t('membership.unlimited')}
        <span className="block text-sm font-normal text-muted">
          {isLimited
            ? t('membership.postsUsed', { used: postsUsed, limit: postsLimit })
            : t('membership.postsUsed.unlimited', { used: postsUsed })}
        </span>
      </Fact>
      <Fact name={t(isRenewing ? 'membership.renewalDate' : 'membership.accessUntil')}>
        {formatDate(until, t.language)}
      </Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
);
