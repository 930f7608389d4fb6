/**
 * The service worker: files of the build and pictures from the cache first, pages and answers of the API from the network
 * first, else as they were last. Answers about a user are kept apart, until that user leaves. Changes are never queued here.
 */
/// <reference lib="webworker" />
import { CacheFirst, ExpirationPlugin, NetworkFirst, type RuntimeCaching, Serwist, type SerwistPlugin } from 'serwist';
import { formatDateTime } from '#core/i18n/dates.ts';
import { words as en } from '#core/i18n/en/app.ts';
import { words as sq } from '#core/i18n/sq/app.ts';
import { fill } from '#core/i18n/t.ts';
import { NEWER_COPY, PRIVATE_CACHE, SAVED_COPY, SAVED_COPY_ID } from '#web/kit/data/saved-copies.ts';
import { broadcast, NOTIFICATIONS_CHANGED } from '#web/kit/data/tabs.ts';
import { endPush, handlePushMessages } from './push-messages.ts';

declare const self: ServiceWorkerGlobalScope;
/** Scripts, styles and fonts of this build, as absolute paths. */
declare const BUILT_FILES: readonly string[];

const DAY = 24 * 3600;
const catalogues = { sq, en };

/** What must outlive the worker: the language of the pages, the last home page, and whose answers are kept. */
const state = {
  read: async (name: 'language' | 'home' | 'user') =>
    (await (await (await caches.open('state')).match(`/${name}`))?.text()) ?? '',
  write: async (name: 'language' | 'home' | 'user', value: string) =>
    (await caches.open('state')).put(`/${name}`, new Response(value)),
};
const language = async () => ((await state.read('language')) === 'en' ? 'en' : 'sq');

// --- Files and pictures

const expiring = (maxEntries: number, days: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * DAY, maxAgeFrom: 'last-used', purgeOnQuotaError: true });

/** Files of earlier builds stay, for pages that were opened before this one. */
const files = new CacheFirst({ cacheName: 'files', plugins: [expiring(1500, 30)] });
const pictures = new CacheFirst({ cacheName: 'pictures', plugins: [expiring(150, 30)] });

self.addEventListener('install', (event) => {
  const load = async () => {
    for (const url of BUILT_FILES) await files.handle({ event, request: new Request(url) });
  };
  event.waitUntil(load());
});

// --- Pages, which hold nothing about the visitor; their language is a cookie

const isPage = (response: Response) =>
  response.ok && !response.redirected && !!response.headers.get('content-type')?.startsWith('text/html');

/** Parameters that other sites add to shared links. */
const TRACKING = /^(utm_.+|[a-z]+clid|igsh(id)?)$/;

/** One entry per address and language. The address names the city, or is redirected to one that does. */
const byLanguage: SerwistPlugin = {
  fetchDidSucceed: async ({ request, response }) => {
    if (!isPage(response)) return response;
    await state.write('language', response.headers.get('content-language') ?? '');
    const { pathname, search } = new URL(request.url);
    if (pathname === '/' && !search.includes('search=')) await state.write('home', pathname + search);
    return response;
  },
  cacheKeyWillBeUsed: async ({ request }) => {
    const url = new URL(request.url);
    url.hash = '';
    for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
    // The page is the same for every code, and a code is a secret.
    if (url.pathname === '/redeem') url.search = '';
    url.searchParams.set('lang', await language());
    return url.href;
  },
  cacheWillUpdate: async ({ response }) => (isPage(response) ? response : null),
};

/** A saved page says why it is shown: the request failed, or takes long, in which case the page is told when it is over. */
const withNotice: SerwistPlugin = {
  fetchDidFail: async ({ state: own }) => {
    if (own) own.hasFailed = true;
  },
  cachedResponseWillBeUsed: async ({ cachedResponse, state: own }) => {
    if (!cachedResponse) return;
    const isSlow = navigator.onLine && !own?.hasFailed;
    const savedAt = Date.parse(cachedResponse.headers.get('date') ?? '');
    // What has just been offered as the newer one.
    if (isSlow && Date.now() - savedAt < NEW_MS) return cachedResponse;
    if (own) own.isSlow = isSlow;
    return addNotice(cachedResponse, { isSlow, savedAt });
  },
  cacheDidUpdate: async ({ event, state: own }) => {
    if (!own?.isSlow) return;
    const { resultingClientId } = event as FetchEvent;
    outdated.add(resultingClientId);
    (await self.clients.get(resultingClientId))?.postMessage(NEWER_COPY);
  },
};

