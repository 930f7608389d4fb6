/** The app in its providers: the page of the address and, in a dialog above it, the deal opened from a list. */
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { StrictMode, Suspense, useEffect, useMemo, useState } from 'react';
import type { Operator } from '#core/domain/shop.ts';
import type { Translate } from '#core/i18n/t.ts';
import { LiveRegion } from './kit/access/announce.tsx';
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
import { ErrorBoundary, firstViewIsOver, hasFailedLoad, lazyWithRetry, reloadPage } from './kit/lazy.tsx';
import { AddressProvider } from './kit/router/address.ts';
import { useCityInAddress } from './kit/router/city.ts';
import { LinkProvider, type OpenedOver } from './kit/router/link.tsx';
import { PageLocation, useLocation } from './kit/router/location.tsx';
import { ScrollKeeper } from './kit/router/scroll.tsx';
import { useToast } from './kit/toasts.ts';
import { pageAt } from './routes.ts';
import { Chrome } from './shell/chrome.tsx';
import { ErrorFallback } from './shell/error-fallback.tsx';
import { LoadingFallback } from './ui/loading.tsx';

const OpenedDeal = lazyWithRetry(async () => (await import('./shell/opened-deal.tsx')).OpenedDeal, [], reloadPage);
const Background = lazyWithRetry(async () => (await import('./background.tsx')).Background);

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
                  <ErrorBoundary fallback={(retry) => <ErrorFallback isWhole retry={() => retryApp(queries, retry)} />}>
                    <LinkProvider>
                      <CurrentPage />
                    </LinkProvider>
                  </ErrorBoundary>
                  <LiveRegion />
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

function CurrentPage() {
  const location = useLocation();
  const queries = useQueryClient();
  const over = (location.state as OpenedOver | null)?.over;
  const below = over ?? location;
  const { pathname, search, key } = below;
  const address = useMemo(() => pageAt(pathname, new URLSearchParams(search)), [pathname, search]);
  const { Component, Fallback } = address.route;
  useCityInAddress(address);
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
        <Suspense>
          <OpenedDeal />
        </Suspense>
      )}
      <WhenIdle />
    </AddressProvider>
  );
}

/** Loads the rest once the page is shown, or at the first input or message. */
function WhenIdle() {
  const [isTime, setTime] = useState(false);
  const hasMessage = useToast() !== null;
  useEffect(() => void firstViewIsOver().then(() => setTime(true)), []);
  return isTime || hasMessage ? (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <Background />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}
