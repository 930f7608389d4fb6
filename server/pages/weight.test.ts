import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { cities } from '#core/domain/cities.ts';
import { createShop } from '#server/app.ts';
import { seedDemo } from '#server/seed.ts';
import { startShop } from '#test/client.ts';
import { clientFolder } from './site.ts';

const shop = await startShop({ makeApp: createShop });
await seedDemo(shop.db);
const KB = 1024;

test('home page with its styles, compressed, is at most 14 KB', async () => {
  const chosen = [{ sort: 'price' }, { sort: 'discount', minPrice: '1000', maxPrice: '5000' }, { category: 'nails' }];
  const tooHeavy: string[] = [];
  for (const city of ['all', cities[0]]) {
    for (const list of [{}, ...chosen]) {
      for (const lang of ['sq', 'en']) {
        const url = `/?${new URLSearchParams({ ...list, city, lang })}`;
        const to = String((await shop.app.inject({ url })).headers.location ?? url);
        const page = await shop.app.inject({ url: to, headers: { 'accept-encoding': 'br' } });
        expect([page.statusCode, page.headers['content-encoding']], to).toEqual([200, 'br']);
        const bytes = page.rawPayload.byteLength;
        if (bytes > 14 * KB) tooHeavy.push(`${to}: ${bytes}`);
      }
    }
  }
  expect(tooHeavy).toEqual([]);
});

test('scripts of the home page, compressed, are at most 100 KB', async () => {
  const { body } = await shop.app.inject({ url: '/' });
  const scripts = [...body.matchAll(/(?:src|modulepreload"[^>]* href)="\/(assets\/[^"]+\.js)"/g)].map(
    ([, file]) => file,
  );
  expect(scripts.length).toBeGreaterThan(2);
  const weights = scripts.map(
    (file) => brotliCompressSync(readFileSync(new URL(String(file), clientFolder))).byteLength,
  );
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(100 * KB);
});
