/** All endpoints by feature. Add a new feature here. */
import { accounts } from './accounts/accounts.ts';
import { identities } from './accounts/identities.ts';
import { secondFactors } from './accounts/second-factors.ts';
import { sessions } from './accounts/sessions.ts';
import { settings } from './accounts/settings.ts';
import { announcements } from './admin/announcements.ts';
import { audit } from './admin/audit.ts';
import { adminDeals } from './admin/deals.ts';
import { adminMoney } from './admin/money.ts';
import { overview } from './admin/overview.ts';
import { users } from './admin/users.ts';
import { admin } from './admin.ts';
import { cart } from './cart.ts';
import { categories } from './categories.ts';
import { dealReports } from './deal-reports.ts';
import { dealers } from './dealers.ts';
import { deals } from './deals.ts';
import type { Endpoint } from './endpoint.ts';
import { favorites } from './favorites.ts';
import { follows } from './follows.ts';
import { media } from './media.ts';
import { memberships } from './memberships.ts';
import { notifications } from './notifications.ts';
import { orders } from './orders.ts';
import { ownDeals } from './own-deals.ts';
import { payments } from './payments.ts';
import { privacy } from './privacy.ts';
import { push } from './push.ts';
import { sales } from './sales.ts';
import { salons } from './salons.ts';
import { searches } from './searches.ts';
import { support } from './support.ts';

export const contract = {
  accounts,
  adminDeals,
  adminMoney,
  announcements,
  audit,
  admin,
  cart,
  categories,
  dealers,
  dealReports,
  deals,
  favorites,
  follows,
  identities,
  memberships,
  media,
  notifications,
  orders,
  overview,
  ownDeals,
  sessions,
  payments,
  privacy,
  push,
  sales,
  salons,
  searches,
  secondFactors,
  settings,
  support,
  users,
};

/** All endpoints with their names (`cart.add`). */
export const endpoints: readonly (readonly [name: string, endpoint: Endpoint])[] = Object.entries(contract).flatMap(
  ([feature, table]) =>
    Object.entries(table).map(([name, endpoint]) => [`${feature}.${name}`, endpoint as Endpoint] as const),
);
