/** Emails: one template, rendered as HTML without remote content and as plain text. */
import type { Operator } from '#core/domain/shop.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { formatAmount, formatLek, NBSP } from '#core/i18n/format.ts';
import type { Language } from '#core/i18n/language.ts';
import { toSpoken } from '#core/i18n/spoken.ts';
import { type Translate, translator } from '#core/i18n/t.ts';
import { type Html, html, textOfHtml } from '#server/kit/html.ts';

type Pair = readonly [name: string, value: string];

export interface Group {
  name: string;
  about: string;
  lines: readonly Pair[];
}

/** A code to show, with its QR code. */
export interface MailedCode {
  title: string;
  code: string;
  about: string;
  /** Data URL of a picture, which SMTP sends as an attachment of the mail; null for the code alone. */
  picture: string | null;
  /** Of the picture. */
  label: string;
}

export interface EmailTemplate {
  language: Language;
  title: string;
  /** One paragraph each. */
  lead: readonly string[];
  facts?: readonly Pair[];
  codes?: readonly MailedCode[];
  groups?: readonly Group[];
  sums?: readonly Pair[];
  notes?: readonly string[];
  button: { label: string; url: string } | null;
  /** Who sends it, and why. */
  footer: readonly string[];
}

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

export interface EmailSender {
  /** Public URL of the shop, without a slash at its end. */
  origin: string;
  operator: Operator | null;
}

export const renderEmail = (subject: string, template: EmailTemplate): RenderedEmail => ({
  subject,
  text: renderText(template),
  html: renderHtml(template),
});

export const translatorOf = (language: Language): Translate => translator(language, allWords[language].words);

/** Why the email is sent, and by whom, as far as the operator is configured. */
export function footerOf(operator: Operator | null, why: string): string[] {
  const { nipt, name, address, contact } = operator ?? {};
  const who = [name, nipt && `NIPT ${nipt}`, address, contact].filter(Boolean).join(', ');
  return [why, ...(who ? [who] : [])];
}

/** Lek, readable by screen readers: email programs do not reliably hide text that is for the eyes only. */
export const lek = (amount: number, language: Language): string => toSpoken(formatLek(amount, language), language);

/** The same of cents, followed by the currency. */
export const formatCents = (cents: number, currency: string, language: Language): string =>
  toSpoken(`${formatAmount(cents / 100, language, 2)}${NBSP}${currency}`, language);

const styleSheet = html`<style>:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.ground{background:#1b1218!important}.paper{background:#261a21!important}
.ink{color:#f6ede4!important}.quiet{color:#b9a5af!important}.brand{color:#f0859a!important}
.line{border-color:#3a2a33!important}.button{background:#f0859a!important;color:#2b1018!important}}</style>`;

const FONT = "font-family:ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const INK = 'color:#2b1722';
const QUIET = 'color:#6e5864';
const TABLE = 'width:100%;border-collapse:collapse;border-spacing:0';

function renderHtml(template: EmailTemplate): string {
  const {
    language,
    title,
    lead,
    facts = [],
    codes = [],
    groups = [],
    sums = [],
    notes = [],
    button,
    footer,
  } = template;
  const body = html`<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title>${styleSheet}</head>
<body class="ground" style="margin:0;padding:0;background:#fbf7f1"><div class="ground ink" style="background:#fbf7f1;${INK};${FONT};font-size:16px;line-height:1.5;padding:24px 16px">
<div style="max-width:560px;margin:0 auto">
<p class="brand" style="margin:0 0 16px;font-size:20px;font-weight:700;color:#a6263e">${allWords[language].words['app.name']}</p>
<div class="paper" style="background:#ffffff;border-radius:18px;padding:24px 20px">
<h1 class="ink" style="margin:0 0 8px;font-size:24px;line-height:1.25;${INK}">${title}</h1>
${lead.map((line) => html`<p style="margin:0 0 8px;overflow-wrap:anywhere">${line}</p>`)}${pairs(facts)}
${codes.map(codeOf)}
${groups.map(groupOf)}${pairs(sums, true)}
${button ? buttonOf(button) : ''}
</div>
${[...notes, ...footer].map((line) => html`<p class="quiet" style="margin:12px 4px 0;font-size:14px;${QUIET}">${line}</p>`)}
</div></div></body></html>`;
  return `<!doctype html>${textOfHtml(body)}`;
}

function renderText(template: EmailTemplate): string {
  const { title, lead, facts = [], codes = [], groups = [], sums = [], notes = [], button, footer } = template;
  const pairLines = (all: readonly Pair[]) => all.map(([name, value]) => `${oneLine(name)}: ${oneLine(value)}`);
  const parts = [
    [title, ...lead],
    pairLines(facts),
    codes.map(({ title, code, about }) => `${title}: ${code} (${about})`),
    ...groups.map(({ name, about, lines }) => [
      [name, about].filter(Boolean).join(', '),
      ...pairLines(lines).map((line) => `- ${line}`),
    ]),
    pairLines(sums),
    notes,
    button ? [`${button.label}: ${button.url}`] : [],
    footer,
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(oneLine).join('\n'))
    .join('\n\n');
}

/** Titles written by salons must not start a new line. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

function groupOf({ name, about, lines }: Group): Html {
  return html`<h2 class="ink" style="margin:24px 0 0;font-size:18px;${INK}">${name}</h2>
${about === '' ? '' : html`<p class="quiet" style="margin:0;font-size:14px;${QUIET}">${about}</p>`}${pairs(lines)}`;
}

function codeOf({ title, code, about, picture, label }: MailedCode): Html {
  return html`<div class="line" style="margin:16px 0 0;padding:16px 0 0;border-top:1px solid #e9dfd3">
<p class="ink" style="margin:0;font-weight:600;${INK}">${title}</p>
<p class="ink" style="margin:0;font-size:24px;font-weight:700;letter-spacing:1px;white-space:nowrap;${INK}">${code}</p>
${picture === null ? '' : html`<img src="${picture}" alt="${label}" width="200" height="200" style="display:block;margin:8px 0;background:#ffffff;border-radius:12px">`}
<p class="quiet" style="margin:0;font-size:14px;${QUIET}">${about}</p></div>`;
}

function buttonOf({ label, url }: NonNullable<EmailTemplate['button']>): Html {
  return html`<p style="margin:24px 0 0"><a class="button" href="${url}" target="_blank" style="display:inline-block;padding:12px 20px;border-radius:18px;background:#a6263e;color:#ffffff;font-weight:600;text-decoration:none">${label}</a></p>`;
}

function pairs(all: readonly Pair[], isBold = false): Html | null {
  if (all.length === 0) return null;
  const weight = isBold ? 'font-weight:600' : 'font-weight:400';
  const cell = 'padding:8px 0;border-top:1px solid #e9dfd3;vertical-align:top';
  const rows = all.map(
    ([name, value]) =>
      html`<tr><td class="line ink" style="${cell};${INK};text-align:left;word-break:break-word;min-width:6em">${name}</td><td class="line ink" style="${cell};${INK};${weight};text-align:right;padding-left:16px">${value}</td></tr>`,
  );
  return html`<table style="${TABLE};margin:12px 0 0">${rows}</table>`;
}
