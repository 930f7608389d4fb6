import type { User } from '#core/contract/accounts.ts';
import { DealerCard } from '../features/dealers/dealer-card.tsx';
import { LibraryCard } from '../features/media/library-card.tsx';
import { MembershipPanel } from '../features/memberships/membership-panel.tsx';
import { OwnDeals, TotalPerformance } from '../features/own-deals/own-deals.tsx';
import { OwnSalon } from '../features/own-deals/own-salon.tsx';

/** What dealers and administrators find on their profile, loaded for them alone: their business, membership and deals. */
export function DealerSection({ user }: { user: User }) {
  return (
    <>
      <TotalPerformance />
      {user.role !== 'admin' && (
        <>
          <DealerCard user={user} />
          <OwnSalon />
          <div id="membership" className="scroll-mt-20">
            <MembershipPanel />
          </div>
        </>
      )}
      <OwnDeals user={user} />
      <LibraryCard user={user} />
    </>
  );
}
