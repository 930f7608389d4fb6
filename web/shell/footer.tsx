import { Suspense } from 'react';
import { LanguageChoice, ThemeChoice } from '#web/features/accounts/settings/choices.tsx';
import { useOperator } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary, lazyWithRetry } from '#web/kit/lazy.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { useInstallation } from '#web/pwa/install.ts';
import { Mark } from '#web/ui/icons.ts';

const InstallButton = lazyWithRetry(async () => (await import('#web/pwa/install-button.tsx')).InstallButton);

/** Loaded after the first view; absent without JavaScript. */
function Installation() {
  if (useInstallation() === 'unknown') return null;
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <InstallButton />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The last three are on every page. */
const links = [
  ['/about', 'about.title'],
  ['/for-salons', 'forSalons.title'],
  ['/terms-of-service', 'terms.title'],
  ['/privacy-policy', 'privacy.title'],
  ['/accessibility', 'accessibility.title'],
] as const;

/** `isShort`: legal links, language and installation only. */
export function Footer({ isShort }: { isShort: boolean }) {
  const t = useT();
  return (
    <footer
      className={`mt-6 text-sm text-muted md:pb-0 ${isShort ? '' : 'pb-[calc(80px+env(safe-area-inset-bottom))]'}`}
    >
      <div aria-hidden="true" className="kilim h-1.5 text-line" />
      <div className="mx-auto flex max-w-[84rem] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-6 sm:px-6">
        {!isShort && (
          <>
            <span className="flex items-center gap-2 text-brand">
              <Mark size={22} />
              <span translate="no" className="font-display font-semibold text-ink">
                {t('app.name')}
              </span>
            </span>
            <p>{t('app.siteLabel')}</p>
            <p className="sm:ml-auto">{t('price.newLek')}</p>
          </>
        )}
        <div className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-2">
          {isShort ? <LanguageChoice at="footer" /> : <FooterChoices />}
          <Installation />
          <p className="flex flex-wrap items-center gap-x-6">
            {(isShort ? links.slice(-3) : links).map(([to, name]) => (
              <Link key={to} to={to} className="py-3 hover:underline">
                {t(name)}
              </Link>
            ))}
          </p>
        </div>
        {!isShort && <OperatorLine />}
      </div>
    </footer>
  );
}

function OperatorLine() {
  const operator = useOperator();
  if (!operator) return null;
  const { name, nipt, address, contact } = operator;
  return (
    <p className="w-full wrap-anywhere">
      {[name, nipt && `NIPT ${nipt}`, address].filter(Boolean).join(' · ')}
      {contact && ' · '}
      {contact && (
        <a href={`mailto:${contact}`} className="inline-block py-3 hover:underline">
          {contact}
        </a>
      )}
    </p>
  );
}

/** Language and theme. */
export function FooterChoices() {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      <LanguageChoice at="footer" />
      <ThemeChoice />
    </div>
  );
}
