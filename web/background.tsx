/** What runs beside every page and is not seen at first view: it is loaded when that is done. */
import { Suspense, useEffect } from 'react';
import { useOtherTabs, useSessionEnd } from './features/accounts/session-end.ts';
import { OwnLanguage } from './features/accounts/settings/own-language.tsx';
import { useUser } from './features/accounts/use-user.ts';
import { useResumeCart } from './features/cart/page-queue.ts';
import { signedOutNotice, useHasUnresolvedAttempt } from './features/orders/order-attempt.ts';
import { useKnownOrders } from './features/orders/orders-query.ts';
import { usePendingPayment } from './features/payments/pending-payment.ts';
import { useHasDraft } from './features/support/help-draft.ts';
import { keepFocus } from './kit/access/keep-focus.ts';
import { useT } from './kit/i18n/i18n.tsx';
import { ErrorBoundary, lazyWithRetry, prefetchWhenIdle } from './kit/lazy.tsx';
import { cookie, storedLanguage } from './kit/preferences.ts';
import { useToast } from './kit/toasts.ts';
import { routes } from './routes.ts';
import { ConnectionBanner } from './shell/connection-banner.tsx';
import { EnglishOffer } from './shell/english-offer.tsx';
import { DealModal } from './shell/opened-deal.tsx';
import { TooltipGate } from './ui/tooltip-gate.tsx';

const ResumeOrder = lazyWithRetry(
  async () => (await import('./features/checkout/cash-order.tsx')).ResumeOrder,
  ['shopping'],
);
const ResumePayment = lazyWithRetry(
  async () => (await import('./features/checkout/card-outcome.ts')).ResumePayment,
  ['payments', 'shopping'],
);

/** The drawing that is shown while offline. */
const prefetchOfflineArt = async () => {
  new Image().src = '/art/offline.svg';
};
const prefetched = routes.filter(({ prefetch }) => prefetch).map(({ Component }) => Component.load);
const orderPage = routes.filter(({ path }) => path === '/orders/:id').map(({ Component }) => Component.load);
const Toaster = lazyWithRetry(async () => (await import('./ui/toaster.tsx')).Toaster);

export function Background() {
  const t = useT();
  useSessionEnd(() => {
    const words = signedOutNotice();
    return words ? t(words) : undefined;
  });
  useOtherTabs();
  useEffect(keepFocus, []);
  useEffect(() => prefetchWhenIdle([prefetchOfflineArt, ...prefetched, DealModal.load]), []);
  useEffect(() => {
    document.documentElement.dataset.ready = '';
  }, []);
  return (
    <>
      <OwnLanguage />
      <ConnectionBanner />
      <AskedForEnglish />
      <TooltipGate />
      <PendingChanges />
      <PrefetchOrderPage />
      <Toasts />
    </>
  );
}

function AskedForEnglish() {
  const { language } = useT();
  const isOffered =
    language === 'sq' &&
    navigator.language.startsWith('en') &&
    storedLanguage() === null &&
    cookie('language') === null;
  return isOffered && <EnglishOffer />;
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
