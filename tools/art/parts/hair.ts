/** The things of the hair scenes. */
import { darker, lighter } from '../colour.ts';
import { at, cut, flat, line, raised } from '../scene.ts';
import { along, blob, box, oval, type Point, ribbon, through, turned } from '../shape.ts';

export function comb(length: number, colour: string, depth = 96): string {
  const [half, fine] = [length / 2, length * 0.42];
  let teeth = '';
  for (let x = -half + 34; x < half - 30; ) {
    const near = x > half - fine;
    const [w, gap] = near ? [9, 7] : [15, 13];
    const reach = depth * (0.86 + 0.14 * Math.cos((x / half) * 1.4));
    teeth += `M${x + w} 0L${x + w * 0.78} ${reach - 6}q${-w * 0.28} 9 ${-w * 0.56} 0L${x} 0z`;
    x += w + gap;
  }
  const spine = `M${-half} ${depth * 0.9}L${-half} -10C${-half} -46 ${-half * 0.5} -62 0 -62S${half} -46 ${half} -10L${half} ${depth * 0.9}q-12 18 -24 0L${half - 24} 8H${24 - half}L${24 - half} ${depth * 0.9}q-12 18 -24 0z`;
  return raised(
    2,
    cut(`${spine}${teeth}`, colour, { lift: 0, rim: 3 }),
    line(`M${40 - half} -10C${-half * 0.5} -34 ${half * 0.5} -34 ${half - 40} -10`, lighter(colour, 0.4), 4, 0.6),
  );
}

export function scissors(blade: string, grip: string, open = 15): string {
  const half = (flip: boolean) =>
    at(0, 0, { turn: flip ? open : -open, flip }, () =>
      raised(
        1,
        cut('M-10 24C-15 -20 -14 -120 -2 -272C12 -190 19 -70 13 24z', blade, {
          lift: 0,
          rim: 3,
          to: darker(blade, 0.16),
        }),
        line('M4 -226C9 -150 10 -70 6 0', darker(blade, 0.22), 3, 0.6),
        cut('M-12 14C-12 66 4 96 16 128L42 118C26 88 14 60 13 14z', grip, { lift: 0, rim: 2 }),
        cut(`${oval(46, 180, 44, 60)}${oval(46, 180, 27, 42)}`, grip, { lift: 0, hole: true }),
      ),
    );
  return (
    half(false) +
    half(true) +
    cut(oval(0, 6, 11), lighter(grip, 0.5), { lift: 1, rim: 2 }) +
    line('M-5 3l10 6', darker(grip, 0.3), 3)
  );
}

export function braid(points: Point[], width: number, colour: string, tie: string, count = 9): string {
  const lobe = (side: 1 | -1, w: number) =>
    `M${-w * 0.62} ${side * w * 0.12}C${-w * 0.5} ${side * w * 0.6} ${w * 0.1} ${side * w * 0.68} ${w * 0.44} ${side * w * 0.3}C${w * 0.62} ${side * w * 0.1} ${w * 0.74} ${-side * w * 0.06} ${w * 0.76} ${-side * w * 0.24}C${w * 0.3} ${-side * w * 0.3} ${-w * 0.3} ${-side * w * 0.24} ${-w * 0.62} ${side * w * 0.12}z`;
  const strand = (side: 1 | -1, w: number, k: number) =>
    `M${-w * 0.4} ${side * w * (0.1 + k * 0.5)}C${-w * 0.1} ${side * w * (0.2 + k)} ${w * 0.3} ${side * w * k} ${w * 0.66} ${-side * w * 0.16}`;
  const parts: string[] = [];
  for (let i = count * 2 - 1; i >= 0; i--) {
    const t = (i / (count * 2)) * 0.9;
    const { at: place, angle } = along(points, t);
    const w = width * (1 - 0.34 * t);
    const side = i % 2 ? 1 : -1;
    const tint = side > 0 ? colour : lighter(colour, 0.09);
    const strands = [0.36, 0.2, 0.02].map((k) => strand(side, w, k)).join('');
    parts.push(
      at(
        place[0],
        place[1],
        { turn: angle },
        () =>
          cut(lobe(side, w), tint, { lift: 1, rim: 2, to: darker(tint, 0.22) }) +
          line(strands, lighter(colour, 0.4), 2, 0.5),
      ),
    );
  }
  const end = along(points, 0.9);
  const tuft = at(end.at[0], end.at[1], { turn: end.angle }, () => {
    const w = width * 0.6;
    return (
      cut(
        `M0 ${-w * 0.34}C${w * 0.7} ${-w * 0.8} ${w * 1.3} ${-w * 0.4} ${w * 2} ${w * 0.1}C${w * 1.3} ${w * 0.1} ${w * 1.2} ${w * 0.6} ${w * 0.6} ${w * 0.66}Q${w * 0.2} ${w * 0.5} 0 ${w * 0.34}z`,
        colour,
        { lift: 1, rim: 2 },
      ) + cut(box(-w * 0.22, -w * 0.48, w * 0.42, w * 0.96, 8), tie, { lift: 1, rim: 2 })
    );
  });
  return tuft + raised(1, ...parts);
}

