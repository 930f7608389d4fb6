import { darker, lighter, mix, type Palette } from '../colour.ts';
import { blossom, orchid } from '../flora.ts';
import { back, compress, flask, pebble, ripples, stack } from '../parts/massage.ts';
import { skinTones } from '../people.ts';
import { at, cut, pool, within } from '../scene.ts';
import { arches, branch, candle, disc, kilim, leaf, niche, steam, table, wall, windowLight } from '../setting.ts';
import { box, oval } from '../shape.ts';
import { bowl, roll } from '../things.ts';

export const massage: Record<string, (p: Palette) => string> = {
  'massage-1': (p) =>
    wall(p.ground) +
    arches(560, 500, 780, 478, [p.soft, mix(p.soft, p.mid, 0.5)], 50) +
    table(p.mid, 500, 606) +
    at(560, 566, { scale: 1.24 }, () => stack(['#4A4F45', '#5C6156', '#3F443B', '#6C7164'])) +
    at(1090, 700, { turn: -104 }, () =>
      branch(
        [
          [0, 0],
          [180, 40],
          [420, 0],
        ],
        1,
        60,
        p.strong,
      ),
    ) +
    at(1030, 250, {}, () => orchid(108, '#FBF1EC', '#C25C78')) +
    at(1120, 410, { turn: 20 }, () => orchid(88, '#F6E4E0', '#C25C78')) +
    at(980, 124, { turn: -10, scale: 0.6 }, () => orchid(84, '#FBF1EC', '#C25C78')),
  'massage-2': (p) =>
    wall(p.soft) +
    disc(420, 330, 270, lighter(p.glow, 0.5)) +
    table(p.strong, 490, 600) +
    pool(430, 570, 520) +
    at(310, 492, {}, () => roll(84, p.cream)) +
    at(478, 492, {}, () => roll(84, mix(p.mid, p.cream, 0.3))) +
    at(646, 492, {}, () => roll(84, p.cream)) +
    at(394, 348, {}, () => roll(84, p.accent)) +
    at(562, 348, {}, () => roll(84, p.cream)) +
    at(478, 206, {}, () => roll(84, mix(p.mid, p.cream, 0.3))) +
    at(894, 574, {}, () => flask(380, p.glow, '#F1EBD2')) +
    candle(1090, 578, 140, 170, p.cream),
  'massage-3': (p) =>
    wall(p.ground) +
    windowLight(560, -60, 560, 640, 0.55) +
    table(p.soft, 500, 606) +
    at(110, 120, { turn: 18 }, () =>
      branch(
        [
          [0, 0],
          [200, -30],
          [470, 30],
        ],
        7,
        124,
        p.strong,
        '#3E4526',
      ),
    ) +
    at(520, 570, { scale: 1.18 }, () => flask(400, p.glow, '#EFEBD0')) +
    at(810, 574, { scale: 1.1 }, () => bowl(290, 120, p.accent, p.glow)) +
    at(
      1060,
      580,
      {},
      () =>
        pool(0, 0, 160) +
        cut(oval(-30, -40, 46, 40), '#4B5230', { lift: 2, rim: 4 }) +
        cut(oval(48, -36, 40, 36), p.strong, { lift: 2, rim: 4 }),
    ) +
    at(1044, 540, { turn: -40 }, () => leaf(150, 46, p.mid)),
  'massage-4': (p) =>
    wall(p.mid) +
    kilim(28, 44, 18, 9, p.soft, 0.4) +
    kilim(28, 598, 18, 9, p.soft, 0.4) +
    cut(box(-40, 78, 1360, 484), p.cream, { lift: 2, rim: 4 }) +
    at(
      620,
      320,
      { scale: 0.92 },
      () =>
        back(skinTones.warm, '#4A2A1E', p.strong) +
        [-110, -20, 66, 150, 232]
          .map((x, i) => at(x, 2, { turn: 88 + i * 3 }, () => pebble(68 - (i % 2) * 10, 56, '#474C42')))
          .join(''),
    ) +
    at(1130, 130, {}, () => blossom(70, 8, '#F7E2D8', p.glow)),
  'massage-5': (p) =>
    niche(640, 512, 760, 480, mix(p.soft, p.ground, 0.4), p.strong) +
    table(p.mid, 512, 608) +
    steam(400, 330, 230) +
    steam(880, 330, 220) +
    at(640, 574, { scale: 1.16 }, () => bowl(440, 170, p.deep, p.soft)) +
    at(560, 330, { turn: -16, scale: 0.98 }, () => compress(p.cream, p.accent)) +
    at(744, 330, { turn: 20, scale: 0.98 }, () => compress(mix(p.cream, p.glow, 0.3), p.accent)) +
    within(
      box(0, 376, 1280, 300),
      at(640, 574, { scale: 1.16 }, () =>
        cut('M-220 -170C-220 -60 -132 -10 -75 -8L-79 0h158l-4 -8C132 -10 220 -60 220 -170Q0 -88 -220 -170z', p.deep, {
          lift: 0,
          rim: 4,
          to: darker(p.deep, 0.2),
        }),
      ),
    ) +
    at(1050, 584, {}, () => pool(0, 0, 150) + at(0, -66, {}, () => roll(66, p.cream))) +
    at(230, 584, {}, () => pool(0, 0, 150) + at(0, -66, {}, () => roll(66, p.cream))),
  'massage-6': (p) =>
    wall('#EFE6CE') +
    ripples(470, 330, mix(p.mid, '#D8CBA4', 0.6), 190) +
    at(
      470,
      330,
      {},
      () =>
        pebble(280, 236, '#4A4F45') +
        at(6, -14, {}, () => pebble(196, 160, '#666B5E')) +
        at(-2, -26, {}, () => pebble(116, 92, '#878B7C')),
    ) +
    cut('M980 -60C900 160 1060 420 960 700H1400V-60z', p.strong, { lift: 2, rim: 4 }) +
    at(1090, 690, { turn: -96 }, () =>
      branch(
        [
          [0, 0],
          [200, -40],
          [520, 20],
        ],
        7,
        140,
        p.mid,
      ),
    ) +
    at(860, 130, {}, () => pebble(120, 92, '#6C7164')) +
    at(130, 540, {}, () => blossom(76, 8, p.cream, p.glow)),
};
