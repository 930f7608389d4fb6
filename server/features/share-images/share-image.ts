/** Pictures of a deal or salon: the one that other sites show beside a link (`og:image`), and one for stories. JPEG. */
import { formatLek, NBSP } from '#core/i18n/format.ts';
import { loadSharp } from '#server/features/media/media.pictures.ts';
import { MARK, outlineOf, wrapped } from './text-paths.ts';

export interface ShareFacts {
  title: string;
  /** Such as salon and city. */
  about: string;
  /** Lek; null for a salon. */
  price: number | null;
  /** Lek; null where it is not reduced. */
  before: number | null;
  /** Percent. */
  discount: number;
  /** The content of a picture file. */
  photo: Buffer | null;
}

/** 1200 × 630. */
const [WIDTH, HEIGHT] = [1200, 630];
const PANEL = 640;
const MARGIN = 56;
/** WhatsApp shows none that is much larger. */
const MAX_BYTES = 150_000;

/** In Albanian, as the canonical pages. A photo that cannot be decoded is left out. */
export async function renderShareImage(facts: ShareFacts): Promise<Buffer> {
  const sharp = await loadSharp();
  const photo = facts.photo && (await cropped(facts.photo, [WIDTH - PANEL, HEIGHT]).catch(() => null));
  const base = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#fbf7f1' } }).composite([
    ...(photo ? [{ input: photo, left: PANEL, top: 0 }] : []),
    { input: Buffer.from(drawing(facts, photo !== null)), left: 0, top: 0 },
  ]);
  const { data, info } = await base.raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels } as const;
  for (const quality of [82, 65, 45]) {
    const file = await sharp(data, { raw }).jpeg({ quality, progressive: true }).toBuffer();
    if (file.length <= MAX_BYTES || quality === 45) return file;
  }
  throw new Error('the last quality is always taken');
}

const STORY = [1080, 1920] as const;
/** The apps cover about 250 px at the top and at the bottom. */
const STORY_PHOTO = 1120;
const STORY_MARGIN = 72;

/** 1080 × 1920, in Albanian. @param shop - the address of the shop, such as bukuri.al */
export async function renderStory(facts: ShareFacts, shop: string): Promise<Buffer> {
  const sharp = await loadSharp();
  const [width, height] = STORY;
  const photo = facts.photo && (await cropped(facts.photo, [width, STORY_PHOTO]).catch(() => null));
  return sharp({ create: { width, height, channels: 3, background: '#fbf7f1' } })
    .composite([
      ...(photo ? [{ input: photo, left: 0, top: 0 }] : []),
      { input: Buffer.from(storyDrawing(facts, { shop, hasPhoto: photo !== null })), left: 0, top: 0 },
    ])
    .jpeg({ quality: 85 })
    .toBuffer();
}

function storyDrawing(
  { title, about, price, before, discount }: ShareFacts,
  { shop, hasPhoto }: { shop: string; hasPhoto: boolean },
): string {
  const { parts, shape, write } = canvas();
  const [width, height] = STORY;
  const x = STORY_MARGIN;
  if (!hasPhoto) {
    parts.push(`<rect width="${width}" height="${STORY_PHOTO}" fill="#a6263e"/>`);
    parts.push(
      `<g transform="translate(${width / 2 - 192} 400) scale(12)"><path fill-rule="evenodd" d="${MARK}" fill="#fbf7f1"/></g>`,
    );
  }
  parts.push(`<rect y="${STORY_PHOTO}" width="${width}" height="12" fill="#a6263e"/>`);
  const lines = wrapped(title, { width: (width - 2 * x) / 76, lines: 3 });
  for (const [index, line] of lines.entries())
    write(line, { x, y: STORY_PHOTO + 180 + index * 88, size: 76, fill: '#2b1722' });
  const y = STORY_PHOTO + 220 + lines.length * 88;
  if (price !== null) {
    const length = write(formatLek(price, 'sq'), { x, y, size: 100, fill: '#a6263e' });
    if (before !== null && length < 560) {
      const start = x + length + 36;
      const old = write(formatLek(before, 'sq'), { x: start, y, size: 52, fill: '#6e5864' });
      parts.push(`<rect x="${start}" y="${y - 20}" width="${old}" height="4" fill="#6e5864"/>`);
    }
  }
  for (const line of wrapped(about, { width: (width - 2 * x) / 42, lines: 1 }))
    write(line, { x, y: y + 84, size: 42, fill: '#6e5864' });
  parts.push(
    `<g transform="translate(${x} ${height - 148}) scale(2)"><path fill-rule="evenodd" d="${MARK}" fill="#a6263e"/></g>`,
  );
  write(shop, { x: x + 84, y: height - 100, size: 46, fill: '#2b1722' });
  if (discount > 0) {
    const label = outlineOf(`-${discount}%`, 76);
    parts.push(
      `<rect x="${x}" y="${STORY_PHOTO - 62}" width="${label.width + 80}" height="124" rx="62" fill="#58682f"/>`,
    );
    shape(label.path, { x: x + 40, y: STORY_PHOTO + 27, fill: '#ffffff' });
  }
  return svgOf(parts, STORY);
}

