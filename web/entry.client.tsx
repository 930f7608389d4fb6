/** Starts the app in the browser on top of what the server rendered. */
import './ui/app.css';
import { hydrateRoot } from 'react-dom/client';
import { isLanguage } from '#core/i18n/language.ts';
import { App } from './app.tsx';
import { setServerNow } from './kit/clock.ts';
import { noteOpens } from './kit/document-opens.ts';
import { arrive, HistoryRouter } from './kit/history-router.tsx';
import { loadTranslator } from './kit/i18n.tsx';
import { type PageState, takeOver } from './kit/page-state.ts';
import { remember, sessionId, storedLanguage } from './kit/preferences.ts';
import { createQueryClient } from './kit/query-client.ts';
import { restOfStyles } from './kit/rest-of-styles.ts';
import { NOBODY } from './kit/use-identities.ts';
import { pageAt } from './routes.ts';

async function start(): Promise<void> {
  const language = document.documentElement.lang === 'en' ? 'en' : 'sq';
  const asked = new URLSearchParams(location.search).get('lang');
  const wanted = storedLanguage();
  if (isLanguage(asked)) remember('language', asked);
  else if (wanted && wanted !== language) {
    remember('language', wanted);
    if (document.cookie.includes(`language=${wanted}`)) return location.reload();
  }
  sessionId();

  const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as PageState;
  setServerNow(state.now);
  // A reloaded deal is a page of its own, not a dialog over the list it was once opened from.
  if (history.state?.usr?.over) history.replaceState({ ...history.state, usr: null }, '');

  const { route } = pageAt(location.pathname, new URLSearchParams(location.search));
  noteOpens(route.opens);
  const [t] = await Promise.all([loadTranslator(language), route.Component.load(), restOfStyles()]);
  // Whoever goes back before that has the page of one address and stands at another.
  if (!isWhereItArrived()) return location.reload();
  const queries = createQueryClient();
  takeOver(queries, state.answers);
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
  document.documentElement.dataset.ready = '';
}

function isWhereItArrived(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  const { pathname, search } = new URL(navigation?.name ?? location.href);
  return pathname === location.pathname && search === location.search;
}

void start();
