import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { packer } from './compression.ts';

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants;
const compress = promisify(brotliCompress);
const quickly = (html: Buffer) => compress(html, { params: { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_LGWIN]: 16 } });
const densely = (html: Buffer) => compress(html, { params: { [BROTLI_PARAM_QUALITY]: 11 } });
const newPage = (bytes: number) => Buffer.from(`<p>${randomBytes(bytes / 4).toString('hex')}</p>`.repeat(2));
const _heavyPage = () => Buffer.from(newPage(64).toString().repeat(1_000));
interface Page {
  html: Buffer;
  pack: () => Promise<Buffer> | null;
}

function newPacked(): Page {
  const html = newPage(4_000);
  return { html, pack: packer(html, { isKept: true }) };
}

test('cached page, third request, is compressed with the highest quality', async () => {
  const { html, pack } = newPacked();
  for (let time = 0; time < 3; time++) expect(await pack()).toEqual(await quickly(html));
  const dense = await densely(html);
  await expect.poll(async () => (await pack())?.equals(dense)).toBe(true);
});

test('uncached page, repeated requests, is compressed quickly', async () => {
  const html = newPage(4_000);
  const pack = packer(html, { isKept: false });
  for (let time = 0; time < 5; time++) expect(await pack()).toEqual(await quickly(html));
  // What was begun densely would be done before.
  const { html: other, pack: packOther } = newPacked();
  for (let time = 0; time < 3; time++) void packOther();
  await expect.poll(async () => (await packOther())?.equals(await densely(other))).toBe(true);
  expect(await pack()).toEqual(await quickly(html));
});
