/** The tabs of the desk in their order. */
import { type Lazy, lazyWithRetry } from '#web/kit/lazy.tsx';
import { House, ShoppingBag, Tag } from '#web/ui/icons.ts';
import { ChartColumn, Store } from '#web/ui/more-icons.ts';
import type { PanelProps } from './panel.ts';

const ofDealers = ['deal', 'dealers', 'memberships', 'own-deals', 'own-salon', 'media'] as const;

interface DeskTab {
  /** In the address. */
  id: 'today' | 'sales' | 'deals' | 'figures' | 'salon';
  Icon: typeof House;
  /** Loaded with its messages when the tab is shown. */
  Panel: Lazy<PanelProps>;
  /** What it shows takes the permission to post deals. */
  isOfDealers?: boolean;
}

export const deskTabs: readonly [DeskTab, ...DeskTab[]] = [
  {
    id: 'today',
    Icon: House,
    Panel: lazyWithRetry<PanelProps>(async () => (await import('./today.tsx')).TodayTab, ofDealers),
  },
  {
    id: 'sales',
    Icon: ShoppingBag,
    Panel: lazyWithRetry<PanelProps>(
      async () => (await import('#web/features/sales/salon-sales.tsx')).SalonSales,
      ['claims', 'deal', 'forms', 'reviews', 'sales'],
    ),
  },
  {
    id: 'deals',
    Icon: Tag,
    Panel: lazyWithRetry<PanelProps>(
      async () => (await import('#web/features/own-deals/own-deals.tsx')).OwnDeals,
      ofDealers,
    ),
    isOfDealers: true,
  },
  {
    id: 'figures',
    Icon: ChartColumn,
    Panel: lazyWithRetry<PanelProps>(
      async () => (await import('./figures-tab.tsx')).FiguresTab,
      ['deal', 'figures', 'statements'],
    ),
  },
  {
    id: 'salon',
    Icon: Store,
    Panel: lazyWithRetry<PanelProps>(async () => (await import('./salon-tab.tsx')).SalonTab, ofDealers),
  },
];
