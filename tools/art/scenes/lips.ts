import { mix, type Palette } from '../colour.ts';
import { rose } from '../flora.ts';
import { compactMirror, cover, gloss, lipstick, stroke, tin } from '../parts/lips.ts';
import { face, lips as mouth, skinTones } from '../people.ts';
import { at, cut, pool } from '../scene.ts';
import { arches, branch, disc, layered, leaf, niche, plinth, table, wall, windowLight } from '../setting.ts';
import { blob } from '../shape.ts';
import { brush, standMirror } from '../things.ts';

export const lips: Record<string, (p: Palette) => string> = {
  'lips-1': (p) =>
    wall(p.soft) +
    disc(640, 320, 292, p.ground) +
    disc(640, 320, 236, mix(p.soft, p.mid, 0.4)) +
    at(640, 322, { scale: 3.1 }, () => mouth(p.strong)) +
    at(110, 560, { scale: 1 }, () => rose(118, p.mid)) +
    at(1180, 90, {}, () => rose(108, p.mid)) +
    at(204, 470, { turn: -40 }, () => leaf(120, 52, '#7E8C57')) +
    at(1096, 176, { turn: 150 }, () => leaf(120, 52, '#7E8C57')),
  'lips-2': (p) =>
    wall(p.ground) +
    arches(640, 504, 840, 482, [p.soft, mix(p.soft, p.mid, 0.45)], 50) +
    table(p.mid, 504, 608) +
    plinth(640, 500, 260, 60, p.cream) +
    at(640, 508, { scale: 1.12 }, () => lipstick(p.strong, p.deep, p.accent)) +
    at(404, 570, { scale: 1.06 }, () => lipstick('#D9775F', p.cream, p.accent)) +
    at(876, 570, { scale: 1.06 }, () => lipstick(p.deep, mix(p.strong, p.deep, 0.3), p.accent)) +
    at(1034, 578, { scale: 0.96 }, () => cover(p.cream, p.accent)),
  'lips-3': (p) =>
    layered(p, 780, 80) +
    at(150, 500, { turn: 20 }, () => leaf(150, 60, '#7E8C57')) +
    at(96, 540, { turn: 10 }, () => rose(112, p.mid)) +
    at(470, 336, { turn: -12, scale: 0.78 }, () =>
      compactMirror(
        p.deep,
        p.accent,
        skinTones.fair,
        '#F3CDBB',
        at(0, 6, { scale: 1.12, turn: 12 }, () => mouth(p.strong)),
      ),
    ) +
    at(960, 500, { turn: 32, scale: 1.16 }, () => lipstick(p.strong, p.deep, p.accent, false)),
  'lips-4': (p) =>
    wall(p.soft) +
    cut('M-60 -60H760C620 200 700 420 500 700H-60z', p.ground, { lift: 2, rim: 4 }) +
    windowLight(60, -80, 460, 760, 0.28) +
    at(330, 350, {}, () => tin(178, p.accent, '#EFA9A0')) +
    at(690, 350, { turn: 14, scale: 1.18 }, () => gloss(p.strong, p.deep)) +
    at(960, 240, { turn: 28, scale: 1.1 }, () => brush(320, 34, p.deep, p.accent, p.strong, 'point')) +
    at(1150, 480, { turn: 14, scale: 1.02 }, () => gloss(p.mid, p.cream)),
  'lips-5': (p) =>
    wall(p.deep) +
    cut(blob([120, -80], [900, -140], [1400, 200], [1330, 760], [500, 760], [-80, 500]), p.strong, {
      lift: 2,
      rim: 4,
    }) +
    cut(blob([420, -80], [1000, -60], [1240, 240], [1120, 720], [600, 740], [240, 420]), p.mid, { lift: 2, rim: 4 }) +
    at(560, 170, { turn: -14, scale: 1.3 }, () => stroke('#F3B7BE')) +
    at(600, 330, { turn: -10, scale: 1.3 }, () => stroke(p.strong)) +
    at(660, 500, { turn: -6, scale: 1.2 }, () => stroke(p.deep)) +
    at(1010, 520, { turn: 24, scale: 1.2 }, () => lipstick(p.strong, p.cream, p.accent, false)),
  'lips-6': (p) =>
    niche(640, 520, 640, 490, mix(p.soft, p.mid, 0.4), p.ground) +
    table(p.soft, 520, 614) +
    at(640, 576, { scale: 1.06 }, () =>
      standMirror(
        190,
        p.accent,
        p.ground,
        at(
          0,
          -306,
          { scale: 1.08 },
          () =>
            face({ skin: skinTones.fair, brows: '#6B3B2E', lips: p.strong }) +
            cut(
              'M-110 -14C-160 -170 -80 -220 0 -214C80 -220 160 -170 110 -14C112 -84 78 -132 20 -150C-20 -120 -100 -110 -110 -14z',
              '#5A2A24',
              { lift: 1, rim: 3 },
            ),
        ),
      ),
    ) +
    at(320, 580, { scale: 0.98 }, () => lipstick(p.strong, p.deep, p.accent)) +
    at(206, 586, { scale: 0.86 }, () => cover(p.deep, p.accent)) +
    at(
      990,
      584,
      {},
      () =>
        pool(0, 0, 220) +
        at(-6, -66, { scale: 0.86 }, () => rose(96, p.strong)) +
        at(116, -46, { scale: 0.7 }, () => rose(84, p.mid)),
    ) +
    at(1000, 596, { turn: -20 }, () =>
      branch(
        [
          [0, 0],
          [100, -20],
          [230, -10],
        ],
        4,
        66,
        '#7E8C57',
      ),
    ),
};