async function cropped(photo: Buffer, [width, height]: readonly [number, number]): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(photo, { limitInputPixels: 20_000_000 })
    .resize({ width, height, fit: 'cover' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .then(({ data, info }) =>
      sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
        .png({ compressionLevel: 0 })
        .toBuffer(),
    );
}

/** Collects the parts of an SVG; text is drawn as outlines. */
function canvas() {
  const parts: string[] = [];
  const shape = (path: string, { x, y, fill }: { x: number; y: number; fill: string }) =>
    parts.push(`<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)})" d="${path}" fill="${fill}"/>`);
  /** Returns its width. */
  const write = (text: string, { size, ...at }: { x: number; y: number; fill: string; size: number }) => {
    const { path, width } = outlineOf(text.replaceAll(NBSP, ' '), size);
    shape(path, at);
    return width;
  };
  return { parts, shape, write };
}

const svgOf = (parts: string[], [width, height]: readonly [number, number]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`;

/** The SVG on top of the photo. */
function drawing({ title, about, price, before, discount }: ShareFacts, hasPhoto: boolean): string {
  const { parts, shape, write } = canvas();
  if (!hasPhoto) {
    parts.push(`<rect x="${PANEL}" width="${WIDTH - PANEL}" height="${HEIGHT}" fill="#a6263e"/>`);
    parts.push(
      `<g transform="translate(${PANEL + 152} 187) scale(8)"><path fill-rule="evenodd" d="${MARK}" fill="#fbf7f1"/></g>`,
    );
  }
  parts.push(`<rect y="${HEIGHT - 10}" width="${PANEL}" height="10" fill="#a6263e"/>`);
  parts.push(
    `<g transform="translate(${MARGIN} 48) scale(1.5)"><path fill-rule="evenodd" d="${MARK}" fill="#a6263e"/></g>`,
  );
  write('Bukuri', { x: MARGIN + 62, y: 86, size: 38, fill: '#2b1722' });

  const size = title.length > 60 ? 46 : 54;
  const lines = wrapped(title, { width: (PANEL - 2 * MARGIN) / size, lines: 3 });
  for (const [index, line] of lines.entries())
    write(line, { x: MARGIN, y: 190 + index * size * 1.15, size, fill: '#2b1722' });
  if (price !== null) {
    const width = write(formatLek(price, 'sq'), { x: MARGIN, y: 466, size: 62, fill: '#a6263e' });
    if (before !== null && width < 330) {
      const x = MARGIN + width + 24;
      const old = write(formatLek(before, 'sq'), { x, y: 464, size: 32, fill: '#6e5864' });
      parts.push(`<rect x="${x}" y="452" width="${old}" height="3" fill="#6e5864"/>`);
    }
  }
  for (const [index, line] of wrapped(about, { width: (PANEL - 2 * MARGIN) / 28, lines: 2 }).entries())
    write(line, { x: MARGIN, y: 540 + index * 34, size: 28, fill: '#6e5864' });
  if (discount > 0) {
    const label = outlineOf(`-${discount}%`, 46);
    parts.push(`<rect x="${PANEL + 32}" y="36" width="${label.width + 48}" height="76" rx="38" fill="#58682f"/>`);
    shape(label.path, { x: PANEL + 56, y: 90, fill: '#ffffff' });
  }
  return svgOf(parts, [WIDTH, HEIGHT]);
}
