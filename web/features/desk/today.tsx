import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Today } from '#core/contract/desk.ts';
import { isAllowed } from '#core/domain/accounts.ts';
import { formatAmount } from '#core/i18n/format.ts';
import { FirstSteps } from '#web/features/dealers/first-steps.tsx';
import { Lek } from '#web/features/deals/price.tsx';
import { useTotals } from '#web/features/own-deals/use-own-deals.ts';
import { useOwnSalon } from '#web/features/salons/use-own-salon.ts';
import { codeOfRefusal } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { TicketCheck } from '#web/ui/icons.ts';
import { Skeletons } from '#web/ui/loading.tsx';
import { MissingPart } from '#web/ui/problem.tsx';
import type { PanelProps } from './panel.ts';
import { todayQuery } from './use-today.ts';

/** What is to do today. */
export function TodayTab({ user, onPosted }: PanelProps) {
  const t = useT();
  const isDealer = isAllowed(user, 'dealer');
  const { data: salon } = useOwnSalon({ enabled: isDealer });
  // Before there is a salon or a sale there is no day to show.
  const { data: totals } = useTotals({ enabled: isDealer });
  const hasDay = !isDealer || Boolean(salon || totals?.sold);
  const { data: today, error, refetch } = useQuery({ ...todayQuery, enabled: hasDay });
  const isNew = isDealer && salon === null && totals?.sold === 0;
  return (
    <>
      {isDealer && user.role !== 'admin' && <FirstSteps user={user} onPosted={onPosted} />}
      <ButtonLink reloads to="/redeem" size="large">
        <TicketCheck size={22} />
        {t('desk.scan')}
      </ButtonLink>
      {today ? (
        <Numbers today={today} />
      ) : isNew || codeOfRefusal(error) === 'desk.none' ? null : error ? (
        <MissingPart what={t('desk.failed')} error={error} retry={() => void refetch()} />
      ) : (
        <Skeletons count={2} className="h-36" />
      )}
    </>
  );
}

/** Each leads to what it counts. */
function Numbers({ today }: { today: Today }) {
  const t = useT();
  const { postsLeft } = today;
  const count = (of: 'due' | 'redeemed' | 'openClaims' | 'reviewsToAnswer' | 'ending') =>
    formatAmount(today[of], t.language);
  const numbers: readonly [name: keyof Today, to: string, number: ReactNode, isToDo?: boolean][] = [
    ['due', '/desk?tab=sales', count('due')],
    ['redeemed', '/desk?tab=sales&part=today', count('redeemed')],
    ['cash', '/desk?tab=sales&part=today', <Lek key="cash" amount={today.cash} />],
    ['card', '/desk?tab=figures', <Lek key="card" amount={today.card} />],
    ['openClaims', '/desk?tab=sales&part=claims', count('openClaims'), today.openClaims > 0],
    ['reviewsToAnswer', '/desk?tab=sales&part=reviews', count('reviewsToAnswer'), today.reviewsToAnswer > 0],
    ['ending', '/desk?tab=deals', count('ending')],
    [
      'postsLeft',
      '/desk?tab=salon#membership',
      postsLeft === null ? t('desk.unlimited') : formatAmount(postsLeft, t.language),
      postsLeft === 0,
    ],
  ];
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-3">
      {numbers.map(([name, to, number, isToDo]) => (
        <li key={name}>
          <Link
            to={to}
            className={`flex h-full flex-col gap-1 rounded-card border p-4 shadow-card hover:border-edge ${isToDo ? 'border-orange bg-orange-soft' : 'border-transparent bg-surface'}`}
          >
            <span className={`font-display text-2xl font-semibold numerals ${isToDo ? 'text-orange-ink' : ''}`}>
              {number}
            </span>{' '}
            <span className={`text-sm ${isToDo ? 'text-orange-ink' : 'text-muted'}`}>{t(`desk.${name}`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
