import net from 'node:net';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { newSessionId, startShop } from '#test/client.ts';

const shop = await startShop();
const address = await shop.listen();
const ana = await shop.as({ email: 'ana.bad@example.com' });
const json = { 'content-type': 'application/json' };
const deal = '0192f0c1-2f5e-7cc0-8f7a-0123456789ab';

async function refused(options: InjectOptions) {
  const response = await ana.send(options);
  const body = response.json();
  expect(body.message, response.body).toEqual(expect.any(String));
  expect(response.headers['cache-control']).toBe('no-store');
  return `${response.statusCode} ${body.code}`;
}

const add = (payload: string | Buffer, headers: Record<string, string> = json) =>
  refused({ method: 'POST', url: '/api/cart', headers, payload });
const line = (more: object) => JSON.stringify({ dealId: deal, sessionId: newSessionId(), ...more });

test.each([
  ['malformed JSON', '{"dealId":', '400 input.malformed'],
  ['a byte order mark', '\uFEFF{}', '400 input.malformed'],
  ['JSON thirty thousand levels deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, '400 input.malformed'],
  ['objects thirty thousand levels deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, '400 input.malformed'],
  ['__proto__', '{"__proto__":{"isAdmin":true}}', '400 input.malformed'],
  ['__proto__ in escapes', '{"\\u005f_proto__":{}}', '400 input.malformed'],
  ['constructor deep inside', '{"a":[{"constructor":{"prototype":{}}}]}', '400 input.malformed'],
  ['U+0000', line({ sessionId: 'session_1\u0000' }), '400 input.encoding'],
  ['U+0000 in a name', '{"a\\u0000":1}', '400 input.encoding'],
  ['a lone surrogate', line({ sessionId: 'x' }).replace('"x"', '"\\ud800"'), '400 input.encoding'],
  ['invalid UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22]), '400 input.encoding'],
  ['an overlong form', Buffer.from([0x22, 0xc0, 0xae, 0x22]), '400 input.encoding'],
  ['an array', '[]', '400 input.invalid'],
  ['a bare number', '7', '400 input.invalid'],
  ['no body at all', '', '400 input.invalid'],
  ['a quantity in words', line({ quantity: '2' }), '400 input.invalid'],
  ['a broken quantity', line({ quantity: 1.5 }), '400 input.invalid'],
  ['a negative quantity', line({ quantity: -1 }), '400 input.invalid'],
  ['a huge quantity', line({ quantity: 1e9 }), '400 input.invalid'],
  ['a number beyond all numbers', line({}).replace('}', ',"quantity":1e999}'), '400 input.invalid'],
  ['a deal id that is none', line({ dealId: "' or 1=1 --" }), '400 input.invalid'],
  ['a body of more than 64 KB', line({ note: 'x'.repeat(70_000) }), '413 input.tooLarge'],
])('body with %s, sent, is refused', async (_what, payload, expected) => {
  expect(await add(payload)).toBe(expected);
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=latin1',
  'application/json; charset=utf-8; x=y',
  'application/vnd.api+json',
  'application/jsonp',
  'application/json, text/plain',
  'application/json;',
  '\tapplication/json\tx',
  'json',
  '',
])('content type %j, sent, is refused', async (type) => {
  expect(await add(line({}), { 'content-type': type })).toBe('415 input.type');
});

test.each([
  'application/json',
  'APPLICATION/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
])('content type %j, sent, is accepted', async (type) => {
  expect(await add('{}', { 'content-type': type })).toBe('400 input.invalid');
});

test('compressed body, sent, is refused', async () => {
  expect(await add(line({}), { ...json, 'content-encoding': 'gzip' })).toBe('415 input.type');
});

test('empty JSON body, sent, is treated as none', async () => {
  const response = await shop.guest().send({ method: 'POST', url: '/api/auth/logout', headers: json, payload: '' });
  expect(response.statusCode).toBe(200);
});

test.each([
  ['a repeated parameter', '/api/orders/my?a=1&a=2', '400 input.malformed'],
  ['__proto__ as a parameter', '/api/orders/my?__proto__=1', '400 input.malformed'],
  ['a broken escape', '/api/orders/my?search=%E0%A4%A', '400 input.malformed'],
  ['escapes of invalid UTF-8', '/api/orders/my?search=%C0%AE', '400 input.malformed'],
  ['an escaped lone surrogate', '/api/orders/my?search=%ED%A0%80', '400 input.malformed'],
  ['NUL in the query', '/api/orders/my?search=a%00b', '400 input.encoding'],
  ['NUL in the path', '/api/cart/session_1%00', '400 input.encoding'],
  ['a broken escape in the path', '/api/cart/%E0%A4%A', '400 input.malformed'],
  ['ten thousand characters', `/api/orders/my?search=${'a'.repeat(10_000)}`, '414 input.tooLarge'],
  ['a piece of path that is too long for any call', `/api/cart/session_${'a'.repeat(1000)}`, '404 route.absent'],
  ['an unknown address', '/api/nothing', '404 route.absent'],
  ['a session id that is none', '/api/cart/%27%20or%201=1', '404 route.absent'],
])('URL with %s, requested, is refused', async (_what, url, expected) => {
  expect(await refused({ url })).toBe(expected);
});

const site = 'http://bukuri.test';

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, 'let in'],
  [{ 'sec-fetch-site': 'none' }, 'let in'],
  [{ 'sec-fetch-site': 'same-site' }, 'refused'],
  [{ 'sec-fetch-site': 'cross-site' }, 'refused'],
  [{ 'sec-fetch-site': 'cross-site', origin: site }, 'refused'],
  [{ origin: site }, 'let in'],
  [{ origin: 'https://evil.example' }, 'refused'],
  [{ origin: `${site}.evil.example` }, 'refused'],
  [{ origin: 'null' }, 'refused'],
  [{}, 'let in'],
])('write with headers %j, sent, is %s', async (headers, expected) => {
  for (const [method, url] of changes) {
    const response = await ana.send({ method, url, headers: { host: 'bukuri.test', ...headers } });
    expect(response.json().code === 'origin.foreign' ? 'refused' : 'let in', `${method} ${url}`).toBe(expected);
    expect(response.statusCode === 403).toBe(expected === 'refused');
  }
});

