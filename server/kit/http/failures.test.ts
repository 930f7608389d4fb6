import { expect, test } from 'vitest';
import { startShop } from '#test/client.ts';

const shop = await startShop({ config: { isPublicUrlGiven: true, publicUrl: 'https://bukuri.test' } });
const ana = await shop.as({ email: 'ana.failures@example.com' });

/** Makes the next look at who is signed in fail with this. */
async function meWhen(error: unknown) {
  const { query } = shop.pool;
  shop.pool.query = (async () => Promise.reject(error)) as never;
  try {
    return await ana.send({ url: '/api/auth/me' });
  } finally {
    shop.pool.query = query;
  }
}

test.each([
  { code: '57014' },
  { code: '55P03' },
  { code: '53300' },
  { code: '57P01' },
  { code: '08006' },
  { code: 'ECONNREFUSED' },
  { message: 'timeout exceeded when trying to connect' },
  { message: 'Connection terminated unexpectedly' },
  { message: 'Failed query', cause: { code: '57014' } },
])('the database saying %j is a busy shop that asks to come back', async (error) => {
  const answer = await meWhen(Object.assign(new Error(error.message ?? 'x'), error));
  expect(answer.statusCode).toBe(503);
  expect(answer.json().code).toBe('server.busy');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

test('what nobody expected is a plain 500 that tells nothing but a number to ask about', async () => {
  const answer = await meWhen(new Error('secret detail of table users'));
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({
    message: expect.any(String),
    code: 'server.failed',
    details: { requestId: expect.any(String) },
  });
  const lines = shop.log.lines.filter((line) => line.level === 'error');
  expect(lines).toHaveLength(1);
  expect(lines[0]?.text).toContain('secret detail');
  expect(lines[0]?.text).toContain(answer.json().details.requestId);
});

test('refusals that tell of an attack are logged shortly, and not without end', async () => {
  const before = shop.log.lines.length;
  const attack = () =>
    shop.guest().send({ method: 'POST', url: '/api/cart', headers: { origin: 'https://evil.example' } });
  await Promise.all(Array.from({ length: 100 }, attack));
  const lines = shop.log.lines.slice(before).filter((line) => line.text.includes('origin.foreign'));
  expect(lines[0]?.text).toContain('"address":"127.0.0.1"');
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThanOrEqual(60);
});

test('behind a given https address the cookie is bound to it and changes must come from it', async () => {
  expect(shop.app.sessionCookie.name).toBe('__Host-bukuri');
  const logout = (origin: string) =>
    shop.guest().send({ method: 'POST', url: '/api/auth/logout', headers: { origin, host: 'evil.example' } });
  expect((await logout('https://evil.example')).statusCode).toBe(403);
  const answer = await logout('https://bukuri.test');
  expect(answer.statusCode).toBe(200);
  const [cookie] = [answer.headers['set-cookie']].flat();
  expect(cookie?.split('; ').sort()).toEqual([
    'HttpOnly',
    'Max-Age=0',
    'Path=/',
    'SameSite=Lax',
    'Secure',
    '__Host-bukuri=',
  ]);
  expect(answer.headers['strict-transport-security']).toContain('max-age=');
});

test('slow and endless connections are bounded', () => {
  const { requestTimeout, headersTimeout, keepAliveTimeout, maxRequestsPerSocket } = shop.app.server;
  expect({ requestTimeout, headersTimeout }).toEqual({ requestTimeout: 15_000, headersTimeout: 10_000 });
  expect(keepAliveTimeout).toBeLessThanOrEqual(75_000);
  expect(maxRequestsPerSocket).toBe(1000 * shop.deps.config.rateLimitScale);
});

test('only a trusted proxy may name the visitor', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const seenBy = async (trustProxy: false | number | string[]) => {
    const other = await startShop({ config: { trustProxy, rateLimitScale: 1 } });
    await other.guest().send({ url: '/api/auth/me', headers });
    await other.deps.limiter.flush();
    const { rows } = await other.pool.query("select key from rate_limits where key like 'requests:%'");
    return rows.map(({ key }) => key);
  };
  expect(await seenBy(false)).toEqual(['requests:127.0.0.1']);
  expect(await seenBy(1)).toEqual(['requests:203.0.113.9']);
  expect(await seenBy(['10.0.0.1'])).toEqual(['requests:127.0.0.1']);
});
