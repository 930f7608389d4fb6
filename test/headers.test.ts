/** Security headers of every kind of answer over https, and paths that are not served. */
import { connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { createShop } from '#server/app.ts';
import { seedCategories } from '#server/seed.ts';
import { startShop } from './client.ts';
import { send } from './samples.ts';

const origin = 'https://bukuri.test';
const shop = await startShop({ config: { isPublicUrlGiven: true, publicUrl: origin }, makeApp: createShop });
await seedCategories(shop.db);
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

/** Sends raw bytes over a socket. */
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
  ['page', 200, () => ask({ url: '/' })],
  ['compressed page', 200, () => ask({ url: '/', headers: { 'accept-encoding': 'br' } })],
  ['page, not modified', 304, () => again('/')],
  ['HEAD of a page', 200, () => ask({ url: '/', method: 'HEAD' })],
  ['non-canonical address', 301, () => ask({ url: '/CATEGORIES/' })],
  ['unknown address', 404, () => ask({ url: '/nowhere', headers: page })],
  ['page with NUL in its path', 400, () => ask({ url: '/x%00', headers: page })],
  ['page with a URL that is too long', 414, () => ask({ url: `/?search=${'a'.repeat(9000)}`, headers: page })],
  ['page of another host', 421, () => ask({ url: '/', headers: { ...page, host: 'evil.example' } })],
  ['image', 200, () => ask({ url: '/favicon.svg' })],
  ['script', 200, () => ask({ url: entry })],
  ['script, not modified', 304, () => again(entry)],
  ['range of a script', 206, () => ask({ url: entry, headers: { range: 'bytes=0-9' } })],
  ['script, precondition failed', 412, () => ask({ url: entry, headers: { 'if-match': '"x"' } })],
  ['range beyond the end of an image', 416, () => ask({ url: '/favicon.svg', headers: { range: 'bytes=9999999-' } })],
  ['unknown script', 404, () => ask({ url: '/assets/gone.js' })],
  ['folder', 404, () => ask({ url: '/assets/' })],
  ['API answer', 200, () => ask({ url: '/api/categories' })],
  ['API answer, not modified', 304, () => again('/api/categories')],
  ['API request of a guest', 401, () => ask({ url: '/api/orders/my' })],
  ['unknown API path', 404, () => ask({ url: '/api/gone' })],
  [
    'API request of another site',
    403,
    () => ask({ url: '/api/auth/logout', method: 'POST', headers: { origin: 'https://evil.example' } }),
  ],
  [
    'API request with malformed JSON',
    400,
    () => ask({ url: '/api/auth/login', method: 'POST', headers: json, payload: '{' }),
  ],
  [
    'API request with an unsupported content type',
    415,
    () => ask({ url: '/api/auth/login', method: 'POST', headers: { 'content-type': 'text/plain' }, payload: 'x' }),
  ],
  [
    'API request that is too large',
    413,
    () => ask({ url: '/api/auth/login', method: 'POST', headers: json, payload: 'x'.repeat(70_000) }),
  ],
  ['API request that fails', 500, () => whenBroken('/api/auth/me')],
  ['OPTIONS', 404, () => ask({ url: '/', method: 'OPTIONS' })],
  ['OpenAPI document', 200, () => ask({ url: '/api/openapi.json' })],
  ['liveness check', 200, () => ask({ url: '/healthz' })],
  ['readiness check', 200, () => ask({ url: '/readyz' })],
  ['malformed percent-encoding', 400, bare('GET /%')],
  ['TRACE', 404, bare('TRACE /')],
  ['unknown method', 400, bare('TRACK /')],
  ['duplicate Content-Length', 400, bare('POST /', 'Content-Length: 1\r\nContent-Length: 2\r\n')],
  ['header that is too long', 431, bare('GET /', `X-Big: ${'a'.repeat(20_000)}\r\n`)],
];

const TYPE = /^((text\/(html|plain|css)|application\/(json|javascript)); charset=utf-8|image\/\S+|font\/\S+)$/;

test.each(answers)('%s, answered with %i, has the security headers', async (_what, status, asked) => {
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
  if (/html/.test(headers['content-type'] ?? '')) {
    expect(headers).toMatchObject({
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(/default-src '(none|self)'/),
    });
  }
  expect(Object.keys(headers).filter((name) => /^(server|x-powered-by|access-control-.*)$/.test(name))).toEqual([]);
});

test('sign-out, answered, clears the browser cache', async () => {
  const answer = await send(await shop.as({ email: 'ana@example.al' }), accounts.logout);
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
])('%s, requested, is not served', async (url) => {
  for (const name of ['inject', 'bare'] as const) {
    const answer = await (name === 'inject' ? ask({ url }) : bare(`GET ${url}`)());
    expect([400, 404]).toContain(answer.status);
  }
});

test('TRACE, with a cookie, does not echo it', async () => {
  const { body } = await askBare(
    `TRACE / HTTP/1.1\r\nHost: bukuri.test\r\nCookie: canary=1\r\nConnection: close\r\n\r\n`,
  );
  expect(body).not.toContain('canary');
});
