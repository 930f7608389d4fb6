/** Makes the display font: one static weight of Fraunces, subset to Albanian and English, and the stylesheet beside it. */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';

type Subset = (font: Buffer, text: string, options: object) => Promise<Buffer>;

const require = createRequire(import.meta.url);
const subset = require('subset-font') as Subset;
const source = (file: string) => require.resolve(`@fontsource-variable/fraunces/${file}`);

const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
const text = `${ascii}ëçËÇ“”„‘’–—·×€…\u00a0`;
const options = {
  targetFormat: 'woff2',
  variationAxes: { opsz: 36, SOFT: 50, WONK: 0, wght: 650 },
  keepFeatures: ['kern', 'liga'],
  noHinting: true,
};

/** The serifs that stand in until the font arrives, with the mean letter width (in em) of the sample below, both in bold. */
const sample = 'Bukuri Ofertat e ditës Prerje flokësh dhe larje me fohn Masazh relaksues Thonj me xhel';
const standIns = [
  { family: 'Display Georgia', locals: ['Georgia Bold', 'Georgia-Bold', 'Gelasio Bold'], em: 0.522 },
  {
    family: 'Display Times',
    locals: ['Times New Roman Bold', 'TimesNewRomanPS-BoldMT', 'Liberation Serif Bold'],
    em: 0.4386,
  },
  { family: 'Display Noto', locals: ['Noto Serif Bold', 'NotoSerif-Bold'], em: 0.5167 },
];

const percent = (value: number) => `${(value * 100).toFixed(2)}%`;

function meanWidth(font: Font): number {
  const widths = [...sample].map((char) => font.glyphForCodePoint(char.codePointAt(0) ?? 0).advanceWidth);
  return widths.reduce((sum, width) => sum + width, 0) / widths.length / font.unitsPerEm;
}

const face = (file: string) => `@font-face {
  font-family: "Fraunces";
  font-weight: 600;
  font-display: swap;
  src: url("/fonts/${file}") format("woff2");
}`;

function fallbackFace(font: Font, { family, locals, em }: (typeof standIns)[number]): string {
  const scale = meanWidth(font) / em;
  const share = (units: number) => percent(units / font.unitsPerEm / scale);
  return `@font-face {
  font-family: "${family}";
  font-weight: 600;
  src: ${locals.map((name) => `local("${name}")`).join(', ')};
  size-adjust: ${percent(scale)};
  ascent-override: ${share(font.ascent)};
  descent-override: ${share(-font.descent)};
  line-gap-override: ${share(font.lineGap)};
}`;
}

async function makeFont(root: string): Promise<void> {
  const woff2 = await subset(await readFile(source('files/fraunces-latin-full-normal.woff2')), text, options);
  const version = createHash('sha256').update(woff2).digest('hex').slice(0, 8);
  const file = `fraunces-${options.variationAxes.wght}.${version}.woff2`;
  const folder = join(root, 'public/fonts');
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (name.endsWith('.woff2')) await rm(join(folder, name));
  await writeFile(join(folder, file), woff2);
  await copyFile(source('LICENSE'), join(folder, 'OFL.txt'));
  const font = create(woff2) as Font;
  const faces = [face(file), ...standIns.map((standIn) => fallbackFace(font, standIn))];
  await writeFile(join(root, 'web/ui/fonts.css'), `${faces.join('\n\n')}\n`);
  console.log(`${file} ${woff2.length} bytes`);
}

await makeFont(join(import.meta.dirname, '../..'));
