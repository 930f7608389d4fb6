/** The mark, a stepped kilim diamond around a petal, and every icon made from it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

export const diamond = 'M12 0h8v4h4v4h4v4h4v8h-4v4h-4v4h-4v4h-8v-4H8v-4H4v-4H0v-8h4V8h4V4h4z';
export const petal = 'M16 6c4.6 3.4 6.4 6.5 6.4 10S20 23.9 16 26c-4-2.1-6.4-6.5-6.4-10S11.4 9.4 16 6z';
const fold = 'M16 6c4.6 3.4 6.4 6.5 6.4 10S20 23.9 16 26c1.5-3.2 2.2-6.4 2.2-10S17.5 9.1 16 6z';

const pomegranate = '#A6263E';
const ivory = '#FBF7F1';

/** The mark as a group of `size` pixels with its upper left corner at x, y. */
export function markAt(x: number, y: number, size: number, colour: string, shade?: string): string {
  const inner = shade ? `<path d="${fold}" fill="${shade}"/>` : '';
  return `<g transform="translate(${x} ${y}) scale(${size / 32})"><path d="${diamond}${petal}" fill="${colour}" fill-rule="evenodd"/>${inner}</g>`;
}

const svg = (width: number, height: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`;

function icon(share: number, radius: number): Buffer {
  const size = 512 * share;
  const at = (512 - size) / 2;
  const light = `<radialGradient id="l" cx=".28" cy=".2" r="1"><stop offset="0" stop-color="#BD3550"/><stop offset="1" stop-color="#94203A"/></radialGradient>`;
  const shadow = `<g opacity=".28">${markAt(at + 7, at + 11, size, '#4A0C1C')}</g>`;
  return Buffer.from(
    svg(
      512,
      512,
      `${light}<rect width="512" height="512" rx="${radius}" fill="url(#l)"/>${shadow}${markAt(at, at, size, ivory, '#E9A9A6')}`,
    ),
  );
}

const favicon = svg(
  32,
  32,
  `<style>path{fill:${pomegranate}}@media(prefers-color-scheme:dark){path{fill:#F0859A}}</style><path fill-rule="evenodd" d="${diamond}${petal}"/>`,
);

const kilim = svg(
  24,
  12,
  '<path fill-rule="evenodd" d="M11 0h2v2h2v2h2v4h-2v2h-2v2h-2v-2H9V8H7V4h2V2h2zm0 5v2h2V5zM0 4h1v1h1v2H1v1H0zM24 4h-1v1h-1v2h1v1h1z"/>',
);

/** An icon file holding PNG pictures of the given sizes. */
async function ico(source: Buffer, sizes: number[]): Promise<Buffer> {
  const pictures = await Promise.all(
    sizes.map((size) => sharp(source, { density: 300 }).resize(size).png().toBuffer()),
  );
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let at = head.length;
  pictures.forEach((picture, i) => {
    const entry = 6 + 16 * i;
    head.writeUInt8(sizes[i] ?? 0, entry);
    head.writeUInt8(sizes[i] ?? 0, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(picture.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += picture.length;
  });
  return Buffer.concat([head, ...pictures]);
}

async function writeIcons(folder: string): Promise<void> {
  await mkdir(join(folder, 'icons'), { recursive: true });
  const save = (source: Buffer, size: number, name: string) =>
    sharp(source).resize(size).png({ palette: true, effort: 10 }).toFile(join(folder, name));
  await writeFile(join(folder, 'favicon.svg'), favicon);
  await writeFile(join(folder, 'kilim.svg'), kilim);
  await writeFile(
    join(folder, 'favicon.ico'),
    await ico(Buffer.from(svg(32, 32, markAt(0, 0, 32, pomegranate))), [16, 32, 48]),
  );
  await save(icon(0.66, 112), 192, 'icons/icon-192.png');
  await save(icon(0.66, 112), 512, 'icons/icon-512.png');
  await save(icon(0.54, 0), 512, 'icons/icon-maskable-512.png');
  await save(icon(0.62, 0), 180, 'apple-touch-icon.png');
}

if (import.meta.main) await writeIcons(join(import.meta.dirname, '../../public'));
