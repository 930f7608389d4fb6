import sharp from 'sharp';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { deals as endpoints } from '#core/contract/deals.ts';
import { salons as salonEndpoints } from '#core/contract/salons.ts';
import { salons } from '#db/schema/salons.ts';
import { createShop } from '#server/app.ts';
import { deleteUnusedFiles } from '#server/features/media/media.jobs.ts';
import { deleteExpiredRows } from '#server/kit/jobs/delete-expired-rows.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/shoppers.ts';
import { renderShareImage } from './share-image.ts';
import { shareImagesRender } from './share-images.jobs.ts';

const shop = await startShop({ makeApp: createShop, config: { publicUrl: 'http://bukuri.test' } });
const { db, deps, pool } = shop;
const guest = shop.guest();
const imageOf = async (id: string) => (await guest(endpoints.get, { params: { id } })).shareImage;
/** The cache is cleared by a notification of the database. */
async function rendered(id: string): Promise<string> {
  await shareImagesRender.perform(deps, {});
  await expect.poll(() => imageOf(id)).toMatch(/^\/media\/[0-9a-f]{32}-fbf7f1-1200\.jpg$/);
  return `${await imageOf(id)}`;
}
const get = (url: string) => shop.app.inject({ url, headers: { host: 'bukuri.test' } });
const page = async (id: string) => (await get(`/deal/${id}`)).body;

test('deal gets a JPEG of 1200 × 630 as og:image, keeps it when its description changes, and gets another for a new price', async () => {
  const id = await newDeal(db, { imageUrl: '/pictures/deals/hair-1-640.jpg' });
  expect(await imageOf(id)).toBeNull();
  expect(await page(id)).toContain('/pictures/share/hair-1.jpg');
  const url = await rendered(id);
  expect(await page(id)).toContain(`<meta property="og:image" content="http://bukuri.test${url}">`);
  const response = await get(url);
  expect(response.headers['content-type']).toBe('image/jpeg');
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  await pool.query(`update deals set description = 'E re', updated_at = now() where id = $1`, [id]);
  expect(await pool.query('select from share_images where due_at is not null')).toMatchObject({ rowCount: 0 });
  await pool.query('update deals set price = price - 100, updated_at = now() where id = $1', [id]);
  await expect.poll(() => imageOf(id)).toBeNull();
  expect(await rendered(id)).not.toBe(url);
});

test('salon gets an image, and another one when its name changes', async () => {
  const [slug, salonId] = ['tek-ana', v7()];
  await db.insert(salons).values({ id: salonId, slug, name: 'Tek Ana', address: '', city: 'tirana' });
  const salonImage = async () => (await guest(salonEndpoints.get, { params: { slug } })).shareImage;
  await shareImagesRender.perform(deps, {});
  const first = await salonImage();
  expect(first).toMatch(/^\/media\//);
  await pool.query(`update salons set name = 'Tek Beni' where id = $1`, [salonId]);
  await expect.poll(salonImage).toBeNull();
  await shareImagesRender.perform(deps, {});
  await expect.poll(salonImage).toMatch(/^\/media\//);
  expect(await salonImage()).not.toBe(first);
});

test('image of a deal that ended 30 days ago, is deleted with its file; sold again, the deal gets another', async () => {
  const [ended, running] = [await newDeal(db, { title: 'E vjetër' }), await newDeal(db)];
  const [url, kept] = [await rendered(ended), await rendered(running)];
  const end = (id: string, days: number) =>
    pool.query(`update deals set expires_at = now() - $2 * interval '1 day' where id = $1`, [id, days]);
  await end(ended, 30.1);
  await end(running, 29.9);
  shop.clock.move(25 * 3_600_000);
  await deleteExpiredRows.perform(deps, {});
  await deleteUnusedFiles(deps);
  expect([(await get(url)).statusCode, (await get(kept)).statusCode]).toEqual([404, 200]);
  await expect.poll(() => imageOf(ended)).toBeNull();
  await end(ended, -1);
  await rendered(ended);
});

test('deal that changes while it is hidden, gets its image once it is shown again', async () => {
  const id = await newDeal(db, { isHidden: true });
  await pool.query('update deals set price = price - 100 where id = $1', [id]);
  await shareImagesRender.perform(deps, {});
  const { rows } = await pool.query('select file, due_at from share_images where deal_id = $1', [id]);
  expect(rows).toEqual([{ file: null, due_at: null }]);
  await pool.query('update deals set is_hidden = false where id = $1', [id]);
  await rendered(id);
});

const MISSING = `/media/${'0'.repeat(32)}-ffffff-640.jpg`;
test.each(['https://images.unsplash.com/photo-1', '/pictures/deals/gone-1-640.jpg', MISSING, '/media/a/b.jpg'])(
  'deal with the picture %s, missing or of another host, gets an image without it',
  async (imageUrl) => {
    await rendered(await newDeal(db, { imageUrl }));
  },
);

test('deal whose picture the storage cannot read, does not keep others from theirs, and is tried again', async () => {
  const [broken, whole] = [await newDeal(db, { imageUrl: MISSING }), await newDeal(db)];
  const get = () => Promise.reject(new Error('no storage'));
  const storage = { ...deps.storage, get };
  await expect(shareImagesRender.perform({ ...deps, storage }, {})).rejects.toThrow('share images');
  await expect.poll(() => imageOf(whole)).not.toBeNull();
  expect(await imageOf(broken)).toBeNull();
  await rendered(broken);
});

test('image with a noisy photo and the longest texts has at most 150 KB', async () => {
  const noise = {
    create: { width: 1000, height: 1000, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  };
  const photo = await sharp(noise as never)
    .jpeg()
    .toBuffer();
  const facts = { title: 'Ngjyrosje '.repeat(16), about: 'Salloni '.repeat(20), price: 123_456.5, before: 999_999 };
  const file = await renderShareImage({ ...facts, discount: 88, photo });
  expect(file.length).toBeLessThanOrEqual(150_000);
});
