import { darker, lighter, mix, type Palette } from '../colour.ts';
import { rose } from '../flora.ts';
import { hand, nail, skinTones } from '../people.ts';
import { at, cut, flat, line, pool, raised, within } from '../scene.ts';
import { arches, branch, disc, kilim, layered, leaf, niche, plinth, table, wall, windowLight } from '../setting.ts';
import { blob, box, oval, ribbon, turned } from '../shape.ts';
import { bowl } from '../things.ts';

type Form = 'round' | 'square' | 'tall';

const bodies: Record<Form, string> = {
  round: 'M-30 -176C-34 -160 -92 -150 -92 -84C-92 -30 -62 0 0 0S92 -30 92 -84C92 -150 34 -160 30 -176z',
  square: 'M-28 -176v10c0 12 -54 8 -54 34V-18q0 18 18 18H64q18 0 18 -18V-132c0 -26 -54 -22 -54 -34v-10z',
  tall: 'M-26 -196v14c0 16 -34 12 -34 50L-70 -16q-1 16 16 16H54q17 0 16 -16L60 -132c0 -38 -34 -34 -34 -50v-14z',
};

const cap = (y: number, colour: string) =>
  cut(
    turned(
      [
        [-29, y - 172],
        [-33, y - 164],
        [-30, y - 60],
        [-34, y - 6],
        [-34, y],
      ],
      0.7,
    ),
    colour,
    { lift: 0, rim: 4, to: darker(colour, 0.2) },
  ) + flat(box(-20, y - 158, 9, 140, 4), '#FFFFFF', 0.22);

function polish(form: Form, colour: string, lid: string, { open = false, lying = false } = {}): string {
  const top = form === 'tall' ? -194 : -174;
  const neck =
    cut(box(-23, top - 26, 46, 40, 5), lighter(colour, 0.5), { lift: 0, rim: 2 }) +
    [0, 1].map((i) => line(`M-21 ${top - 18 + i * 11}h42`, darker(colour, 0.1), 3, 0.4)).join('');
  return (
    (lying ? '' : pool(0, 0, 190, 0.3)) +
    raised(
      2,
      open ? neck : cap(top + 6, lid),
      cut(bodies[form], lighter(colour, 0.55), { lift: 0, rim: 4, to: lighter(colour, 0.36) }),
      within(
        bodies[form],
        cut(`M-110 ${top + 62}Q-40 ${top + 54} 0 ${top + 62}T110 ${top + 60}V20H-110z`, colour, {
          lift: 0,
          rim: 3,
          to: darker(colour, 0.24),
        }) + flat(blob([-66, -118], [-48, -124], [-50, -70], [-56, -30], [-70, -40], [-74, -84]), '#FFFFFF', 0.42),
      ),
    )
  );
}

const applicator = (colour: string, lid: string) =>
  raised(
    2,
    cut(box(-5, 0, 10, 150), lighter(lid, 0.4), { lift: 0, rim: 2 }),
    cut('M-14 132h28l8 66Q14 226 0 240Q-14 226 -22 198z', colour, { lift: 0, rim: 2, to: darker(colour, 0.2) }),
    cap(4, lid),
  );

const file = (length: number, colour: string, core: string) =>
  cut(box(-length / 2, -26, length, 52, 26), core, { lift: 2, rim: 0 }) +
  cut(box(-length / 2 + 4, -23, length - 8, 46, 23), colour, { lift: 0, rim: 3 }) +
  Array.from({ length: 22 }, (_, i) =>
    flat(oval(-length / 2 + 34 + i * ((length - 68) / 21), ((i * 37) % 26) - 13, 2.4), darker(colour, 0.4), 0.5),
  ).join('');

const swoosh = (colour: string) =>
  cut(
    ribbon(
      [
        [-262, 60],
        [-110, -16],
        [40, 14],
        [170, -26],
        [252, -14],
      ],
      (t) => 124 * Math.sin(Math.PI * (0.03 + 0.93 * t)) ** 0.45,
      30,
    ),
    colour,
    { lift: 1, rim: 6, to: darker(colour, 0.18) },
  ) +
  line('M-196 34C-100 -30 20 6 150 -24', lighter(colour, 0.5), 8, 0.6) +
  line('M-130 46C-60 10 20 34 90 18', lighter(colour, 0.35), 5, 0.4);

const swatches = (colours: string[]) =>
  colours
    .map((colour, i) =>
      at(0, 0, { turn: -64 + i * (128 / (colours.length - 1)) }, () =>
        raised(
          2,
          cut('M-15 0L-19 -214H19L15 0z', '#FFFDF8', { lift: 0, rim: 2, to: '#F0E2DA' }),
          at(0, -204, {}, () => nail(156, 78, colour)),
        ),
      ),
    )
    .join('') +
  cut(oval(0, -10, 34), '#FFFDF8', { lift: 1, rim: 3 }) +
  flat(oval(0, -10, 11), '#B98D8D', 0.8);

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
    at(
      430,
      486,
      { scale: 1.08 },
      () =>
        bowl(300, 150, p.strong, '#F7D9D6') +
        at(-70, -160, { scale: 0.62 }, () => rose(80, p.mid)) +
        at(40, -156, { scale: 0.5, turn: 40 }, () => rose(84, lighter(p.mid, 0.3))),
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

function polishFlat(colour: string, lid: string): string {
  return at(0, 150, {}, () => polish('square', colour, lid, { lying: true }));
}
