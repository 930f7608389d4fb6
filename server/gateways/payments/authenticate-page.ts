/** The 3-D Secure page of the sandbox: asks the card holder to confirm, as the bank of a real card would. */
import { createHash } from 'node:crypto';
import { allWords } from '#core/i18n/all-words.ts';
import { formatAmount, NBSP } from '#core/i18n/format.ts';
import { heard } from '#core/i18n/heard.ts';
import type { Language } from '#core/i18n/language.ts';
import { fill } from '#core/i18n/t.ts';
import { escapeHtml } from '#server/kit/html.ts';
import type { ProviderPayment } from './provider.ts';

export const AUTHENTICATE = '/sandbox/authenticate';

const styles = `:root{color-scheme:light dark}body{margin:0;min-height:100dvh;display:grid;place-content:center;
padding:1.5rem;box-sizing:border-box;font:1.125rem/1.5 system-ui,sans-serif;
background:light-dark(#fbf7f1,#1b1218);color:light-dark(#2b1722,#f6ede4)}main{max-width:28rem;display:grid;gap:1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0}p{margin:0}strong{color:light-dark(#8a5a06,#e8b65a)}
form{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:.5rem}button{font:inherit;font-weight:600;min-height:3rem;
padding:.5rem 1.25rem;border-radius:1.125rem;flex:1 1 10rem;cursor:pointer;border:2px solid light-dark(#a6263e,#f0859a);
background:none;color:light-dark(#a6263e,#f0859a)}button[value=accept]{background:light-dark(#a6263e,#f0859a);
color:light-dark(#fff,#2b1018)}button:focus-visible{outline:3px solid currentColor;outline-offset:2px}
.ear{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`;

export const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** Hides digit grouping from screen readers. */
function spoken(amount: string, language: Language): string {
  const said = heard(amount, language);
  return said === amount ? amount : `<span aria-hidden="true">${amount}</span><span class="ear">${said}</span>`;
}

export function authenticatePage(payment: ProviderPayment, language: Language): string {
  const { words, refusals } = allWords[language];
  const amount = `${formatAmount(payment.amount / 100, language, 2)}${NBSP}USD`;
  const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
  const title = refusals['sandbox.title'];
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="robots" content="noindex">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${title} | ${words['app.name']}</title><style>${styles}</style></head><body><main><h1>${title}</h1>` +
    `<p>${fill(escapeHtml(refusals['sandbox.ask']), { amount: spoken(amount, language) })}</p><p><strong>${refusals['sandbox.test']}</strong></p>` +
    `<form method="post" action="${AUTHENTICATE}">${hidden('payment_intent', payment.id)}` +
    `${hidden('payment_intent_client_secret', payment.clientSecret)}` +
    `<button name="answer" value="accept">${refusals['sandbox.accept']}</button>` +
    `<button name="answer" value="refuse">${refusals['sandbox.refuse']}</button></form></main></body></html>`
  );
}