const NEW_MS = 60_000;

/** Clients that show an older page than there is. */
const outdated = new Set<string>();
self.addEventListener('message', ({ data, source }) => {
  if (data === NEWER_COPY && source instanceof Client && outdated.has(source.id)) source.postMessage(NEWER_COPY);
});

/** One line, outside of what React renders; `registration.ts` keeps it up to date. */
async function addNotice(page: Response, { isSlow, savedAt }: { isSlow: boolean; savedAt: number }): Promise<Response> {
  const spoken = await language();
  const text = catalogues[spoken];
  // Copies are kept too short to need the year.
  const time = formatDateTime(savedAt, spoken).replace(/ \d{4},/, ',');
  const reasons = `<span${isSlow ? ' hidden' : ''}><b>${text['offline.savedPage']}</b> · </span>${isSlow ? `<span><b>${text['offline.slow']}</b> · </span>` : ''}`;
  const link = `<span hidden> · <a href="" class="underline">${text['offline.showNewer']}</a></span>`;
  const look = `px-4 py-1.5 text-center text-xs text-ivory ${isSlow ? 'bg-night' : 'bg-[#b3261e]'}`;
  const notice = `<p id="${SAVED_COPY_ID}" role="status" class="${look}"${isSlow ? ' data-slow' : ''}>${reasons}${fill(text['offline.showingSaved'], { time })}${link}</p>`;
  return copyOf(page, (await page.text()).replace('<body>', `<body>${notice}`));
}

function copyOf(response: Response, body: BodyInit | null): Response {
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  headers.set(SAVED_COPY, '1');
  return new Response(body, { status: response.status, headers });
}

/** Links to the home page and to the deals that were opened. */
async function offlinePage(): Promise<Response> {
  const spoken = await language();
  const text = catalogues[spoken];
  const saved = await caches.open('pages');
  const links = [];
  for (const request of await saved.keys()) {
    const { pathname, searchParams } = new URL(request.url);
    const title = /<title>(.*?)<\/title>/.exec((await (await saved.match(request))?.text()) ?? '')?.[1];
    const isListed = pathname === '/' || pathname.startsWith('/deal/') || pathname.startsWith('/salon/');
    if (title && isListed && searchParams.get('lang') === spoken) {
      searchParams.delete('lang');
      links.push(`<li><a href="${pathname}${searchParams.size ? `?${searchParams}` : ''}">${title}</a></li>`);
    }
  }
  const style =
    'body{margin:0;padding:2rem 1.5rem;font:1.125rem/1.5 system-ui,sans-serif;background:light-dark(#fbf7f1,#1b1218);color:light-dark(#2b1a22,#f6ece6);color-scheme:light dark}main{max-width:40rem;margin:auto}a{color:inherit;display:block;padding:.6rem 0}ul{padding:0;list-style:none}';
  const page = `<!doctype html><html lang="${spoken}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${text['offline.pageTitle']}</title><style>${style}</style><main><h1>${text['offline.pageTitle']}</h1><p>${text['offline.notSaved']} ${text['offline.pageText']}</p><ul>${links.join('')}</ul></main>`;
  return new Response(page, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

const orOfflinePage: SerwistPlugin = {
  handlerDidError: async ({ request }) => {
    const home = new URL(request.url).pathname === '/' && (await state.read('home'));
    return home && !request.url.endsWith(home) ? Response.redirect(home) : offlinePage();
  },
};

const pagePlugins = [byLanguage, withNotice, orOfflinePage];
const pages = new NetworkFirst({
  cacheName: 'pages',
  networkTimeoutSeconds: 2,
  matchOptions: { ignoreVary: true },
  plugins: [...pagePlugins, expiring(60, 7)],
});
/** Their addresses name an order. */
const orderPages = new NetworkFirst({
  cacheName: PRIVATE_CACHE,
  networkTimeoutSeconds: 2,
  matchOptions: { ignoreVary: true },
  plugins: pagePlugins,
});

// --- The API

const marked: SerwistPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse && copyOf(cachedResponse, cachedResponse.body),
};
/** The answer about a deal that is not public is for its owner alone. */
const ifPublic: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.ok && !response.headers.get('cache-control')?.includes('no-store') ? response : null,
};
const publicAnswers = new NetworkFirst({
  cacheName: 'answers',
  matchOptions: { ignoreVary: true },
  plugins: [marked, ifPublic, expiring(100, 7)],
});

