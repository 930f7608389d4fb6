import { useId, useState } from 'react';
import type { Membership } from '#core/contract/memberships.ts';
import { type PlanId, planChange, planIds, plans } from '#core/domain/memberships.ts';
import { formatLek } from '#core/i18n/format.ts';
import { Lek } from '#web/features/deals/price.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Check } from '#web/ui/icons.ts';
import type { usePayment } from './use-membership.ts';

interface Props {
  membership: Membership | null;
  payment: ReturnType<typeof usePayment>;
}

export function PlanCards({ membership, payment }: Props) {
  const t = useT();
  const [asked, setAsked] = useState<PlanId | null>(null);
  // The card of a running subscription is charged without a payment page, so it takes a confirmation.
  const isAtOnce = membership?.isLive === true && membership.kind === 'card';
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-lg">{t('membership.plans')}</h3>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-3">
        {planIds.map((plan) => (
          <PlanCard
            key={plan}
            plan={plan}
            membership={membership}
            isPending={payment.pending === plan}
            onChoose={() => (isAtOnce ? setAsked(plan) : payment.begin(plan))}
          />
        ))}
      </ul>
      <p className="text-sm text-muted">{t('membership.plans.hint')}</p>
      {asked && (
        <UpgradeDialog
          plan={asked}
          isRenewing={membership?.isRenewing === true}
          isPending={payment.pending === asked}
          onClose={() => setAsked(null)}
          // Stays until it is over: the second tap of a double tap would land on what is below.
          onConfirm={() => payment.begin(asked, { atOnce: () => setAsked(null) })}
        />
      )}
    </div>
  );
}

interface CardProps {
  plan: PlanId;
  membership: Membership | null;
  isPending: boolean;
  onChoose: () => void;
}

function PlanCard({ plan, membership, isPending, onChoose }: CardProps) {
  const t = useT();
  const { price, postsLimit } = plans[plan];
  const change = planChange(membership, plan);
  const isCurrent = change === 'current';
  return (
    <li
      className={`flex flex-col gap-1 rounded-2xl border p-[min(1rem,4vw)] ${isCurrent ? 'border-olive bg-olive-soft' : 'border-line'}`}
    >
      <h4 className="font-display text-lg font-semibold">{t(`plan.${plan}`)}</h4>
      <p>
        <Lek amount={price} className="font-display text-xl font-semibold" />{' '}
        <span className="whitespace-nowrap text-sm text-muted">{t('membership.aMonth')}</span>
      </p>
      <p className="font-semibold">
        {postsLimit === -1 ? t('membership.posts.unlimited') : t.count('membership.posts', postsLimit)}
      </p>
      <p className="mb-2 text-sm text-muted">{t(`plan.${plan}.tagline`)}</p>
      <div className="mt-auto flex flex-col gap-1">
        {isCurrent ? (
          <p className="flex min-h-11 items-center gap-2 text-sm font-semibold text-olive">
            <Check size={18} />
            {t('membership.currentPlan.badge')}
          </p>
        ) : (
          <ChangeButton
            plan={plan}
            membership={membership}
            isPending={isPending}
            onChoose={onChoose}
            isDowngrade={change === 'downgrade'}
          />
        )}
      </div>
    </li>
  );
}

/** Disabled where the plan cannot be chosen now, with the reason above. */
function ChangeButton({ plan, membership, isPending, onChoose, isDowngrade }: CardProps & { isDowngrade: boolean }) {
  const t = useT();
  const id = useId();
  const isDue = membership?.status === 'past_due';
  const reason = isDowngrade ? t('membership.downgrade.why') : isDue ? t('membership.upgrade.pastDue') : undefined;
  return (
    <>
      {reason && (
        <p id={id} className="text-sm text-muted">
          {reason}
        </p>
      )}
      <Button
        variant={membership?.isLive ? 'secondary' : 'primary'}
        isPending={isPending}
        disabledReason={reason}
        aria-describedby={reason && id}
        onClick={onChoose}
      >
        {t(isDowngrade ? 'membership.downgrade' : membership?.isLive ? 'membership.upgrade' : 'membership.choose', {
          plan: t(`plan.${plan}`),
        })}
      </Button>
    </>
  );
}

interface UpgradeProps {
  plan: PlanId;
  isRenewing: boolean;
  isPending: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

function UpgradeDialog({ plan, isRenewing, isPending, onClose, onConfirm }: UpgradeProps) {
  const t = useT();
  const name = { plan: t(`plan.${plan}`) };
  return (
    <Dialog title={t('membership.upgrade.ask', name)} onClose={onClose}>
      <p>
        {t('membership.upgrade.text')}{' '}
        {isRenewing && t('membership.upgrade.later', { price: formatLek(plans[plan].price, t.language) })}
      </p>
      <div className="flex flex-wrap justify-end gap-3 pt-5">
        <Button variant="secondary" data-first="" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button isPending={isPending} onClick={onConfirm}>
          {t('membership.upgrade', name)}
        </Button>
      </div>
    </Dialog>
  );
}
