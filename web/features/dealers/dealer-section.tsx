import { Suspense, useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import type { OwnDeal } from '#core/contract/own-deals.ts';
import { LibraryCard } from '#web/features/media/library-card.tsx';
import { MembershipPanel } from '#web/features/memberships/membership-panel.tsx';
import { OwnDeals, PostedDeals, TotalPerformance } from '#web/features/own-deals/own-deals.tsx';
import { PostedSheet } from '#web/features/own-deals/posted-sheet.tsx';
import { OwnSalon } from '#web/features/salons/own-salon.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary, lazyWithRetry } from '#web/kit/lazy.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { Store } from '#web/ui/more-icons.ts';
import { Problem } from '#web/ui/problem.tsx';
import { DealerCard } from './dealer-card.tsx';
import { FirstSteps } from './first-steps.tsx';

const AdminCard = lazyWithRetry(async () => (await import('#web/features/admin/admin-card.tsx')).AdminCard, ['admin']);

/** What dealers and administrators find on their profile, loaded for them alone, in the order of Spec 2 §2. */
export function DealerSection({ user }: { user: User }) {
  const t = useT();
  const isAdmin = user.role === 'admin';
  // Here, because the first steps are gone once a deal was posted.
  const [posted, setPosted] = useState<OwnDeal | null>(null);
  return (
    <>
      {!isAdmin && (
        <>
          <FirstSteps user={user} onPosted={setPosted} />
          <ButtonLink variant="secondary" size="large" to="/desk">
            <Store size={20} />
            {t('desk.title')}
          </ButtonLink>
        </>
      )}
      <TotalPerformance />
      {isAdmin ? (
        <ErrorBoundary of={AdminCard} fallback={(retry) => <Problem text={t('error.network')} retry={retry} />}>
          <Suspense fallback={<Skeletons count={1} className="h-44" />}>
            <AdminCard />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <>
          <DealerCard user={user} />
          <OwnSalon />
        </>
      )}
      <PostedDeals />
      {!isAdmin && <MembershipPanel />}
      <OwnDeals isFolded isAsked={posted !== null} user={user} onPosted={setPosted} />
      <LibraryCard user={user} />
      {posted && <PostedSheet deal={posted} onClose={() => setPosted(null)} />}
    </>
  );
}
