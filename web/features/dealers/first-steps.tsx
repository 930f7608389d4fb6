import { useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import type { OwnDeal } from '#core/contract/own-deals.ts';
import type { SalonProfile } from '#core/contract/salons.ts';
import { useMembership } from '#web/features/memberships/use-membership.ts';
import { OpenedForm, useShowMembership } from '#web/features/own-deals/own-deals.tsx';
import { useObstacle, useTotals } from '#web/features/own-deals/use-own-deals.ts';
import { SalonDialog } from '#web/features/salons/own-salon.tsx';
import { useOwnSalon } from '#web/features/salons/use-own-salon.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { Check } from '#web/ui/icons.ts';
import { Skeletons } from '#web/ui/loading.tsx';
import { useScrollTo } from './apply-link.tsx';

/** The way from the approval to the first deal; gone once a deal was posted. */
export function FirstSteps({ user, onPosted }: Pick<Props, 'user' | 'onPosted'>) {
  const { data: totals, isPending: isCounting } = useTotals();
  const { data: membership, isPending: isAsking } = useMembership();
  const { data: salon, isPending: isLoading } = useOwnSalon();
  const hasPosted = totals?.hasPosted ?? totals?.posted !== 0;
  const isWaiting = isAsking || isLoading;
  useScrollTo('first-steps', !isCounting && !isWaiting);
  if (isCounting || (isWaiting && !hasPosted)) return <Skeletons count={1} className="h-40" />;
  // Also where one of them could not be loaded, which its own card says.
  if (hasPosted || membership === undefined || salon === undefined) return null;
  return <Steps user={user} onPosted={onPosted} salon={salon} isMember={membership?.isLive === true} />;
}

const isComplete = (salon: SalonProfile | null) =>
  Boolean(salon?.address && salon.hours.length > 0 && (salon.logoUrl || salon.photos.length > 0));

interface Props {
  user: User;
  onPosted: (deal: OwnDeal) => void;
  salon: SalonProfile | null;
  isMember: boolean;
}

function Steps({ user, onPosted, salon, isMember }: Props) {
  const t = useT();
  const [opened, setOpened] = useState<'salon' | 'deal' | null>(null);
  const obstacle = useObstacle(user);
  const showMembership = useShowMembership();
  const close = () => setOpened(null);
  const steps = [
    { name: 'plan', isDone: isMember, onOpen: showMembership },
    { name: 'salon', isDone: isComplete(salon), onOpen: () => setOpened('salon') },
    { name: 'deal', isDone: false, onOpen: () => setOpened('deal') },
  ] as const;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <CardSection id="first-steps" title={t('firstSteps.title')}>
      <ol className="flex flex-col gap-4">
        {steps.map(({ name, isDone, onOpen }, index) => (
          <li key={name} className="flex gap-4">
            <span
              aria-hidden="true"
              className={`grid size-9 shrink-0 place-items-center rounded-full font-semibold numerals ${isDone ? 'bg-olive text-on-olive' : 'bg-raised'}`}
            >
              {isDone ? <Check size={18} /> : index + 1}
            </span>
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
              <div className="min-w-0 flex-[1_1_11rem]">
                <p className="font-semibold">{t(`firstSteps.${name}`)}</p>
                <p className="text-sm text-muted">{t(isDone ? 'firstSteps.done' : `firstSteps.${name}.text`)}</p>
              </div>
              {!isDone && (
                <Button
                  variant={next?.name === name ? 'primary' : 'secondary'}
                  aria-haspopup={name === 'plan' ? undefined : 'dialog'}
                  disabledReason={name === 'deal' && obstacle ? t(`dealForm.${obstacle}`) : undefined}
                  onClick={onOpen}
                >
                  {t(`firstSteps.${name}.action`)}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {opened === 'salon' && <SalonDialog salon={salon} onClose={close} />}
      {opened === 'deal' && (
        <OpenedForm
          user={user}
          opened={{ kind: 'new' }}
          latest={undefined}
          salon={salon}
          onPosted={onPosted}
          onClose={close}
        />
      )}
    </CardSection>
  );
}
