/** Renders a page in one language and city. It is shared by everybody: no personal data. */

import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { CityChoice } from '#core/domain/cities.ts';
import type { Operator } from '#core/domain/shop.ts';
import { allWords } from '#core/i18n/all-words.ts';
import type { Language } from '#core/i18n/language.ts';
import { translator } from '#core/i18n/t.ts';
import { App } from './app.tsx';
import { createApi, type Transport } from './kit/data/api.ts';
import { times } from './kit/data/queries.ts';
import type { Cards, IdentityClients } from './kit/data/shop-config.ts';
import { type Head, HeadSlot } from './kit/router/head.tsx';
import { locationOf, Router } from './kit/router/location.tsx';
import { answersOf, type PageState, textOf } from './kit/router/page-state.ts';
import { pageAt } from './routes.ts';
import { Footer } from './shell/chrome.tsx';

export { pageAt };

const translators = { sq: translator('sq', allWords.sq.words), en: translator('en', allWords.en.words) };

export interface RenderInput {
  /** Canonical path and search. */
  address: string;
  language: Language;
  city: CityChoice;
  /** ms */
  now: number;
  operator: Operator | null;
  cards: Cards;
  identities: IdentityClients;
  isReturning: boolean;
  send: Transport;
}

export interface Rendered {
  /** HTML of #root. */
  body: string;
  head: Head;
  /** `PageState` as JSON. */
  state: string;
}

export async function render(input: RenderInput): Promise<Rendered> {
  const { address, language, city, now, operator, cards, identities, isReturning, send } = input;
  const queries = new QueryClient({
    defaultOptions: { queries: { ...times.default, gcTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const [path = '/', query] = address.split('?');
  const { route, params, search } = pageAt(path, new URLSearchParams(query));
  const [{ prefetch }] = await Promise.all([route.load(), route.Component.load(), Footer.load()]);
  await prefetch?.(queries, { params, search: new URLSearchParams(search), city, isReturning, api: createApi(send) });
  const slot: { head: Head | null } = { head: null };
  const body = renderOrThrow(
    <HeadSlot value={slot}>
      <Router location={locationOf(address)} action="POP" navigate={() => {}}>
        <App
          queries={queries}
          t={translators[language]}
          renderedAt={now}
          operator={operator}
          cards={cards}
          identities={identities}
        />
      </Router>
    </HeadSlot>,
  );
  const state: PageState = {
    now,
    answers: answersOf(queries),
    operator: operator ?? undefined,
    cards: cards ?? undefined,
    identities: identities.google || identities.apple ? identities : undefined,
  };
  queries.clear();
  const head = slot.head ?? { title: 'Bukuri' };
  return { body, head, state: textOf(state) };
}

/** React's marker of a boundary whose content failed to render. */
const FAILED = '<!--$!-->';

/** Synchronous, without streaming: data and module are loaded before. */
function renderOrThrow(element: ReactNode): string {
  const html = renderToString(element);
  if (html.includes(FAILED)) throw new Error('A page could not be rendered on the server.');
  return html;
}
