import { expect, test } from 'vitest';
import { createShop } from '#server/app.ts';
import { startShop } from '#test/client.ts';

const shop = await startShop({ makeApp: createShop });
const ask = (url: string) => shop.guest().send({ url });

test.each([
  ['sq', '/manifest.webmanifest', '/'],
  ['en', '/manifest.webmanifest?lang=en', '/?lang=en'],
])('manifest in %s, linked from the pages, names pictures that exist', async (language, url, start) => {
  const { body } = await ask(start);
  expect(body).toContain(`<link rel="manifest" href="${url}">`);
  const answer = await ask(url);
  expect(answer.headers['content-type']).toContain('application/manifest+json');
  const manifest = answer.json();
  expect(manifest).toMatchObject({ lang: language, start_url: start, display: 'standalone', short_name: 'Bukuri' });
  for (const { src } of [...manifest.icons, ...manifest.screenshots])
    expect((await ask(src)).statusCode, src).toBe(200);
});

test('manifest, with a language cookie, is in the language of its address', async () => {
  const cookie = 'language=en';
  const answer = await shop.guest().send({ url: '/manifest.webmanifest', headers: { cookie } });
  expect(answer.json().lang).toBe('sq');
});

test('service worker, requested, is revalidated and may fetch from this site', async () => {
  const { statusCode, headers } = await ask('/service-worker.js');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
  });
});
