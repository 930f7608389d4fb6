import { darker, lighter, mix, type Palette } from '../colour.ts';
import { compact, gel, lifted, spool, spoolie, tweezers } from '../parts/eyebrows.ts';
import { brow, closedEye, face, skinTones } from '../people.ts';
import { at, cut, line, pool } from '../scene.ts';
import { arches, branch, disc, kilim, layered, niche, table, wall, windowLight } from '../setting.ts';
import { blob, oval, type Point, ribbon, through } from '../shape.ts';
import { bowl, brush, handMirror } from '../things.ts';

export const eyebrows: Record<string, (p: Palette) => string> = {
  'eyebrows-1': (p) =>
    wall(skinTones.fair) +
    [p.strong, p.deep, lighter(p.strong, 0.08)]
      .map((tint, i) => {
        const x = 150 - i * 76;
        const points: Point[] = [
          [x + 150, -80],
          [x + 40, 80],
          [x + 10, 240],
          [x - 20, 400],
          [x - 70, 560],
          [x - 60, 720],
        ];
        return (
          cut(
            ribbon(points, () => 130),
            tint,
            { lift: 2, rim: 4 },
          ) +
          [-36, -10, 18, 42]
            .map((dx) => line(through(points.map(([px, py]): Point => [px + dx, py])), lighter(tint, 0.36), 2.5, 0.4))
            .join('')
        );
      })
      .join('') +
    at(620, 196, { scale: 1.85 }, () => brow(p.strong, 42)) +
    at(620, 412, { scale: 1.75 }, () => closedEye(mix(p.mid, skinTones.fair, 0.35), p.dark)) +
    at(1110, 300, { turn: 24, scale: 1.16 }, () => spoolie(p.deep, p.glow, p.dark)),
  'eyebrows-2': (p) =>
    layered(p, 640, 90) +
    kilim(64, 586, 4, 9, p.mid, 0.5) +
    at(330, 270, { turn: -18, scale: 1.22 }, () => tweezers(p.accent, p.deep)) +
    at(640, 290, { turn: 12, scale: 1.05 }, () => spoolie(p.strong, p.glow, p.dark)) +
    at(930, 190, { turn: 34, scale: 1.1 }, () => brush(400, 50, p.deep, p.glow, '#5A3A28', 'angle')) +
    at(
      1120,
      470,
      {},
      () =>
        cut(oval(0, 0, 122), p.cream, { rim: 5 }) +
        cut(oval(0, 0, 104), darker(p.cream, 0.3), { lift: 0, rim: 0 }) +
        cut(oval(3, 4, 101), p.strong, { lift: 0, rim: 0 }) +
        line('M-56 -30q56 -40 112 0M-66 8q66 -44 132 0M-54 46q54 -36 108 0', lighter(p.strong, 0.3), 5, 0.35),
    ),
  'eyebrows-3': (p) =>
    wall(p.soft) +
    disc(520, 320, 300, p.ground) +
    at(520, 318, { turn: -6, scale: 1.2 }, () =>
      compact(['#C79B73', '#96694A', '#6A4430', '#40281D'], p.cream, '#E9DCD0'),
    ) +
    at(1000, 170, { turn: 26, scale: 1.2 }, () => brush(380, 44, p.strong, p.glow, '#3F281C', 'angle')),
  'eyebrows-4': (p) =>
    wall(p.ground) +
    arches(640, 506, 800, 480, [p.soft, lighter(p.accent, 0.5)], 50) +
    table(p.strong, 506, 608) +
    at(640, 206, { scale: 1.55 }, () => brow(p.deep, 38)) +
    lifted(
      [
        [410, 330],
        [560, 380],
        [640, 402],
        [760, 376],
        [990, 352],
      ],
      p.cream,
    ) +
    at(352, 572, { scale: 1.12 }, () => spool(p.accent, p.cream)) +
    at(1000, 572, { scale: 0.96 }, () => spool(p.mid, lighter(p.accent, 0.3))) +
    at(680, 582, {}, () => pool(0, 0, 150) + at(0, -52, { turn: 90, scale: 0.72 }, () => tweezers(p.glow, p.deep))),
  'eyebrows-5': (p) =>
    wall(p.mid) +
    windowLight(700, -60, 500, 720, 0.22) +
    cut('M-60 700L-60 380C200 300 420 420 700 700z', p.soft, { lift: 2, rim: 4 }) +
    at(500, 290, { turn: -24, scale: 1.62 }, () =>
      handMirror(
        p.deep,
        skinTones.fair,
        at(
          0,
          0,
          { turn: 24 },
          () =>
            at(4, -44, { scale: 0.62 }, () => brow(p.strong, 46)) +
            at(4, 34, { scale: 0.6 }, () => closedEye(p.accent, p.dark)),
        ),
      ),
    ) +
    at(980, 330, { turn: 20, scale: 1.16 }, () => tweezers(p.cream, p.strong)) +
    at(1180, 720, { turn: -100 }, () =>
      branch(
        [
          [0, 0],
          [160, 30],
          [360, -10],
        ],
        5,
        96,
        '#7C8455',
      ),
    ),
  'eyebrows-6': (p) =>
    niche(420, 516, 560, 470, lighter(p.accent, 0.46), p.soft) +
    at(
      420,
      302,
      { scale: 1 },
      () =>
        cut(oval(0, -204, 62, 52), p.deep, { lift: 1, rim: 4 }) +
        line('M-40 -206Q0 -240 40 -206M-30 -188Q0 -216 30 -188', lighter(p.deep, 0.3), 3, 0.4) +
        cut(
          blob(
            [-44, 120],
            [44, 120],
            [54, 160],
            [130, 182],
            [220, 230],
            [240, 330],
            [-240, 330],
            [-220, 230],
            [-130, 182],
            [-54, 160],
          ),
          darker(skinTones.warm, 0.06),
          { lift: 2 },
        ) +
        face({ skin: skinTones.warm, brows: '#4A2C1E', lips: '#B8605A' }) +
        cut(
          'M-110 -14C-146 -150 -84 -196 0 -196C84 -196 146 -150 110 -14C110 -84 78 -132 20 -150C-20 -120 -100 -110 -110 -14z',
          p.deep,
          { lift: 1, rim: 4 },
        ) +
        cut('M-240 330C-230 250 -170 206 -112 184C-60 226 60 226 112 184C170 206 230 250 240 330z', p.accent, {
          lift: 1,
          rim: 4,
        }),
    ) +
    table(p.mid, 516, 612) +
    at(820, 574, { scale: 1.1 }, () =>
      bowl(
        250,
        126,
        p.strong,
        '#5A3524',
        at(26, -136, { turn: 208 }, () => brush(220, 34, p.deep, p.glow, '#3F281C', 'point')),
      ),
    ) +
    at(1060, 574, { scale: 1.08 }, () => gel(p.accent, p.deep)),
};
