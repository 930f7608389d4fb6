import { useState } from 'react';
import type { Membership } from '#core/contract/memberships.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useParameter } from '#web/kit/router/address.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FoldedSection } from '#web/ui/folded-section.tsx';
import { Skeletons, Spinner } from '#web/ui/loading.tsx';
import { Store } from '#web/ui/more-icons.ts';
import { MissingPart } from '#web/ui/problem.tsx';
import { Banner, Facts, isInGrace, Notice, OtherThanCard, StatusBadge, statusOf } from './membership-state.tsx';
import { PlanCards } from './plan-cards.tsx';
import { useActivation, useChange, useMembership, usePayment } from './use-membership.ts';

/** For dealers: their plan, what is left of it, and how to change it. Opened where there is something to do. */
export function MembershipPanel() {
  const t = useT();
  const [hasReturned] = useState(useParameter('membership') !== null);
  const activation = useActivation();
  const { data: membership, error, refetch } = useMembership();
  if (activation.isPending) return <Spinner text={t('membership.activating')} />;
  return (
    <>
      {activation.error && (
        <MissingPart what={t('membership.notActivated')} error={activation.error} retry={activation.retry} />
      )}
      {membership !== undefined ? (
        <Panel membership={membership} hasReturned={hasReturned} />
      ) : error ? (
        <MissingPart what={t('membership.notFetched')} error={error} retry={() => void refetch()} />
      ) : (
        <Skeletons count={1} className="h-24" />
      )}
    </>
  );
}

const needsAction = (membership: Membership | null) => !membership?.isLive || isInGrace(membership);

function Panel({ membership, hasReturned }: { membership: Membership | null; hasReturned: boolean }) {
  return (
    <FoldedSection
      id="membership"
      title={useT()('membership.title')}
      numbers={membership && <Summary membership={membership} />}
      needsAttention={needsAction(membership) || hasReturned}
    >
      <Details membership={membership} />
    </FoldedSection>
  );
}

/** Plan, posts left, and the status unless it is the usual one. */
function Summary({ membership }: { membership: Membership }) {
  const t = useT();
  const { plan, isLive, postsRemaining } = membership;
  const status = statusOf(membership);
  return (
    <>
      <span className="rounded-full bg-raised px-3 py-1 font-sans text-sm tracking-normal">{t(`plan.${plan}`)}</span>{' '}
      {status !== 'active' && <StatusBadge status={status} />}{' '}
      {isLive && (
        <span className="w-full font-sans text-sm font-normal tracking-normal text-muted">
          {postsRemaining === null ? t('membership.posts.unlimited') : t.count('membership.postsLeft', postsRemaining)}
        </span>
      )}
    </>
  );
}

function Details({ membership }: { membership: Membership | null }) {
  const t = useT();
  const payment = usePayment();
  const updateCard = (
    <Button
      variant={membership?.status === 'past_due' ? 'primary' : 'secondary'}
      className="self-start"
      isPending={payment.pending === 'card'}
      onClick={() => payment.begin('card')}
    >
      {t('membership.updateCard')}
    </Button>
  );
  if (!membership)
    return (
      <>
        <Notice Icon={Store} look="bg-raised" iconLook="text-brand">
          {t('membership.none')}
        </Notice>
        <PlanCards membership={null} payment={payment} />
      </>
    );
  const { status, canUpdateCard, isLive } = membership;
  return (
    <>
      <Banner membership={membership} />
      {canUpdateCard && status === 'past_due' && updateCard}
      {isLive && <Facts membership={membership} />}
      <OtherThanCard membership={membership} payment={payment} />
      <div className="flex flex-wrap gap-3 empty:hidden">
        {membership.canReactivate && <ReactivateButton />}
        {canUpdateCard && status !== 'past_due' && updateCard}
        {membership.canCancel && <CancelButton membership={membership} />}
      </div>
      <PlanCards membership={membership} payment={payment} />
    </>
  );
}

function ReactivateButton() {
  const t = useT();
  const reactivate = useChange('reactivate');
  return (
    <Button isPending={reactivate.isPending} onClick={() => reactivate.mutate()}>
      {t('membership.reactivate')}
    </Button>
  );
}

/** Asks first, with the day until which the membership can be used, or the plan to which it returns. */
function CancelButton({ membership: { status, planAfterCancel, currentPeriodEnd } }: { membership: Membership }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const cancel = useChange('cancel', close);
  return (
    <>
      <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('membership.cancel')}
      </Button>
      {asking && (
        <Dialog title={t('membership.cancel.ask')} onClose={close}>
          <p>
            {status === 'past_due'
              ? t('membership.cancel.now')
              : planAfterCancel
                ? t('membership.cancel.back', { plan: t(`plan.${planAfterCancel}`) })
                : t('membership.cancel.until', { date: formatDate(currentPeriodEnd, t.language) })}
          </p>
          <div className="flex flex-wrap justify-end gap-3 pt-5">
            <Button variant="secondary" data-first="" onClick={close}>
              {t('membership.cancel.keep')}
            </Button>
            <Button isPending={cancel.isPending} onClick={() => cancel.mutate()}>
              {t('membership.cancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
