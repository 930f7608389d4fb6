/** The app in its providers: the page of the address and, in a dialog above it, the deal opened from a list. */
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { StrictMode, Suspense, useEffect, useMemo } from 'react';
import type { Operator } from '#core/domain/shop.ts';
import type { Translate } from '#core/i18n/t.ts';
import { useUser } from './features/accounts/use-user.ts';
import { useResumeCart } from './features/cart/use-cart.ts';
import { useHasUnresolvedAttempt } from './features/orders/order-attempt.ts';
import { useKnownOrders } from './features/orders/orders-query.ts';
import { usePendingPayment } from './features/payments/pending-payment.ts';
import { useHasDraft } from './features/support/help-draft.ts';
import { LiveRegion } from './kit/access/announce.tsx';
import { keepFocus } from './kit/access/focus.ts';
import { RenderedAt } from './kit/data/clock.ts';
import { hasConnection } from './kit/data/online.ts';
import {
  type Cards,
  CardsProvider,
  IdentitiesProvider,
  type IdentityClients,
  OperatorProvider,
} from './kit/data/shop-config.ts';
import { TranslateProvider } from './kit/i18n/i18n.tsx';
import { ErrorBoundary, hasFailedLoad, lazyWithRetry, prefetchWhenIdle, reloadPage } from './kit/lazy.tsx';
import { AddressProvider } from './kit/router/address.ts';
import { useCityInAddress } from './kit/router/city.ts';
import { LinkProvider, type OpenedOver } from './kit/router/link.tsx';
import { PageLocation, useLocation } from './kit/router/location.tsx';
import { ScrollKeeper } from './kit/router/scroll.tsx';
import { useToast } from './kit/toasts.ts';
import { pageAt, routes } from './routes.ts';
import { Chrome } from './shell/chrome.tsx';
import { ErrorFallback } from './shell/error-fallback.tsx';
import { OpenedDeal } from './shell/opened-deal.tsx';
import { LoadingFallback } from './ui/loading.tsx';
import { TooltipGate } from './ui/tooltip-gate.tsx';

const DealModal = lazyWithRetry(async () => (await import('./shell/deal-modal.tsx')).DealModal, ['deal'], reloadPage);
const ResumeOrder = lazyWithRetry(
  async () => (await import('./features/checkout/cash-order.tsx')).ResumeOrder,
  ['shopping'],
);
const ResumePayment = lazyWithRetry(
  async () => (await import('./features/checkout/card-outcome.ts')).ResumePayment,
  ['payments', 'shopping'],
);
const Toaster = lazyWithRetry(async () => (await import('./ui/toaster.tsx')).Toaster);

interface Props {
  queries: QueryClient;
  t: Translate;
  /** The server's time when the page was rendered, in ms. */
  renderedAt: number;
  operator: Operator | null;
  cards: Cards;
  identities: IdentityClients;
}

export function App({ queries, t, renderedAt, operator, cards, identities }: Props) {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <TranslateProvider value={t}>
          <RenderedAt value={renderedAt}>
            <OperatorProvider value={operator}>
              <CardsProvider value={cards}>
                <IdentitiesProvider value={identities}>
                  <TooltipGate>
                    <ErrorBoundary
                      fallback={(retry) => <ErrorFallback isWhole retry={() => retryApp(queries, retry)} />}
                    >
                      <LinkProvider>
                        <CurrentPage />
                      </LinkProvider>
                    </ErrorBoundary>
                    <LiveRegion />
                  </TooltipGate>
                </IdentitiesProvider>
              </CardsProvider>
            </OperatorProvider>
          </RenderedAt>
        </TranslateProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}

/** Rendering may have failed because of cached data, or of a script that browsers load again only after a reload. */
function retryApp(queries: QueryClient, retry: () => void): void {
  if (hasFailedLoad() && hasConnection()) {
    location.reload();
    return;
  }
  queries.clear();
  retry();
}

/** The drawing that is shown while offline. */
const prefetchOfflineArt = async () => {
  new Image().src = '/art/offline.svg';
};
const prefetched = routes.filter(({ prefetch }) => prefetch).map(({ Component }) => Component.load);
const orderPage = routes.filter(({ path }) => path === '/orders/:id').map(({ Component }) => Component.load);

function CurrentPage() {
  const location = useLocation();
  const queries = useQueryClient();
  const over = (location.state as OpenedOver | null)?.over;
  const below = over ?? location;
  const { pathname, search, key } = below;
  const address = useMemo(() => pageAt(pathname, new URLSearchParams(search)), [pathname, search]);
  const { Component, Fallback } = address.route;
  useCityInAddress(address);
  useEffect(keepFocus, []);
  useEffect(() => prefetchWhenIdle([prefetchOfflineArt, ...prefetched, DealModal.load]), []);
  return (
    <AddressProvider value={address}>
      <Chrome path={pathname}>
        <ErrorBoundary of={key} fallback={(retry) => <ErrorFallback retry={() => retryApp(queries, retry)} />}>
          <Suspense fallback={<LoadingFallback Fallback={Fallback} />}>
            <PageLocation location={below}>
              <Component />
            </PageLocation>
          </Suspense>
        </ErrorBoundary>
      </Chrome>
      <ScrollKeeper location={below} />
      {over && (
        <OpenedDeal>
          <DealModal />
        </OpenedDeal>
      )}
      <PendingChanges />
      <PrefetchOrderPage />
      <Toasts />
    </AddressProvider>
  );
}

/** An order shown at the salon must open without a connection. */
function PrefetchOrderPage() {
  const hasOrders = useKnownOrders().length > 0;
  useEffect(() => (hasOrders ? prefetchWhenIdle(orderPage) : undefined), [hasOrders]);
  return null;
}

/** Resumes cart changes and orders whose response did not arrive before the page was left, on whatever page one comes back to. */
function PendingChanges() {
  useResumeCart();
  const isUnanswered = useHasUnresolvedAttempt();
  const payment = usePendingPayment();
  useHasDraft();
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        {isUnanswered && <ResumeOrder />}
        {payment && <ResumePayment />}
      </Suspense>
    </ErrorBoundary>
  );
}

/** The toaster is loaded before the first toast, which may be that the connection is lost. */
function Toasts() {
  const message = useToast();
  const visitor = useUser();
  useEffect(() => {
    // Failures are ignored: each is loaded again when needed.
    const prefetch = () => void Promise.allSettled([Toaster.load(), DealModal.load()]);
    if (visitor.state === 'user') prefetch();
    const types = ['pointerdown', 'keydown', 'scroll'] as const;
    for (const type of types) window.addEventListener(type, prefetch, { once: true, passive: true });
    return () => {
      for (const type of types) window.removeEventListener(type, prefetch);
    };
  }, [visitor.state]);
  return message ? (
    <ErrorBoundary fallback={() => null} key={message.id}>
      <Suspense>
        <Toaster message={message} />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}