/** Counts departures: an answer that was requested before one is not kept. */
let departures = 0;

async function forgetUser(): Promise<void> {
  departures += 1;
  await caches.delete(PRIVATE_CACHE);
  await state.write('user', '');
}

const ofUser: SerwistPlugin = {
  requestWillFetch: async ({ request, state: own }) => {
    if (own) own.departures = departures;
    return request;
  },
  fetchDidSucceed: async ({ request, response, state: own }) => {
    const isMe = new URL(request.url).pathname === '/api/auth/me';
    // A server in trouble says nothing about the user.
    if (!isMe || !(response.ok || response.status === 401)) return response;
    const user = response.ok ? String((await response.clone().json()).user.id) : '';
    if (user !== (await state.read('user'))) {
      await forgetUser();
      await state.write('user', user);
      if (own) own.departures = departures;
    }
    return response;
  },
  cacheWillUpdate: async ({ response, state: own }) =>
    response.ok && own?.departures === departures && (await state.read('user')) ? response : null,
};
const privateAnswers = new NetworkFirst({
  cacheName: PRIVATE_CACHE,
  matchOptions: { ignoreVary: true },
  plugins: [marked, ofUser],
});

/** Whoever signs in, out or closes the account: what is kept belongs to somebody else. */
const departing: RuntimeCaching['handler'] = async ({ request }) => {
  await forgetUser();
  const response = await fetch(request);
  await forgetUser();
  if (response.ok && /\/(logout|close)$/.test(request.url)) await endPush();
  return response;
};

// Without storage the language is not known.
handlePushMessages(async () => catalogues[await language().catch(() => 'sq' as const)]);

const isOurs = (url: URL) => url.origin === self.location.origin;

new Serwist({
  runtimeCaching: [
    { matcher: ({ url }) => isOurs(url) && /^\/(assets|fonts)\//.test(url.pathname), handler: files },
    {
      matcher: ({ url, request }) =>
        isOurs(url) && /^\/(art|icons|media|pictures|share)\//.test(url.pathname) && !request.headers.has('range'),
      handler: pictures,
    },
    {
      matcher: ({ url }) => isOurs(url) && /^\/api\/(deals|categories|salons)\b/.test(url.pathname),
      handler: publicAnswers,
    },
    {
      matcher: ({ url }) => isOurs(url) && /^\/api\/(auth\/me$|cart\/|favorites\/|orders\/)/.test(url.pathname),
      handler: privateAnswers,
    },
    {
      matcher: ({ url }) => isOurs(url) && /^\/api\/(auth|user\/close)\b/.test(url.pathname),
      method: 'POST',
      handler: departing,
    },
    {
      // Pages fetch their own document where a link led to them.
      matcher: ({ url }) => isOurs(url) && url.pathname.startsWith('/orders/'),
      handler: orderPages,
    },
    {
      matcher: ({ url, request }) =>
        request.mode === 'navigate' &&
        !/^\/(api|sandbox|media|reset|verify|v|till|unsubscribe|admin|healthz)\b/i.test(url.pathname),
      handler: pages,
    },
  ],
}).addEventListeners();

// Open pages count the unread again.
self.addEventListener('push', () => broadcast(NOTIFICATIONS_CHANGED));
