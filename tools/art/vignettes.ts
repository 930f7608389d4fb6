/** Small drawings for moments without content, calm on the light ground and on the dark one. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { darker, lighter } from './colour.ts';
import { diamond, petal } from './mark.ts';
import { archway, blob, box, oval, poly, ribbon } from './shape.ts';

const [ivory, sand, rose, pomegranate, plum, honey, olive, stone] = [
  '#FFF6EA',
  '#EBD3BF',
  '#DE8D8C',
  '#A6263E',
  '#6A1730',
  '#D69A3C',
  '#7D8B54',
  '#C9AFA6',
] as const;

const fill = (d: string, colour: string, opacity = 1) =>
  `<path d="${d}" fill="${colour}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;
const stroke = (d: string, colour: string, width: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;
const raised = (...content: string[]) => `<g filter="url(#s)">${content.join('')}</g>`;
const placed = (x: number, y: number, turn: number, scale: number, ...content: string[]) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${content.join('')}</g>`;

/** A sheet with its lit edge to the upper left. */
const sheet = (d: string, colour: string) =>
  `${fill(d, lighter(colour, 0.45))}<g transform="translate(1.4 1.8)">${fill(d, colour)}</g>`;

const mark = (x: number, y: number, size: number, colour: string, opacity = 1) =>
  `<path transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 32})" d="${diamond}${petal}" fill="${colour}" fill-rule="evenodd"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;

const step = (x: number, y: number, s: number, colour: string) =>
  placed(x, y, 0, s * 0.64, fill('M-1 -5h2v2h2v2h2v2h-2v2h-2v2h-2v-2h-2v-2h-2v-2h2v-2h2z', colour));

const leaf = (x: number, y: number, turn: number, length: number, colour: string = olive) =>
  placed(
    x,
    y,
    turn,
    length / 60,
    fill('M0 0C14 -20 42 -20 60 0C42 20 14 20 0 0z', darker(colour, 0.14)),
    fill('M0 0C14 -20 42 -20 60 0C40 2 18 2 0 0z', colour),
  );

const ground = (x = 160, y = 112, r = 92) =>
  fill(oval(x, y, r), '#E3A79B', 0.42) + fill(oval(160, 206, 104, 9), '#8A5A5A', 0.22);

const cartEmpty = () =>
  ground() +
  leaf(116, 92, -118, 52) +
  leaf(124, 92, -84, 60, '#93A067') +
  raised(
    stroke('M130 104C130 52 190 52 190 104', darker(sand, 0.22), 7),
    sheet('M92 92H228L238 196Q239 206 229 206H91Q81 206 82 196z', ivory),
    fill('M192 92H228L238 196Q239 206 229 206H204z', sand, 0.7),
    stroke('M130 110C130 62 190 62 190 110', pomegranate, 7),
  ) +
  fill(oval(130, 110, 5) + oval(190, 110, 5), plum) +
  mark(152, 158, 50, pomegranate) +
  step(262, 84, 3, honey) +
  step(60, 130, 2.4, rose);

const favoritesEmpty = () =>
  ground() +
  raised(
    sheet(
      'M160 196C104 158 78 128 78 94C78 64 100 46 124 46C142 46 154 56 160 70C166 56 178 46 196 46C220 46 242 64 242 94C242 128 216 158 160 196z',
      pomegranate,
    ),
    fill('M160 70C166 56 178 46 196 46C220 46 242 64 242 94C242 128 216 158 160 196z', plum, 0.45),
  ) +
  fill(blob([96, 92], [102, 70], [122, 60], [112, 76], [108, 96]), '#FFF6EA', 0.45) +
  `<path d="M160 172C120 144 102 122 102 98M218 98C218 122 200 144 160 172" fill="none" stroke="${ivory}" stroke-width="2.5" stroke-dasharray="1 7" stroke-linecap="round" opacity=".7"/>` +
  leaf(238, 176, -24, 46) +
  leaf(236, 178, 24, 40, '#93A067') +
  step(262, 70, 3, honey) +
  step(58, 74, 2.4, rose) +
  step(66, 170, 2, honey);

function comb(missing: boolean): string {
  let teeth = '';
  for (let i = 0; i < 13; i++) {
    const x = -92 + i * 14.4;
    if (missing && i === 8) continue;
    teeth += `M${x + 9} 0L${x + 7.4} 50q-2.9 5 -5.8 0L${x} 0z`;
  }
  return `M-108 50L-108 -8C-108 -30 -60 -38 0 -38S108 -30 108 -8L108 50q-5 9 -10 0L98 4H-98L-98 50q-5 9 -10 0z${teeth}`;
}

const notFound = () =>
  ground() +
  placed(
    156,
    102,
    -12,
    1,
    raised(sheet(comb(true), pomegranate)),
    stroke('M-92 -10C-60 -24 60 -24 92 -10', '#F2B4B4', 3, 0.6),
    mark(0, -16, 22, ivory, 0.9),
  ) +
  placed(214, 186, 62, 1, raised(sheet('M-6 -26h11l-2 50q-3.5 6 -7 0z', pomegranate))) +
  step(278, 60, 3, honey) +
  step(58, 192, 2.4, rose);

const noResults = () =>
  ground(150, 108) +
  raised(
    sheet(
      ribbon(
        [
          [196, 148],
          [228, 182],
          [250, 206],
        ],
        () => 22,
        6,
      ),
      pomegranate,
    ),
  ) +
  raised(sheet(`${oval(146, 98, 70)}${oval(146, 98, 54)}`, honey).replaceAll('<path', '<path fill-rule="evenodd"')) +
  fill(oval(147, 99, 54), '#FFF6EA', 0.62) +
  `<path transform="translate(118 70) scale(1.8)" d="${diamond}" fill="none" stroke="${pomegranate}" stroke-width="1.6" stroke-dasharray="3 2.5"/>` +
  fill(poly([104, 118], [150, 48], [166, 48], [110, 130]), '#FFFFFF', 0.4) +
  step(262, 76, 3, rose) +
  step(52, 176, 2.4, honey);

const signIn = () =>
  ground() +
  raised(sheet(archway(160, 206, 132, 178), sand)) +
  fill(archway(160, 206, 104, 160), plum) +
  fill(archway(160, 206, 104, 160), honey, 0.55) +
  fill(poly([112, 206], [208, 206], [244, 222], [84, 222]), '#F4CD7A', 0.35) +
  raised(sheet('M108 206V98C108 76 122 58 142 50L178 76V220z', pomegranate)) +
  mark(144, 128, 34, ivory, 0.95) +
  fill(oval(168, 160, 4.5), honey) +
  leaf(246, 204, -70, 52) +
  leaf(250, 204, -110, 46, '#93A067') +
  leaf(248, 204, -40, 38) +
  raised(sheet('M230 190H268L262 214H236z', rose)) +
  step(66, 76, 3, honey);

const offline = () =>
  ground() +
  stroke('M196 160C200 216 120 214 96 190C76 170 48 178 52 204', darker(stone, 0.3), 6) +
  raised(
    sheet('M178 112C186 134 190 150 186 164Q200 172 210 160C212 142 212 128 216 110z', darker(ivory, 0.08)),
    sheet('M70 66L70 110L98 102V74z', plum),
    sheet('M96 68C130 60 170 50 196 50C226 50 244 68 244 90S226 130 196 130C170 130 130 120 96 108z', ivory),
    fill(
      'M104 104C134 114 170 126 196 126C224 126 242 110 244 90C248 112 226 130 196 130C170 130 130 120 96 108z',
      sand,
    ),
    sheet('M93 66h12v44h-12z', honey),
  ) +
  fill(oval(206, 90, 22), darker(sand, 0.12)) +
  stroke(oval(206, 90, 15) + oval(206, 90, 7), ivory, 2.5) +
  placed(52, 208, -8, 1, raised(stroke('M-6 14V24M6 14V24', honey, 4), sheet(box(-14, -10, 28, 24, 7), pomegranate))) +
  step(256, 160, 3, rose) +
  step(116, 34, 2.4, honey);

const ticket =
  'M84 62H236Q246 62 246 72V104a13 13 0 0 0 0 26V182Q246 192 236 192H84Q74 192 74 182V130a13 13 0 0 0 0 -26V72Q74 62 84 62z';
const perforation = (colour: string) =>
  `<path d="M92 117H228" stroke="${colour}" stroke-width="3" stroke-dasharray="1 9" stroke-linecap="round"/>`;

const ordersEmpty = () =>
  ground() +
  placed(168, 118, 8, 0.96, `<g transform="translate(-160 -127)">${raised(sheet(ticket, rose))}</g>`) +
  placed(
    156,
    120,
    -5,
    1,
    `<g transform="translate(-160 -127)">${raised(sheet(ticket, ivory))}${perforation(stone)}${mark(160, 90, 34, pomegranate)}${fill(box(106, 142, 108, 9, 4.5) + box(106, 162, 70, 9, 4.5), sand)}</g>`,
  ) +
  step(266, 66, 3, honey) +
  step(54, 84, 2.4, rose);

const orderConfirmed = () =>
  ground() +
  leaf(84, 176, 150, 54) +
  leaf(88, 182, 118, 46, '#93A067') +
  leaf(84, 168, -176, 44, '#93A067') +
  placed(
    160,
    122,
    -4,
    1,
    `<g transform="translate(-160 -127)">${raised(sheet(ticket, ivory))}${perforation(stone)}${mark(160, 90, 34, pomegranate)}${fill(box(106, 142, 84, 9, 4.5) + box(106, 162, 56, 9, 4.5), sand)}</g>`,
  ) +
  raised(sheet(oval(232, 170, 34), olive)) +
  stroke('M216 171l12 12l22 -25', ivory, 7) +
  step(264, 74, 3, honey) +
  step(58, 74, 3, rose) +
  step(104, 40, 2.2, olive) +
  step(214, 34, 2.4, pomegranate);

const allDone = () =>
  ground() +
  leaf(246, 200, -62, 52) +
  leaf(250, 202, -100, 46, '#93A067') +
  placed(
    152,
    122,
    -4,
    1,
    `<g transform="translate(-152 -122)">${raised(
      sheet(box(92, 44, 120, 160, 12), rose),
      sheet(box(102, 58, 100, 136, 6), ivory),
      sheet(box(128, 34, 48, 24, 8), honey),
    )}${[86, 118, 150]
      .map((y) => stroke(`M114 ${y + 4}l6 6l11 -13`, olive, 5) + fill(box(142, y, 44, 8, 4), sand))
      .join('')}</g>`,
  ) +
  raised(sheet(oval(222, 176, 30), olive)) +
  stroke('M208 177l10 11l20 -22', ivory, 6) +
  step(266, 70, 3, honey) +
  step(58, 84, 2.4, rose) +
  step(70, 176, 2, pomegranate);

const vignettes: Record<string, () => string> = {
  'cart-empty': cartEmpty,
  'favorites-empty': favoritesEmpty,
  'no-results': noResults,
  'sign-in': signIn,
  offline,
  'not-found': notFound,
  'orders-empty': ordersEmpty,
  'order-confirmed': orderConfirmed,
  'all-done': allDone,
};

const shadow =
  '<filter id="s" x="-30%" y="-30%" width="160%" height="160%"><feDropShadow dx="2" dy="4" stdDeviation="3" flood-color="#3A0F1C" flood-opacity=".26"/></filter>';

const vignette = (draw: () => string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240">${shadow}${draw()}</svg>`;

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../../public/art');
  await mkdir(folder, { recursive: true });
  for (const [name, draw] of Object.entries(vignettes)) await writeFile(join(folder, `${name}.svg`), vignette(draw));
}
