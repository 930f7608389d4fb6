/** The app inside its providers: the page of the address and, above it, the deal opened from a list. */
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { StrictMode, Suspense, useEffect, useMemo } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import type { Operator } from '#core/domain/shop.ts';
import type { Translate } from '#core/i18n/t.ts';
import { useUser } from './features/accounts/use-user.ts';
import { useKeptChanges } from './features/cart/use-kept-changes.ts';
import { useIsUnanswered } from './features/orders/confirmation.ts';
import { useKnownOrders } from './features/orders/orders-query.ts';
import { useKeptPayment } from './features/payments/kept-payment.ts';
import { useHasDraft } from './features/support/help-draft.ts';
import { AddressProvider } from './kit/address.ts';
import { useCityInAddress } from './kit/city.ts';
import { RenderedAt } from './kit/clock.ts';
import { ErrorBoundary } from './kit/error-boundary.tsx';
import { fetchAhead } from './kit/fetch-ahead.ts';
import { keepFocus } from './kit/focus.ts';
import { TranslateProvider } from './kit/i18n.tsx';
import { beginAnew, isAnyFetchLost, lazily } from './kit/lazily.tsx';
import { LinkProvider, type OpenedOver } from './kit/link.tsx';
import { hasConnection } from './kit/online.ts';
import { ScrollKeeper } from './kit/scroll.tsx';
import { useToast } from './kit/toasts.ts';
import { type Cards, CardsProvider } from './kit/use-cards.ts';
import { IdentitiesProvider, type IdentityClients } from './kit/use-identities.ts';
import { OperatorProvider } from './kit/use-operator.ts';
import { RoutesProvider } from './kit/use-routes.ts';
import { Voice } from './kit/voice.tsx';
import { pageAt, routes } from './routes.ts';
import { Chrome } from './shell/chrome.tsx';
import { ErrorFallback } from './shell/error-fallback.tsx';
import { OpenedDeal } from './shell/opened-deal.tsx';
import { TooltipGate } from './ui/tooltip-gate.tsx';
import { Waiting } from './ui/waiting.tsx';

const DealModal = lazily(async () => (await import('./pages/deal-modal.tsx')).DealModal, ['deal'], beginAnew);
const UnansweredOrder = lazily(
  async () => (await import('./pages/ordering/unanswered-order.tsx')).UnansweredOrder,
  ['shopping'],
);
const UnrecordedOrder = lazily(
  async () => (await import('./pages/ordering/unrecorded-order.tsx')).UnrecordedOrder,
  ['payments', 'shopping'],
);
const Toaster = lazily(async () => (await import('./ui/toaster.tsx')).Toaster);

interface Props {
  queries: QueryClient;
  t: Translate;
  /** The server's time when the page was made, ms. */
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
                      fallback={(retry) => <ErrorFallback isWhole retry={() => startAgain(queries, retry)} />}
                    >
                      <LinkProvider>
                        <RoutesProvider value={routes}>
                          <Screens />
                        </RoutesProvider>
                      </LinkProvider>
                    </ErrorBoundary>
                    <Voice />
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

/** What broke the screen may lie in the cache, or be a script that only a new page fetches again. */
function startAgain(queries: QueryClient, retry: () => void): void {
  if (isAnyFetchLost() && hasConnection()) {
    location.reload();
    return;
  }
  queries.clear();
  retry();
}

/** The drawing of what is shown when nothing can be fetched. */
const drawOffline = async () => {
  new Image().src = '/art/offline.svg';
};
const likely = routes.filter(({ isLikely }) => isLikely);
const orderPage = routes.filter(({ path }) => path === '/orders/:id').map(({ Component }) => Component.load);

function Screens() {
  const location = useLocation();
  const queries = useQueryClient();
  const over = (location.state as OpenedOver | null)?.over;
  const below = over ?? location;
  const { pathname, search, key } = below;
  const address = useMemo(() => pageAt(pathname, new URLSearchParams(search)), [pathname, search]);
  const { path, Component, Boxes } = address.route;
  useCityInAddress(address);
  useEffect(keepFocus, []);
  useEffect(() => fetchAhead([drawOffline, ...likely.map(({ Component }) => Component.load), DealModal.load]), []);
  return (
    <AddressProvider value={address}>
      <Chrome path={pathname}>
        <ErrorBoundary of={key} fallback={(retry) => <ErrorFallback retry={() => startAgain(queries, retry)} />}>
          <Suspense fallback={<Waiting Boxes={Boxes} />}>
            {path === '*' ? (
              // The router's own `*` leaves out addresses with a line break.
              <Component />
            ) : (
              <Routes location={below}>
                <Route path={path} element={<Component />} />
              </Routes>
            )}
          </Suspense>
        </ErrorBoundary>
      </Chrome>
      <ScrollKeeper location={below} />
      {over && (
        <OpenedDeal>
          <DealModal />
        </OpenedDeal>
      )}
      <Unfinished />
      <OrderAhead />
      <Messages />
    </AddressProvider>
  );
}

/** What one shows at the salon opens where there may be no connection. */
function OrderAhead() {
  const isWanted = useKnownOrders().length > 0;
  useEffect(() => (isWanted ? fetchAhead(orderPage) : undefined), [isWanted]);
  return null;
}

/** Who left before the cart or an order was answered hears of it on whatever page they come back to. */
function Unfinished() {
  // Not with what has to be fetched first: what is wanted on this page waits for it.
  useKeptChanges();
  const isUnanswered = useIsUnanswered();
  const payment = useKeptPayment();
  useHasDraft();
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        {isUnanswered && <UnansweredOrder />}
        {payment && <UnrecordedOrder />}
      </Suspense>
    </ErrorBoundary>
  );
}

/** The box for messages is fetched before it is needed: once the connection is lost, it is too late. */
function Messages() {
  const message = useToast();
  const visitor = useUser();
  useEffect(() => {
    // A failure here shows when the thing is needed, and it is fetched again then.
    const fetchAhead = () => void Promise.allSettled([Toaster.load(), DealModal.load()]);
    if (visitor.state === 'user') fetchAhead();
    const signs = ['pointerdown', 'keydown', 'scroll'] as const;
    for (const sign of signs) window.addEventListener(sign, fetchAhead, { once: true, passive: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, fetchAhead);
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
