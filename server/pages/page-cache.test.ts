/** How long a page is kept, and that looking at one is counted. */
import { expect, test } from 'vitest';
import { createShop } from '#server/app.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { seedCategories } from '#server/seed.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/shoppers.ts';

const shop = await startShop({ makeApp: createShop });
const { db, pool, clock, deps } = shop;
const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/140 Mobile';

/** Names the page that was sent: another rendering at another moment has another name. */
const pageOf = async (url: string) => (await shop.guest().send({ url })).headers.etag;

/** Runs a change and waits for its notice. */
async function heardOf<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const done = await inTransaction(db, work);
  await deps.cache.sync();
  return done;
}

await heardOf(seedCategories);
const add = (deal: Parameters<typeof newDeal>[1]) => heardOf((tx) => newDeal(tx, deal));

test('cached page, 30 seconds old, is rendered again', async () => {
  const id = await add({ title: 'E mbajtur' });
  const page = await pageOf(`/deal/${id}`);
  clock.move(29_000);
  expect(await pageOf(`/deal/${id}`)).toBe(page);
  clock.move(2_000);
  expect(await pageOf(`/deal/${id}`)).not.toBe(page);
});

test('cached page, first deal expired, is rendered again', async () => {
  const id = await add({ title: 'Mbaron shpejt', expiresAt: new Date(clock.now() + 10_000) });
  const page = await pageOf(`/deal/${id}`);
  clock.move(9_000);
  expect(await pageOf(`/deal/${id}`)).toBe(page);
  clock.move(2_000);
  expect(await pageOf(`/deal/${id}`)).not.toBe(page);
});

test.each(['/login', '/login?next=%2Fprofile%23apply'])(
  'sign-in page %s, asked by browsers with and without an earlier sign-in, is not mixed up',
  async (url) => {
    const titleFor = async (cookie?: string) => {
      const { payload } = await shop.guest().send({ url, ...(cookie && { headers: { cookie } }) });
      return /<h1[^>]*>([^<]*)/.exec(payload)?.[1];
    };
    const newcomer = url === '/login' ? 'Hyni në llogari' : 'Krijoni një llogari';
    for (let time = 0; time < 2; time++) {
      expect(await titleFor()).toBe(newcomer);
      expect(await titleFor('hasSignedIn=1')).toBe('Hyni në llogari');
    }
    expect(await Promise.all([titleFor('hasSignedIn=1'), titleFor()])).toEqual(['Hyni në llogari', newcomer]);
  },
);

test('search page, requested, is not cached', async () => {
  const page = await pageOf('/?search=manikyr');
  clock.move(1);
  expect(await pageOf('/?search=manikyr')).not.toBe(page);
});

test('personal page, requested, is private and not cached', async () => {
  const url = '/orders/01a205f3-27bc-70a4-a3d2-4498688bc852';
  const page = await pageOf(url);
  clock.move(1);
  expect(await pageOf(url)).not.toBe(page);
  const { headers, payload } = await shop.guest().send({ url });
  expect(headers['cache-control']).toBe('private, no-store');
  expect(payload).toContain('<meta name="robots" content="noindex">');
});

test('deal page, from the cache, counts a view', async () => {
  const id = await add({ title: 'E shikuar' });
  for (const sessionId of ['session_1_a', 'session_1_b', 'session_1_b']) {
    const headers = { 'user-agent': phone, cookie: `sessionId=${sessionId}` };
    await shop.app.inject({ url: `/deal/${id}`, headers });
  }
  await expect
    .poll(async () => {
      await deps.views.flush();
      return (await pool.query('select count(*)::int as views from deal_views where deal_id = $1', [id])).rows;
    })
    .toEqual([{ views: 2 }]);
});
