/** The features, each listed here once: its calls and how often they may be made, and its jobs. */
import type { LimitOf } from '#core/contract/endpoint.ts';
import type { contract } from '#core/contract/index.ts';
import { accountsMailReset, accountsMailVerification, accountsTellSignIn } from './features/accounts/accounts.jobs.ts';
import { accountsLimits, accountsRoutes } from './features/accounts/accounts.routes.ts';
import { identitiesLimits, identitiesRoutes } from './features/accounts/identities/identities.routes.ts';
import { secondFactorsLimits, secondFactorsRoutes } from './features/accounts/second-factors/second-factors.routes.ts';
import { sessionsLimits, sessionsRoutes } from './features/accounts/sessions/sessions.routes.ts';
import { settingsRoutes } from './features/accounts/settings/settings.routes.ts';
import { adminRoutes } from './features/admin/admin.routes.ts';
import {
  announcementsLimits,
  announcementsNotify,
  announcementsRoutes,
} from './features/admin/announcements/announcements.routes.ts';
import { adminDealsRoutes } from './features/admin/deals/deals.routes.ts';
import { adminMoneyRoutes } from './features/admin/money/money.routes.ts';
import { oversightRoutes } from './features/admin/overview/overview.routes.ts';
import { supportReplied } from './features/admin/support/support.service.ts';
import { usersLimits, usersRoutes } from './features/admin/users/users.routes.ts';
import { usersMailStanding } from './features/admin/users/users.service.ts';
import { cartRoutes } from './features/cart/cart.routes.ts';
import { categoriesRoutes } from './features/categories/categories.routes.ts';
import { dealAlertsEnding, dealAlertsNew, dealAlertsPriceDrop } from './features/deal-alerts/deal-alerts.jobs.ts';
import { dealReportsLimits, dealReportsRoutes } from './features/deal-reports/deal-reports.routes.ts';
import { dealersLimits, dealersRoutes } from './features/dealers/dealers.routes.ts';
import { sendDealerEmail } from './features/dealers/dealers.service.ts';
import { dealsMarkOver, wordsForget } from './features/deals/deals.jobs.ts';
import { dealsLimits, dealsRoutes } from './features/deals/deals.routes.ts';
import { exchangeFetch } from './features/exchange/exchange.jobs.ts';
import { favoritesLimits, favoritesRoutes } from './features/favorites/favorites.routes.ts';
import { followsRoutes } from './features/follows/follows.routes.ts';
import { mediaCleanup } from './features/media/media.jobs.ts';
import { mediaLimits, mediaRoutes } from './features/media/media.routes.ts';
import {
  membershipsCloseCheckout,
  membershipsEndSubscription,
  membershipsReview,
  membershipsStopRenewal,
} from './features/memberships/memberships.jobs.ts';
import { membershipsLimits, membershipsRoutes } from './features/memberships/memberships.routes.ts';
import { membershipsReconcile } from './features/memberships/memberships.sync.ts';
import { notificationsEmail, notificationsPush } from './features/notifications/notifications.jobs.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { ordersRelease } from './features/orders/orders.jobs.ts';
import { ordersLimits, ordersRoutes } from './features/orders/orders.routes.ts';
import { ordersReceipt, ordersRefunded } from './features/orders/receipts.jobs.ts';
import { ownDealsMailModerated } from './features/own-deals/moderation-mail.jobs.ts';
import { ownDealsMailStopped, ownDealsRepost } from './features/own-deals/own-deals.jobs.ts';
import { ownDealsLimits, ownDealsRoutes } from './features/own-deals/own-deals.routes.ts';
import { paymentsDisputed, paymentsMailDispute, paymentsManualReview } from './features/payments/alerts.jobs.ts';
import {
  paymentsProcessWebhook,
  paymentsReconcile,
  paymentsReconcileRecent,
  paymentsRetryWebhooks,
} from './features/payments/payments.jobs.ts';
import { paymentsLimits } from './features/payments/payments.limits.ts';
import { paymentsRoutes } from './features/payments/payments.routes.ts';
import { sendAccountClosedEmail } from './features/privacy/account-closure.ts';
import { deleteClosedAccounts } from './features/privacy/closed-accounts.jobs.ts';
import { privacyLimits, privacyRoutes } from './features/privacy/privacy.routes.ts';
import { pushRoutes } from './features/push/push.routes.ts';
import { salonsLimits, salonsRoutes } from './features/salons/salons.routes.ts';
import { searchesLimits, searchesRoutes } from './features/searches/searches.routes.ts';
import { shareImagesRender } from './features/share-images/share-images.jobs.ts';
import { supportLimits, supportRoutes } from './features/support/support.routes.ts';
import { supportReceived } from './features/support/support.service.ts';
import { sendSecurityChangeEmail } from './features/users/account-changes.ts';
import { peopleLimits } from './features/users/mailbox.ts';
import { generalLimits, type Limits } from './kit/limits/limits.ts';

