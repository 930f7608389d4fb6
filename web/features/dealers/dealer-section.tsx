import { Suspense } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import { LibraryCard } from '#web/features/media/library-card.tsx';
import { MembershipPanel } from '#web/features/memberships/membership-panel.tsx';
import { OwnDeals, PostedDeals, TotalPerformance } from '#web/features/own-deals/own-deals.tsx';
import { OwnSalon } from '#web/features/salons/own-salon.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary, lazyWithRetry } from '#web/kit/lazy.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { DealerCard } from './dealer-card.tsx';
import { FirstSteps } from './first-steps.tsx';

const AdminCard = lazyWithRetry(async () => (await import('#web/features/admin/admin-card.tsx')).AdminCard, ['admin']);

/** What dealers and administrators find on their profile, loaded for them alone, in the order of Spec 2 §2. */
export function DealerSection({ user }: { user: User }) {
  const t = useT();
  const isAdmin = user.role === 'admin';
  return (
    <>
      {!isAdmin && <FirstSteps user={user} />}
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
      {!isAdmin && (
        <div id="membership" className="scroll-mt-20">
          <MembershipPanel />
        </div>
      )}
      <OwnDeals user={user} />
      <LibraryCard user={user} />
    </>
  );
}
