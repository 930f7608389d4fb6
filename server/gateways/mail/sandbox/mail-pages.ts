/** Where mails that were kept are read: a list, each as its reader sees it, and as text. Mounted only where mails are kept. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allWords } from '#core/i18n/all-words.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import type { Language } from '#core/i18n/language.ts';
import type { Db } from '#server/kit/db/db.ts';
import { type Html, html, textOfHtml } from '#server/kit/html.ts';
import type { Actors } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import { isFromHere } from '#server/kit/http/request-context.ts';
import type { RateLimiter } from '#server/kit/limits/rate-limit.ts';
import { findMail, type KeptMail, listMails } from './kept-mail.ts';

export const MAILS = '/sandbox/mail';

export interface MailPageParts {
  db: Db;
  actors: Actors;
  limiter: RateLimiter;
  /** Whether others than this machine see them too. */
  isForAll: boolean;
}

const styles = `:root{color-scheme:light dark}body{margin:0 auto;max-width:48rem;padding:1.5rem 1rem;
font:1.0625rem/1.5 system-ui,sans-serif;background:light-dark(#fbf7f1,#1b1218);color:light-dark(#2b1722,#f6ede4)}
h1{font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}h2{font-size:1.125rem}p{margin:.5rem 0}a{color:inherit}
ul{list-style:none;padding:0}li a{display:block;padding:.75rem 0;border-top:1px solid light-dark(#e9dfd3,#3a2a33);overflow-wrap:anywhere}
small{display:block;font-size:.9375rem;color:light-dark(#6e5864,#b9a5af)}iframe{width:100%;height:44rem;box-sizing:border-box;
border:1px solid light-dark(#8d7a83,#8f7783);border-radius:1.125rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.9375rem}
a:focus-visible,iframe:focus-visible{outline:3px solid currentColor;outline-offset:2px}`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'";
const POLICY = `${NOTHING}; style-src ${hashOf(styles)}; frame-src 'self'; frame-ancestors 'none'`;
/** Links open elsewhere; nothing else of a mail does anything. */
const APART = 'allow-popups allow-popups-to-escape-sandbox';
const POLICY_OF_MAIL = `${NOTHING}; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox ${APART}`;

export function mailPages(app: FastifyInstance, { db, actors, limiter, isForAll }: MailPageParts): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    limiter.count('requests', actors.guess(request).key);
    if (!isForAll && !isFromHere(request)) throw new AppError(404, 'route.absent');
  };
  const found = async (request: FastifyRequest) => {
    const mail = await findMail(db, (request.params as { id: string }).id);
    if (!mail) throw new AppError(404, 'route.absent');
    return mail;
  };
  app.get(MAILS, { onRequest }, async (request, reply) =>
    send(reply, pageOfList(await listMails(db), languageOfPages(request)), POLICY),
  );
  app.get(`${MAILS}/:id`, { onRequest }, async (request, reply) =>
    send(reply, pageOfMail(await found(request), languageOfPages(request)), POLICY),
  );
  app.get(`${MAILS}/:id/html`, { onRequest }, async (request, reply) =>
    send(reply, (await found(request)).html, POLICY_OF_MAIL),
  );
}

function send(reply: FastifyReply, document: string, policy: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(document);
}

const addressOfMail = (id: string, language: Language) =>
  `${MAILS}/${encodeURIComponent(id)}${language === 'en' ? '?lang=en' : ''}`;

function pageOfList(mails: Omit<KeptMail, 'text' | 'html'>[], language: Language): string {
  const { refusals: words } = allWords[language];
  const entries = mails.map(
    (mail) =>
      html`<li><a href="${addressOfMail(mail.id, language)}"><span>${mail.subject}</span>${factsOf(mail, language)}</a></li>`,
  );
  const list = mails.length > 0 ? html`<ul>${entries}</ul>` : html`<p>${words['sandbox.mail.none']}</p>`;
  const title = words['sandbox.mail.title'];
  return documentOf({ title, language }, html`<h1>${title}</h1><p>${words['sandbox.mail.kept']}</p>${list}`);
}

function pageOfMail(mail: KeptMail, language: Language): string {
  const { refusals: words } = allWords[language];
  const back = language === 'en' ? `${MAILS}?lang=en` : MAILS;
  return documentOf(
    { title: mail.subject, language },
    html`<p><a href="${back}">${words['sandbox.mail.all']}</a></p><h1>${mail.subject}</h1>${factsOf(mail, language)}
<h2>${words['sandbox.mail.seen']}</h2>
<iframe title="${words['sandbox.mail.seen']}" sandbox="${APART}" src="${MAILS}/${encodeURIComponent(mail.id)}/html"></iframe>
<h2>${words['sandbox.mail.text']}</h2><pre>${mail.text}</pre>`,
  );
}

/** To whom, when, and how often where that is more than once. */
function factsOf({ recipient, createdAt, times }: Omit<KeptMail, 'text' | 'html'>, language: Language): Html {
  const at = formatDateTime(createdAt.toISOString(), language);
  return html`<small>${recipient}, ${at}${times > 1 ? `, ×${times}` : ''}</small>`;
}

function documentOf({ title, language }: { title: string; language: Language }, body: Html): string {
  const head = html`<meta charset="utf-8"><meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | ${allWords[language].words['app.name']}</title>`;
  const made = html`<html lang="${language}"><head>${head}`;
  return `<!doctype html>${textOfHtml(made)}<style>${styles}</style></head><body>${textOfHtml(body)}</body></html>`;
}
