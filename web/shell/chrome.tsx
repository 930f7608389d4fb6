/** The frame of every page: skip link, header, connection banner, content, footer, navigation. */
import { type ReactNode, Suspense } from 'react';
import { useOtherTabs, useSessionEnd } from '#web/features/accounts/session-end.ts';
import { OwnLanguage } from '#web/features/accounts/settings/choices.tsx';
import { signedOutNotice } from '#web/features/orders/order-attempt.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary, lazyWithRetry } from '#web/kit/lazy.tsx';
import { cookie, storedLanguage } from '#web/kit/preferences.ts';
import { useHydrated } from '#web/kit/router/page-state.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

export function Chrome({ path, children }: { path: string; children: ReactNode }) {
  const t = useT();
  useSessionEnd(() => {
    const words = signedOutNotice();
    return words ? t(words) : undefined;
  });
  useOtherTabs();
  // A purchase has neither the navigation of phones nor the whole footer.
  const isCheckout = path === '/checkout';
  return (
    <div className="flex min-h-dvh flex-col">
      <OwnLanguage />
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:left-3 focus:top-3 focus:z-70 focus:rounded-full focus:bg-brand focus:px-5 focus:py-3 focus:text-on-brand"
      >
        {t('app.skipToContent')}
      </a>
      <ConnectionBanner />
      <AskedForEnglish />
      <Header path={path} />
      <main
        id="content"
        tabIndex={-1}
        data-bottom-bar={isCheckout ? '' : undefined}
        className="mx-auto w-full max-w-[84rem] flex-1 px-4 pb-10 pt-4 outline-none low:pt-2 sm:px-6"
      >
        {children}
      </main>
      <Footer isShort={isCheckout} />
    </div>
  );
}

const EnglishOffer = lazyWithRetry(async () => (await import('./english-offer.tsx')).EnglishOffer);

function AskedForEnglish() {
  const { language } = useT();
  const isOffered =
    useHydrated() &&
    language === 'sq' &&
    navigator.language.startsWith('en') &&
    storedLanguage() === null &&
    cookie('language') === null;
  return isOffered ? (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <EnglishOffer />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}
