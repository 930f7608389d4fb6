import sharp from 'sharp';
import { expect, test } from 'vitest';
import { deals as endpoints } from '#core/contract/deals.ts';
import { createShop } from '#server/app.ts';
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

test('deal gets a JPEG of 1200 × 630 as og:image, and another one when its price changes', async () => {
  const id = await newDeal(db, { imageUrl: '/pictures/deals/hair-1-640.jpg' });
  expect(await imageOf(id)).toBeNull();
  expect(await page(id)).toContain('/pictures/share/hair-1.jpg');
  const url = await rendered(id);
  expect(await page(id)).toContain(`<meta property="og:image" content="http://bukuri.test${url}">`);
  const response = await get(url);
  expect(response.headers['content-type']).toBe('image/jpeg');
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  await pool.query('update deals set price = price - 100, updated_at = now() where id = $1', [id]);
  await expect.poll(() => imageOf(id)).toBeNull();
  expect(await rendered(id)).not.toBe(url);
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