export function dryer(body: string, dark: string, trim: string): string {
  return raised(
    2,
    cut('M60 60C74 130 84 190 70 262C66 290 126 292 138 268C150 200 150 130 168 62z', darker(body, 0.12), { lift: 0 }),
    cut(box(88, 132, 34, 62, 17), trim, { lift: 0, rim: 2 }),
    cut('M-236 -52L-236 52L-150 38V-38z', dark, { lift: 0 }),
    cut('M-160 -64C-60 -78 40 -104 120 -104C196 -104 232 -56 232 2S196 108 120 108C40 108 -60 78 -160 64z', body, {
      lift: 0,
      rim: 5,
      to: darker(body, 0.2),
    }),
    cut(oval(142, 2, 62), darker(body, 0.26), { lift: 0, rim: 0 }),
    [46, 31, 16].map((r) => line(oval(142, 2, r), lighter(body, 0.3), 4, 0.55)).join(''),
    cut('M-166 -66h34v132h-34z', trim, { lift: 0, rim: 2 }),
    flat('M-100 -58C-20 -66 40 -84 100 -86C40 -66 -20 -50 -100 -42z', '#FFFFFF', 0.32),
  );
}

export function roundBrush(handle: string, barrel: string, bristles: string): string {
  const tufts: string[] = [];
  for (let y = -206; y < 0; y += 17) tufts.push(`M-44 ${y}L-74 ${y - 5}M44 ${y}L74 ${y - 5}`);
  return raised(
    2,
    cut(
      turned([
        [-22, 8],
        [-26, 40],
        [-17, 66],
        [-21, 150],
        [-26, 210],
        [-16, 240],
        [-2, 246],
      ]),
      handle,
      { lift: 0 },
    ),
    line(tufts.join(''), bristles, 6),
    cut(box(-48, -222, 96, 226, 20), barrel, { lift: 0, rim: 4 }),
    [-1, 0, 1]
      .map((column) =>
        [0, 1, 2, 3, 4, 5]
          .map((row) => flat(oval(column * 27, -196 + row * 34, 6), darker(barrel, 0.35), 0.6))
          .join(''),
      )
      .join(''),
    cut(box(-34, -2, 68, 20, 8), lighter(handle, 0.35), { lift: 0, rim: 2 }),
  );
}

export const locks = (colours: string[], from: number, step: number) =>
  colours
    .map((colour, i) => {
      const x = from + i * step;
      const end = 600 - (i % 3) * 46;
      const points: Point[] = [
        [x + 40, -90],
        [x + 20, 70],
        [x + 62, 220],
        [x + 4, 370],
        [x + 44, 490],
        [x - 6, end],
      ];
      const strands = [-0.3, -0.1, 0.1, 0.3]
        .map((k) =>
          through(points.map(([px, py], j): Point => [px + step * 1.3 * k * (1 - j * 0.15), py - (j === 5 ? 30 : 0)])),
        )
        .join('');
      return (
        cut(
          ribbon(points, (t) => step * 1.42 * (t < 0.55 ? 1 : 1 - ((t - 0.55) / 0.45) ** 2 * 0.94), 26),
          colour,
          { lift: 2, rim: 3, to: darker(colour, 0.14) },
        ) + line(strands, lighter(colour, 0.42), 2.5, 0.4)
      );
    })
    .join('');

export const shoulders = (dress: string, skin: string) =>
  cut(
    blob(
      [-64, -40],
      [64, -40],
      [66, 40],
      [110, 84],
      [240, 130],
      [300, 220],
      [320, 420],
      [-320, 420],
      [-300, 220],
      [-240, 130],
      [-110, 84],
      [-66, 40],
    ),
    skin,
    { lift: 2, to: darker(skin, 0.16) },
  ) +
  cut(`M-360 460C-350 300 -320 200 -262 164C-170 250 -70 282 0 282S170 250 262 164C320 200 350 300 360 460z`, dress, {
    lift: 1,
  });

export const tan = '#E3B08D';
