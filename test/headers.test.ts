/** What every answer carries, whatever became of the request, where the shop is reached by https. */
import { connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { createShop } from '#server/app.ts';
import { seedCategories } from '#server/seed.ts';
import { newScene } from './access/scene.ts';
import { lines } from './access/table.ts';
import { takingCards } from './card-buyers.ts';
import { startShop } from './client.ts';
import { fakePaymentProvider } from './fake-payment-provider.ts';
import { gradeOf } from './observatory.ts';
import { send } from './samples.ts';

const origin = 'https://bukuri.test';
const { config, parts } = takingCards(fakePaymentProvider());
const reached = { isPublicUrlGiven: true, publicUrl: origin };
const shop = await startShop({ config: { ...config, ...reached }, parts, makeApp: createShop });
await seedCategories(shop.db);
const scene = await newScene(shop);
const address = new URL(await shop.listen());

type Headers = Record<string, string>;
interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

async function ask(options: InjectOptions): Promise<Answer> {
  const headers = { host: 'bukuri.test', ...options.headers };
  const { statusCode: status, headers: carried, body } = await shop.app.inject({ ...options, headers });
  return { status, headers: carried as Headers, body };
}

/** As it is written, with nothing made proper on the way. */
async function askBare(text: string): Promise<Answer> {
  const socket = connect(Number(address.port), address.hostname);
  socket.write(text);
  let said = '';
  for await (const bytes of socket) said += bytes;
  const [head = '', body = ''] = said.split('\r\n\r\n');
  const [first = '', ...carried] = head.split('\r\n');
  const headers = carried
    .map((line) => line.split(/: (.*)/))
    .map(([name = '', value = '']) => [name.toLowerCase(), value]);
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), body };
}

const bare =
  (first: string, more = '') =>
  () =>
    askBare(`${first} HTTP/1.1\r\nHost: bukuri.test\r\nConnection: close\r\n${more}\r\n`);
const page = { accept: 'text/html' };
const json = { 'content-type': 'application/json' };
const entry = /src="(\/assets\/[^"]+)"/.exec((await ask({ url: '/' })).body)?.[1] ?? '';
const again = async (url: string) => ask({ url, headers: { 'if-none-match': (await ask({ url })).headers.etag } });

async function whenBroken(url: string, headers: Headers = {}): Promise<Answer> {
  await shop.pool.query('alter table sessions rename to sessions_away');
  try {
    return await ask({ url, headers: { cookie: `__Host-bukuri=${'A'.repeat(43)}`, ...headers } });
  } finally {
    await shop.pool.query('alter table sessions_away rename to sessions');
  }
}

const answers: [what: string, status: number, ask: () => Promise<Answer>][] = [
  ['a page', 200, () => ask({ url: '/' })],
  ['a packed page', 200, () => ask({ url: '/', headers: { 'accept-encoding': 'br' } })],
  ['a page one has', 304, () => again('/')],
  ['the head of a page', 200, () => ask({ url: '/', method: 'HEAD' })],
  ['an address written otherwise', 301, () => ask({ url: '/CATEGORIES/' })],
  ['an address there is not', 404, () => ask({ url: '/nowhere', headers: page })],
  ['a page in pieces', 400, () => ask({ url: '/?search=%E0%A4%A', headers: page })],
  ['a page that is too long', 414, () => ask({ url: `/?search=${'a'.repeat(9000)}`, headers: page })],
  ['a page of another host', 421, () => ask({ url: '/', headers: { ...page, host: 'evil.example' } })],
  ['a picture', 200, () => ask({ url: '/favicon.svg' })],
  ['a script', 200, () => ask({ url: entry })],
  ['a script one has', 304, () => again(entry)],
  ['a piece of a script', 206, () => ask({ url: entry, headers: { range: 'bytes=0-9' } })],
  ['a script one had otherwise', 412, () => ask({ url: entry, headers: { 'if-match': '"x"' } })],
  [
    'a piece of a picture beyond its end',
    416,
    () => ask({ url: '/favicon.svg', headers: { range: 'bytes=9999999-' } }),
  ],
  ['a script there is not', 404, () => ask({ url: '/assets/gone.js' })],
  ['a folder', 404, () => ask({ url: '/assets/' })],
  ['a call', 200, () => ask({ url: '/api/categories' })],
  ['a call whose answer one has', 304, () => again('/api/categories')],
  ['a call of a guest', 401, () => ask({ url: '/api/orders/my' })],
  ['a call there is not', 404, () => ask({ url: '/api/gone' })],
  [
    'a call from another site',
    403,
    () => ask({ url: '/api/auth/logout', method: 'POST', headers: { origin: 'https://evil.example' } }),
  ],
  ['a call with nonsense', 400, () => ask({ url: '/api/auth/login', method: 'POST', headers: json, payload: '{' })],
  [
    'a call with something else',
    415,
    () => ask({ url: '/api/auth/login', method: 'POST', headers: { 'content-type': 'text/plain' }, payload: 'x' }),
  ],
  [
    'a call that is too large',
    413,
    () => ask({ url: '/api/auth/login', method: 'POST', headers: json, payload: 'x'.repeat(70_000) }),
  ],
  ['a call that fails', 500, () => whenBroken('/api/auth/me')],
  ['another way of asking', 404, () => ask({ url: '/', method: 'OPTIONS' })],
  ['the description of the calls', 200, () => ask({ url: '/api/openapi.json' })],
  ['is it alive', 200, () => ask({ url: '/healthz' })],
  ['is it ready', 200, () => ask({ url: '/readyz' })],
  ['a broken escape', 400, bare('GET /%')],
  ['an echo', 404, bare('TRACE /')],
  ['an unheard way of asking', 400, bare('TRACK /')],
  ['two lengths', 400, bare('POST /', 'Content-Length: 1\r\nContent-Length: 2\r\n')],
  ['a header that is too long', 431, bare('GET /', `X-Big: ${'a'.repeat(20_000)}\r\n`)],
];

