import { expect, test } from 'vitest';
import { createShop } from '#server/app.ts';
import { startShop } from '#test/client.ts';

const shop = await startShop({ makeApp: createShop });
const entry = /src="(\/assets\/[^"]+)"/.exec((await shop.guest().send({ url: '/' })).body)?.[1] ?? '';

test.each(['/favicon.svg', entry])('%s under a condition that does not hold is refused as such', async (url) => {
  const ask = (headers: Record<string, string>) => shop.guest().send({ url, headers });
  const [changed, newer, beyond] = [
    await ask({ 'if-match': '"x"' }),
    await ask({ 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }),
    await ask({ range: 'bytes=999999999-' }),
  ];
  expect([changed, newer, beyond].map(({ statusCode }) => statusCode)).toEqual([412, 412, 416]);
  expect(beyond.headers['content-range']).toMatch(/^bytes \*\/\d+$/);
  for (const { headers } of [changed, newer, beyond]) {
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  }
  expect(shop.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});
