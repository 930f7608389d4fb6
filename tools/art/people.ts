/** Faces, eyes, lips and hands, calm and simplified. */
import { darker, lighter } from './colour.ts';
import { at, cut, flat, line, raised, within } from './scene.ts';
import { along, blob, oval, type Point, ribbon, through } from './shape.ts';

export const skinTones = { fair: '#F0C9AB', warm: '#E3B08D', deep: '#C48A66' };

/** Closed lips, 200 wide around the origin. */
export function lips(colour: string, gloss = true): string {
  const upper =
    'M-104 2C-76 -16 -48 -52 -24 -54C-12 -55 -6 -44 0 -43C6 -44 12 -55 24 -54C48 -52 76 -16 104 2C66 -4 36 6 0 3C-36 6 -66 -4 -104 2z';
  const lower = 'M-104 2C-66 -4 -36 6 0 3C36 6 66 -4 104 2C76 44 42 64 0 64S-76 44 -104 2z';
  const shine = gloss
    ? flat(
        'M-50 26C-34 18 -10 20 4 25C-8 38 -36 40 -50 26zM18 26C26 21 40 20 48 23C42 33 26 36 18 26z',
        '#FFF4EE',
        0.36,
      ) + flat('M-40 -32C-32 -42 -24 -44 -16 -40C-24 -34 -32 -30 -40 -32z', '#FFF4EE', 0.4)
    : '';
  return (
    raised(
      1,
      cut(lower, lighter(colour, 0.08), { lift: 0, rim: 2, to: darker(colour, 0.14) }),
      cut(upper, darker(colour, 0.16), { lift: 0, rim: 2 }),
    ) +
    line('M-98 2C-62 -3 -34 7 0 4C34 7 62 -3 98 2', darker(colour, 0.5), 4, 0.65) +
    shine
  );
}

/** An eyebrow, 260 long, its inner end at the left. */
export function brow(colour: string, thickness = 40): string {
  const arc: Point[] = [
    [-130, 26],
    [-60, -8],
    [30, -36],
    [90, -18],
    [136, 22],
  ];
  const hairs = Array.from({ length: 22 }, (_, i) => {
    const { at: place, angle } = along(arc, 0.03 + i * 0.042);
    const lean = ((angle - 58 + i * 1.9) * Math.PI) / 180;
    const reach = thickness * (i < 14 ? 0.5 : 0.5 - (i - 14) * 0.045);
    return `M${Math.round(place[0])} ${Math.round(place[1] + reach * 0.4)}l${Math.round(Math.cos(lean) * reach)} ${Math.round(Math.sin(lean) * reach)}`;
  }).join('');
  return (
    cut(
      ribbon(arc, (t) => thickness * (t < 0.1 ? 0.72 + t * 2.8 : 1 - ((t - 0.1) / 0.9) ** 1.7 * 0.94), 20),
      colour,
      { lift: 1, rim: 2 },
    ) + line(hairs, lighter(colour, 0.34), 2.5, 0.5)
  );
}

/** A closed eye with lashes, 250 wide, its inner corner at the left. */
export function closedEye(lid: string, lash: string): string {
  const rim: Point[] = [
    [-122, -6],
    [-60, 34],
    [20, 46],
    [90, 22],
    [130, -16],
  ];
  const lashes = Array.from({ length: 9 }, (_, i) => {
    const t = 0.2 + i * 0.095;
    const { at: place } = along(rim, t);
    const [reach, lean] = [34 + i * 2.4, -14 + i * 8.5];
    return ribbon(
      [place, [place[0] + lean * 0.4, place[1] + reach * 0.6], [place[0] + lean * 1.4, place[1] + reach]],
      (k) => 7 * (1 - k) + 0.5,
      5,
    );
  }).join('');
  const fold = cut('M-122 -6C-84 -66 0 -92 66 -66C104 -50 124 -32 130 -16C110 14 60 46 10 46S-92 24 -122 -6z', lid, {
    lift: 1,
    rim: 3,
    to: darker(lid, 0.12),
  });
  return (
    fold +
    line('M-104 -44C-56 -96 30 -112 100 -66', darker(lid, 0.3), 4, 0.45) +
    flat(lashes, lash) +
    flat(
      ribbon(rim, (t) => 5 + 8 * Math.sin(Math.PI * Math.min(1, t * 0.7 + 0.2)), 14),
      lash,
    )
  );
}

type Look = { skin: string; brows: string; lips: string; lid?: string };

export const faceOutline =
  'M-106 -70C-116 22 -94 92 -44 132Q0 160 44 132C94 92 116 22 106 -70C98 -172 -98 -172 -106 -70z';

