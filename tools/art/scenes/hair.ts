import { darker, lighter, type Palette } from '../colour.ts';
import { braid, comb, dryer, locks, roundBrush, scissors, shoulders, tan } from '../parts/hair.ts';
import { at, cut, line, pool, raised, within } from '../scene.ts';
import { arches, branch, disc, kilim, layered, niche, plinth, table, wall, windowLight } from '../setting.ts';
import { blob, box, turned } from '../shape.ts';
import { bowl, brush, pump, standMirror } from '../things.ts';

export const hair: Record<string, (p: Palette) => string> = {
  'hair-1': (p) =>
    layered(p, 720) +
    kilim(70, 590, 5, 9, p.mid, 0.5) +
    at(330, 238, { turn: -16 }, () => comb(500, p.strong, 118)) +
    at(730, 330, { turn: 34, scale: 1.12 }, () => scissors(p.cream, p.deep)) +
    braid(
      [
        [1010, -90],
        [1080, 90],
        [1040, 280],
        [1120, 450],
        [1060, 640],
      ],
      132,
      '#7A4227',
      p.glow,
      6,
    ),
  'hair-2': (p) =>
    wall(p.soft) +
    disc(640, 330, 282, lighter(p.glow, 0.35)) +
    at(128, 700, { turn: -78 }, () =>
      branch(
        [
          [0, 0],
          [240, -30],
          [430, 20],
        ],
        6,
        92,
        p.accent,
      ),
    ) +
    at(1152, 700, { turn: -102, flip: false }, () =>
      branch(
        [
          [0, 0],
          [240, 30],
          [430, -20],
        ],
        6,
        92,
        p.accent,
      ),
    ) +
    at(640, 330, {}, () => shoulders(p.strong, tan)) +
    braid(
      [
        [640, 350],
        [654, 440],
        [634, 530],
        [650, 640],
        [644, 720],
      ],
      120,
      '#6B3722',
      p.glow,
      4,
    ) +
    at(640, 330, {}, () =>
      cut(
        blob(
          [0, -272],
          [92, -240],
          [130, -142],
          [108, -40],
          [54, 30],
          [0, 48],
          [-54, 30],
          [-108, -40],
          [-130, -142],
          [-92, -240],
        ),
        '#5E2F1E',
        { lift: 2, rim: 4 },
      ),
    ) +
    line(
      'M540 160C560 250 600 310 628 358M586 108C592 210 612 300 634 356M640 84V350M694 108C688 210 668 300 646 356M740 160C720 250 680 310 652 358',
      '#8F5433',
      4,
      0.55,
    ) +
    cut(box(596, 348, 88, 38, 18), p.glow, { lift: 1 }),
  'hair-3': (p) =>
    wall(p.ground) +
    arches(560, 486, 760, 470, [p.soft, lighter(p.mid, 0.2)], 46) +
    table(p.strong, 486, 600) +
    pool(560, 552, 330) +
    at(500, 290, { turn: -7, scale: 1.02 }, () => dryer(p.cream, p.deep, p.glow)) +
    at(980, 330, { turn: 13, scale: 1.06 }, () => roundBrush(p.deep, p.mid, '#4A251B')),
  'hair-4': (p) =>
    layered(p, 900, 90) +
    locks(['#7A3F27', '#8F4F31', '#6B3421', '#9A5836', '#7E4128', '#8F4F31', '#6B3421'], 300, 96) +
    at(640, 250, { turn: -9 }, () => comb(640, p.cream, 176)) +
    kilim(1080, 586, 3, 9, p.strong, 0.35),
  'hair-5': (p) =>
    wall(p.soft) +
    windowLight(120, -60, 520, 560) +
    table(p.mid, 480, 598) +
    at(640, 540, {}, () => standMirror(206, p.strong, '#F4E4DA')) +
    at(
      258,
      552,
      {},
      () =>
        at(-20, -170, { turn: -10, scale: 1.25 }, () => brush(110, 40, p.deep, p.glow, '#4A251B')) +
        at(26, -214, { turn: 4, scale: 0.62 }, () => scissors(p.cream, p.strong, 5)) +
        pool(0, 0, 190) +
        cut('M-92 -196L-78 -14q2 14 16 14h124q14 0 16 -14L92 -196z', lighter(p.ground, 0.4), {
          lift: 2,
          rim: 5,
          to: p.ground,
        }) +
        within('M-92 -196L-78 0H78L92 -196z', kilim(-64, -90, 5, 4, p.strong, 0.8)),
    ) +
    at(
      1010,
      556,
      {},
      () =>
        at(0, -130, { turn: -64 }, () =>
          branch(
            [
              [0, 0],
              [130, -24],
              [250, 10],
            ],
            4,
            76,
            p.accent,
          ),
        ) +
        at(6, -130, { turn: -112 }, () =>
          branch(
            [
              [0, 0],
              [120, 20],
              [220, -16],
            ],
            4,
            70,
            p.accent,
          ),
        ) +
        pool(0, 0, 170) +
        cut(
          turned([
            [-34, -140],
            [-30, -112],
            [-84, -62],
            [-74, -8],
            [-54, 0],
          ]),
          p.deep,
          { lift: 2, rim: 5 },
        ),
    ),
  'hair-6': (p) =>
    niche(410, 500, 560, 460, lighter(p.mid, 0.1), p.ground) +
    table(p.soft, 500, 606) +
    plinth(410, 446, 340, 96, p.strong) +
    at(410, 458, { scale: 1.06 }, () => pump(380, p.cream, p.deep, p.soft)) +
    at(800, 572, { scale: 1.1 }, () =>
      bowl(
        320,
        170,
        p.strong,
        '#7A3A24',
        at(40, -180, { turn: 208 }, () => brush(290, 46, p.deep, p.cream, '#5E2F1E', 'angle')),
      ),
    ) +
    at(
      1112,
      580,
      {},
      () =>
        pool(0, 0, 240) +
        raised(
          2,
          ...[0, 1, 2].map(
            (i) =>
              cut(box(-132 + i * 6, -58 - i * 52, 264 - i * 12, 56, 26), i === 1 ? p.mid : p.cream, {
                lift: 1,
                to: darker(i === 1 ? p.mid : p.cream, 0.12),
              }) + line(`M${-100 + i * 6} ${-30 - i * 52}h${200 - i * 12}`, p.soft, 4, i === 1 ? 0.9 : 0.7),
          ),
        ),
    ),
};
