import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { waitingFor } from '#test/waiting.ts';

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
  { code: '25006' },
  { code: '53100' },
  { code: 'EAI_AGAIN' },
  { code: 'EHOSTUNREACH' },
  { code: 'EMFILE' },
  { code: 'ENFILE' },
  { code: 'ECONNREFUSED' },
  { message: 'timeout exceeded when trying to connect' },
  { message: 'Connection terminated unexpectedly' },
  { message: 'Client has encountered a connection error and is not queryable' },
  { message: 'Failed query', cause: { code: '57014' } },
])('database error %j, any endpoint, answers 503 with Retry-After', async (error) => {
  const answer = await meWhen(Object.assign(new Error(error.message ?? 'x'), error));
  expect(answer.statusCode).toBe(503);
  expect(answer.json().code).toBe('server.busy');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

test('503 answers, repeated, are logged once with a count', async () => {
  // Not what else meets that error while the test makes it.
  const told = () => shop.log.lines.filter(({ text }) => /"reason":"57P05".*"busy"/.test(text)).length;
  const answers = [];
  for (let i = 0; i < 50; i++) answers.push(await meWhen(Object.assign(new Error('x'), { code: '57P05' })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(503));
  expect(told()).toBe(1);
  const numbers = answers.map((answer) => answer.json().details.requestId);
  expect(numbers).toEqual(answers.map(({ headers }) => headers['x-request-id']));
});

test('unexpected error, any endpoint, answers 500 with the request id only', async () => {
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

test('failed statement, logged, has no parameters', async () => {
  const other = await startShop();
  const body = { email: 'canary@example.al', passwordHash: 'canary që këndon' };
  const register = () => other.guest()(accounts.register, { body });
  const holder = await other.pool.connect();
  await holder.query('begin; lock users in access exclusive mode');
  const waiting = refusal(register());
  await expect.poll(() => waitingFor(other.pool)).not.toEqual([]);
  await other.pool.query(
    "select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  expect(await waiting).toBe('503 server.busy');
  await holder.query('rollback');
  holder.release();
  await other.pool.query('alter table users rename column can_post_deals to away');
  expect(await refusal(register())).toBe('500 server.failed');
  const text = other.log.lines.map((line) => line.text).join('');
  expect(text).toContain('57014');
  expect(text).toContain('"statement":"');
  expect(text).toContain('"code":"42703"');
  for (const value of ['canary', '$argon2', 'Failed query']) expect(text).not.toContain(value);
});

test('suspicious refusals, repeated, are logged up to a limit per second', async () => {
  const before = shop.log.lines.length;
  const told = () =>
    shop.log.lines
      .slice(before)
      .filter(({ text }) => text.includes('origin.foreign'))
      .map(({ text }) => JSON.parse(text));
  const attack = () =>
    shop.guest().send({ method: 'POST', url: '/api/cart', headers: { origin: 'https://evil.example' } });
  shop.clock.move(1000);
  await Promise.all(Array.from({ length: 100 }, attack));
  expect(told()[0]).toMatchObject({ event: 'origin.foreign', address: '127.0.0.1' });
  expect(told()).toHaveLength(21);
  // Though nobody else comes.
  await expect.poll(() => told().at(-1)).toMatchObject({ event: 'origin.foreign', more: 79 });
});

test('flood of one refusal code, other codes, are still logged', async () => {
  shop.clock.move(1000);
  const flood = () => shop.guest().send({ url: '/api/categories?__proto__=1' });
  await Promise.all(Array.from({ length: 100 }, flood));
  const body = { username: 'askush@example.al', password: 'nuk është ky', rememberMe: false };
  expect(await refusal(shop.guest()(accounts.login, { body }))).toBe('401 accounts.badCredentials');
  expect(shop.log.lines.at(-1)?.text).toContain('accounts.badCredentials');
});

test('https origin, configured, uses __Host- cookies and checks the origin', async () => {
  expect(shop.deps.sessions.cookie.name).toBe('__Host-bukuri');
  const logout = (origin: string) =>
    shop.guest().send({ method: 'POST', url: '/api/auth/logout', headers: { origin, host: 'localhost' } });
  expect((await logout('https://localhost')).statusCode).toBe(403);
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

test('server timeouts, configured, bound slow connections', () => {
  const { requestTimeout, headersTimeout, keepAliveTimeout, maxRequestsPerSocket } = shop.app.server;
  expect({ requestTimeout, headersTimeout }).toEqual({ requestTimeout: 120_000, headersTimeout: 10_000 });
  expect(keepAliveTimeout).toBeLessThanOrEqual(75_000);
  expect(maxRequestsPerSocket).toBe(1000 * shop.deps.config.rateLimitScale);
});

test('X-Forwarded-For, from an untrusted proxy, is ignored', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const seenBy = async (trustProxy: false | number | string[]) => {
    const other = await startShop({ config: { trustProxy, rateLimitScale: 1 } });
    await other.guest().send({ url: '/api/auth/me', headers });
    await other.deps.limiter.flush();
    const { rows } = await other.pool.query("select key from rate_limits where key like 'requests:%'");
    const keyOf = (ip: string) => `requests:${other.deps.actors.ofAddress({ ip } as FastifyRequest).key}`;
    const known = ['127.0.0.1', '203.0.113.9'];
    return rows.map(({ key }) => known.find((ip) => keyOf(ip) === key));
  };
  expect(await seenBy(false)).toEqual(['127.0.0.1']);
  expect(await seenBy(1)).toEqual(['203.0.113.9']);
  expect(await seenBy(['10.0.0.1'])).toEqual(['127.0.0.1']);
});
