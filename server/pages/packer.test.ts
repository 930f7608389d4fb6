import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { packer } from './packer.ts';

const compress = promisify(brotliCompress);
const at = (html: Buffer, quality: number) => compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
const newPage = (bytes: number) => Buffer.from(`<p>${randomBytes(bytes / 4).toString('hex')}</p>`.repeat(2));
interface Page {
  html: Buffer;
  pack: () => Promise<Buffer>;
}

function newPacked(): Page {
  const html = newPage(4_000);
  return { html, pack: packer(html) };
}

test('a page is packed quickly for the first two, and densely from then on', async () => {
  const html = newPage(4_000);
  const pack = packer(html);
  for (let time = 0; time < 3; time++) expect(await pack()).toEqual(await at(html, 9));
  const dense = await at(html, 11);
  await expect.poll(async () => (await pack()).equals(dense)).toBe(true);
});

test('while pages are packed files are read before most of them are done', async () => {
  const pages = Array.from({ length: 200 }, () => packer(Buffer.from(newPage(64).toString().repeat(1_000))));
  let packed = 0;
  const packing = pages.map(async (pack) => {
    await pack();
    packed += 1;
  });
  for (let time = 0; time < 3; time++) await readFile(new URL(import.meta.url));
  expect(packed).toBeLessThan(pages.length / 2);
  await Promise.all(packing);
});

test('where fifty wait to be packed densely the others come another time', async () => {
  const isDense = async ({ html, pack }: Page) => (await pack()).equals(await at(html, 11));
  const pages = Array.from({ length: 60 }, newPacked);
  for (let time = 0; time < 3; time++) void pages.map(({ pack }) => pack());
  const [last, ...late] = pages.slice(50) as [Page, ...Page[]];
  await expect.poll(() => isDense(last)).toBe(true);
  const afterwards = newPacked();
  for (let time = 0; time < 3; time++) void afterwards.pack();
  await expect.poll(() => isDense(afterwards)).toBe(true);
  expect(await Promise.all(late.map(isDense))).toEqual(Array(9).fill(false));
  await expect.poll(async () => (await Promise.all(late.map(isDense))).every(Boolean)).toBe(true);
});
