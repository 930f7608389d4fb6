/**
 * The pages: rendered once per language, city and address for everybody, kept ready to send until a deal changes.
 * Nothing personal enters a page; who is signed in is the browser's business.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#core/contract/call.ts';
import { NEXT_CURSOR } from '#core/contract/deals.ts';
import { type CityChoice, toCityChoice } from '#core/domain/cities.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#core/i18n/language.ts';
import type { Deps } from '#server/deps.ts';
import { cookieOf } from '#server/kit/http/cookies.ts';
import { insideHeaders } from '#server/kit/http/inside.ts';
import type { RenderInput } from '#web/entry.server.tsx';
import { documentOf } from './document.ts';
import { packer } from './packer.ts';
import { loadSite, type Site } from './site.ts';
import { staticFiles } from './static-files.ts';

/** Pages with a countdown or without one: none is kept longer than this, in ms. */
const KEPT_MS = 30_000;
const YEAR = 365 * 24 * 3600;
interface Page {
  status: number;
  html: Buffer;
  /** The page in brotli. */
  packed: () => Promise<Buffer>;
  etag: string;
}

/** What a page may show of an answer. */
type Shown = { expiresAt?: string | null } & Partial<Record<(typeof english)[number], null>>;
/** Texts an Albanian page never shows need not travel with it. */
const english = ['titleEn', 'descriptionEn', 'businessInfoEn'] as const;

interface Wanted {
  path: string;
  /** Only what a page may depend on, in a fixed order. */
  search: string;
  language: Language;
  city: CityChoice;
  asked: boolean;
}

/** `given` is the site of the development server, which serves its own files. */
export async function pages(app: FastifyInstance, deps: Deps, given?: Site): Promise<void> {
  const site = given ?? (await loadSite());
  if (!given) await staticFiles(app, deps.log);
  app.notFoundPage = (request, reply) => answer(request, reply);

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const wanted = wantedBy(request);
    rememberAsked(request, reply, deps.config.publicUrl.startsWith('https:'));
    const key = `page ${wanted.language} ${wanted.city} ${wanted.asked} ${wanted.path}${wanted.search}`;
    const page = await deps.catalogue.remember(key, () => make(app, site, wanted, deps.config.publicUrl));
    const deal = /^\/deal\/([0-9a-f-]{36})$/.exec(wanted.path)?.[1];
    if (deal && page.status === 200) app.views.countRequest(deal, request);
    if (site.policy) reply.header('content-security-policy', site.policy);
    else reply.removeHeader('content-security-policy');
    return send(request, reply, page);
  }
}

async function make(app: FastifyInstance, site: Site, wanted: Wanted, origin: string) {
  const now = Date.now();
  const seen: Seen = { until: now + KEPT_MS, failed: false };
  const rendered = await site.render({ ...wanted, now, send: inProcess(app, wanted.language, seen) });
  const files = site.filesOf(rendered.file, wanted.language);
  const text = documentOf({ rendered, files, language: wanted.language, origin });
  const html = Buffer.from(site.finish ? await site.finish(text, wanted.path) : text);
  const status = seen.failed ? 503 : (rendered.head.status ?? 200);
  const page: Page = {
    status,
    html,
    packed: packer(html),
    etag: `"${createHash('sha1').update(html).digest('base64url')}"`,
  };
  // Addresses that anybody can invent would push the real pages out of the cache.
  const isKept = status === 200 && !wanted.search.includes('search=');
  return { value: page, until: isKept ? seen.until : 0, bytes: html.byteLength * 1.4 };
}

/** What the page's own questions showed. */
interface Seen {
  /** Epoch ms of the earliest expiry among its deals. */
  until: number;
  /** A page that lacks its data is shown, for the browser to try again, but neither kept nor called a success. */
  failed: boolean;
}

/** Lets a page ask the API of its own process, as a guest. */
function inProcess(app: FastifyInstance, language: Language, seen: Seen): RenderInput['send'] {
  return async ({ url }) => {
    const response = await app.inject({ url, headers: { ...insideHeaders, cookie: `language=${language}` } });
    if (response.statusCode >= 500) seen.failed = true;
    if (response.statusCode >= 300) throw new ApiError(response.statusCode, response.payload, response.statusMessage);
    const answer: unknown = JSON.parse(response.payload);
    for (const shown of [answer].flat() as Shown[]) {
      const end = shown.expiresAt ? Date.parse(shown.expiresAt) : Number.POSITIVE_INFINITY;
      if (end > Date.now()) seen.until = Math.min(seen.until, end);
      if (language === 'sq') for (const name of english) if (name in shown) shown[name] = null;
    }
    return { answer, next: (response.headers[NEXT_CURSOR] as string | undefined) ?? null };
  };
}

function wantedBy(request: FastifyRequest): Wanted {
  const query = request.query as Record<string, string | undefined>;
  const search = new URLSearchParams();
  if (query.category) search.set('category', query.category.slice(0, 60));
  if (query.search) search.set('search', query.search.slice(0, 200));
  const text = search.toString();
  const chosen = isLanguage(query.lang) ? query.lang : cookieOf(request, 'language');
  return {
    path: request.raw.url?.split('?')[0] ?? '/',
    search: text && `?${text}`,
    language: isLanguage(chosen) ? chosen : DEFAULT_LANGUAGE,
    city: toCityChoice(query.city ?? cookieOf(request, 'selectedCity')),
    asked: query.city !== undefined,
  };
}

/** A language or city named in the address is kept, so that it holds without JavaScript too. */
function rememberAsked(request: FastifyRequest, reply: FastifyReply, isHttps: boolean): void {
  const { lang, city } = request.query as Record<string, string | undefined>;
  const attributes = `; Path=/; Max-Age=${YEAR}; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  const cookies: string[] = [];
  if (isLanguage(lang)) cookies.push(`language=${lang}${attributes}`);
  if (city !== undefined) cookies.push(`selectedCity=${toCityChoice(city)}${attributes}`);
  if (cookies.length > 0) reply.header('set-cookie', cookies);
}

async function send(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  reply.code(page.status).headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Accept-Encoding',
    etag: page.etag,
    ...(page.status === 503 ? { 'retry-after': '2' } : {}),
  });
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  if (!request.headers['accept-encoding']?.includes('br')) return reply.send(page.html);
  const packed = await page.packed();
  return reply.header('content-encoding', 'br').send(packed);
}
