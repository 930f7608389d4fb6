import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startShop } from '#test/client.ts';

const shop = await startShop({ config: { isPublicUrlGiven: true, publicUrl: 'https://bukuri.test' } });
const anywhere = await startShop();
const listening = shop.listen();

const statusAt = async (host: string, url = '/api/categories', of = shop) =>
  (await of.guest().send({ url, headers: { host } })).statusCode;

test.each(['bukuri.test', 'BUKURI.test:443', 'localhost:3000', '127.0.0.1', '[::1]:3000'])(
  'who asks for %s is answered',
  async (host) => {
    expect(await statusAt(host)).toBe(200);
  },
);

test.each(['evil.example', 'bukuri.test.evil.example', 'localhost.evil.example', '10.0.0.7:3000', 'x bukuri.test'])(
  'who asks for %s has come to the wrong shop',
  async (host) => {
    const answer = await shop.guest().send({ url: '/api/categories', headers: { host } });
    expect([answer.statusCode, answer.json().code]).toEqual([421, 'host.foreign']);
    expect(await statusAt(host, '/')).toBe(421);
  },
);

test('health check, any host name, answers 200', async () => {
  expect(await statusAt('10.0.0.7:3000', '/healthz')).toBe(200);
  expect(await statusAt('node-3.internal', '/readyz')).toBe(200);
});

test('host name, PUBLIC_URL not given, is accepted', async () => {
  expect(await statusAt('shop.lan', '/api/categories', anywhere)).toBe(200);
});

test('X-Forwarded-Host, with a trusted proxy, is ignored', async () => {
  const config = { isPublicUrlGiven: true, publicUrl: 'https://bukuri.test', trustProxy: 1 };
  const behind = await startShop({ config });
  const headers = { host: 'evil.example', 'x-forwarded-host': 'bukuri.test' };
  expect((await behind.guest().send({ url: '/api/categories', headers })).statusCode).toBe(421);
});

test('X-Forwarded-Host, matching a foreign origin, does not allow it', async () => {
  const behind = await startShop({ config: { trustProxy: 1 } });
  const headers = { host: 'shop.lan', origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' };
  const answer = await behind.guest().send({ method: 'POST', url: '/api/auth/logout', headers });
  expect(answer.statusCode).toBe(403);
});

/** What is answered to these bytes, to the end of the connection. */
async function answerTo(said: string): Promise<string> {
  const { hostname, port } = new URL(await listening);
  const socket = connect(Number(port), hostname);
  socket.write(said);
  let received = '';
  for await (const bytes of socket) received += bytes;
  return received;
}

test.each([
  ['no HTTP at all', 'HELO bukuri\r\n\r\n', 400],
  ['no host', 'GET /api/categories HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two hosts', 'GET /api/categories HTTP/1.1\r\nHost: localhost\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
  ['endless headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('%s, sent raw, is refused with the security headers', async (_what, said, status) => {
  const [head = '', body = ''] = (await answerTo(said)).split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status} `);
  const headers = head.toLowerCase();
  expect(headers).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'");
  expect(headers).toContain('x-content-type-options: nosniff');
  expect(headers).toContain('strict-transport-security: max-age=');
  expect(JSON.parse(body).code).toMatch(/^input\./);
});

/** Milliseconds until the shop ends a connection over which that was said. */
async function _patienceWith(said: string): Promise<number> {
  const { hostname, port } = new URL(await listening);
  const begun = performance.now();
  const socket = connect(Number(port), hostname);
  if (said) socket.write(said);
  for await (const _ of socket);
  return performance.now() - begun;
}
