import { darker, lighter, mix, type Palette } from '../colour.ts';
import { rose } from '../flora.ts';
import { applicator, type Form, file, polish, polishFlat, swatches, swoosh } from '../parts/nails.ts';
import { hand, skinTones } from '../people.ts';
import { at, cut, pool } from '../scene.ts';
import { arches, branch, disc, kilim, layered, leaf, niche, plinth, table, wall, windowLight } from '../setting.ts';
import { box } from '../shape.ts';
import { bowl } from '../things.ts';

export const nails: Record<string, (p: Palette) => string> = {
  'nails-1': (p) =>
    wall(p.ground) +
    arches(640, 500, 860, 480, [p.soft, mix(p.soft, p.mid, 0.4)], 52) +
    table(p.mid, 500, 606) +
    at(640, 562, { scale: 1.2 }, () => polish('round', p.strong, p.deep)) +
    at(372, 566, { scale: 1.12 }, () => polish('square', '#E8A79A', p.deep)) +
    at(904, 566, { scale: 1.12 }, () => polish('tall', p.accent, p.deep)),
  'nails-2': (p) =>
    layered(p, 820, 60) +
    disc(560, 300, 262, lighter(p.soft, 0.35)) +
    at(560, 372, { turn: -10, scale: 1.02 }, () => hand(skinTones.warm, [p.strong], p.cream)) +
    at(1010, 330, { turn: 24, scale: 1.04 }, () => polishFlat(p.strong, p.deep)) +
    at(140, 470, { turn: 30 }, () => rose(84, p.mid)),
  'nails-3': (p) =>
    wall(p.soft) +
    cut('M-60 700L520 -60H1400V700z', p.ground, { lift: 2, rim: 4 }) +
    at(470, 460, { turn: -8, scale: 1.3 }, () => swoosh(p.strong)) +
    at(760, 260, { turn: 58, scale: 1.05 }, () => applicator(p.strong, p.deep)) +
    at(300, 196, { turn: -30 }, () => file(440, mix(p.mid, p.cream, 0.5), p.deep)) +
    at(1060, 470, { turn: -24, scale: 1.1 }, () =>
      at(0, 110, {}, () => polish('round', p.strong, p.deep, { open: true, lying: true })),
    ) +
    kilim(930, 60, 4, 9, p.mid, 0.5),
  'nails-4': (p) =>
    wall(p.strong) +
    disc(640, 470, 470, p.mid) +
    disc(640, 500, 400, mix(p.mid, p.soft, 0.6)) +
    at(640, 600, { scale: 1.36 }, () => swatches([p.deep, p.strong, p.mid, '#F0C4B4', p.accent, '#B56A5C', '#7B2A4A'])),
  'nails-5': (p) =>
    wall(p.ground) +
    windowLight(160, -80, 620, 700, 0.4) +
    [
      [272, ['round', 'tall', 'square', 'round', 'tall']],
      [562, ['square', 'round', 'tall', 'square', 'round']],
    ]
      .map(
        ([y, forms], row) =>
          pool(640, Number(y) + 22, 900, 0.12) +
          cut(box(130, Number(y), 1020, 30, 8), row ? p.strong : p.mid, { lift: 2, rim: 4 }) +
          (forms as Form[])
            .map((form, i) =>
              at(250 + i * 195, Number(y), { scale: 0.7 }, () =>
                polish(
                  form,
                  ['#E8A79A', p.strong, p.deep, p.accent, '#C65A6B', '#F0C9BC', '#8E2D4E', '#D98A7A', p.mid, '#B5475A'][
                    row * 5 + i
                  ] ?? p.mid,
                  row ? p.deep : darker(p.deep, 0.2),
                ),
              ),
            )
            .join(''),
      )
      .join(''),
  'nails-6': (p) =>
    niche(430, 516, 600, 480, mix(p.soft, p.mid, 0.35), p.soft) +
    table(p.ground, 516, 612) +
    plinth(430, 478, 380, 76, p.cream) +
    at(430, 486, { scale: 1.08 }, () =>
      bowl(
        300,
        150,
        p.strong,
        '#F7D9D6',
        at(-62, -166, { scale: 0.72 }, () => rose(80, p.mid)) +
          at(52, -160, { scale: 0.6, turn: 40 }, () => rose(84, lighter(p.mid, 0.3))),
      ),
    ) +
    at(850, 566, { scale: 1.2 }, () => polish('tall', p.strong, p.deep)) +
    at(1068, 570, { scale: 1.06 }, () => polish('square', '#F0C4B4', p.deep)) +
    at(140, 600, { turn: -64 }, () =>
      branch(
        [
          [0, 0],
          [120, -20],
          [260, 20],
        ],
        5,
        84,
        '#7E8C57',
      ),
    ) +
    at(146, 598, { turn: -110 }, () => leaf(120, 44, '#6E7C4A')),
};
