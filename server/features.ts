/** All features. A feature declares its endpoints, routes, rate limits and jobs; each is listed here once. */
import type { Endpoint, LimitOf } from '#core/contract/endpoint.ts';
import type { Deps } from './deps.ts';
import { feature as accounts } from './features/accounts/accounts.routes.ts';
import { feature as identities } from './features/accounts/identities/identities.routes.ts';
import { feature as secondFactors } from './features/accounts/second-factors/second-factors.routes.ts';
import { feature as sessions } from './features/accounts/sessions/sessions.routes.ts';
import { feature as settings } from './features/accounts/settings/settings.routes.ts';
import { feature as adminAnnouncements } from './features/admin/announcements/announcements.routes.ts';
import { feature as adminAudit } from './features/admin/audit/audit.routes.ts';
import { feature as adminCategories } from './features/admin/categories/categories.routes.ts';
import { feature as adminDeals } from './features/admin/deals/deals.routes.ts';
import { feature as adminMemberships } from './features/admin/memberships/memberships.routes.ts';
import { feature as adminMoney } from './features/admin/money/money.routes.ts';
import { feature as adminOverview } from './features/admin/overview/overview.routes.ts';
import { feature as adminRequests } from './features/admin/requests/requests.routes.ts';
import { feature as adminReviews } from './features/admin/reviews/reviews.routes.ts';
import { feature as adminSettlements } from './features/admin/settlements/settlements.routes.ts';
import { feature as adminSupport } from './features/admin/support/support.routes.ts';
import { feature as adminUsers } from './features/admin/users/users.routes.ts';
import { feature as cart } from './features/cart/cart.routes.ts';
import { feature as categories } from './features/categories/categories.routes.ts';
import { feature as claims } from './features/claims/claims.routes.ts';
import { feature as dealAlerts } from './features/deal-alerts/deal-alerts.jobs.ts';
import { feature as dealReports } from './features/deal-reports/deal-reports.routes.ts';
import { feature as dealers } from './features/dealers/dealers.routes.ts';
import { feature as deals } from './features/deals/deals.routes.ts';
import { feature as desk } from './features/desk/desk.routes.ts';
import { feature as exchange } from './features/exchange/exchange.jobs.ts';
import { feature as favorites } from './features/favorites/favorites.routes.ts';
import { feature as figures } from './features/figures/figures.routes.ts';
import { feature as follows } from './features/follows/follows.routes.ts';
import { feature as media } from './features/media/media.routes.ts';
import { feature as memberships } from './features/memberships/memberships.routes.ts';
import { feature as notifications } from './features/notifications/notifications.routes.ts';
import { feature as orders } from './features/orders/orders.routes.ts';
import { feature as ownDeals } from './features/own-deals/own-deals.routes.ts';
import { feature as payments } from './features/payments/payments.routes.ts';
import { feature as privacy } from './features/privacy/privacy.routes.ts';
import { feature as push } from './features/push/push.routes.ts';
import { feature as redeem } from './features/redeem/redeem.routes.ts';
import { feature as reviews } from './features/reviews/reviews.routes.ts';
import { feature as sales } from './features/sales/sales.routes.ts';
import { feature as salons } from './features/salons/salons.routes.ts';
import { feature as searches } from './features/searches/searches.routes.ts';
import { feature as settlements } from './features/settlements/settlements.routes.ts';
import { feature as shareImages } from './features/share-images/share-images.jobs.ts';
import { feature as statements } from './features/statements/statements.routes.ts';
import { feature as support } from './features/support/support.routes.ts';
import { feature as tills } from './features/tills/tills.routes.ts';
import { feature as users } from './features/users/account-changes.ts';
import { feature as vouchers } from './features/vouchers/vouchers.routes.ts';
import type { Serve } from './kit/http/serve.ts';
import type { Work } from './kit/jobs/job.ts';
import { generalLimits, type Limits } from './kit/limits/limits.ts';

interface Feature {
  /** Its tables of endpoints by name. */
  contract?: Record<string, Record<string, Endpoint>>;
  routes?: (serve: Serve, deps: Deps) => void;
  limits?: Limits;
  jobs?: readonly Work<Deps>[];
}

const all = [
  deals,
  dealReports,
  searches,
  categories,
  claims,
  reviews,
  media,
  favorites,
  cart,
  orders,
  sales,
  figures,
  statements,
  desk,
  vouchers,
  redeem,
  tills,
  memberships,
  salons,
  settlements,
  follows,
  ownDeals,
  payments,
  accounts,
  identities,
  secondFactors,
  sessions,
  settings,
  users,
  dealers,
  push,
  notifications,
  support,
  privacy,
  dealAlerts,
  exchange,
  shareImages,
  adminAnnouncements,
  adminAudit,
  adminCategories,
  adminDeals,
  adminMemberships,
  adminMoney,
  adminOverview,
  adminRequests,
  adminReviews,
  adminSettlements,
  adminSupport,
  adminUsers,
] as const satisfies readonly Feature[];

export const features: readonly Feature[] = all;

/** Intersection of a union. */
type Joined<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (part: infer All) => void
  ? All
  : never;
type Part<Name extends keyof Feature> = (typeof all)[number] extends infer One
  ? One extends Record<Name, infer Value>
    ? Value
    : never
  : never;
type Contract = Joined<Part<'contract'>>;

export const contract = Object.assign({}, ...features.map((feature) => feature.contract)) as Contract;

/** All endpoints with their names (`cart.add`). */
export const endpoints: readonly (readonly [name: string, endpoint: Endpoint])[] = Object.entries(contract).flatMap(
  ([table, calls]) =>
    Object.entries(calls).map(([name, endpoint]) => [`${table}.${name}`, endpoint as Endpoint] as const),
);

type Calls = { [Table in keyof Contract]: Contract[Table][keyof Contract[Table]] }[keyof Contract];

/** Every limit that an endpoint names is here: one without figures does not compile. */
export const limits = Object.assign({}, generalLimits, ...features.map((feature) => feature.limits)) as Joined<
  Part<'limits'>
> &
  typeof generalLimits satisfies Record<LimitOf<Calls>, unknown>;

export const featureJobs = features.flatMap(({ jobs = [] }) => jobs);
