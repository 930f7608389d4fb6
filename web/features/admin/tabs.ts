/** The tabs of the admin panel in their order: those of Spec 2 §2 first. A new tab is a line here. */
import type { PendingKind } from '#core/contract/admin/overview.ts';
import type { Key } from '#core/i18n/t.ts';
import { type Lazy, lazyWithRetry } from '#web/kit/lazy.tsx';

interface AdminTab {
  /** In the address. */
  id: string;
  name: Key;
  /** Loaded with its messages when the tab is shown. */
  Panel: Lazy<object>;
  /** The count of its red badge. */
  counts?: PendingKind;
}

export const adminTabs: readonly AdminTab[] = [
  {
    id: 'support',
    name: 'admin.tab.support',
    Panel: lazyWithRetry(async () => (await import('./support/support.tsx')).SupportTab, ['admin-support']),
    counts: 'supportMessages',
  },
  {
    id: 'requests',
    name: 'admin.tab.requests',
    Panel: lazyWithRetry(async () => (await import('./requests/requests.tsx')).RequestsTab, ['admin-requests']),
    counts: 'dealerRequests',
  },
  {
    id: 'users',
    name: 'admin.tab.users',
    Panel: lazyWithRetry(async () => (await import('./users/users.tsx')).UsersTab, ['admin-users', 'memberships']),
  },
  {
    id: 'categories',
    name: 'admin.tab.categories',
    Panel: lazyWithRetry(
      async () => (await import('./categories/categories.tsx')).CategoriesTab,
      ['moderation', 'media'],
    ),
  },
  {
    id: 'deals',
    name: 'admin.tab.deals',
    Panel: lazyWithRetry(async () => (await import('./deals/deals.tsx')).DealsTab, ['moderation', 'deal', 'own-deals']),
    counts: 'dealReports',
  },
  {
    id: 'reviews',
    name: 'admin.tab.reviews',
    Panel: lazyWithRetry(async () => (await import('./reviews/reviews.tsx')).ReviewsTab, ['moderation', 'reviews']),
    counts: 'reviews',
  },
  {
    id: 'claims',
    name: 'admin.tab.claims',
    Panel: lazyWithRetry(async () => (await import('./claims/claims.tsx')).ClaimsTab, ['claims', 'oversight']),
    counts: 'claims',
  },
  {
    id: 'money',
    name: 'admin.tab.money',
    Panel: lazyWithRetry(async () => (await import('./money/money.tsx')).MoneyTab, ['oversight', 'settlements']),
  },
  {
    id: 'overview',
    name: 'admin.tab.overview',
    Panel: lazyWithRetry(async () => (await import('./overview/overview.tsx')).OverviewTab, ['oversight', 'settings']),
  },
  {
    id: 'audit',
    name: 'admin.tab.audit',
    Panel: lazyWithRetry(async () => (await import('./audit/audit.tsx')).AuditTab, ['audit', 'oversight']),
  },
];
