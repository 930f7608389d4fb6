/** The things of the lips scenes. */
import { darker, lighter } from '../colour.ts';
import { at, cut, flat, line, pool, raised, within } from '../scene.ts';
import { kilim } from '../setting.ts';
import { box, oval, poly, ribbon } from '../shape.ts';

const bullet = 'M-38 0V-104C-38 -126 -20 -142 4 -160C22 -172 38 -166 38 -146V0z';

/** An open lipstick standing up. */
export function lipstick(colour: string, shell: string, metal: string, standing = true): string {
  return (
    (standing ? pool(0, 0, 150, 0.3) : '') +
    raised(
      2,
      at(
        0,
        -236,
        {},
        () =>
          cut(bullet, colour, { lift: 0, rim: 4, to: darker(colour, 0.2) }) +
          within(
            bullet,
            flat('M38 -170C20 -172 -38 -130 -38 -100C-10 -130 20 -146 38 -146z', lighter(colour, 0.34), 0.7) +
              flat(box(-26, -96, 9, 90, 4), '#FFFFFF', 0.3),
          ),
      ),
      cut(box(-46, -244, 92, 84, 6), metal, { lift: 0, rim: 4, to: darker(metal, 0.24) }),
      flat(box(-34, -238, 12, 72, 6), '#FFFFFF', 0.4),
      cut(box(-58, -168, 116, 168, 12), shell, { lift: 0, rim: 4, to: darker(shell, 0.24) }),
      flat(box(-44, -154, 13, 140, 6), '#FFFFFF', 0.16),
      cut(box(-58, -44, 116, 12), metal, { lift: 0, rim: 1 }),
    )
  );
}

export const cover = (shell: string, metal: string) =>
  pool(0, 0, 150, 0.28) +
  raised(
    2,
    cut(box(-58, -190, 116, 190, 12), shell, { lift: 0, rim: 4, to: darker(shell, 0.24) }),
    cut(box(-58, -22, 116, 12), metal, { lift: 0, rim: 1 }),
    flat(box(-44, -176, 13, 150, 6), '#FFFFFF', 0.16),
  );

export const stroke = (colour: string) =>
  cut(
    ribbon(
      [
        [-300, 60],
        [-120, -24],
        [40, 34],
        [180, -30],
        [320, 10],
      ],
      (t) => 104 * Math.sin(Math.PI * (0.004 + 0.99 * t)) ** 0.4,
      44,
    ),
    colour,
    { lift: 1, rim: 5, to: darker(colour, 0.14) },
  ) +
  ['M-250 40C-110 -46 20 44 170 -38', 'M-240 66C-100 -14 40 64 230 -8', 'M-200 24C-110 -24 10 44 120 6']
    .map((d, i) => line(d, lighter(colour, 0.4), 5 - i, 0.42))
    .join('');

export const gloss = (colour: string, lid: string) =>
  raised(
    2,
    cut(box(-38, -300, 76, 168, 14), lid, { lift: 0, rim: 4 }),
    flat(box(-26, -288, 10, 140, 5), '#FFFFFF', 0.22),
    cut(box(-20, -136, 40, 24, 4), lighter(lid, 0.4), { lift: 0, rim: 2 }),
    cut(box(-38, -118, 76, 244, 20), lighter(colour, 0.3), { lift: 0, rim: 4 }),
    cut(box(-28, -80, 56, 196, 16), colour, { lift: 0, rim: 0, to: darker(colour, 0.2) }),
    flat(box(-22, -70, 10, 170, 5), '#FFFFFF', 0.5),
  );

export const tin = (r: number, metal: string, balm: string) =>
  cut(oval(0, 0, r), metal, { lift: 2, rim: 5, to: darker(metal, 0.2) }) +
  cut(oval(0, 0, r * 0.87), darker(metal, 0.3), { lift: 0, rim: 0 }) +
  cut(oval(3, 4, r * 0.85), balm, { lift: 0, rim: 0, to: darker(balm, 0.1) }) +
  cut(
    `M${-r * 0.5} ${r * 0.1}C${-r * 0.4} ${-r * 0.5} ${r * 0.4} ${-r * 0.5} ${r * 0.52} ${-r * 0.06}C${r * 0.3} ${-r * 0.22} ${-r * 0.1} ${-r * 0.2} ${-r * 0.5} ${r * 0.1}z`,
    lighter(balm, 0.4),
    { lift: 0, rim: 2 },
  ) +
  line(`M${-r * 0.4} ${r * 0.42}Q0 ${r * 0.56} ${r * 0.46} ${r * 0.3}`, lighter(balm, 0.5), 5, 0.5);

export function compactMirror(shell: string, metal: string, glass: string, powder: string, reflection: string): string {
  return raised(
    3,
    cut(oval(0, 168, 196, 196), shell, { lift: 0, rim: 5, to: darker(shell, 0.24) }),
    cut(oval(0, 168, 164, 164), metal, { lift: 0, rim: 0 }),
    cut(oval(0, 168, 156, 156), powder, { lift: 0, rim: 4 }),
    kilim(-96, 168, 4, 8, darker(powder, 0.16), 0.5),
    cut(box(-50, -44, 100, 30, 8), metal, { lift: 0, rim: 2 }),
    cut(oval(0, -216, 196, 196), shell, { lift: 1, rim: 5, to: darker(shell, 0.2) }),
    cut(oval(0, -216, 170, 170), metal, { lift: 0, rim: 0 }),
    within(
      oval(0, -216, 162, 162),
      flat(oval(0, -216, 170), glass) +
        at(0, -206, {}, () => reflection) +
        flat(poly([-170, -180], [-20, -390], [20, -390], [-170, -120]), '#FFFFFF', 0.34),
    ),
  );
}
