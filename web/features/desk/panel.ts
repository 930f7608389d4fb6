import type { User } from '#core/contract/accounts/accounts.ts';
import type { OwnDeal } from '#core/contract/own-deals.ts';

/** What the panel of each tab gets. */
export interface PanelProps {
  user: User;
  onPosted: (deal: OwnDeal) => void;
}