/** From the ground up. */
export const features = [
  dealsRoutes,
  dealReportsRoutes,
  searchesRoutes,
  categoriesRoutes,
  mediaRoutes,
  favoritesRoutes,
  cartRoutes,
  ordersRoutes,
  membershipsRoutes,
  salonsRoutes,
  followsRoutes,
  ownDealsRoutes,
  adminDealsRoutes,
  announcementsRoutes,
  paymentsRoutes,
  adminMoneyRoutes,
  oversightRoutes,
  secondFactorsRoutes,
  accountsRoutes,
  dealersRoutes,
  sessionsRoutes,
  settingsRoutes,
  pushRoutes,
  notificationsRoutes,
  supportRoutes,
  identitiesRoutes,
  privacyRoutes,
  usersRoutes,
  adminRoutes,
];

type Calls = typeof contract;
type Endpoints = { [Noun in keyof Calls]: Calls[Noun][keyof Calls[Noun]] }[keyof Calls];

/** Every limit that an endpoint names is here: one without figures does not compile. */
export const limits = {
  ...generalLimits,
  ...dealsLimits,
  ...dealReportsLimits,
  ...searchesLimits,
  ...favoritesLimits,
  ...mediaLimits,
  ...ordersLimits,
  ...membershipsLimits,
  ...salonsLimits,
  ...ownDealsLimits,
  ...announcementsLimits,
  ...paymentsLimits,
  ...secondFactorsLimits,
  ...peopleLimits,
  ...accountsLimits,
  ...dealersLimits,
  ...sessionsLimits,
  ...identitiesLimits,
  ...supportLimits,
  ...privacyLimits,
  ...usersLimits,
} satisfies Limits & Record<LimitOf<Endpoints>, unknown>;

export const featureJobs = [
  accountsTellSignIn,
  sendSecurityChangeEmail,
  accountsMailReset,
  accountsMailVerification,
  dealAlertsNew,
  dealAlertsEnding,
  dealAlertsPriceDrop,
  dealsMarkOver,
  wordsForget,
  exchangeFetch,
  membershipsEndSubscription,
  membershipsCloseCheckout,
  membershipsReview,
  membershipsStopRenewal,
  membershipsReconcile,
  ownDealsRepost,
  ownDealsMailStopped,
  ownDealsMailModerated,
  mediaCleanup,
  announcementsNotify,
  notificationsEmail,
  notificationsPush,
  ordersReceipt,
  ordersRefunded,
  ordersRelease,
  paymentsProcessWebhook,
  paymentsDisputed,
  paymentsMailDispute,
  paymentsRetryWebhooks,
  paymentsReconcile,
  paymentsReconcileRecent,
  paymentsManualReview,
  shareImagesRender,
  supportReceived,
  supportReplied,
  usersMailStanding,
  sendDealerEmail,
  sendAccountClosedEmail,
  deleteClosedAccounts,
];
