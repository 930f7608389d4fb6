/** The things of the spa scenes. */
import { darker, lighter } from '../colour.ts';
import { at, cut, flat, line, pool, raised, within } from '../scene.ts';
import { kilim } from '../setting.ts';
import { blob, box, oval, type Point, ribbon } from '../shape.ts';

const foam = (points: [number, number, number][]) =>
  raised(1, ...points.map(([x, y, r]) => cut(oval(x, y, r), '#FFFFFF', { lift: 0, rim: 3, to: '#DCEAF0' })));

export function bathtub(enamel: string, feet: string, brass: string): string {
  const claw = (x: number, flip: boolean) =>
    at(x, -8, { flip }, () =>
      cut('M-44 -56C-40 -20 -10 -22 -12 4C-14 26 24 30 30 8C34 -14 10 -40 30 -66z', feet, { lift: 1, rim: 3 }),
    );
  return (
    pool(0, 20, 700, 0.26) +
    raised(
      1,
      line('M318 -250V-410Q318 -462 268 -462Q222 -462 222 -416', darker(brass, 0.16), 22),
      line('M318 -250V-410Q318 -462 268 -462Q222 -462 222 -416', brass, 15),
      cut(box(200, -424, 44, 24, 8), brass, { lift: 0, rim: 2 }),
      cut(box(286, -320, 64, 16, 8), brass, { lift: 0, rim: 2 }),
    ) +
    claw(-210, false) +
    claw(210, true) +
    foam([
      [-250, -262, 44],
      [-180, -286, 60],
      [-92, -282, 52],
      [-14, -300, 66],
      [74, -280, 54],
      [150, -272, 46],
      [-136, -250, 50],
      [20, -250, 56],
    ]) +
    raised(
      2,
      cut('M-356 -250C-350 -110 -300 -20 -200 -14H200C300 -20 350 -110 356 -250z', enamel, {
        lift: 0,
        rim: 5,
        to: darker(enamel, 0.16),
      }),
      cut(box(-388, -270, 776, 42, 21), enamel, { lift: 1, rim: 5 }),
      kilim(-224, -130, 8, 8, darker(enamel, 0.16), 0.9),
    )
  );
}

export function hammamBowl(copper: string): string {
  const shell = 'M-190 -96C-176 -30 -110 0 0 0S176 -30 190 -96z';
  return (
    pool(0, 0, 340, 0.28) +
    raised(
      2,
      cut(shell, copper, { lift: 0, rim: 5, to: darker(copper, 0.26) }),
      within(
        shell,
        kilim(-176, -52, 7, 7, lighter(copper, 0.45), 0.75) +
          line('M-200 -84H200M-200 -20H200', darker(copper, 0.3), 4, 0.5),
      ),
      cut(oval(0, -96, 192, 34), lighter(copper, 0.34), { lift: 0, rim: 3 }),
      cut(oval(0, -93, 170, 25), '#9CCBDA', { lift: 0, rim: 0, to: '#CFE6EC' }),
      cut(oval(0, -89, 40, 9), lighter(copper, 0.2), { lift: 0, rim: 2 }),
    )
  );
}

export const soap = (w: number, h: number, colour: string) =>
  cut(box(-w / 2, -h / 2, w, h, h * 0.34), colour, { lift: 2, rim: 5, to: darker(colour, 0.14) }) +
  `<path d="${box(-w * 0.38, -h * 0.3, w * 0.76, h * 0.6, h * 0.2)}" fill="none" stroke="${darker(colour, 0.18)}" stroke-width="4" opacity=".6"/>` +
  kilim(0, 0, 1, h * 0.07, darker(colour, 0.18), 0.7);

export const bubble = (r: number) =>
  cut(oval(0, 0, r), '#F4FBFD', { lift: 1, rim: 3, to: '#BFDDE7' }) +
  flat(oval(-r * 0.34, -r * 0.36, r * 0.22, r * 0.15), '#FFFFFF', 0.95) +
  line(`M${r * 0.1} ${r * 0.66}Q${r * 0.56} ${r * 0.56} ${r * 0.66} ${r * 0.1}`, '#FFFFFF', r * 0.09, 0.8);

