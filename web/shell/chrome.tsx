/** The frame of every page: skip link, header, content, footer, navigation. */
import { type ReactNode, Suspense } from 'react';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary, lazyWithRetry } from '#web/kit/lazy.tsx';
import { Header } from './header.tsx';

export const Footer = lazyWithRetry(async () => (await import('./footer.tsx')).Footer);

/** The same elements in each render: no update of the page waits for the script of the footer. */
const [footer, shortFooter] = [false, true].map((isShort) => (
  <ErrorBoundary key="footer" fallback={() => null}>
    <Suspense>
      <Footer isShort={isShort} />
    </Suspense>
  </ErrorBoundary>
));

export function Chrome({ path, children }: { path: string; children: ReactNode }) {
  const t = useT();
  // A purchase has neither the navigation of phones nor the whole footer.
  const isCheckout = path === '/checkout';
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:left-3 focus:top-3 focus:z-70 focus:rounded-full focus:bg-brand focus:px-5 focus:py-3 focus:text-on-brand"
      >
        {t('app.skipToContent')}
      </a>
      <Header path={path} />
      <main
        id="content"
        tabIndex={-1}
        data-bottom-bar={isCheckout ? '' : undefined}
        className="mx-auto w-full max-w-[84rem] flex-1 px-4 pb-10 pt-4 outline-none low:pt-2 sm:px-6"
      >
        {children}
      </main>
      {isCheckout ? shortFooter : footer}
    </div>
  );
}
