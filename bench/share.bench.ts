/** CPU time and size of share images. */
import { readFile } from 'node:fs/promises';
import { renderShareImage } from '#server/features/share-images/share-image.ts';
import type { Part } from './report.ts';

const TIMES = 20;

export const share: Part = {
  name: 'share images',
  run: async () => {
    const photo = await readFile(new URL('../public/pictures/deals/hair-1-960.jpg', import.meta.url));
    const facts = {
      title: 'Lyerje e plotë flokësh dhe tharje me stilim',
      about: 'Gërsheti i Artë · Tiranë',
      discount: 37,
    };
    // The first loads the decoder and the font.
    let { length } = await renderShareImage({ ...facts, price: 2200, before: 3500, photo });
    const times: number[] = [];
    while (times.length < TIMES) {
      const begun = process.cpuUsage();
      ({ length } = await renderShareImage({ ...facts, price: 2200 + times.length, before: 3500, photo }));
      const { user, system } = process.cpuUsage(begun);
      times.push((user + system) / 1000);
    }
    const [slowest, size] = [Math.max(...times), length / 1000];
    return [
      {
        what: 'share image, CPU, slowest of 20',
        value: `${slowest.toFixed()} ms`,
        budget: '300 ms',
        isOk: slowest <= 300,
      },
      { what: 'share image, size', value: `${size.toFixed()} kB`, budget: '150 kB', isOk: size <= 150 },
    ];
  },
};
