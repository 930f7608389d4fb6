import { darker, lighter, type Palette } from '../colour.ts';
import { blossom } from '../flora.ts';
import { guaSha, openJar, pad, roller, slice, turban } from '../parts/skin.ts';
import { face, faceOutline, skinTones } from '../people.ts';
import { at, cut, flat, line, pool, raised, within } from '../scene.ts';
import { arches, branch, disc, kilim, layered, leaf, niche, plinth, table, wall, windowLight } from '../setting.ts';
import { blob, box, oval, ribbon } from '../shape.ts';
import { bowl, brush, dropper, jar } from '../things.ts';

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
    at(640, 488, { scale: 1.15 }, () =>
      bowl(
        380,
        200,
        p.strong,
        '#F3D9A8',
        at(10, -222, { turn: 222 }, () => brush(216, 42, p.deep, p.glow, '#F7E6CB')),
      ),
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
