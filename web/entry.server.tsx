/** Renders a page for everybody of one language and city; nothing personal enters here. */

import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { matchPath, StaticRouter } from 'react-router';
import type { CityChoice } from '#core/domain/cities.ts';
import { en } from '#core/i18n/en.ts';
import type { Language } from '#core/i18n/language.ts';
import { sq } from '#core/i18n/sq.ts';
import { translator } from '#core/i18n/t.ts';
import { App } from './app.tsx';
import { type Head, HeadSlot } from './kit/head.tsx';
import { knownTo } from './kit/known.ts';
import { times } from './kit/query-client.ts';
import { createApi, type Transport } from './kit/transport.ts';
import { notFound, routes } from './routes.ts';

const translators = { sq: translator('sq', sq), en: translator('en', en) };

export interface RenderInput {
  path: string;
  search: string;
  language: Language;
  city: CityChoice;
  asked: boolean;
  /** ms */
  now: number;
  send: Transport;
}

export interface Rendered {
  /** What goes into #root. */
  body: string;
  head: Head;
  /** JSON for the browser to go on from; `<` is escaped. */
  state: string;
  /** The page's module in the build manifest. */
  file: string;
}

export async function render({ path, search, language, city, asked, now, send }: RenderInput): Promise<Rendered> {
  const queries = new QueryClient({
    defaultOptions: { queries: { ...times.default, gcTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const route = routes.find((one) => matchPath(one.path, path)) ?? notFound;
  const module = await route.load();
  await module.prefetch?.(queries, {
    params: matchPath(route.path, path)?.params ?? {},
    search: new URLSearchParams(search),
    city,
    api: createApi(send),
  });
  const slot: { head: Head | null } = { head: null };
  const body = renderWhole(
    <HeadSlot value={slot}>
      <StaticRouter location={path + search}>
        <App queries={queries} t={translators[language]} visit={{ city, asked, now }} />
      </StaticRouter>
    </HeadSlot>,
  );
  const state = JSON.stringify({ city, asked, now, known: knownTo(queries) }).replaceAll('<', '\\u003c');
  queries.clear();
  return { body, head: slot.head ?? { title: 'Bukuri' }, state, file: route.file };
}

/** How React marks a boundary whose content it could not render. */
const FAILED = '<!--$!-->';

/** At once and without streaming: the data is there, the page's module is loaded, so nothing waits. */
function renderWhole(element: ReactNode): string {
  const html = renderToString(element);
  if (html.includes(FAILED)) throw new Error('A page could not be rendered on the server.');
  return html;
}
