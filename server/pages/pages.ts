/**
 * The pages: rendered once per language, theme and address for everybody (the sign-in page also for who has signed in before), kept ready to send until something that they show changes.
 * Nothing personal enters a page; who is signed in is the browser's business.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { DEFAULT_CITY, toCityChoice } from '#core/domain/cities.ts';
import { DEFAULT_LANGUAGE, isLanguage } from '#core/i18n/language.ts';
import type { Deps } from '#server/deps.ts';
import type { InSharedSlot } from '#server/kit/http/load-shedding.ts';

import { cookieOf } from '#server/kit/http/request-context.ts';
import { readsPastCache, staleHeaders } from '#server/kit/http/response-cache.ts';
import type { Address } from '#web/kit/router/address.ts';
import { acceptsBrotli, packer } from './compression.ts';
import { documentOf } from './document.ts';
import { manifestOf } from './manifest.ts';
import { pageData } from './page-data.ts';
import { type PageRequest, readPageRequest, rememberChosen } from './page-request.ts';
import { allowancesOf } from './policies.ts';
import { loadSite, type Site } from './site.ts';
import { staticFiles } from './static-files.ts';

/** Maximum age of a cached page in ms. */
const KEPT_MS = 30_000;
/** Number of addresses remembered as existing; they have priority over unknown ones. */
const KNOWN = 10_000;
/** Requests whose cached page is found without parsing them. */
const MAX_REQUEST_BYTES = 1024 * 1024;

/** Public configuration of identity providers. */
const clientsOf = ({ config: { identities } }: Pick<Deps, 'config'>) => ({
  google: identities.google?.clientId ?? null,
  apple: identities.apple?.clientId ?? null,
});

interface Page {
  status: number;
  isKept: boolean;
  html: Buffer;
  /** Brotli, or null when the compression queue is full. */
  packed: () => Promise<Buffer> | null;
  headers: Record<string, string> & { etag: string };
  /** Route, such as `/deal/:id`. */
  path: string;
  /** The deal that it shows. */
  dealId: string | null;
}

