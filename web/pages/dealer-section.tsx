import type { User } from '#core/contract/accounts.ts';
import { DealerCard } from '../features/dealers/dealer-card.tsx';
import { MembershipPanel } from '../features/memberships/membership-panel.tsx';

/** What dealers find on their profile, loaded for them alone: their business, then their membership. */
export function DealerSection({ user }: { user: User }) {
  return (
    <>
      <DealerCard user={user} />
      <MembershipPanel />
    </>
  );
}
