import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { packer } from './compression.ts';

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants;
const compress = promisify(brotliCompress);
const quickly = (html: Buffer) => compress(html, { params: { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_LGWIN]: 16 } });
const densely = (html: Buffer) => compress(html, { params: { [BROTLI_PARAM_QUALITY]: 11 } });
const newPage = (bytes: number) => Buffer.from(`<p>${randomBytes(bytes / 4).toString('hex')}</p>`.repeat(2));
const heavyPage = () => Buffer.from(newPage(64).toString().repeat(1_000));
interface Page {
  html: Buffer;
  pack: () => Promise<Buffer> | null;
}

function newPacked(): Page {
  const html = newPage(4_000);
  return { html, pack: packer(html, { isKept: true }) };
}

test('a page is packed quickly for the first two, and densely from then on', async () => {
  const { html, pack } = newPacked();
  for (let time = 0; time < 3; time++) expect(await pack()).toEqual(await quickly(html));
  const dense = await densely(html);
  await expect.poll(async () => (await pack())?.equals(dense)).toBe(true);
});

test('a page that nobody keeps is packed quickly, however many ask for it at once', async () => {
  const html = newPage(4_000);
  const pack = packer(html, { isKept: false });
  for (let time = 0; time < 5; time++) expect(await pack()).toEqual(await quickly(html));
  // What was begun densely would be done before.
  const { html: other, pack: packOther } = newPacked();
  for (let time = 0; time < 3; time++) void packOther();
  await expect.poll(async () => (await packOther())?.equals(await densely(other))).toBe(true);
  expect(await pack()).toEqual(await quickly(html));
});

test('while pages are packed files are read before most of them are done', async () => {
  const pages = Array.from({ length: 200 }, () => packer(heavyPage(), { isKept: true })());
  const begun = pages.filter((packing) => packing !== null);
  let packed = 0;
  const packing = begun.map(async (page) => {
    await page;
    packed += 1;
  });
  for (let time = 0; time < 3; time++) await readFile(new URL(import.meta.url));
  expect(packed).toBeLessThan(begun.length / 2);
  await Promise.all(packing);
});

test('behind many that are packed a page is sent as it is, sooner one that nobody keeps', async () => {
  const begin = (isKept: boolean) => packer(heavyPage(), { isKept })();
  const invented = Array.from({ length: 30 }, () => begin(false)).filter((packing) => packing !== null);
  expect(invented).toHaveLength(6);
  const real = Array.from({ length: 60 }, () => begin(true)).filter((packing) => packing !== null);
  expect(real).toHaveLength(45);
  await Promise.all([...invented, ...real]);
  expect(begin(false)).not.toBeNull();
});

test('where fifty wait to be packed densely the others come another time', async () => {
  const isDense = async ({ html, pack }: Page) => (await pack())?.equals(await densely(html));
  const pages = Array.from({ length: 60 }, newPacked);
  for (const { pack } of pages) await pack();
  for (let time = 1; time < 3; time++) void pages.map(({ pack }) => pack());
  const [last, ...late] = pages.slice(50) as [Page, ...Page[]];
  await expect.poll(() => isDense(last)).toBe(true);
  const afterwards = newPacked();
  for (let time = 0; time < 3; time++) void afterwards.pack();
  await expect.poll(() => isDense(afterwards)).toBe(true);
  expect(await Promise.all(late.map(isDense))).toEqual(Array(9).fill(false));
  await expect.poll(async () => (await Promise.all(late.map(isDense))).every(Boolean)).toBe(true);
});
