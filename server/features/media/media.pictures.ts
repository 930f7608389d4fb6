/** Decodes a picture and makes all its variants: upright, in sRGB, without metadata, in fixed sizes. */
import { LIBRARY_PIXELS, MEDIA_WIDTHS } from '#core/domain/media.ts';
import { keyedQueue } from '#server/kit/concurrency.ts';
import { AppError, busy } from '#server/kit/http/errors.ts';

/** A 50-megapixel photo has 8160 × 6120; judged by the header, before anything is decoded. */
const MAX_PIXELS = 50_000_000;
const MAX_FRAMES = 50;
const TIMEOUT_SECONDS = 10;
/** Decoders take threads that file reads share, and memory. */
const CONCURRENCY = 1;
const MAX_WAITING = 20;

/** What follows the base name of an upload. */
export interface Variant {
  suffix: string;
  file: Blob;
}

export interface Pictures {
  variants: Variant[];
  /** Average colour as six hexadecimal digits. */
  colour: string;
}

const inQueue = keyedQueue({ concurrency: CONCURRENCY, maxWaiting: MAX_WAITING, full: busy });

/** Throws 400 for a picture that is damaged or too large; 503 when too many wait. */
export const makePictures = (path: string): Promise<Pictures> => inQueue('pictures', () => variantsOf(path));

async function variantsOf(path: string): Promise<Pictures> {
  const sharp = await loadSharp();
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;
  try {
    const { pages = 1, width, height, pageHeight = height } = await sharp(path, options).metadata();
    if (pages > MAX_FRAMES) throw new AppError(400, 'media.frames');
    if (width * pageHeight * pages > MAX_PIXELS) throw new AppError(400, 'media.pixels');
    const largest = MEDIA_WIDTHS.at(-1);
    // Every frame has to be whole, though only the first is shown.
    if (pages > 1)
      await sharp(path, { ...options, animated: true })
        .resize(16)
        .raw()
        .toBuffer();
    const { data, info } = await sharp(path, options)
      .autoOrient()
      .resize({ width: largest, height: 2 * (largest ?? 0), fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .timeout({ seconds: TIMEOUT_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels } as const;
    const sized = (size: object) => sharp(data, { raw }).resize({ withoutEnlargement: true, ...size });
    const variants: Variant[] = [];
    const add = (suffix: string, type: string, bytes: Buffer) =>
      variants.push({ suffix, file: new Blob([Uint8Array.from(bytes)], { type }) });
    for (const width of MEDIA_WIDTHS) {
      add(`-${width}.webp`, 'image/webp', await sized({ width }).webp({ quality: 75 }).toBuffer());
      add(`-${width}.jpg`, 'image/jpeg', await sized({ width }).jpeg({ quality: 78, progressive: true }).toBuffer());
    }
    const square = sized({ width: LIBRARY_PIXELS, height: LIBRARY_PIXELS, fit: 'inside' });
    add(`-${LIBRARY_PIXELS}.webp`, 'image/webp', await square.webp({ quality: 75 }).toBuffer());
    const pixel = await sharp(data, { raw }).resize(1, 1).removeAlpha().toColourspace('srgb').raw().toBuffer();
    return { variants, colour: pixel.toString('hex').slice(0, 6) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { message } = error as Error;
    if (/pixel limit/.test(message)) throw new AppError(400, 'media.pixels');
    if (/timeout/.test(message)) throw busy();
    throw new AppError(400, 'media.damaged');
  }
}

/** Loaded with the first upload: 30 MB that most processes never need. */
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