/** What a body is has to be said, and its alphabet where it has one. */
const TYPE = /^((text\/(html|plain|css)|application\/(json|javascript)); charset=utf-8|image\/\S+|font\/\S+)$/;

test.each(answers)('%s is answered %i with every header', async (_what, status, asked) => {
  const answer = await asked();
  const { headers, body } = answer;
  expect(answer.status, body).toBe(status);
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'cache-control': expect.any(String),
  });
  expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|http:/);
  if (body !== '') expect(headers['content-type']).toMatch(TYPE);
  if (/html/.test(headers['content-type'] ?? ''))
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  expect(Object.keys(headers).filter((name) => /^(server|x-powered-by|access-control-.*)$/.test(name))).toEqual([]);
});

test('a page has an A+ by the rules of the Mozilla Observatory, one without headers has not', async () => {
  for (const url of ['/', '/login', '/nowhere']) {
    const { headers, body } = await ask({ url });
    expect(gradeOf(headers, body), url).toBe(125);
  }
  expect(gradeOf({}, '<script src="https://elsewhere.example/x.js">')).toBe(25);
  expect(gradeOf({ 'content-security-policy': "script-src 'unsafe-inline'" }, '')).toBe(35);
});

test.each(lines.filter(({ name }) => !name.startsWith('restricted.')))(
  'what $name answers is kept by nobody, or may be by everybody',
  async ({ endpoint, known }) => {
    for (const actor of [scene.guest, scene.user, scene.admin]) {
      const values = { ...scene, id: scene.dealId, ...(await known?.(scene, actor)) };
      const { statusCode, headers } = await send(actor.client, endpoint, values);
      const mayBePublic = endpoint.isPublic && statusCode < 400;
      // Only what is for everybody has a mark by which it may be asked about again.
      if (headers.etag !== undefined) expect(mayBePublic).toBe(true);
      const allowed = ['no-store', ...(mayBePublic ? ['public, max-age=0, must-revalidate'] : [])];
      expect(allowed.slice(headers.etag === undefined ? 0 : 1)).toContain(headers['cache-control']);
    }
  },
);

test('who signs out takes along what the browser kept', async () => {
  const answer = await send(scene.other.client, accounts.logout);
  expect(answer.headers['clear-site-data']).toBe('"cache"');
});

test.each([
  '/.git/HEAD',
  '/.env',
  '/package.json',
  '/package-lock.json',
  '/server/app.ts',
  '/build/server/entry.server.js',
  '/manifest.json',
  '/metrics',
  '/data/postgres/password',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/assets',
  '/pictures/',
  `${entry}.map`,
])('%s is not served', async (url) => {
  for (const name of ['inject', 'bare'] as const) {
    const answer = await (name === 'inject' ? ask({ url }) : bare(`GET ${url}`)());
    expect([400, 404]).toContain(answer.status);
  }
});

test('nothing that was sent comes back as an echo', async () => {
  const { body } = await askBare(
    `TRACE / HTTP/1.1\r\nHost: bukuri.test\r\nCookie: canary=1\r\nConnection: close\r\n\r\n`,
  );
  expect(body).not.toContain('canary');
});
