/** Decodes a picture and makes all its variants: upright, in sRGB, without metadata, in fixed sizes. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metadata } from 'sharp';
import { LIBRARY_PIXELS, MEDIA_WIDTHS } from '#core/domain/media.ts';
import { AppError } from '#server/kit/app-error.ts';

/** A 50-megapixel photo has 8160 × 6120; judged by the header, before anything is decoded. */
const MAX_PIXELS = 50_000_000;
const MAX_SIDE = 16_384;
/** Of all pixels as a decoder may hold them. */
const MAX_BYTES = 256 * 1024 ** 2;
/** A progressive JPEG has about ten; each goes over all pixels again. */
const MAX_SCANS = 100;
const MAX_SCANNED_PIXELS = 20 * MAX_PIXELS;

/**
 * Writes the variants into the folder; their names are what follows the base name of the upload.
 *
 * @returns the average colour as six hexadecimal digits
 */
export async function makePictures(path: string, folder: string): Promise<string> {
  const sharp = await loadSharp();
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;
  const unreadable = (error: unknown) => {
    const [why] = /pixel limit|out of memory/.exec(String(error)) ?? [];
    const codes = { 'pixel limit': 'media.pixels', 'out of memory': 'media.tooCostly' } as const;
    throw new AppError(400, why ? codes[why as keyof typeof codes] : 'media.damaged');
  };
  checkCost(await sharp(path, options).metadata().catch(unreadable), await readFile(path));
  const largest = MEDIA_WIDTHS.at(-1);
  const { data, info } = await sharp(path, options)
    .autoOrient()
    .resize({ width: largest, height: 2 * (largest ?? 0), fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
  const raw = { width: info.width, height: info.height, channels: info.channels } as const;
  const sized = (size: object) => sharp(data, { raw }).resize({ withoutEnlargement: true, ...size });
  const write = async (name: string, bytes: Promise<Buffer>) => writeFile(join(folder, name), await bytes);
  for (const width of MEDIA_WIDTHS) {
    await write(`-${width}.webp`, sized({ width }).webp({ quality: 75 }).toBuffer());
    await write(`-${width}.jpg`, sized({ width }).jpeg({ quality: 78, progressive: true }).toBuffer());
  }
  const square = sized({ width: LIBRARY_PIXELS, height: LIBRARY_PIXELS, fit: 'inside' });
  await write(`-${LIBRARY_PIXELS}.webp`, square.webp({ quality: 75 }).toBuffer());
  const pixel = await sharp(data, { raw }).resize(1, 1).removeAlpha().toColourspace('srgb').raw().toBuffer();
  return pixel.toString('hex').slice(0, 6);
}

function checkCost(
  { format, width, height, channels, depth, isProgressive, chromaSubsampling }: Metadata,
  file: Buffer,
) {
  const pixels = width * height;
  if (pixels > MAX_PIXELS || Math.max(width, height) > MAX_SIDE) throw new AppError(400, 'media.pixels');
  // A progressive JPEG is held whole, as numbers of two bytes; colours of most are held for every fourth pixel.
  const isWide = depth !== 'uchar' || (format === 'jpeg' && isProgressive && chromaSubsampling !== '4:2:0');
  if (pixels * channels * (isWide ? 2 : 1) > MAX_BYTES) throw new AppError(400, 'media.pixels');
  const scans = format === 'jpeg' ? countScans(file) : 1;
  if (scans > MAX_SCANS || scans * pixels > MAX_SCANNED_PIXELS) throw new AppError(400, 'media.tooCostly');
}

/** Scans of a JPEG up to its end marker; what follows it is not read by decoders. */
function countScans(file: Buffer): number {
  let scans = 0;
  for (let at = 2; at + 4 <= file.length; ) {
    const marker = file[at + 1] ?? 0;
    if (file[at] !== 0xff) at = file.indexOf(0xff, at) === -1 ? file.length : file.indexOf(0xff, at);
    else if (marker === 0xd9) break;
    // Fill bytes, escaped bytes and markers without a length.
    else if (marker === 0xff) at += 1;
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else {
      if (marker === 0xda) scans += 1;
      at += 2 + file.readUInt16BE(at + 2);
    }
  }
  return scans;
}

/** Loaded where pictures are decoded: 30 MB that most processes never need. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // Everything else that libvips can read is out of reach. SVG is for our own drawings: uploads are told apart before.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpeg',
      'VipsForeignLoadPng',
      'VipsForeignLoadNsgif',
      'VipsForeignLoadWebp',
      'VipsForeignLoadSvg',
    ],
  });
  return sharp;
}