/** A face at rest, 212 wide, with neck. */
export function face({ skin, brows, lips: mouth, lid = darker(skin, 0.12) }: Look): string {
  const outline = faceOutline;
  const eye = (flip: boolean) =>
    at(flip ? -48 : 48, -20, { scale: 0.27, flip }, () => closedEye(lid, '#3A211B')) +
    at(flip ? -54 : 54, -66, { scale: 0.29, flip, turn: flip ? -17 : 17 }, () => brow(brows, 28));
  return (
    cut('M-46 96L-50 190C-60 226 60 226 50 190L46 96z', darker(skin, 0.14), { lift: 0, rim: 0 }) +
    cut(outline, skin, { lift: 1, rim: 4, to: darker(skin, 0.1) }) +
    within(
      outline,
      [38, 29, 20].map((r) => flat(oval(-64, 38, r, r * 0.74) + oval(64, 38, r, r * 0.74), '#DE7F6A', 0.1)).join(''),
    ) +
    eye(true) +
    eye(false) +
    line('M7 -28C10 4 20 26 16 38C10 48 -6 48 -12 42', darker(skin, 0.34), 4, 0.6) +
    at(0, 86, { scale: 0.4 }, () => lips(mouth))
  );
}

/** A painted nail, its root at the origin, pointing up. */
export const nail = (length: number, w: number, colour: string) =>
  cut(
    `M${-w / 2} 0C${-w * 0.62} ${-length * 0.5} ${-w * 0.36} ${-length * 0.9} 0 ${-length}C${w * 0.36} ${-length * 0.9} ${w * 0.62} ${-length * 0.5} ${w / 2} 0Q0 ${w * 0.46} ${-w / 2} 0z`,
    colour,
    { lift: 1, rim: 2 },
  ) +
  flat(
    `M${-w * 0.26} ${-length * 0.12}C${-w * 0.34} ${-length * 0.45} ${-w * 0.22} ${-length * 0.68} ${-w * 0.08} ${-length * 0.8}C${-w * 0.14} ${-length * 0.5} ${-w * 0.12} ${-length * 0.3} ${-w * 0.26} ${-length * 0.12}z`,
    '#FFF6F0',
    0.6,
  );

function finger(points: Point[], w: number, skin: string, polish: string): string {
  const width = (t: number) =>
    w * (1 - 0.26 * t) * (t > 0.93 ? Math.sqrt(Math.max(0.02, 1 - ((t - 0.93) / 0.07) ** 2)) : 1);
  const tip = along(points, 0.9);
  const joint = along(points, 0.5);
  const nailAt = at(tip.at[0], tip.at[1], { turn: tip.angle + 90 }, () => nail(w * 1.22, w * 0.56, polish));
  const crease = at(joint.at[0], joint.at[1], { turn: joint.angle + 90 }, () =>
    line(
      `M${-w * 0.2} -4q${w * 0.2} 7 ${w * 0.4} 0M${-w * 0.16} 5q${w * 0.16} 6 ${w * 0.32} 0`,
      darker(skin, 0.22),
      2.5,
      0.5,
    ),
  );
  return cut(ribbon(points, width, 30), skin, { lift: 1, rim: 3, to: darker(skin, 0.04) }) + crease + nailAt;
}

/** The back of a hand, fingers up; the middle of the palm is the origin. */
export function hand(skin: string, polish: string[], sleeve: string): string {
  const tint = (i: number) => polish[i % polish.length] ?? '#A6263E';
  const palm = blob(
    [-80, -30],
    [-34, -58],
    [20, -60],
    [70, -36],
    [80, 10],
    [68, 80],
    [52, 150],
    [52, 260],
    [50, 360],
    [-56, 360],
    [-58, 260],
    [-70, 150],
    [-92, 80],
    [-90, 10],
  );
  return raised(
    2,
    finger(
      [
        [-62, 96],
        [-116, 40],
        [-152, -28],
        [-168, -92],
      ],
      62,
      skin,
      tint(4),
    ),
    finger(
      [
        [54, 10],
        [78, -80],
        [98, -174],
      ],
      47,
      skin,
      tint(3),
    ),
    finger(
      [
        [24, 0],
        [36, -120],
        [42, -240],
      ],
      53,
      skin,
      tint(2),
    ),
    finger(
      [
        [-16, 0],
        [-20, -130],
        [-22, -270],
      ],
      55,
      skin,
      tint(1),
    ),
    finger(
      [
        [-58, 10],
        [-74, -110],
        [-84, -228],
      ],
      54,
      skin,
      tint(0),
    ),
    cut(palm, skin, { lift: 0, rim: 0, to: darker(skin, 0.1) }),
    line(
      through([
        [-40, -18],
        [-44, 30],
      ]) +
        through([
          [-6, -24],
          [-8, 30],
        ]) +
        through([
          [28, -18],
          [24, 30],
        ]),
      darker(skin, 0.2),
      3,
      0.28,
    ),
    cut('M-92 236Q0 262 88 236L112 420H-112z', sleeve, { lift: 1, rim: 4 }),
  );
}
