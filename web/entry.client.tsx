/** Hydrates the page that the server rendered. */
import './ui/app.css';
import { hydrateRoot } from 'react-dom/client';
import { isLanguage } from '#core/i18n/language.ts';
import { App } from './app.tsx';
import { setServerNow } from './kit/data/clock.ts';
import { waitForConnection } from './kit/data/online.ts';
import { createQueryClient } from './kit/data/queries.ts';
import { SAVED_COPY_ID } from './kit/data/saved-copies.ts';
import { NOBODY } from './kit/data/shop-config.ts';
import { loadTranslator } from './kit/i18n/i18n.tsx';
import { loadStyleSheet } from './kit/lazy.tsx';
import { cookie, savePreference, sessionId, storedLanguage, toastCookiesBlocked } from './kit/preferences.ts';
import { type PageState, restoreQueries, setCspSources } from './kit/router/page-state.ts';
import { watchInstallation } from './pwa/install.ts';
import { pageAt } from './routes.ts';
import { arrive, HistoryRouter } from './shell/history-router.tsx';

async function start(): Promise<void> {
  watchInstallation();
  const language = document.documentElement.lang === 'en' ? 'en' : 'sq';
  const asked = new URLSearchParams(location.search).get('lang');
  const stored = storedLanguage();
  if (isLanguage(asked)) savePreference('language', asked);
  else if (stored && stored !== language) {
    savePreference('language', stored);
    if (document.cookie.includes(`language=${stored}`)) return location.reload();
  }
  sessionId();

  const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as PageState;
  // A page that the service worker kept tells the time of then.
  if (!document.getElementById(SAVED_COPY_ID)) setServerNow(state.now);
  // A reloaded deal is a page, not a dialog over the list it was opened from.
  if (history.state?.usr?.over) history.replaceState({ ...history.state, usr: null }, '');

  const { route } = pageAt(location.pathname, new URLSearchParams(location.search));
  setCspSources(route.opens);
  const [t] = await Promise.all([loadTranslator(language), route.Component.load(), loadStyleSheet()]);
  // After Back during loading, the document and the address belong to different pages.
  if (!isAtRenderedAddress()) return location.reload();
  const queries = createQueryClient();
  restoreQueries(queries, state.answers);
  hydrateRoot(
    document.getElementById('root') as HTMLElement,
    <HistoryRouter arrival={arrive()}>
      <App
        queries={queries}
        t={t}
        renderedAt={state.now}
        operator={state.operator ?? null}
        cards={state.cards ?? null}
        identities={state.identities ?? NOBODY}
      />
    </HistoryRouter>,
  );
  const registerWorker = async () => (await import('./pwa/registration.ts')).registerServiceWorker(t);
  // Without it the shop works all the same.
  const begin = () => void registerWorker().catch(() => {});
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true });
  // Chosen on our page, which could not keep it.
  const isChosen = isLanguage(asked) && document.referrer.startsWith(location.origin);
  if (isChosen && cookie('language') !== asked) toastCookiesBlocked(t);
}

function isAtRenderedAddress(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  const { pathname, search } = new URL(navigation?.name ?? location.href);
  return pathname === location.pathname && search === location.search;
}

// A page without its scripts is readable and its no-JavaScript forms work; it reloads where they were lost with the connection.
start().catch(async (error: unknown) => {
  if (await waitForConnection()) return location.reload();
  throw error;
});
