/** A link that opens an account stands in an address: nobody is told of it but who pressed it. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createShop } from '#server/app.ts';
import { startShop } from '#test/client.ts';

const shop = await startShop({ makeApp: createShop, config: { accessLog: true, slowStatementMs: 1 } });
const newToken = () => randomBytes(32).toString('base64url');
const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers });

test.each(['/reset', '/verify', '/unsubscribe'])(
  '%s with a token, requested, is not cached, indexed or sent as referrer',
  async (path) => {
    const token = newToken();
    const { statusCode, headers, body } = await get(`${path}?token=${token}`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' });
    expect(body).toContain('<meta name="robots" content="noindex">');
    // As a form, without our script.
    if (path === '/unsubscribe')
      expect(body).toMatch(new RegExp(`<form [^>]*action="${path}\\?token=${token}" method="post"`));
    else {
      expect(body).toContain(`<input type="hidden" name="token" value="${token}"/>`);
      expect(body).toMatch(/<form [^>]*action="\/api\/auth\/(reset|verify)" method="post"/);
    }
    expect((await get(`${path}?token=${newToken()}`)).body).not.toContain(token);
    expect((await get(path)).body).not.toContain(token);
    expect(shop.log.lines.map(({ text }) => text).join('')).not.toContain(token);
  },
);

test('voucher, requested in any case, is not redirected, cached, indexed, sent as referrer or logged', async () => {
  const token = 'FTFBQABAN.K5TW032S4WZQDA1Z';
  for (const path of [`/V/${token}`, `/v/${token.toLowerCase()}`]) {
    for (const lang of ['sq', 'en']) {
      const { statusCode, headers, body } = await get(`${path}?lang=${lang}`);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' });
      expect(body).toContain('<meta name="robots" content="noindex">');
      expect(body).toMatch(lang === 'en' ? '<title>Voucher | Bukuri</title>' : '<title>Kuponi | Bukuri</title>');
    }
  }
  const redirected = await get(`/v/${token}/`);
  expect([redirected.statusCode, redirected.headers.location]).toEqual([301, `/v/${token.toLowerCase()}`]);
  expect(redirected.headers['cache-control']).toBe('private, no-store');
  await get(`/api/vouchers/shown/${token}`);
  expect((await get('/V/FTFBQABAN.TOOSHORT')).statusCode).toBe(404);
  expect(shop.log.lines.map(({ text }) => text).join('')).not.toMatch(new RegExp(token.replace('.', '.|'), 'i'));
});

test('non-canonical address with a token, redirected, is not cached', async () => {
  const token = newToken();
  const { statusCode, headers } = await get(`/RESET?token=${token}`);
  expect([statusCode, headers.location]).toEqual([301, `/reset?token=${token}`]);
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' });
});

test('page with a token, requested, does not use the token', async () => {
  const before = await shop.pool.query('select count(*) from tokens where used_at is not null');
  for (const path of ['/reset', '/verify']) await get(`${path}?token=${newToken()}`);
  expect((await shop.pool.query('select count(*) from tokens where used_at is not null')).rows).toEqual(before.rows);
});

test('page with markup as token, rendered, escapes it', async () => {
  const { body } = await get(`/reset?token=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(body).not.toContain('<script>alert');
  expect((await get(`/reset?token=${'x'.repeat(1000)}`)).headers.location).toBe(`/reset?token=${'x'.repeat(200)}`);
});
