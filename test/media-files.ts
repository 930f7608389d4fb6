/** Pictures and videos made for a test, whole and broken. */
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

const grid = { create: { width: 64, height: 48, channels: 3, background: '#c84' } } as const;

/** Left half red, right half blue, told to be shown turned by `orientation`, taken at a place. */
export function photo({ width = 120, height = 60, orientation = 1 } = {}): Promise<Buffer> {
  const half = { width: width / 2, height, channels: 3, background: '#00f' } as const;
  return sharp({ create: { ...half, width, background: '#f00' } })
    .composite([{ input: { create: half }, left: width / 2, top: 0 }])
    .withMetadata({ orientation })
    .withExif({ IFD0: { Make: 'Secret' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 19/1 48/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Secret</x:xmpmeta>')
    .jpeg()
    .toBuffer();
}

export const still = (format: 'jpeg' | 'png' | 'gif' | 'webp') =>
  sharp({ ...grid, create: { ...grid.create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .toFormat(format)
    .toBuffer();

export async function animation(frames: number, format: 'gif' | 'webp'): Promise<Buffer> {
  const colours = Array.from({ length: frames }, (_, i) => `rgb(${(i * 37) % 256},${(i * 91) % 256},90)`);
  const images = await Promise.all(
    colours.map((background) =>
      sharp({ create: { ...grid.create, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(images, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

/** A PNG whose header says how large it is, and that has nothing else. */
export function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from('49484452000000000000000008020000000000000000', 'hex').subarray(0, 17);
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(header));
  const start = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
  return Buffer.concat([start, header, sum, Buffer.from('0000000049444154', 'hex')]);
}

/** A box of MP4: its length, four letters and what is in it. */
export function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const bytes = Buffer.concat(content.map((each) => (typeof each === 'string' ? Buffer.from(each) : each)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, bytes]);
}

export function video({ brand = 'isom', place = '+41.3275+019.8187/' } = {}): Buffer {
  const moov = box(
    'moov',
    box('mvhd', Buffer.alloc(100)),
    box('udta', box('©xyz', place)),
    box('trak', box('meta', place)),
  );
  return Buffer.concat([box('ftyp', brand, Buffer.alloc(4), brand), moov, box('mdat', Buffer.alloc(3000, 7))]);
}

export const webm = () =>
  Buffer.concat([Buffer.from('1a45dfa3874282847765626d', 'hex'), Buffer.from('1853806784', 'hex'), Buffer.alloc(4)]);
