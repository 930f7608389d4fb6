/** Makes the display font: one static weight of Fraunces, subset to Albanian and English, and the stylesheet beside them. */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Metrics, readMetrics } from './sfnt.ts';
import { withTabularFigures } from './tabular.ts';

type Subset = (font: Buffer, text: string, options: object) => Promise<Buffer>;

const require = createRequire(import.meta.url);
const subsetFont = require('subset-font') as Subset;
const { convert } = createRequire(require.resolve('subset-font'))('fontverter') as {
  convert: (font: Buffer, format: string) => Promise<Buffer>;
};

const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
const text = `${ascii}ëçËÇ“”„‘’–—·×€…\u00a0\ufb01\ufb02`;
const fixed = { opsz: 36, SOFT: 50, WONK: 0 };
const weights = [{ axis: 650, range: '600' }];

/** The serifs that stand in until the font arrives, with the mean letter width (in em) of the sample below, both in bold. */
const sample = 'Bukuri Ofertat e ditës Prerje flokësh dhe larje me fohn Masazh relaksues Thonj me xhel';
const standIns = [
  {
    name: 'Georgia',
    family: 'Display Georgia',
    locals: ['Georgia Bold', 'Georgia-Bold', 'Gelasio Bold'],
    em: 0.522,
  },
  {
    name: 'Times',
    family: 'Display Times',
    locals: ['Times New Roman Bold', 'TimesNewRomanPS-BoldMT', 'Liberation Serif Bold'],
    em: 0.4386,
  },
  {
    name: 'Noto',
    family: 'Display Noto',
    locals: ['Noto Serif Bold', 'NotoSerif-Bold'],
    em: 0.5167,
  },
];

const meanWidth = (metrics: Metrics) =>
  [...sample].reduce((sum, char) => sum + metrics.advance(char), 0) / sample.length / metrics.unitsPerEm;

const percent = (value: number) => `${(value * 100).toFixed(2)}%`;

function fallbackFace(metrics: Metrics, standIn: (typeof standIns)[number], weight: number): string {
  const scale = meanWidth(metrics) / standIn.em;
  const share = (units: number) => percent(units / metrics.unitsPerEm / scale);
  const sources = standIn.locals.map((name) => `local('${name}')`);
  return `@font-face {
  font-family: '${standIn.family}';
  font-weight: ${weights[weight]?.range};
  src: ${sources.join(', ')};
  size-adjust: ${percent(scale)};
  ascent-override: ${share(metrics.ascent)};
  descent-override: ${share(-metrics.descent)};
  line-gap-override: ${share(metrics.lineGap)};
}`;
}

async function makeFonts(root: string): Promise<void> {
  const folder = join(root, 'public/fonts');
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (name.endsWith('.woff2')) await rm(join(folder, name));
  const source = await readFile(
    require.resolve('@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2'),
  );
  const faces: string[] = [];
  const fallbacks: string[] = [];
  for (const [i, { axis, range }] of weights.entries()) {
    const plain = await subsetFont(source, text, {
      targetFormat: 'sfnt',
      variationAxes: { ...fixed, wght: axis },
      noHinting: true,
    });
    const font = await convert(withTabularFigures(plain), 'woff2');
    const version = createHash('sha256').update(font).digest('hex').slice(0, 8);
    const file = `fraunces-${axis}.${version}.woff2`;
    await writeFile(join(folder, file), font);
    faces.push(`@font-face {
  font-family: 'Fraunces';
  font-weight: ${range};
  font-display: swap;
  src: url('/fonts/${file}') format('woff2');
}`);
    const metrics = readMetrics(plain);
    fallbacks.push(...standIns.map((standIn) => fallbackFace(metrics, standIn, i)));
    console.log(`${file} ${font.length} bytes`);
  }
  await copyFile(require.resolve('@fontsource-variable/fraunces/LICENSE'), join(folder, 'OFL.txt'));
  await writeFile(join(root, 'web/ui/fonts.css'), `${[...faces, ...fallbacks].join('\n\n').replaceAll("'", '"')}\n`);
}

await makeFonts(join(import.meta.dirname, '..'));
