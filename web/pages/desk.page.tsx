import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import type { OwnDeal } from '#core/contract/own-deals.ts';
import { isAllowed } from '#core/domain/accounts.ts';
import { RequireUser, SignInDoor } from '#web/features/accounts/require-user.tsx';
import { deskTabs } from '#web/features/desk/tabs.ts';
import { todayQuery } from '#web/features/desk/use-today.ts';
import { PostedSheet } from '#web/features/own-deals/posted-sheet.tsx';
import { codeOfRefusal } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary } from '#web/kit/lazy.tsx';
import { useParameter } from '#web/kit/router/address.ts';
import { useHead } from '#web/kit/router/head.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { EmptyState, Problem } from '#web/ui/problem.tsx';
import { StepBack } from '#web/ui/step-back.tsx';

/** Where a salon works: the day, what it sold, its deals, its figures, and what it keeps of itself. */
export function Page() {
  const t = useT();
  useHead({ title: `${t('desk.title')} | ${t('app.name')}` });
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5">
      <StepBack to="/" text={t('deal.backHome')} />
      <h1 className="text-3xl">{t('desk.title')}</h1>
      <RequireUser waiting={<Waiting />} door={<SignInDoor title={t('login.needed')} />}>
        {(user) => <Desk user={user} />}
      </RequireUser>
    </div>
  );
}

const Waiting = () => <Skeletons count={3} className="h-36" />;

/** Dealers find here how to begin, before they have a salon. */
function Desk({ user }: { user: User }) {
  const t = useT();
  const isDealer = isAllowed(user, 'dealer');
  const { error, isPending } = useQuery({ ...todayQuery, enabled: !isDealer });
  if (isPending && !isDealer) return <Waiting />;
  if (codeOfRefusal(error) === 'desk.none' && !isDealer)
    return (
      <EmptyState art="no-results" title={t('desk.none')} text={t('desk.none.text')}>
        <ButtonLink to="/for-salons">{t('forSalons.title')}</ButtonLink>
      </EmptyState>
    );
  return <Tabs user={user} isDealer={isDealer} />;
}

function Tabs({ user, isDealer }: { user: User; isDealer: boolean }) {
  const asked = useParameter('tab');
  // Here, because the first steps are gone once a deal was posted.
  const [posted, setPosted] = useState<OwnDeal | null>(null);
  const tabs = deskTabs.filter(({ isOfDealers }) => isDealer || !isOfDealers);
  const { id, Panel } = tabs.find(({ id }) => id === asked) ?? deskTabs[0];
  return (
    <>
      <DeskNav tabs={tabs} current={id} />
      <ErrorBoundary key={id} of={Panel} fallback={(retry) => <FailedPanel retry={retry} />}>
        <Suspense fallback={<Waiting />}>
          <Panel user={user} onPosted={setPosted} />
        </Suspense>
      </ErrorBoundary>
      {posted && <PostedSheet deal={posted} onClose={() => setPosted(null)} />}
    </>
  );
}

function FailedPanel({ retry }: { retry: () => void }) {
  return <Problem text={useT()('error.network')} retry={retry} />;
}

/** On phones in the place of the shop's navigation. */
function DeskNav({ tabs, current }: { tabs: typeof deskTabs | readonly (typeof deskTabs)[number][]; current: string }) {
  const t = useT();
  return (
    <nav
      aria-label={t('desk.tabs')}
      data-bottom-bar=""
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] pr-[env(safe-area-inset-right)] md:static md:rounded-card md:border-0 md:p-1 md:shadow-card"
    >
      <ul className="mx-auto flex max-w-[32rem] md:max-w-none">
        {tabs.map(({ id, Icon }) => (
          <li key={id} className="min-w-0 flex-1">
            <Link
              to={id === 'today' ? '/desk' : `/desk?tab=${id}`}
              aria-current={id === current ? 'page' : undefined}
              className={`flex h-[56px] flex-col items-center justify-center gap-0.5 px-[2.5px] text-center text-[min(0.6875rem,3.25vw,17px)] font-medium whitespace-nowrap md:h-[44px] md:flex-row md:gap-1.5 md:rounded-full md:text-sm md:hover:bg-raised ${id === current ? 'border-b-3 border-brand text-brand md:border-b-0 md:bg-raised' : 'text-muted'}`}
            >
              <Icon size={22} />
              {t(`desk.tab.${id}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
