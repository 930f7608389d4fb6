/** Starts the app in the browser on top of what the server rendered. */
import './ui/app.css';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter, matchPath } from 'react-router';
import { isLanguage } from '#core/i18n/language.ts';
import { translator } from '#core/i18n/t.ts';
import { App, type Visit } from './app.tsx';
import { setServerNow } from './kit/clock.ts';
import { loadCatalogue } from './kit/i18n.tsx';
import { type Known, takeOver } from './kit/known.ts';
import { remember, sessionId, storedLanguage } from './kit/preferences.ts';
import { createQueryClient } from './kit/query-client.ts';
import { notFound, routes } from './routes.ts';

interface State extends Visit {
  known: Known;
}

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

  const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as State;
  setServerNow(state.now);
  // A reloaded deal is a page of its own, not a dialog over the list it was once opened from.
  if (history.state?.usr?.over) history.replaceState({ ...history.state, usr: null }, '');

  const route = routes.find(({ path }) => matchPath(path, location.pathname)) ?? notFound;
  const [catalogue] = await Promise.all([loadCatalogue(language), route.load()]);
  const queries = createQueryClient();
  takeOver(queries, state.known);
  hydrateRoot(
    document.getElementById('root') as HTMLElement,
    <BrowserRouter>
      <App queries={queries} t={translator(language, catalogue)} visit={state} />
    </BrowserRouter>,
  );
  document.documentElement.dataset.ready = '';
}

void start();