export function sponge(r: number, colour: string): string {
  const points = [1, 0.94, 1.04, 0.9, 1.02, 0.96, 1.06, 0.92, 1, 1.05, 0.93].map(
    (k, i): Point => [Math.cos(i * 0.5712) * r * k, Math.sin(i * 0.5712) * r * k * 0.84],
  );
  const holes = Array.from({ length: 26 }, (_, i) => {
    const reach = r * 0.82 * Math.sqrt((i + 0.6) / 26);
    return flat(
      oval(Math.cos(i * 2.4) * reach, Math.sin(i * 2.4) * reach * 0.86, 5 + ((i * 7) % 9), 4 + ((i * 5) % 8)),
      darker(colour, 0.34),
      0.6,
    );
  }).join('');
  return cut(blob(...points), colour, { lift: 2, rim: 6, to: darker(colour, 0.14) }) + holes;
}

export const bathBrush = (wood: string, bristle: string) =>
  raised(
    2,
    cut(
      ribbon(
        [
          [0, 60],
          [-8, 200],
          [8, 330],
          [0, 430],
        ],
        (t) => 34 + 16 * t ** 2,
        20,
      ),
      wood,
      { lift: 0 },
    ),
    cut(oval(0, 404, 9), darker(wood, 0.4), { lift: 0, rim: 0 }),
    cut(oval(0, -40, 106, 146), wood, { lift: 0, rim: 5, to: darker(wood, 0.2) }),
    cut(oval(0, -40, 84, 122), darker(wood, 0.22), { lift: 0, rim: 0 }),
    [-2, -1, 0, 1, 2]
      .map((column) =>
        [-3, -2, -1, 0, 1, 2, 3]
          .filter((row) => (column / 2.7) ** 2 + (row / 3.7) ** 2 < 1)
          .map((row) => cut(oval(column * 29 + (row % 2) * 6, -40 + row * 29, 12), bristle, { lift: 0, rim: 3 }))
          .join(''),
      )
      .join(''),
  );

export function bucket(wood: string, hoop: string): string {
  const shell = 'M-150 -230L-122 0H122L150 -230z';
  return (
    pool(0, 0, 280, 0.3) +
    line('M-142 -226C-130 -420 130 -420 142 -226', darker(hoop, 0.1), 13) +
    line('M-142 -230C-130 -424 130 -424 142 -230', hoop, 9) +
    cut(box(-56, -388, 112, 26, 13), wood, { lift: 1, rim: 3 }) +
    raised(
      2,
      cut(shell, wood, { lift: 0, rim: 4, to: darker(wood, 0.22) }),
      line('M-92 -228L-76 0M-38 -228L-30 0M18 -228L14 0M72 -228L58 0M118 -228L98 0', darker(wood, 0.32), 3, 0.6),
      within(
        shell,
        cut('M-170 -186Q0 -160 170 -186V-158Q0 -132 -170 -158z', hoop, { lift: 1, rim: 2 }) +
          cut('M-170 -64Q0 -40 170 -64V-36Q0 -12 -170 -36z', hoop, { lift: 1, rim: 2 }),
      ),
      cut(oval(0, -230, 150, 26), lighter(wood, 0.3), { lift: 0, rim: 3 }),
      cut(oval(0, -228, 134, 20), '#9CCBDA', { lift: 0, rim: 0, to: '#D3E8EE' }),
    )
  );
}

export const folded = (tints: string[], w = 280) =>
  pool(0, 0, w) +
  raised(
    2,
    ...tints.map(
      (tint, i) =>
        cut(box(-w / 2 + i * 6, -60 - i * 56, w - i * 12, 60, 28), tint, { lift: 1, rim: 4, to: darker(tint, 0.12) }) +
        line(`M${-w / 2 + 40} ${-31 - i * 56}H${w / 2 - 50}`, darker(tint, 0.14), 4, 0.6),
    ),
  );
