/** Pages of the sandbox: 3-D Secure as the bank of a real card shows it, the payment page and the card page of a subscription. */
import { createHash } from 'node:crypto';
import { plans } from '#core/domain/memberships.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { formatAmount, formatLek, NBSP } from '#core/i18n/format.ts';
import type { Language } from '#core/i18n/language.ts';
import { toSpoken } from '#core/i18n/spoken.ts';
import { fill } from '#core/i18n/t.ts';
import { escapeHtml, type Html, html, textOfHtml } from '#server/kit/html.ts';
import type { ProviderPayment, ProviderSubscription } from './provider.ts';
import {
  CHECKOUT,
  PORTAL,
  type SandboxCheckout,
  type SubscriptionCard,
  subscriptionCards,
} from './sandbox-subscriptions.ts';

export const AUTHENTICATE = '/sandbox/authenticate';

const styles = `:root{color-scheme:light dark}body{margin:0;min-height:100dvh;display:grid;place-content:center;
padding:1.5rem;box-sizing:border-box;font:1.125rem/1.5 system-ui,sans-serif;
background:light-dark(#fbf7f1,#1b1218);color:light-dark(#2b1722,#f6ede4)}main{max-width:28rem;display:grid;gap:1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0}p{margin:0}strong{color:light-dark(#8a5a06,#e8b65a)}
form{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:.5rem}button{font:inherit;font-weight:600;min-height:3rem;
padding:.5rem 1.25rem;border-radius:1.125rem;flex:1 1 10rem;cursor:pointer;border:2px solid light-dark(#a6263e,#f0859a);
background:none;color:light-dark(#a6263e,#f0859a)}button[value=accept]{background:light-dark(#a6263e,#f0859a);
color:light-dark(#fff,#2b1018)}button:focus-visible,a:focus-visible,input:focus-visible{outline:3px solid currentColor;outline-offset:2px}
fieldset{flex:1 1 100%;margin:0;padding:.25rem 0;border:0;min-width:0}legend{padding:0;font-weight:600}
label{display:flex;gap:.75rem;align-items:center;min-height:3rem}input{inline-size:1.25rem;block-size:1.25rem;flex:none;
accent-color:light-dark(#a6263e,#f0859a)}a{color:inherit;display:inline-flex;align-items:center;min-height:3rem}
small{display:block}.sr-only{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`;

export const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

function page(language: Language, title: string, content: Html): string {
  const name = allWords[language].words['app.name'];
  // Not escaped: the hash of the policy is that of these styles.
  const head = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="robots" content="noindex"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} | ${name}</title><style>${styles}</style></head>`;
  return `${head}${textOfHtml(html`<body><main><h1>${title}</h1>${content}</main></body>`)}</html>`;
}

/** Hides digit grouping from screen readers. */
function spoken(amount: string, language: Language): Html {
  const said = toSpoken(amount, language);
  if (said === amount) return html`${amount}`;
  return html`<span aria-hidden="true">${amount}</span><span class="sr-only">${said}</span>`;
}

const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`;

export function authenticatePage(payment: ProviderPayment, language: Language): string {
  const { refusals } = allWords[language];
  const amount = `${formatAmount(payment.amount / 100, language, 2)}${NBSP}USD`;
  const [before = '', after = ''] = refusals['sandbox.ask'].split('{amount}');
  return page(
    language,
    refusals['sandbox.title'],
    html`<p>${before}${spoken(amount, language)}${after}</p><p><strong>${refusals['sandbox.test']}</strong></p>
<form method="post" action="${AUTHENTICATE}">${hidden('payment_intent', payment.id)}${hidden('payment_intent_client_secret', payment.clientSecret)}
<button name="answer" value="accept">${refusals['sandbox.accept']}</button>
<button name="answer" value="refuse">${refusals['sandbox.refuse']}</button></form>`,
  );
}

interface Shown {
  language: Language;
  /** Whether the last card was declined. */
  isDeclined: boolean;
}

/** Subscribes with a test card. */
export function checkoutPage(checkout: SandboxCheckout, { language, isDeclined }: Shown): string {
  const { words, refusals } = allWords[language];
  const price = formatLek(plans[checkout.plan].price, language);
  const [before = '', after = ''] = words['membership.perMonth'].split('{price}');
  const { trialEnd } = checkout;
  const later = trialEnd && fill(refusals['sandbox.later'], { date: formatDate(trialEnd, language) });
  return page(
    language,
    fill(refusals['sandbox.subscribe'], { plan: words[`plan.${checkout.plan}`] }),
    html`<p>${before}${spoken(price, language)}${after}</p>${later ? html`<p>${later}</p>` : ''}
${notes(refusals, isDeclined)}<form method="post" action="${CHECKOUT}">${hidden('session', checkout.id)}${cards(refusals)}
<button name="answer" value="accept">${refusals[trialEnd ? 'sandbox.confirm' : 'sandbox.pay']}</button>
<button name="answer" value="refuse">${refusals['sandbox.cancel']}</button></form>`,
  );
}

/** Changes the card of a subscription; its buttons let the period end at once, which nobody wants to wait for. */
export function portalPage(
  portal: { id: string; returnUrl: string; subscription: ProviderSubscription | null },
  { language, isDeclined }: Shown,
): string {
  const { words, refusals } = allWords[language];
  const { id, returnUrl, subscription } = portal;
  const back = html`<p><a href="${returnUrl}">${refusals['sandbox.back']}</a></p>`;
  const title = refusals['sandbox.portal'];
  if (!subscription || subscription.state === 'ended')
    return page(language, title, html`<p>${refusals['sandbox.noSubscription']}</p>${back}`);
  const isOverdue = subscription.state === 'past_due';
  const next = refusals[subscription.isCanceling ? 'sandbox.ends' : 'sandbox.next'];
  const date = formatDate(subscription.endsAt.getTime(), language);
  return page(
    language,
    title,
    html`<p>${words[`plan.${subscription.plan}`]}: ${isOverdue ? refusals['sandbox.overdue'] : fill(next, { date })}</p>
${notes(refusals, isDeclined)}<form method="post" action="${PORTAL}">${hidden('session', id)}${cards(refusals)}
<button name="answer" value="accept">${refusals['sandbox.change']}</button></form>
${isOverdue ? '' : html`<form method="post" action="${PORTAL}">${hidden('session', id)}<button name="answer" value="renew">${refusals['sandbox.renew']}</button><button name="answer" value="fail">${refusals['sandbox.fail']}</button></form>`}${back}`,
  );
}

type Refusals = (typeof allWords)['sq']['refusals'];

const notes = (refusals: Refusals, isDeclined: boolean) =>
  html`${isDeclined ? html`<p role="alert"><strong>${refusals['sandbox.declined']}</strong></p>` : ''}<p><strong>${refusals['sandbox.test']}</strong></p>`;

const cards = (refusals: Refusals) =>
  html`<fieldset><legend>${refusals['sandbox.cards']}</legend>${Object.entries(subscriptionCards).map(
    ([kind, number], at) =>
      html`<label><input type="radio" name="card" value="${kind}"${at === 0 ? html` checked` : ''}><span>${number.replace(/(....)(?=.)/g, `$1${NBSP}`)}<small>${refusals[`sandbox.card.${kind as SubscriptionCard}`]}</small></span></label>`,
  )}</fieldset>`;
