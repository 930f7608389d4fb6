import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ImageUrl } from './image-url.ts';

test('demo picture, of deals or categories, is accepted where it exists', () => {
  for (const folder of ['deals', 'categories'])
    for (const name of readdirSync(`public/pictures/${folder}`))
      expect(ImageUrl.safeParse(`/pictures/${folder}/${name}`).success, name).toBe(true);
  for (const missing of [
    'deals/hair-7-640.jpg',
    'deals/hair-1-400.jpg',
    'deals/gone-1-640.jpg',
    'share/x.jpg',
    'x.webp',
  ])
    expect(ImageUrl.safeParse(`/pictures/${missing}`).success, missing).toBe(false);
});
