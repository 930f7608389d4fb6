import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { createShop } from '#server/app.ts';
import { startShop } from '#test/client.ts';

const shop = await startShop({ makeApp: createShop });
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const ask = (url: string, more: InjectOptions = {}) => shop.app.inject({ url, headers: html, ...more });

test.each([
  ['a broken escape in the path', '/%E0%A4%A', 400],
  ['NUL in the path', '/x%00', 400],
  ['ten thousand characters', `/?search=${'a'.repeat(10_000)}`, 414],
  ['a file that is gone', '/assets/gone.js', 404],
])('browser navigation with %s, refused, gets an error page', async (_what, url, status) => {
  const { statusCode, headers, body } = await ask(url);
  expect([statusCode, headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(body).toContain('<html lang="sq">');
  expect(body).toContain('href="/"');
});

test('error page, language chosen, is translated', async () => {
  const bad = '/%E0%A4%A';
  expect((await ask(bad, { headers: { ...html, cookie: 'language=en' } })).body).toContain('<html lang="en">');
  expect((await ask(bad, { headers: { ...html, 'accept-language': 'en' } })).body).toContain('<html lang="sq">');
});

test('error page, unexpected error, has no internal details', async () => {
  await shop.pool.query('alter table categories rename to categories_away');
  const { statusCode, body } = await ask('/api/categories');
  const page = await ask('/categories');
  await shop.pool.query('alter table categories_away rename to categories');
  expect([statusCode, JSON.parse(body).code]).toEqual([500, 'server.failed']);
  expect([page.statusCode, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
});

test('error page, 5xx, shows the request id of the log', async () => {
  const { remember } = shop.deps.cache;
  shop.deps.cache.remember = () => Promise.reject(new Error('secret detail'));
  const { statusCode, body } = await ask('/', { headers: { ...html, 'x-request-id': 'number-of-a-test' } });
  shop.deps.cache.remember = remember;
  expect(statusCode).toBe(500);
  expect(body).toContain('përmendni numrin number-of-a-test.');
  expect(body).not.toContain('secret');
  expect(shop.log.lines.at(-1)?.text).toContain('number-of-a-test');
  expect((await ask('/assets/gone.js')).body).not.toContain('<small>');
});

test('fetch or other client, refused, gets JSON', async () => {
  const bad = '?city=a&city=b';
  for (const answer of [
    await ask('/%E0%A4%A', { headers: { accept: '*/*' } }),
    await ask(`/api/categories${bad}`),
    await ask('/api'),
    await ask('/', { method: 'PUT' }),
  ]) {
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  }
});
