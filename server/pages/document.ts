/** The HTML document around a rendered page. */

import type { Operator } from '#core/domain/shop.ts';
import { frameColours, type Theme } from '#core/domain/themes.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import type { Language } from '#core/i18n/language.ts';
import { fill } from '#core/i18n/t.ts';
import { escapeHtml } from '#server/kit/html.ts';
import type { Rendered } from '#web/entry.server.tsx';
import type { PageFiles } from './site.ts';

export interface DocumentInput {
  rendered: Rendered;
  files: PageFiles;
  /** Critical CSS of a body. */
  stylesOf: (body: string) => string;
  language: Language;
  theme: Theme;
  operator: Operator | null;
  /** Public origin without a trailing slash. */
  origin: string;
  /** Whether search engines may index the page. */
  isIndexed: boolean;
  /** Epoch ms of stale data, else null. */
  trueAt: number | null;
}

const siteName = 'Bukuri';
const locales: Record<Language, string> = { sq: 'sq_AL', en: 'en_GB' };

/** Returns the inline styles too, for the content security policy. */
export function documentOf(input: DocumentInput): { text: string; styles: string } {
  const { rendered, trueAt, language } = input;
  const notice = trueAt === null ? '' : noticeOf(trueAt, language);
  const body = `${notice}<div id="root">${rendered.body}</div>`;
  const styles = input.stylesOf(body);
  const state = `<script id="state" type="application/json">${rendered.state}</script>`;
  return { text: `${headOf(input, styles)}<body>${body}${state}</body></html>`, styles };
}

function headOf(input: DocumentInput, styles: string): string {
  const { files, language, theme, origin, isIndexed } = input;
  const { head } = input.rendered;
  const title = escapeHtml(head.title);
  const description = escapeHtml(head.description ?? '');
  const image = escapeHtml(hrefOf(head.image, origin) ?? '');
  return [
    `<!doctype html><html lang="${language}"${theme === 'system' ? '' : ` data-theme="${theme}"`}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${title}</title>`,
    `<style>${styles}</style>`,
    // The header and the tabs are drawn as a whole, not as far as they have come.
    '<link rel="expect" href="#content" blocking="render">',
    files.font ? `<link rel="preload" href="${files.font}" as="font" type="font/woff2" crossorigin>` : '',
    `<script type="module" src="${files.entry}"></script>`,
    ...files.scripts.map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`),
    files.sheet ? `<link rel="preload" fetchpriority="low" href="${files.sheet}" as="style">` : '',
    `<meta name="description" content="${description}">`,
    ...Object.entries(frameColours(theme)).map(
      ([device, colour]) => `<meta name="theme-color" media="(prefers-color-scheme: ${device})" content="${colour}">`,
    ),
    // Browsers without SVG icons ask for /favicon.ico by themselves.
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    `<link rel="manifest" href="/manifest.webmanifest${language === 'en' ? '?lang=en' : ''}">`,
    addresses(isIndexed ? head.canonical : undefined, language, origin),
    `<meta property="og:site_name" content="${siteName}"><meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}"><meta property="og:type" content="${head.type ?? 'website'}">`,
    `<meta property="og:locale" content="${locales[language]}">`,
    `<meta property="og:locale:alternate" content="${locales[language === 'sq' ? 'en' : 'sq']}">`,
    image
      ? `<meta property="og:image" content="${image}"><meta property="og:image:alt" content="${title}">${SHARED_SIZE.test(image) ? imageSize : ''}<meta name="twitter:card" content="summary_large_image">`
      : '',
    ...[...(head.jsonLd ?? []), ...(head.canonical === '/' ? siteData(input) : [])].map(
      (data) => `<script type="application/ld+json">${json(absolute(data, origin))}</script>`,
    ),
    '</head>',
  ].join('');
}

/** Share images, rendered or of our own pictures; others are as large as they were uploaded. */
const SHARED_SIZE = /(-1200|\/pictures\/share\/.+)\.jpg$/;
const imageSize = '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">';

/** The site, and who runs it as far as the configuration says: on the home page alone. */
const siteData = ({ rendered, language, operator }: DocumentInput): object[] => [
  {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: siteName,
    description: rendered.head.description,
    inLanguage: language,
    url: '/',
  },
  {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: siteName,
    legalName: operator?.name,
    taxID: operator?.nipt ?? undefined,
    address: operator?.address ?? undefined,
    email: operator?.contact ?? undefined,
    url: '/',
    logo: '/icons/icon-512.png',
    areaServed: 'AL',
  },
];

/** Notice of stale data, in the colours of the connection banner. */
function noticeOf(trueAt: number, language: Language): string {
  const text = fill(allWords[language].refusals['page.asOf'], { time: formatDateTime(trueAt, language) });
  return `<p role="status" class="bg-[#b3261e] px-4 py-2 text-center text-sm font-semibold text-ivory">${text}</p>`;
}

/** Canonical and alternate links: Albanian without parameter, English with `lang=en`. */
function addresses(canonical: string | undefined, language: Language, origin: string): string {
  if (!canonical) return '<meta name="robots" content="noindex">';
  const sq = new URL(canonical, origin);
  const en = new URL(sq);
  en.searchParams.set('lang', 'en');
  const href = (url: URL) => escapeHtml(url.href);
  const own = language === 'en' ? en : sq;
  return [
    `<link rel="canonical" href="${href(own)}"><meta property="og:url" content="${href(own)}">`,
    `<link rel="alternate" hreflang="sq" href="${href(sq)}">`,
    `<link rel="alternate" hreflang="en" href="${href(en)}">`,
    `<link rel="alternate" hreflang="x-default" href="${href(sq)}">`,
  ].join('');
}

const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The absolute URL, or undefined for an invalid one. */
const hrefOf = (address: string | undefined, origin: string) =>
  address !== undefined && URL.canParse(address, origin) ? new URL(address, origin).href : undefined;

/** Makes URLs in structured data absolute. */
function absolute(value: unknown, origin: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => absolute(entry, origin));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      ['url', 'item', 'image', 'logo'].includes(key) && typeof entry === 'string'
        ? hrefOf(entry, origin)
        : absolute(entry, origin),
    ]),
  );
}
