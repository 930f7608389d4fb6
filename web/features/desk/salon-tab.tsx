import { isAllowed } from '#core/domain/accounts.ts';
import { LibraryCard } from '#web/features/media/library-card.tsx';
import { MembershipPanel } from '#web/features/memberships/membership-panel.tsx';
import { OwnSalon } from '#web/features/salons/own-salon.tsx';
import { BankCard } from './bank-card.tsx';
import type { PanelProps } from './panel.ts';

/** What a salon keeps of itself; without the permission to post deals only the bank account. */
export function SalonTab({ user }: PanelProps) {
  const isDealer = isAllowed(user, 'dealer');
  return (
    <>
      {isDealer && <OwnSalon />}
      {isDealer && user.role !== 'admin' && <MembershipPanel />}
      <BankCard user={user} />
      {isDealer && <LibraryCard user={user} />}
    </>
  );
}
