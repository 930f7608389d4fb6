/** A refusal as a person with a browser reads it: one small page that needs nothing else to be shown. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { allWords } from '#core/i18n/all-words.ts';
import { addressIn, DEFAULT_LANGUAGE, isLanguage, type Language } from '#core/i18n/language.ts';
import { fill } from '#core/i18n/t.ts';
import { isCall } from './calls.ts';
import { cookieOf } from './cookies.ts';
import { type AppError, messageOf } from './errors.ts';
import { escapeHtml } from './escape.ts';
import { isPostedForm, wayBack } from './posted-form.ts';

const styles = `:root{color-scheme:light dark}body{margin:0;font:1.125rem/1.5 system-ui,sans-serif;
background:light-dark(#fbf7f1,#1b1218);color:light-dark(#2b1a22,#f6ece6)}main{min-height:100dvh;display:grid;place-content:center;gap:1rem;
padding:1.5rem;box-sizing:border-box;text-align:center}h1{font-size:1.5rem;margin:0}
ul{list-style:none;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:1.5rem;justify-content:center}a{color:inherit;display:block;padding:.75rem 0}`;

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A browser that goes to an address or posts a form, not a script or a program that asks for data. */
export function asksForPage(request: FastifyRequest): boolean {
  const { method, headers } = request;
  if (isPostedForm(request)) return true;
  const isReading = method === 'GET' || method === 'HEAD';
  return isReading && !isCall(request) && !!headers.accept?.includes('text/html');
}

/** As the pages choose it: the address, then what was chosen before. */
export function languageOfPages(request: FastifyRequest): Language {
  // An address that could not be read has no query.
  const { lang } = (request.query ?? {}) as { lang?: string };
  const chosen = isLanguage(lang) ? lang : cookieOf(request, 'language');
  return isLanguage(chosen) ? chosen : DEFAULT_LANGUAGE;
}

export function sendProblemPage(problem: AppError, reply: FastifyReply, language: Language): FastifyReply {
  const { request } = reply;
  const { words, refusals } = allWords[language];
  const message = escapeHtml(messageOf(problem, language));
  // What was posted would be posted again.
  const place = isPostedForm(request) ? addressIn(language, wayBack(request, problem)) : null;
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
