/** The page on which the bank of a test card asks its holder, and where they go from there. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { allWords } from '#core/i18n/all-words.ts';
import { formatAmount, NBSP } from '#core/i18n/format.ts';
import { heard } from '#core/i18n/heard.ts';
import type { Language } from '#core/i18n/language.ts';
import { fill } from '#core/i18n/t.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { escapeHtml } from '#server/kit/html.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import type { Stripe } from '../stripe.ts';
import { AUTHENTICATE, backTo } from './sandbox-browser.ts';
import { answerBank, lockIntent } from './sandbox-intents.ts';
import { isSecretOf } from './sandbox-secret.ts';
import { findKept } from './sandbox-store.ts';

/** As Stripe names what it is asked about. */
interface Asked {
  payment_intent?: string;
  payment_intent_client_secret?: string;
}

const styles = `:root{color-scheme:light dark}body{margin:0;min-height:100dvh;display:grid;place-content:center;
padding:1.5rem;box-sizing:border-box;font:1.125rem/1.5 system-ui,sans-serif;
background:light-dark(#fbf7f1,#1b1218);color:light-dark(#2b1722,#f6ede4)}main{max-width:28rem;display:grid;gap:1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0}p{margin:0}strong{color:light-dark(#8a5a06,#e8b65a)}
form{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:.5rem}button{font:inherit;font-weight:600;min-height:3rem;
padding:.5rem 1.25rem;border-radius:1.125rem;flex:1 1 10rem;cursor:pointer;border:2px solid light-dark(#a6263e,#f0859a);
background:none;color:light-dark(#a6263e,#f0859a)}button[value=accept]{background:light-dark(#a6263e,#f0859a);
color:light-dark(#fff,#2b1018)}button:focus-visible{outline:3px solid currentColor;outline-offset:2px}
.ear{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`;

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** Who was asked already goes on at once. */
export async function askHolder(db: Db, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const intent = await paymentOf(db, request.query as Asked);
  if (intent.status !== 'requires_action') return sendBack(db, intent, { reply, status: 302 });
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .send(pageOf(intent, languageOfPages(request)));
}

export async function hearHolder(db: Db, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = (request.body ?? {}) as Asked & { answer?: string };
  const { id } = await paymentOf(db, body);
  const { answer } = body;
  if (answer !== 'accept' && answer !== 'refuse') throw new AppError(400, 'input.malformed');
  const intent = await inTransaction(db, async (tx) => {
    const now = await lockIntent(tx, id);
    // Whoever presses twice is sent on the second time.
    return now.status === 'requires_action' ? answerBank(tx, id, answer === 'accept') : now;
  });
  return sendBack(db, intent, { reply, status: 303 });
}

async function paymentOf(db: Db, asked: Asked): Promise<Stripe.PaymentIntent> {
  const { payment_intent: id = '', payment_intent_client_secret: secret = '' } = asked;
  const intent = await findKept(db, 'payment_intent', id);
  if (!intent || !isSecretOf(intent, secret)) throw new AppError(404, 'route.absent');
  return intent;
}

async function sendBack(
  db: Db,
  intent: Stripe.PaymentIntent,
  { reply, status }: { reply: FastifyReply; status: number },
): Promise<FastifyReply> {
  const { payment_method: methodId, last_payment_error: error } = intent;
  const method =
    typeof methodId === 'string' ? await findKept(db, 'payment_method', methodId) : (error?.payment_method ?? null);
  const returnUrl = method?.metadata?.return_url;
  if (!returnUrl) throw new AppError(404, 'route.absent');
  return reply.redirect(backTo(returnUrl, intent), status);
}

/** As it is for eyes, and plain for ears. */
function spoken(amount: string, language: Language): string {
  const said = heard(amount, language);
  return said === amount ? amount : `<span aria-hidden="true">${amount}</span><span class="ear">${said}</span>`;
}

function pageOf(intent: Stripe.PaymentIntent, language: Language): string {
  const { words, refusals } = allWords[language];
  const amount = `${formatAmount(intent.amount / 100, language, 2)}${NBSP}USD`;
  const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
  const title = refusals['sandbox.title'];
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="robots" content="noindex">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${title} | ${words['app.name']}</title><style>${styles}</style></head><body><main><h1>${title}</h1>` +
    `<p>${fill(escapeHtml(refusals['sandbox.ask']), { amount: spoken(amount, language) })}</p><p><strong>${refusals['sandbox.test']}</strong></p>` +
    `<form method="post" action="${AUTHENTICATE}">${hidden('payment_intent', intent.id)}` +
    `${hidden('payment_intent_client_secret', intent.client_secret ?? '')}` +
    `<button name="answer" value="accept">${refusals['sandbox.accept']}</button>` +
    `<button name="answer" value="refuse">${refusals['sandbox.refuse']}</button></form></main></body></html>`
  );
}
