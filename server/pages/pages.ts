/**
 * The pages: rendered once per language, theme and address for everybody, kept ready to send until a deal changes.
 * Nothing personal enters a page; who is signed in is the browser's business.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { DEFAULT_CITY, toCityChoice } from '#core/domain/cities.ts';
import type { Deps } from '#server/deps.ts';
import type { InSharedSlot } from '#server/kit/http/load-shedding.ts';
import { staleHeaders } from '#server/kit/http/response-cache.ts';
import type { Address } from '#web/kit/address.ts';
import { acceptsBrotli, packer } from './compression.ts';
import { documentOf } from './document.ts';
import { pageData } from './page-data.ts';
import { type PageRequest, readPageRequest, rememberChosen } from './page-request.ts';
import { allowancesOf, type Policies } from './policies.ts';
import { loadSite, type Site } from './site.ts';
import { staticFiles } from './static-files.ts';

/** Maximum age of a cached page in ms. */
const KEPT_MS = 30_000;
/** Number of addresses remembered as existing; they have priority over unknown ones. */
const KNOWN = 10_000;

/** Public configuration of identity providers. */
const clientsOf = ({ config: { identities } }: Pick<Deps, 'config'>) => ({
  google: identities.google?.clientId ?? null,
  apple: identities.apple?.clientId ?? null,
});

interface Page {
  status: number;
  isKept: boolean;
  caching: string;
  html: Buffer;
  /** Brotli, or null when the compression queue is full. */
  packed: () => Promise<Buffer> | null;
  etag: string;
  /** Policy headers; null in development. */
  policies: Policies | null;
  /** Age of stale data in seconds; null when it is current. */
  age: number | null;
}

/** `given`: the site of the development server. */
export async function pages(app: FastifyInstance, deps: Deps, given?: Site): Promise<void> {
  const site =
    given ?? (await loadSite(allowancesOf({ cards: deps.cards?.name ?? null, identities: clientsOf(deps) })));
  const isHttps = deps.config.publicUrl.startsWith('https:');
  const known = new LRUCache<string, true>({ max: KNOWN });
  if (!given) await staticFiles(app, deps.log);
  app.get('/*', answer);

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { key: actor } = deps.actors.guess(request);
    deps.limiter.count('requests', actor);
    const asked = await readPageRequest(request, site);
    const { address, language, theme, redirect } = asked;
    request.pagePath = address.route.path;
    rememberChosen(reply, asked.chosen, isHttps);
    // No other site is told from where one came; ours is, or a form that is posted without a script would come from nowhere.
    if (hasSecret(address)) reply.header('referrer-policy', 'same-origin');
    if (redirect) return sendOn(reply, redirect, namesSecret(address));
    if (new URLSearchParams(address.search).has('search')) deps.limiter.count('searches', actor);
    const key = `page ${language} ${theme} ${address.canonical}`;
    const fresh = () => make(app, deps, { site, asked, requestId: request.id });
    const shared = (inSharedSlot: InSharedSlot) => deps.cache.remember(key, () => inSharedSlot(fresh));
    const page = deps.cache.get<Page>(key) ?? (await deps.withReadSlot(request, 'page', shared, known.has(key)));
    if (page.isKept) known.set(key, true);
    if (address.route.path === '/deal/:id' && page.status === 200) {
      deps.views.countRequest(String(address.params.id), request);
    }
    const { policies } = page;
    if (policies) {
      reply.header('content-security-policy', policies.content).header('permissions-policy', policies.permissions);
    } else reply.removeHeader('content-security-policy');
    return send(request, reply, page);
  }
}

async function make(
  app: FastifyInstance,
  { clock, config, cards: provider }: Deps,
  { site, asked, requestId }: { site: Site; asked: PageRequest; requestId: string },
) {
  const { address, language, theme } = asked;
  const [now, begun] = [clock.now(), clock.elapsed()];
  const data = pageData(app, { language, now, requestId });
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
    send: data.send,
  });
  const files = site.filesOf(address.route, language);
  const { text, styles } = documentOf({
    rendered,
    files,
    stylesOf: site.stylesOf,
    language,
    theme,
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
  const page: Page = {
    status,
    isKept,
    caching: isPrivate ? 'private, no-store' : 'private, no-cache',
    html,
    packed: packer(html, { isKept }),
    etag: `"${createHash('sha1').update(html).digest('base64url')}"`,
    policies: site.policiesOf(address.route, styles),
    age: data.trueAt === null ? null : Math.floor((now - data.trueAt) / 1000),
  };
  const until = isKept ? begun + Math.min(data.until - now, KEPT_MS) : 0;
  return { value: page, until, bytes: html.byteLength * 1.4 };
}

/** Whether the page shows personal data, which is never cached. */
const isOfOne = ({ route, params }: Address) => route.access !== 'anyone' && Object.keys(params).length > 0;

const hasSecret = ({ route }: Address) => Object.values(route.query).some(({ isSecret }) => isSecret);
const namesSecret = ({ route, search }: Address) =>
  [...new URLSearchParams(search).keys()].some((name) => route.query[name]?.isSecret);

function sendOn(
  reply: FastifyReply,
  { to, status }: { to: string; status: 301 | 302 },
  isSecret: boolean,
): FastifyReply {
  const caching = status === 301 && !isSecret ? 'public, max-age=3600' : 'private, no-store';
  return reply.headers({ 'cache-control': caching, vary: 'Cookie' }).redirect(to, status);
}

async function send(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  reply.code(page.status).headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': page.caching,
    vary: 'Cookie, Accept-Encoding',
    etag: page.etag,
    ...(page.status === 503 ? { 'retry-after': '2' } : {}),
    ...(page.age === null ? {} : staleHeaders(page.age)),
  });
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  const packing = acceptsBrotli(request.headers['accept-encoding']) ? page.packed() : null;
  if (packing === null) return reply.send(page.html);
  const packed = await packing;
  return reply.header('content-encoding', 'br').send(packed);
}
