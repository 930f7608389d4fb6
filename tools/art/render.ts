/** Renders every scene to the pictures the shop serves. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { type Category, palettes } from './colour.ts';
import { markAt } from './mark.ts';
import { picture } from './scene.ts';
import { categories, type Scene, scenes } from './scenes.ts';

const root = join(import.meta.dirname, '../..');
const widths = [320, 640, 960];
const formats = ['avif', 'webp', 'jpg'] as const;
type Format = (typeof formats)[number];

/** The part of one scene that stands for its category: left edge of a square as tall as the picture. */
const tiles: Record<Category, [id: string, left: number]> = {
  hair: ['hair-2', 320],
  skin: ['skin-6', 320],
  nails: ['nails-4', 320],
  eyebrows: ['eyebrows-1', 320],
  lips: ['lips-1', 320],
  massage: ['massage-1', 240],
  spa: ['spa-1', 320],
};

function encode(image: Sharp, format: Format, small: boolean): Sharp {
  if (format === 'avif')
    return image.avif({ quality: small ? 60 : 54, effort: small ? 4 : 3, chromaSubsampling: '4:2:0' });
  if (format === 'webp') return image.webp({ quality: small ? 76 : 74, effort: 4 });
  return image.jpeg({ quality: small ? 76 : 74, mozjpeg: true });
}

/** Written beside and moved into place, so that no reader ever sees half a picture. */
async function save(image: Sharp, path: string): Promise<void> {
  await image.toFile(`${path}.part`);
  await rename(`${path}.part`, path);
}

function targets(scene: Scene): { path: string; make: (full: Sharp) => Sharp }[] {
  const deals = widths.flatMap((width) =>
    formats.map((format) => ({
      path: `deals/${scene.id}-${width}.${format}`,
      make: (full: Sharp) => encode(full.resize(width), format, width === 320),
    })),
  );
  const share = {
    path: `share/${scene.id}.jpg`,
    make: (full: Sharp) => full.resize(1200, 630, { fit: 'cover' }).jpeg({ quality: 66, mozjpeg: true }),
  };
  const [id, left] = tiles[scene.category];
  if (scene.id !== id) return [...deals, share];
  const square = [160, 320, 640].flatMap((size) =>
    formats.map((format) => ({
      path: `categories/${scene.category}-${size}.${format}`,
      make: (full: Sharp) => encode(full.extract({ left, top: 0, width: 640, height: 640 }).resize(size), format, true),
    })),
  );
  return [...deals, share, ...square];
}

async function homeCard(path: string): Promise<void> {
  const scene = scenes.find(({ id }) => id === 'lips-2');
  if (!scene) return;
  const inner = picture(palettes.lips, scene.draw);
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><g opacity=".25">${markAt(96, 221, 200, '#5E1226')}</g>${markAt(90, 213, 200, '#FBF7F1', '#E9A9A6')}</svg>`;
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><linearGradient id="g" x2="1" y2="1"><stop stop-color="#B8304B"/><stop offset="1" stop-color="#8E1D35"/></linearGradient><rect width="1200" height="630" fill="url(#g)"/></svg>`;
  const still = await sharp(Buffer.from(inner))
    .extract({ left: 150, top: 0, width: 820, height: 640 })
    .resize(820, 630, { fit: 'cover' })
    .toBuffer();
  await save(
    sharp(Buffer.from(ground))
      .composite([{ input: still, left: 380, top: 0 }, { input: Buffer.from(mark) }])
      .jpeg({ quality: 78, mozjpeg: true }),
    path,
  );
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Renders what is missing or has been redrawn since; everything when forced. What was drawn is known by its hash, so a fresh checkout renders nothing. */
export async function renderPictures(outDir: string, { force = false } = {}): Promise<number> {
  for (const folder of ['deals', 'categories', 'share']) await mkdir(join(outDir, folder), { recursive: true });
  const ledger = join(outDir, 'drawn.json');
  const drawn: Record<string, string> = force ? {} : JSON.parse(await readFile(ledger, 'utf8').catch(() => '{}'));
  let written = 0;
  for (const scene of scenes) {
    const svg = picture(scene.palette, scene.draw);
    const hash = createHash('sha256').update(svg).digest('hex').slice(0, 12);
    const same = drawn[scene.id] === hash;
    const wanted = await Promise.all(
      targets(scene).map(async (target) => (same && (await isThere(join(outDir, target.path))) ? [] : [target])),
    );
    const missing = wanted.flat();
    if (missing.length === 0) continue;
    const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels as 3 };
    for (const { path, make } of missing) await save(make(sharp(data, { raw })), join(outDir, path));
    drawn[scene.id] = hash;
    written += missing.length;
  }
  if (written > 0 || !(await isThere(join(outDir, 'share/home.jpg')))) {
    await homeCard(join(outDir, 'share/home.jpg'));
    await writeFile(ledger, `${JSON.stringify(drawn, null, 1)}\n`);
    written += 1;
  }
  return written;
}

if (import.meta.main) {
  const started = performance.now();
  const folder = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? 'public/pictures';
  const written = await renderPictures(join(root, folder), { force: process.argv.includes('--force') });
  console.log(
    `${written} pictures of ${scenes.length} scenes in ${categories.length} families, ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}
