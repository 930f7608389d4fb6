/** The things of the skin scenes. */
import { darker, lighter } from '../colour.ts';
import { at, cut, flat, line, raised } from '../scene.ts';
import { blob, box, oval, turned } from '../shape.ts';

export function roller(stone: string, metal: string): string {
  const fork = (y: number, w: number, way: number) =>
    line(
      `M0 ${y}v${way * 22}C0 ${y + way * 44} ${-w} ${y + way * 26} ${-w} ${y + way * 58}M0 ${y + way * 22}C0 ${y + way * 44} ${w} ${y + way * 26} ${w} ${y + way * 58}`,
      metal,
      9,
    );
  const head = (y: number, w: number, h: number) =>
    cut(box(-w / 2, y - h / 2, w, h, h / 2), stone, { lift: 0, rim: 4, to: darker(stone, 0.2) }) +
    flat(box(-w * 0.34, y - h * 0.34, w * 0.46, h * 0.16, h * 0.08), '#FFFFFF', 0.5) +
    line(`M${w * 0.1} ${y + h * 0.2}c${w * 0.1} ${-h * 0.2} ${w * 0.2} 0 ${w * 0.28} ${-h * 0.16}`, '#FFFFFF', 3, 0.4);
  return raised(
    2,
    fork(-118, 74, -1),
    fork(126, 48, 1),
    cut(
      turned([
        [-13, -124],
        [-20, -100],
        [-15, -60],
        [-23, 0],
        [-15, 70],
        [-20, 108],
        [-13, 130],
      ]),
      stone,
      { lift: 0, rim: 4, to: darker(stone, 0.2) },
    ),
    cut(box(-19, -132, 38, 20, 6), metal, { lift: 0, rim: 2 }),
    cut(box(-19, 116, 38, 20, 6), metal, { lift: 0, rim: 2 }),
    head(-184, 138, 72),
    head(188, 86, 48),
  );
}

export const guaSha = (stone: string) =>
  cut('M0 -44C-26 -112 -150 -118 -166 -18C-178 64 -84 126 0 172C84 126 178 64 166 -18C150 -118 26 -112 0 -44z', stone, {
    lift: 2,
    rim: 5,
    to: darker(stone, 0.16),
  }) +
  flat('M-130 -34C-124 -74 -84 -88 -54 -74C-88 -66 -112 -44 -116 0C-128 -6 -132 -20 -130 -34z', '#FFFFFF', 0.45) +
  line('M-60 60C-10 40 40 70 92 30M-20 104C10 92 40 104 64 84', '#FFFFFF', 4, 0.3);

export const pad = (r: number) =>
  cut(oval(0, 0, r), '#FFFCF6', { lift: 2, rim: 4, to: '#F0E4D4' }) +
  `<path d="${oval(0, 0, r - 11)}" fill="none" stroke="#E2D0BA" stroke-width="4" stroke-dasharray="3 9" stroke-linecap="round"/>` +
  [0, 60, 120].map((turn) => at(0, 0, { turn }, () => flat(box(-r * 0.5, -3, r, 6, 3), '#EADBC8', 0.7))).join('');

export const openJar = (r: number, glass: string) =>
  cut(oval(0, 0, r), glass, { lift: 3, rim: 6, to: darker(glass, 0.2) }) +
  cut(oval(0, 0, r * 0.86), darker(glass, 0.3), { lift: 0, rim: 0 }) +
  cut(oval(3, 4, r * 0.84), '#FFF9EF', { lift: 0, rim: 0, to: '#F1E1CB' }) +
  [0.66, 0.46, 0.27]
    .map((k, i) =>
      at(0, 0, { turn: i * 70 }, () =>
        cut(
          `M${-r * k} 0C${-r * k} ${-r * k * 1.3} ${r * k} ${-r * k * 1.3} ${r * k} 0C${r * k * 0.9} ${r * k * 0.7} ${r * k * 0.2} ${r * k * 1.1} ${-r * k * 0.3} ${r * k * 0.8}C${-r * k * 0.8} ${r * k * 0.6} ${-r * k} ${r * k * 0.4} ${-r * k} 0z`,
          '#FFFBF3',
          { lift: 1, rim: 4, to: '#F3E5D2' },
        ),
      ),
    )
    .join('');

export const slice = (r: number, rind: string, flesh: string) =>
  cut(oval(0, 0, r), rind, { lift: 2, rim: 3 }) +
  flat(oval(0, 0, r * 0.88), '#FFF4DE') +
  Array.from({ length: 8 }, (_, i) =>
    at(0, 0, { turn: i * 45 }, () =>
      cut(
        `M0 ${-r * 0.1}C${-r * 0.3} ${-r * 0.5} ${-r * 0.3} ${-r * 0.8} 0 ${-r * 0.8}S${r * 0.3} ${-r * 0.5} 0 ${-r * 0.1}z`,
        flesh,
        { lift: 0, rim: 2 },
      ),
    ),
  ).join('');

export const turban = (colour: string) =>
  cut(
    blob(
      [-122, -52],
      [-140, -132],
      [-100, -222],
      [10, -262],
      [110, -214],
      [142, -128],
      [120, -52],
      [60, -112],
      [0, -126],
      [-60, -112],
    ),
    colour,
    { lift: 2, rim: 5, to: darker(colour, 0.12) },
  ) +
  line(
    'M-116 -84C-80 -150 -10 -190 96 -206M-84 -116C-40 -160 30 -176 124 -150M-96 -188C-60 -220 0 -240 50 -236',
    darker(colour, 0.18),
    5,
    0.5,
  ) +
  cut('M34 -196C70 -236 132 -236 142 -196C148 -160 104 -136 66 -150C44 -160 30 -176 34 -196z', lighter(colour, 0.2), {
    lift: 1,
    rim: 4,
    to: darker(colour, 0.1),
  });