const changes = [
  ['POST', '/api/cart'],
  ['PATCH', `/api/cart/${deal}`],
  ['DELETE', `/api/cart/${deal}`],
  ['POST', '/api/auth/login'],
  ['POST', '/api/nothing'],
] as const;

test('read from another origin, requested, has no CORS headers', async () => {
  const response = await ana.send({
    url: '/api/auth/me',
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers).not.toHaveProperty('access-control-allow-origin');
});

test('refusal, with language cookie or Accept-Language, is translated', async () => {
  const said = async (headers: Record<string, string>) =>
    (await shop.guest().send({ url: '/api/auth/me', headers })).json().message;
  expect(await said({})).toBe('Nuk keni hyrë në llogari');
  expect(await said({ 'accept-language': 'de, en-GB;q=0.8' })).toBe('Not authenticated');
  expect(await said({ 'accept-language': 'en', cookie: 'language=sq' })).toBe('Nuk keni hyrë në llogari');
});

test('answer, of any status, has the security headers', async () => {
  for (const url of ['/api/orders/my', '/api/nothing', '/api/cart/%00', '/api/cart/%E0%A4%A']) {
    const { headers } = await shop.guest().send({ url });
    expect(headers, url).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("'none'"),
    });
  }
});

function rawAnswer(text: string | Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = net.connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(text));
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
    if (answer.includes('}')) socket.end();
  });
  socket.on('close', () => resolve(answer));
  socket.on('error', reject);
  return promise;
}

test.each([
  ['a header of 20 KB', `GET /api/auth/me HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['an address of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414],
  ['an address of 10 KB', `GET /${'a'.repeat(10_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414],
  ['two lengths', 'POST /api/cart HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 400],
  [
    'a length and chunks',
    'POST /api/cart HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['no host', 'GET /api/auth/me HTTP/1.1\r\n\r\n', 400],
  ['unescaped letters in the address', 'GET /api/auth/me?search=flokë HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['no HTTP', 'hello\r\n\r\n', 400],
])('raw request with %s, sent, is answered as JSON', async (_what, text, status) => {
  const answer = await rawAnswer(text);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  if (!text.includes('no host') && answer.includes('{'))
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ message: expect.any(String) });
});

test('log after malformed requests, level error, is empty', () => {
  expect(shop.log.lines.filter((said) => said.level === 'error')).toEqual([]);
});
