/** The things of the nails scenes. */
import { darker, lighter } from '../colour.ts';
import { nail } from '../people.ts';
import { at, cut, flat, line, pool, raised, within } from '../scene.ts';
import { blob, box, oval, ribbon, turned } from '../shape.ts';

export type Form = 'round' | 'square' | 'tall';

export const bodies: Record<Form, string> = {
  round: 'M-30 -176C-34 -160 -92 -150 -92 -84C-92 -30 -62 0 0 0S92 -30 92 -84C92 -150 34 -160 30 -176z',
  square: 'M-28 -176v10c0 12 -54 8 -54 34V-18q0 18 18 18H64q18 0 18 -18V-132c0 -26 -54 -22 -54 -34v-10z',
  tall: 'M-26 -196v14c0 16 -34 12 -34 50L-70 -16q-1 16 16 16H54q17 0 16 -16L60 -132c0 -38 -34 -34 -34 -50v-14z',
};

export const cap = (y: number, colour: string) =>
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

export function polish(form: Form, colour: string, lid: string, { open = false, lying = false } = {}): string {
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

export const applicator = (colour: string, lid: string) =>
  raised(
    2,
    cut(box(-5, 0, 10, 150), lighter(lid, 0.4), { lift: 0, rim: 2 }),
    cut('M-14 132h28l8 66Q14 226 0 240Q-14 226 -22 198z', colour, { lift: 0, rim: 2, to: darker(colour, 0.2) }),
    cap(4, lid),
  );

export const file = (length: number, colour: string, core: string) =>
  cut(box(-length / 2, -26, length, 52, 26), core, { lift: 2, rim: 0 }) +
  cut(box(-length / 2 + 4, -23, length - 8, 46, 23), colour, { lift: 0, rim: 3 }) +
  Array.from({ length: 22 }, (_, i) =>
    flat(oval(-length / 2 + 34 + i * ((length - 68) / 21), ((i * 37) % 26) - 13, 2.4), darker(colour, 0.4), 0.5),
  ).join('');

export const swoosh = (colour: string) =>
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

export const swatches = (colours: string[]) =>
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

export function polishFlat(colour: string, lid: string): string {
  return at(0, 150, {}, () => polish('square', colour, lid, { lying: true }));
}
