/** The app inside its providers: the page of the address and, above it, the deal opened from a list. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense, useEffect } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import type { CityChoice } from '#core/domain/cities.ts';
import type { Translate } from '#core/i18n/t.ts';
import { useUser } from './features/accounts/use-user.ts';
import { CityProvider } from './kit/city.tsx';
import { RenderedAt } from './kit/clock.ts';
import { ErrorBoundary } from './kit/error-boundary.tsx';
import { TranslateProvider } from './kit/i18n.tsx';
import { lazily } from './kit/lazily.tsx';
import { LinkProvider, type OpenedOver } from './kit/link.tsx';
import { ScrollKeeper } from './kit/scroll.tsx';
import { useToast } from './kit/toasts.ts';
import { notFound, routes } from './routes.ts';
import { Chrome } from './shell/chrome.tsx';
import { ErrorFallback } from './shell/error-fallback.tsx';
import { LoadingText } from './ui/loading-text.tsx';
import { TooltipGate } from './ui/tooltip-gate.tsx';

const modal = async () => (await import('./pages/deal-modal.tsx')).DealModal;
const DealModal = lazily(modal);
const toaster = async () => (await import('./ui/toaster.tsx')).Toaster;
const Toaster = lazily(toaster);

export interface Visit {
  city: CityChoice;
  /** Whether the address named the city. */
  asked: boolean;
  /** The server's time when the page was made, ms. */
  now: number;
}

export function App({ queries, t, visit }: { queries: QueryClient; t: Translate; visit: Visit }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <TranslateProvider value={t}>
          <RenderedAt value={visit.now}>
            <CityProvider rendered={visit.city} asked={visit.asked}>
              <TooltipGate>
                <ErrorBoundary fallback={(retry) => <ErrorFallback retry={() => startAgain(queries, retry)} />}>
                  <LinkProvider>
                    <Screens />
                  </LinkProvider>
                </ErrorBoundary>
              </TooltipGate>
            </CityProvider>
          </RenderedAt>
        </TranslateProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}

/** What broke the screen may lie in the cache. */
function startAgain(queries: QueryClient, retry: () => void): void {
  queries.clear();
  retry();
}

function Screens() {
  const location = useLocation();
  const over = (location.state as OpenedOver | null)?.over;
  const below = over ?? location;
  return (
    <>
      <Chrome path={below.pathname}>
        <Suspense fallback={<LoadingText />}>
          <Routes location={below}>
            {routes.map(({ path, Component }) => (
              <Route key={path} path={path} element={<Component />} />
            ))}
            <Route path="*" element={<notFound.Component />} />
          </Routes>
        </Suspense>
      </Chrome>
      <ScrollKeeper location={below} />
      {over && (
        <Suspense fallback={<LoadingText floating />}>
          <DealModal />
        </Suspense>
      )}
      <Messages />
    </>
  );
}

/** The box for messages is fetched before it is needed: once the connection is lost, it is too late. */
function Messages() {
  const message = useToast();
  const user = useUser();
  useEffect(() => {
    // A failure here shows when the thing is needed, and it is fetched again then.
    const fetchAhead = () => void Promise.allSettled([toaster(), modal()]);
    if (user) fetchAhead();
    const signs = ['pointerdown', 'keydown', 'scroll'] as const;
    for (const sign of signs) window.addEventListener(sign, fetchAhead, { once: true, passive: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, fetchAhead);
    };
  }, [user]);
  return message ? (
    <ErrorBoundary fallback={() => null} key={message.id}>
      <Suspense>
        <Toaster message={message} />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}
