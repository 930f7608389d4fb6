import { expect, test } from 'vitest';
import { createShop } from '#server/app.ts';
import { startShop } from '#test/client.ts';

const shop = await startShop({ config: { accessLog: true }, makeApp: createShop });
const _quiet = await startShop();

/** The lines of requests, as they were written. */
const lines = (of = shop) => of.log.lines.map(({ text }) => JSON.parse(text)).filter(({ msg }) => msg === 'request');

async function lineOf(url: string, headers: Record<string, string> = {}) {
  const before = lines().length;
  const answer = await shop.guest().send({ url, headers });
  await expect.poll(() => lines().length).toBe(before + 1);
  return { line: lines().at(-1), answer };
}

test.each([
  ['/api/deals?search=secret', '/api/deals', 200],
  ['/api/cart/019a1b2c-0000-7000-8000-000000000001', '/api/cart/:sessionId', 404],
  ['/api/nowhere/at/all', '/api/*', 404],
  ['/?search=secret', '/', 200],
  ['/deal/019a1b2c-0000-7000-8000-000000000001', '/deal/:id', 404],
  ['/assets/secret.js', 'none', 404],
])('request for %s, access log on, logs route %s without the URL', async (url, route, status) => {
  const { line } = await lineOf(url, { cookie: 'sessionId=session_secret' });
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    method: 'GET',
    route,
    status,
    ms: expect.any(Number),
    requestId: expect.any(String),
    msg: 'request',
  });
  expect(JSON.stringify(line)).not.toMatch(/secret|019a1b2c|127\.0\.0\.1/);
});

test('request id, well-formed, is kept in answer and log', async () => {
  const { line, answer } = await lineOf('/', { 'x-request-id': '4bf92f3577b34da6a3ce929d0e0e4736' });
  expect(line.requestId).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
  expect(answer.headers['x-request-id']).toBe(line.requestId);
});

test.each(['short', 'with space in it', 'a'.repeat(65), 'line\tbreak12', 'këshillë-12'])(
  'an id that is not well formed (%j) is not taken over',
  async (given) => {
    const { line, answer } = await lineOf('/api/categories', { 'x-request-id': given });
    expect(line.requestId).toMatch(/^[\w-]{12}-[0-9a-z]+$/);
    expect(answer.headers['x-request-id']).toBe(line.requestId);
  },
);
