/** The things of the eyebrows scenes. */
import { darker, lighter } from '../colour.ts';
import { at, cut, flat, line, pool, raised, within } from '../scene.ts';
import { kilim } from '../setting.ts';
import { box, oval, type Point, poly, through, turned } from '../shape.ts';

export function spoolie(handle: string, metal: string, bristle: string): string {
  const hairs: string[] = [];
  for (let i = 0; i < 26; i++) {
    const y = -206 + i * 7.4;
    const w = 22 + 10 * Math.sin((i / 25) * Math.PI * 0.86 + 0.2);
    hairs.push(`M${-w} ${y + 5}L${w} ${y - 7}M${-w * 0.92} ${y - 6}L${w * 0.92} ${y + 6}`);
  }
  return raised(
    2,
    line('M0 -214V20', metal, 6),
    line(hairs.join(''), bristle, 4.5),
    cut(
      turned([
        [-10, -14],
        [-13, 0],
        [-11, 40],
        [-17, 150],
        [-13, 300],
        [-8, 384],
        [-1, 392],
      ]),
      handle,
      { lift: 0, rim: 3 },
    ),
    cut(box(-13, -16, 26, 44, 6), metal, { lift: 0, rim: 2 }),
  );
}

export const tweezers = (metal: string, tip: string) =>
  raised(
    2,
    cut(
      'M-4 -224C-30 -130 -42 -10 -40 90C-38 160 -24 206 -3 232L7 224C-10 190 -20 150 -22 90C-24 0 -12 -120 4 -222z',
      darker(metal, 0.12),
      { lift: 0, rim: 2 },
    ),
    cut('M4 -224C30 -130 42 -10 40 90C38 160 24 206 3 232L-7 224C10 190 20 150 22 90C24 0 12 -120 -4 -222z', metal, {
      lift: 0,
      rim: 3,
    }),
    cut('M-24 170C-18 200 -12 216 -3 232L7 224C-2 208 -8 190 -12 166z', tip, { lift: 0, rim: 1 }),
    cut('M24 170C18 200 12 216 3 232L-7 224C2 208 8 190 12 166z', tip, { lift: 0, rim: 1 }),
    cut('M-12 -226Q0 -240 12 -226L18 -160Q0 -150 -18 -160z', metal, { lift: 0, rim: 2 }),
  );

export const spool = (wood: string, thread: string) =>
  pool(0, 0, 220, 0.28) +
  raised(
    2,
    cut(box(-74, -210, 148, 180, 6), thread, { lift: 0, rim: 0, to: darker(thread, 0.2) }),
    line(
      Array.from({ length: 15 }, (_, i) => `M-72 ${-198 + i * 11.4}q72 14 144 0`).join(''),
      darker(thread, 0.22),
      3,
      0.5,
    ),
    cut(box(-104, -36, 208, 38, 12), wood, { lift: 1, rim: 4 }),
    cut(box(-104, -246, 208, 38, 12), wood, { lift: 1, rim: 4 }),
    cut(oval(0, -246, 88, 13), lighter(wood, 0.25), { lift: 0, rim: 2 }),
    flat(oval(0, -246, 22, 5), darker(wood, 0.4)),
  );

export function compact(shades: string[], shell: string, glass: string): string {
  return raised(
    3,
    cut(box(-250, -216, 500, 196, 26), shell, { lift: 0, rim: 5 }),
    cut(box(-226, -194, 452, 152, 14), glass, { lift: 0, rim: 0, to: darker(glass, 0.06) }),
    within(
      box(-226, -194, 452, 152, 14),
      flat(poly([-200, -30], [-60, -200], [0, -200], [-140, -30]), '#FFFFFF', 0.5) +
        flat(poly([-100, -30], [40, -200], [60, -200], [-80, -30]), '#FFFFFF', 0.4),
    ),
    cut(box(-70, -24, 140, 24, 8), darker(shell, 0.2), { lift: 0, rim: 2 }),
    cut(box(-250, -4, 500, 220, 26), shell, { lift: 1, rim: 5 }),
    shades
      .map((shade, i) =>
        at(
          -164 + i * 110,
          104,
          {},
          () =>
            cut(oval(0, 0, 49, 66), darker(shell, 0.35), { lift: 0, rim: 0 }) +
            cut(oval(2, 3, 45, 62), shade, { lift: 0, rim: 3 }) +
            line('M-18 -22q18 -12 36 0M-22 -4q22 -12 44 0M-18 14q18 -12 36 0', lighter(shade, 0.4), 3, 0.35),
        ),
      )
      .join(''),
  );
}

export const lifted = (points: Point[], colour: string) =>
  at(5, 9, {}, () => line(through(points), '#4A1A22', 7, 0.14)) + line(through(points), colour, 5.5);

export const gel = (body: string, lid: string) =>
  pool(0, 0, 110, 0.28) +
  raised(
    2,
    cut(box(-44, -330, 88, 170, 12), lid, { lift: 0, rim: 4 }),
    cut(box(-36, -168, 72, 20, 4), darker(lid, 0.2), { lift: 0, rim: 0 }),
    cut(box(-44, -154, 88, 154, 14), body, { lift: 0, rim: 4, to: darker(body, 0.18) }),
    flat(box(-30, -318, 10, 140, 5), '#FFFFFF', 0.2),
    kilim(0, -78, 1, 8, lighter(body, 0.5)),
  );
