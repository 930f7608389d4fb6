/** The things of the massage scenes. */
import { darker, lighter } from '../colour.ts';
import { at, cut, flat, line, pool, raised, within } from '../scene.ts';
import { blob, box, oval, ribbon, turned } from '../shape.ts';

export const pebble = (w: number, h: number, colour: string) =>
  cut(
    blob(
      [-w / 2, h * 0.06],
      [-w * 0.34, -h * 0.36],
      [0, -h / 2],
      [w * 0.32, -h * 0.38],
      [w / 2, 0],
      [w * 0.33, h * 0.37],
      [0, h / 2],
      [-w * 0.35, h * 0.37],
    ),
    colour,
    { lift: 1, rim: 4, to: darker(colour, 0.3) },
  ) +
  flat(
    blob([-w * 0.3, -h * 0.18], [-w * 0.1, -h * 0.34], [w * 0.14, -h * 0.34], [-w * 0.06, -h * 0.24]),
    '#FFFFFF',
    0.26,
  );

export const stack = (tints: string[]) =>
  pool(0, 0, 300, 0.3) +
  [
    [280, 92, -44],
    [226, 78, -122],
    [166, 62, -186],
    [106, 46, -236],
  ]
    .map(([w, h, y], i) =>
      at(i % 2 ? 8 : -6, y ?? 0, { turn: i % 2 ? 3 : -2 }, () =>
        pebble(w ?? 0, h ?? 0, tints[i % tints.length] ?? '#5E6B3A'),
      ),
    )
    .join('');

/** A corked bottle of oil. */
export function flask(h: number, oil: string, glass: string): string {
  const w = h * 0.25;
  const shell = turned(
    [
      [-w * 0.26, -h * 0.8],
      [-w * 0.26, -h * 0.66],
      [-w * 0.5, -h * 0.56],
      [-w, -h * 0.42],
      [-w * 1.04, -h * 0.1],
      [-w * 0.86, 0],
    ],
    0.85,
  );
  return (
    pool(0, 0, w * 2.3, 0.28) +
    raised(
      2,
      cut(box(-w * 0.24, -h * 0.93, w * 0.48, h * 0.16, 8), '#B98B5E', { lift: 0, rim: 3 }),
      cut(shell, glass, { lift: 0, rim: 5, to: darker(glass, 0.12) }),
      within(
        shell,
        cut(
          `M${-w * 1.2} ${-h * 0.4}Q${-w * 0.5} ${-h * 0.43} 0 ${-h * 0.4}T${w * 1.2} ${-h * 0.4}V20H${-w * 1.2}z`,
          oil,
          { lift: 0, rim: 3, to: darker(oil, 0.24) },
        ) +
          flat(
            blob(
              [-w * 0.76, -h * 0.36],
              [-w * 0.56, -h * 0.4],
              [-w * 0.62, -h * 0.2],
              [-w * 0.7, -h * 0.06],
              [-w * 0.84, -h * 0.14],
            ),
            '#FFFFFF',
            0.5,
          ),
      ),
      cut(box(-w * 0.36, -h * 0.82, w * 0.72, h * 0.045, 6), lighter(glass, 0.3), { lift: 0, rim: 2 }),
    )
  );
}

/** A herbal compress, tied at the neck. */
export const compress = (cloth: string, cord: string) =>
  raised(
    2,
    cut('M-22 -92C-30 -140 -20 -190 -26 -226Q0 -242 26 -226C20 -190 30 -140 22 -92z', darker(cloth, 0.08), {
      lift: 0,
      rim: 3,
    }),
    cut(blob([-28, -96], [-92, -58], [-116, 8], [-84, 78], [0, 100], [84, 78], [116, 8], [92, -58], [28, -96]), cloth, {
      lift: 0,
      rim: 5,
      to: darker(cloth, 0.2),
    }),
    line(
      'M-18 -86C-60 -50 -76 0 -60 60M-6 -86C-20 -40 -24 20 -16 84M8 -86C24 -40 32 20 26 80M20 -86C60 -50 78 0 66 54',
      darker(cloth, 0.24),
      4,
      0.45,
    ),
    cut(box(-31, -112, 62, 26, 12), cord, { lift: 0, rim: 2 }),
    cut(box(-28, -134, 56, 24, 12), cord, { lift: 0, rim: 2 }),
  );

export const ripples = (x: number, y: number, colour: string, from: number) =>
  Array.from({ length: 9 }, (_, i) =>
    line(oval(x, y, from + i * 44, (from + i * 44) * 0.86), colour, 5, 0.55 - i * 0.045),
  ).join('');

export function back(skin: string, hair: string, towel: string): string {
  const body = blob(
    [470, -150],
    [200, -146],
    [20, -190],
    [-96, -226],
    [-176, -186],
    [-212, -98],
    [-262, -66],
    [-296, 0],
    [-262, 66],
    [-212, 98],
    [-176, 186],
    [-96, 226],
    [20, 190],
    [200, 146],
    [470, 150],
  );
  return (
    [1, -1]
      .map((side) =>
        cut(
          ribbon(
            [
              [-120, side * 176],
              [-60, side * 214],
              [60, side * 232],
              [260, side * 226],
              [460, side * 214],
            ],
            (t) => (t < 0.06 ? 60 + t * 500 : 90 - 14 * t),
            30,
          ),
          darker(skin, 0.06),
          { lift: 2, rim: 4 },
        ),
      )
      .join('') +
    cut(body, skin, { lift: 2, rim: 5, to: darker(skin, 0.1) }) +
    line('M-170 -4C-20 6 160 -4 330 2', darker(skin, 0.26), 5, 0.4) +
    line('M-110 -150C-60 -130 -30 -90 -24 -50M-110 150C-60 130 -30 90 -24 50', darker(skin, 0.22), 5, 0.36) +
    cut(oval(-322, 0, 104, 92), hair, { lift: 2, rim: 4 }) +
    cut(oval(-344, -4, 52, 48), lighter(hair, 0.1), { lift: 1, rim: 4 }) +
    line('M-374 -10Q-344 -46 -310 -16M-370 8Q-340 -24 -314 4', lighter(hair, 0.36), 3, 0.5) +
    cut('M330 -296C296 -120 296 120 330 296H900V-296z', towel, { lift: 2, rim: 5 }) +
    line('M396 -270C364 -110 364 110 396 270', darker(towel, 0.16), 6, 0.5)
  );
}
