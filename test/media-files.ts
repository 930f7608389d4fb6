/** Pictures and videos made for a test, whole and broken. */
import { crc32 } from 'node:zlib';
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
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

/** A PNG whose header says how large it is, and that has nothing else; `type` 2 has three channels, 6 has four. */
export function pngHeader(width: number, height: number, { depth = 8, type = 2 } = {}): Buffer {
  const header = Buffer.from('4948445200000000000000000000000000', 'hex');
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  header.writeUInt8(depth, 12);
  header.writeUInt8(type, 13);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(header));
  const start = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
  return Buffer.concat([start, header, sum, Buffer.from('0000000049444154', 'hex')]);
}

/** A progressive JPEG whose last scan comes `scans` times. */
async function manyScans(scans: number, { size = 2000 } = {}): Promise<Buffer> {
  const whole = await sharp({ create: { width: size, height: size, channels: 3, background: '#c84' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const last = whole.lastIndexOf(Buffer.from('ffda', 'hex'));
  const scan = whole.subarray(last, -2);
  return Buffer.concat([whole.subarray(0, last), ...Array.from({ length: scans }, () => scan), whole.subarray(-2)]);
}

/** Files that are small and ask for much memory or time, and the refusal that they should get. */
export async function costly(): Promise<[what: string, bytes: Buffer, answer: string][]> {
  const gif = Buffer.from('474946383961fffffa020000002c00000000fffffa0200020144003b', 'hex');
  const moov = Buffer.alloc(8_000_000);
  for (let at = 0; at < moov.length; at += 8) {
    moov.writeUInt32BE(moov.length - at, at);
    moov.write('moov', at + 4);
  }
  const ftyp = box('ftyp', 'isom', Buffer.alloc(4), 'isom');
  const entries = Buffer.alloc(12);
  entries.writeUInt32BE(0xffffffff, 8);
  const samples = box('moov', box('trak', box('mdia', box('minf', box('stbl', box('stsz', entries))))));
  const webm = await video({ container: 'webm' });
  const segment = webm.indexOf(Buffer.from('18538067', 'hex'));
  return [
    ['PNG of 25,000,000 × 2', pngHeader(25_000_000, 2, { depth: 16, type: 6 }), '400 media.pixels'],
    ['PNG of 1 × 50,000,000', pngHeader(1, 50_000_000, { depth: 8 }), '400 media.pixels'],
    ['PNG of 500,000 × 100', pngHeader(500_000, 100), '400 media.pixels'],
    ['PNG of 16,000 × 3,000 in 16 bit', pngHeader(16_000, 3000, { depth: 16, type: 6 }), '400 media.pixels'],
    ['GIF of 65,535 × 762', gif, '400 media.pixels'],
    ['JPEG of 2,649 scans', await manyScans(2649), '400 media.tooCostly'],
    ['JPEG of 60 scans of 36 megapixels', await manyScans(60, { size: 6000 }), '400 media.tooCostly'],
    ['MP4 of a million nested boxes', Buffer.concat([ftyp, moov]), '400 media.tooCostly'],
    [
      'MP4 of a million boxes',
      Buffer.concat([ftyp, ...Array.from({ length: 1e6 }, () => box('free'))]),
      '400 media.tooCostly',
    ],
    ['MP4 of four thousand million samples', Buffer.concat([ftyp, samples, box('mdat', 'x')]), '415 media.codec'],
    [
      'WebM of millions of elements',
      Buffer.concat([webm.subarray(0, segment), Buffer.alloc(8_000_000, Buffer.from('ec80', 'hex'))]),
      '4\\d\\d media.\\w+',
    ],
  ];
}

/** A box of MP4: its length, four letters and what is in it. */
export function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const bytes = Buffer.concat(content.map((each) => (typeof each === 'string' ? Buffer.from(each) : each)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, bytes]);
}

type Container = 'mp4' | 'mov' | 'webm' | 'mkv';

/**
 * Half a second of ten frames, noted to be taken at `place` in tags and, of MP4 and MOV, in boxes that nothing plays. Whole, but
 * no browser can decode the frames.
 */
export async function video({ container = 'mp4' as Container, place = '+41.3275+019.8187/' } = {}): Promise<Buffer> {
  const formats = { mp4: Mp4OutputFormat, mov: MovOutputFormat, webm: WebMOutputFormat, mkv: MkvOutputFormat };
  const target = new BufferTarget();
  const output = new Output({ format: new formats[container](), target });
  const source = new EncodedVideoPacketSource('vp9');
  const isMatroska = container === 'webm' || container === 'mkv';
  output.addVideoTrack(source, isMatroska ? {} : { rotation: 90 });
  output.setMetadataTags({ comment: place, date: new Date('2020-05-05T10:00:00Z') });
  await output.start();
  const meta = { decoderConfig: { codec: 'vp09.00.10.08', codedWidth: 320, codedHeight: 240 } };
  for (let frame = 0; frame < 10; frame++) {
    const bytes = new Uint8Array(300).fill(frame);
    await source.add(new EncodedPacket(bytes, frame === 0 ? 'key' : 'delta', frame / 20, 1 / 20), meta);
  }
  await output.finalize();
  const bytes = Buffer.from(target.buffer as ArrayBuffer);
  if (isMatroska) return bytes;
  return Buffer.concat([bytes, ...['free', 'skip', 'XMP_', 'uuid', 'meta'].map((type) => box(type, place))]);
}
