import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { seedDemo } from '#server/seed.ts';
import { startShop } from '#test/client.ts';
import { createShop } from '../app.ts';
import { clientFolder } from './site.ts';

const shop = await startShop({ makeApp: createShop });
await seedDemo(shop.db);
const KB = 1024;

test('the home page and its styles fit into the first round trip', async () => {
  const { rawPayload, headers } = await shop.app.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
  expect(headers['content-encoding']).toBe('br');
  expect(rawPayload.byteLength).toBeLessThanOrEqual(14 * KB);
});

test('what the home page asks for to come alive is at most 120 KB', async () => {
  const { body } = await shop.app.inject({ url: '/' });
  const scripts = [...body.matchAll(/(?:src|modulepreload"[^>]* href)="\/(assets\/[^"]+\.js)"/g)].map(
    ([, file]) => file,
  );
  expect(scripts.length).toBeGreaterThan(2);
  const weights = scripts.map(
    (file) => brotliCompressSync(readFileSync(new URL(String(file), clientFolder))).byteLength,
  );
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(120 * KB);
});