/** `given`: the site of the development server. */
export async function pages(app: FastifyInstance, deps: Deps, given?: Site): Promise<void> {
  const site =
    given ?? (await loadSite(allowancesOf({ cards: deps.cards?.name ?? null, identities: clientsOf(deps) })));
  const isHttps = deps.config.publicUrl.startsWith('https:');
  const known = new LRUCache<string, true>({ max: KNOWN });
  const keys = new LRUCache<string, string>({ maxSize: MAX_REQUEST_BYTES });
  if (!given) await staticFiles(app, deps.log);
  app.get<{ Querystring: { lang?: string } }>('/manifest.webmanifest', ({ query: { lang } }, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=3600')
      .send(manifestOf(isLanguage(lang) ? lang : DEFAULT_LANGUAGE)),
  );
  app.get('/*', answer);

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asSent = asSentBy(request);
    const isPast = readsPastCache(request);
    const keptAt = isPast ? undefined : keys.get(asSent);
    const kept = keptAt === undefined ? undefined : deps.cache.get<Page>(keptAt);
    // Costs less than counting it would, so it is not counted.
    if (kept) return send({ request, reply }, kept);
    const { key: actor } = deps.actors.guess(request);
    deps.limiter.count('requests', actor);
    const asked = await readPageRequest(request, site);
    const { address, language, theme, isReturning, redirect } = asked;
    request.pagePath = address.route.path;
    rememberChosen(reply, asked.chosen, isHttps);
    if (redirect) return sendOn(reply.headers(referrerPolicyOf(address)), redirect, namesSecret(address));
    if (new URLSearchParams(address.search).has('search')) deps.limiter.count('searches', actor);
    const key = `page ${language} ${theme} ${isReturning ? 'returning ' : ''}${address.canonical}`;
    const fresh = () => make(app, deps, { site, asked, requestId: request.id, isPast });
    const shared = (inSharedSlot: InSharedSlot) => deps.cache.remember(key, () => inSharedSlot(fresh), { isPast });
    const again = isPast ? undefined : deps.cache.get<Page>(key);
    const page = again ?? (await deps.withReadSlot(request, 'page', shared, !isPast && known.has(key)));
    if (page.isKept) known.set(key, true);
    if (page.isKept && asked.chosen.length === 0) keys.set(asSent, key, { size: asSent.length + key.length });
    return send({ request, reply }, page);
  }

  async function send({ request, reply }: Exchange, page: Page): Promise<FastifyReply> {
    request.pagePath = page.path;
    if (page.dealId !== null) deps.views.countRequest(page.dealId, request);
    reply.code(page.status).removeHeader('content-security-policy').headers(page.headers);
    if (page.status === 200 && request.headers['if-none-match'] === page.headers.etag) return reply.code(304).send();
    const packing = acceptsBrotli(request.headers['accept-encoding']) ? page.packed() : null;
    if (packing === null) return reply.send(page.html);
    const packed = await packing;
    return reply.header('content-encoding', 'br').send(packed);
  }
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** All that `readPageRequest` reads. */
const asSentBy = (request: FastifyRequest) =>
  [
    request.raw.url,
    ...['language', 'selectedCity', 'theme', 'hasSignedIn'].map((name) => cookieOf(request, name)),
  ].join(' ');

async function make(
  app: FastifyInstance,
  { clock, config, cards: provider, cache }: Deps,
  { site, asked, requestId, isPast }: { site: Site; asked: PageRequest; requestId: string; isPast: boolean },
) {
  const { address, language, theme, isReturning } = asked;
  const [now, begun] = [clock.now(), clock.elapsed()];
  const data = pageData(app, { language, now, requestId, isPast, origins: cache.origins });
  const city = toCityChoice(new URLSearchParams(address.search).get('city') ?? DEFAULT_CITY);
  const { operator } = config;
  const cards = provider?.name ?? null;
  const rendered = await site.render({
    address: address.canonical,
    language,
    city,
    now,
    operator,
    cards,
    identities: clientsOf({ config }),
    isReturning,
    send: data.send,
  });
  const files = site.filesOf(address.route, language);
  const { text, styles } = documentOf({
    rendered,
    files,
    stylesOf: site.stylesOf,
    language,
    theme,
    operator,
    origin: config.publicUrl,
    isIndexed: address.route.access === 'anyone',
    trueAt: data.trueAt,
  });
  const html = Buffer.from(site.finish ? await site.finish(text, address.canonical) : text);
  const status = data.failed ? 503 : address.route.path === '*' ? 404 : (rendered.head.status ?? 200);
  // Addresses that anybody can invent would push the real pages out of the cache.
  const isFree = [...new URLSearchParams(address.search).keys()].some((name) => address.route.query[name]?.isFree);
  const isPrivate = isOfOne(address) || namesSecret(address);
  const isKept = status === 200 && !isFree && !isPrivate && data.trueAt === null;
  const policies = site.policiesOf(address.route, styles);
  const page: Page = {
    status,
    isKept,
    html,
    packed: packer(html, { isKept }),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'cache-control': isPrivate ? 'private, no-store' : 'private, no-cache',
      vary: 'Cookie, Accept-Encoding',
      etag: `"${createHash('sha1').update(html).digest('base64url')}"`,
      ...referrerPolicyOf(address),
      ...(policies && { 'content-security-policy': policies.content, 'permissions-policy': policies.permissions }),
      ...(status === 503 && { 'retry-after': '2' }),
      ...(data.trueAt !== null && staleHeaders(Math.floor((now - data.trueAt) / 1000))),
    },
    path: address.route.path,
    dealId: address.route.path === '/deal/:id' && status === 200 ? String(address.params.id) : null,
  };
  const until = isKept ? begun + Math.min(data.until - now, KEPT_MS) : 0;
  return { value: page, until, bytes: html.byteLength * 1.4, tags: [...data.tags], ...data.earliest };
}

/** Whether the page shows personal data, which is never cached. */
const isOfOne = ({ route, params }: Address) => route.access !== 'anyone' && Object.keys(params).length > 0;

/** No other site is told from where one came; ours is, or a form that is posted without a script would come from nowhere. */
function referrerPolicyOf({ route }: Address): Record<string, string> {
  const isSecret = [...Object.values(route.query), ...Object.values(route.params)].some(
    (parameter) => parameter.isSecret,
  );
  return isSecret ? { 'referrer-policy': 'same-origin' } : {};
}

const namesSecret = ({ route, search }: Address) =>
  Object.values(route.params).some(({ isSecret }) => isSecret) ||
  [...new URLSearchParams(search).keys()].some((name) => route.query[name]?.isSecret);

function sendOn(
  reply: FastifyReply,
  { to, status }: { to: string; status: 301 | 302 },
  isSecret: boolean,
): FastifyReply {
  const caching = status === 301 && !isSecret ? 'public, max-age=3600' : 'private, no-store';
  return reply.headers({ 'cache-control': caching, vary: 'Cookie' }).redirect(to, status);
}
