/** Error pages for browsers, and the Post/Redirect/Get handling of forms that are submitted without JavaScript. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { addressIn, DEFAULT_LANGUAGE, isLanguage, type Language } from '#core/i18n/language.ts';
import { fill } from '#core/i18n/t.ts';
import { escapeHtml } from '#server/kit/html.ts';
import { type AppError, messageOf } from './errors.ts';
import { cookieOf, isApiRequest } from './request-context.ts';

const styles = `:root{color-scheme:light dark}body{margin:0;font:1.125rem/1.5 system-ui,sans-serif;
background:light-dark(#fbf7f1,#1b1218);color:light-dark(#2b1a22,#f6ece6)}main{min-height:100dvh;display:grid;place-content:center;gap:1rem;
padding:1.5rem;box-sizing:border-box;text-align:center}h1{font-size:1.5rem;margin:0}
ul{list-style:none;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:1.5rem;justify-content:center}a{color:inherit;display:block;padding:.75rem 0}`;

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Whether a browser navigates or submits a form, as opposed to fetch or another client. */
export function asksForPage(request: FastifyRequest): boolean {
  const { method, headers } = request;
  if (isPostedForm(request)) return true;
  const isReading = method === 'GET' || method === 'HEAD';
  return isReading && !isApiRequest(request) && !!headers.accept?.includes('text/html');
}

/** The language of pages: the `lang` parameter, then the cookie, then Albanian. */
export function languageOfPages(request: FastifyRequest): Language {
  // A malformed URL has no query.
  const { lang } = (request.query ?? {}) as { lang?: string };
  const chosen = isLanguage(lang) ? lang : cookieOf(request, 'language');
  return isLanguage(chosen) ? chosen : DEFAULT_LANGUAGE;
}

export function sendProblemPage(problem: AppError, reply: FastifyReply, language: Language): FastifyReply {
  const { request } = reply;
  const { words, refusals } = allWords[language];
  const message = escapeHtml(messageOf(problem, language));
  // A reload would submit the form again.
  const place = isPostedForm(request) ? addressIn(language, redirectBackToForm(request, problem)) : null;
  const isForNow = problem.status === 429 || problem.status >= 500;
  const again =
    place !== null || isForNow ? `<li><a href="${escapeHtml(place ?? '')}">${words['common.tryAgain']}</a></li>` : '';
  const number =
    problem.status >= 500 ? `<small>${fill(refusals['page.number'], { requestId: request.id })}</small>` : '';
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .send(
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="robots" content="noindex">` +
        '<meta name="viewport" content="width=device-width, initial-scale=1">' +
        `<title>${message} | ${words['app.name']}</title><style>${styles}</style></head>` +
        `<body><main><h1>${message}</h1><ul>${again}<li><a href="${addressIn(language, '/')}">${words['deal.backHome']}</a></li></ul>${number}</main></body></html>`,
    );
}

/** Whether a browser submits the form of the endpoint by itself. */
export function isPostedForm({ method, headers, routeOptions }: FastifyRequest): boolean {
  if (method !== 'POST' || !routeOptions.config?.endpoint?.form) return false;
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? !!headers.accept?.includes('text/html') : mode === 'navigate';
}

/** Redirects to the page that tells the result. */
export function redirectAfterPost(
  { page, said }: NonNullable<Endpoint['form']>,
  { reply, language }: { reply: FastifyReply; language: Language },
): FastifyReply {
  return reply.redirect(addressIn(language, `${page}?said=${said}`), 303);
}

/** The page of the form, with the fields it was opened with when a retry makes sense. */
export function redirectBackToForm(
  { body, query: asked, routeOptions }: FastifyRequest,
  { status, details }: AppError,
): string {
  const { page = '/', keeps = [] } = routeOptions.config?.endpoint?.form ?? {};
  const isRetryable =
    status === 429 || status >= 500 || (details as { fields?: object } | undefined)?.fields !== undefined;
  const given = Object.entries({ ...(asked as object), ...(body as object) });
  const kept = isRetryable ? given.filter(([name]) => keeps.includes(name)) : [];
  const query = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
  return query ? `${page}?${query}` : page;
}
