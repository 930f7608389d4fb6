import { afterEach, expect, test, vi } from 'vitest';
import { freezablePostgres } from './frozen-postgres.ts';
import { dataFolder, type ShopProcess, start } from './shop-process.ts';

vi.setConfig({ testTimeout: 120_000 });

/** The response timeout of 5 s and some tolerance. */
const PATIENCE_MS = 6_000;

const { url, freeze, thaw } = await freezablePostgres();
afterEach(thaw);

async function get(shop: ShopProcess, path: string, headers: Record<string, string> = {}) {
  const asked = performance.now();
  const answer = await fetch(shop.url + path, { headers });
  const text = await answer.text();
  expect(performance.now() - asked, path).toBeLessThan(PATIENCE_MS);
  return { status: answer.status, headers: answer.headers, text };
}

test('database hanging, personal requests, answer 503 within the timeout and recover', async () => {
  const shop = await start(dataFolder(), { DATABASE_URL: url, SEED: 'demo' });
  const signedIn = { cookie: `bukuri=${'A'.repeat(43)}` };
  expect((await get(shop, '/api/auth/me', signedIn)).status).toBe(401);
  for (const path of ['/', '/api/deals']) expect((await get(shop, path)).status).toBe(200);
  freeze();
  const personal = await Promise.all(Array.from({ length: 20 }, () => get(shop, '/api/auth/me', signedIn)));
  expect(new Set(personal.map(({ status }) => status))).toEqual(new Set([503]));
  expect(Number(personal[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await get(shop, '/healthz')).status).toBe(200);
  expect(await get(shop, '/readyz')).toMatchObject({ status: 503, text: '{"status":"database does not answer"}' });
  thaw();
  await expect.poll(async () => (await get(shop, '/readyz')).status, { timeout: 5_000 }).toBe(200);
  const after = await Promise.all(Array.from({ length: 20 }, () => get(shop, '/api/auth/me', signedIn)));
  expect(after.map(({ status }) => status)).toEqual(Array(20).fill(401));
});
