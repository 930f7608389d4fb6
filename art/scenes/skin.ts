import { darker, lighter, type Palette } from '../colour.ts';
import { blossom } from '../flora.ts';
import { face, faceOutline, skinTones } from '../people.ts';
import { at, cut, flat, line, pool, raised, within } from '../scene.ts';
import { arches, branch, disc, kilim, layered, leaf, niche, plinth, table, wall, windowLight } from '../setting.ts';
import { blob, box, oval, ribbon, turned } from '../shape.ts';
import { bowl, brush, dropper, jar } from '../things.ts';

function roller(stone: string, metal: string): string {
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

const guaSha = (stone: string) =>
  cut('M0 -44C-26 -112 -150 -118 -166 -18C-178 64 -84 126 0 172C84 126 178 64 166 -18C150 -118 26 -112 0 -44z', stone, {
    lift: 2,
    rim: 5,
    to: darker(stone, 0.16),
  }) +
  flat('M-130 -34C-124 -74 -84 -88 -54 -74C-88 -66 -112 -44 -116 0C-128 -6 -132 -20 -130 -34z', '#FFFFFF', 0.45) +
  line('M-60 60C-10 40 40 70 92 30M-20 104C10 92 40 104 64 84', '#FFFFFF', 4, 0.3);

const pad = (r: number) =>
  cut(oval(0, 0, r), '#FFFCF6', { lift: 2, rim: 4, to: '#F0E4D4' }) +
  `<path d="${oval(0, 0, r - 11)}" fill="none" stroke="#E2D0BA" stroke-width="4" stroke-dasharray="3 9" stroke-linecap="round"/>` +
  [0, 60, 120].map((turn) => at(0, 0, { turn }, () => flat(box(-r * 0.5, -3, r, 6, 3), '#EADBC8', 0.7))).join('');

const openJar = (r: number, glass: string) =>
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

const slice = (r: number, rind: string, flesh: string) =>
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

const turban = (colour: string) =>
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

export const skin: Record<string, (p: Palette) => string> = {
  'skin-1': (p) =>
    wall(p.ground) +
    arches(640, 484, 820, 470, [p.soft, lighter(p.mid, 0.24)], 48) +
    table(p.mid, 484, 598) +
    at(470, 500, { turn: -96 }, () =>
      branch(
        [
          [0, 0],
          [170, -30],
          [350, 10],
        ],
        6,
        104,
        p.accent,
      ),
    ) +
    at(500, 556, { scale: 1.1 }, () => jar(300, 170, p.cream, p.strong, true)) +
    at(800, 552, {}, () => dropper(420, p.strong, p.deep, p.cream)) +
    at(
      1010,
      560,
      {},
      () =>
        pool(0, 0, 200) +
        cut(box(-100, -70, 200, 72, 16), p.deep, { lift: 2, rim: 4 }) +
        [-70, -35, 0, 35, 70].map((x) => line(`M${x} -56V-14`, lighter(p.deep, 0.2), 4, 0.5)).join(''),
    ),
  'skin-2': (p) =>
    layered(p, 700) +
    at(1050, 360, { turn: 22, scale: 1.06 }, () => guaSha('#A9B98F')) +
    at(430, 330, { turn: 58, scale: 1.34 }, () => roller('#A9B98F', p.glow)) +
    at(700, 690, { turn: -58 }, () =>
      branch(
        [
          [0, 0],
          [130, -20],
          [280, 10],
        ],
        5,
        90,
        p.accent,
      ),
    ) +
    kilim(60, 590, 4, 9, p.mid, 0.5),
  'skin-3': (p) =>
    niche(640, 510, 700, 480, lighter(p.soft, 0.1), p.mid) +
    table(p.soft, 510, 610) +
    plinth(640, 480, 480, 76, p.cream) +
    at(
      640,
      488,
      { scale: 1.15 },
      () =>
        bowl(380, 200, p.strong, '#F3D9A8') +
        at(-20, -190, { turn: 214 }, () => brush(270, 44, p.deep, p.glow, '#F7E6CB')),
    ) +
    at(300, 566, {}, () => pool(0, 0, 170) + at(0, -76, {}, () => slice(80, p.strong, '#F2A65A'))) +
    at(1000, 562, {}, () => pool(0, 0, 150) + at(-2, -60, {}, () => slice(64, p.strong, '#F2A65A'))) +
    at(1130, 580, { turn: -130 }, () => leaf(120, 46, p.accent)) +
    at(1120, 578, { turn: -60 }, () => leaf(130, 50, lighter(p.accent, 0.1))),
  'skin-4': (p) =>
    wall(p.soft) +
    disc(640, 300, 300, lighter(p.glow, 0.45)) +
    cut(oval(640, 640, 560, 150), p.strong, { lift: 2, rim: 5 }) +
    cut(oval(640, 622, 380, 92), lighter(p.strong, 0.16), { lift: 1, rim: 4 }) +
    cut(oval(640, 606, 220, 50), lighter(p.strong, 0.34), { lift: 1, rim: 4 }) +
    at(
      640,
      0,
      {},
      () =>
        raised(
          2,
          cut('M-46 -20V56C-46 90 -30 100 -30 118H30C30 100 46 90 46 56V-20z', p.deep, { lift: 0 }),
          cut(box(-58, 112, 116, 54, 12), p.cream, { lift: 0 }),
          cut('M-30 166V270C-30 300 -12 306 -10 340L-6 388H6L10 340C12 306 30 300 30 270V166z', '#F6E3C8', {
            lift: 0,
            rim: 4,
            to: '#E9C79C',
          }),
        ) +
        flat('M-22 226H22V270C22 296 8 302 5 340L3 384H-3L-5 340C-8 302 -22 296 -22 270z', p.strong, 0.85) +
        flat(box(-20, 176, 8, 100, 4), '#FFFFFF', 0.7) +
        [-40, -20, 0, 20, 40].map((x) => line(`M${x} 122v34`, p.soft, 4, 0.8)).join(''),
    ) +
    cut('M640 420C664 462 688 488 688 522A48 48 0 0 1 592 522C592 488 616 462 640 420z', p.strong, {
      lift: 2,
      rim: 5,
    }) +
    flat('M612 512C614 494 622 484 630 474C628 496 622 520 626 538C616 534 611 524 612 512z', '#FFFFFF', 0.6) +
    at(150, 690, { turn: -66 }, () =>
      branch(
        [
          [0, 0],
          [180, -40],
          [380, 0],
        ],
        5,
        110,
        p.accent,
      ),
    ) +
    at(1140, 690, { turn: -116 }, () =>
      branch(
        [
          [0, 0],
          [180, 40],
          [380, 0],
        ],
        5,
        110,
        p.accent,
      ),
    ),
  'skin-5': (p) =>
    layered(p, 560, -90) +
    windowLight(60, -40, 420, 700, 0.3) +
    at(840, 320, {}, () => openJar(206, p.strong)) +
    at(330, 410, {}, () => pad(118)) +
    at(226, 236, { turn: 20 }, () => pad(118)) +
    at(452, 232, { turn: 40 }, () => pad(118)) +
    at(1090, 476, { turn: 38, scale: 0.9 }, () =>
      cut(
        ribbon(
          [
            [0, -250],
            [0, -120],
            [0, 190],
          ],
          (t) => (t < 0.3 ? 58 - 40 * (t / 0.3) ** 2 : 18) * (t < 0.04 ? 0.6 : 1),
          24,
        ),
        p.deep,
        { lift: 2, rim: 3 },
      ),
    ) +
    at(1120, 140, {}, () => blossom(96, 12, p.strong, p.deep)) +
    at(590, 566, { turn: 10 }, () => blossom(64, 11, p.mid, p.deep)),
  'skin-6': (p) =>
    wall(p.ground) +
    disc(640, 320, 296, p.mid) +
    at(180, 760, { turn: -72 }, () =>
      branch(
        [
          [0, 0],
          [240, -50],
          [560, 30],
        ],
        7,
        130,
        p.accent,
      ),
    ) +
    at(1100, 760, { turn: -108 }, () =>
      branch(
        [
          [0, 0],
          [240, 50],
          [560, -30],
        ],
        7,
        130,
        p.accent,
      ),
    ) +
    at(
      640,
      370,
      { scale: 1.22 },
      () =>
        cut(
          blob(
            [-44, 120],
            [44, 120],
            [54, 176],
            [150, 206],
            [240, 260],
            [260, 400],
            [-260, 400],
            [-240, 260],
            [-150, 206],
            [-54, 176],
          ),
          darker(skinTones.fair, 0.06),
          { lift: 2 },
        ) +
        face({ skin: skinTones.fair, brows: '#7A4A30', lips: '#CF6A5E' }) +
        turban(p.cream) +
        cut('M-300 420C-280 250 -170 216 -120 206C-80 240 80 240 120 206C170 216 280 250 300 420z', p.cream, {
          lift: 1,
          rim: 4,
          to: darker(p.cream, 0.12),
        }) +
        within(
          faceOutline,
          flat(oval(-56, 44, 15, 11), '#FFFDF7', 0.95) +
            flat(oval(58, 40, 15, 11), '#FFFDF7', 0.95) +
            flat(oval(0, -92, 15, 10), '#FFFDF7', 0.95),
        ),
    ),
};
