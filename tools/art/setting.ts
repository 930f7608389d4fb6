/** The rooms the still lifes stand in: walls, tables, arches, discs, window light, and the things every room shares. */
import { darker, lighter, mix, type Palette } from './colour.ts';
import { at, cut, flat, halo, line, pool, raised } from './scene.ts';
import { along, archway, box, oval, type Point, poly, ribbon, through } from './shape.ts';

export const wall = (colour: string) =>
  cut(box(0, 0, 1280, 640), colour, { lift: 0, rim: 0, to: darker(colour, 0.05) });

/** A table seen a little from above: its top from `y`, its front edge from `edge`. */
export const table = (colour: string, y = 470, edge = 596) =>
  cut(box(-40, y, 1360, 240), lighter(colour, 0.12), { lift: 2, rim: 4 }) +
  cut(box(-40, edge, 1360, 100), colour, { lift: 0, rim: 4, to: darker(colour, 0.16) });

export const disc = (x: number, y: number, r: number, colour: string, lift = 1) =>
  cut(oval(x, y, r), colour, { lift, to: darker(colour, 0.06) });

/** Nested arches, each sheet lying deeper than the one around it. */
export const arches = (x: number, bottom: number, w: number, h: number, colours: string[], step = 34) =>
  colours
    .map((colour, i) =>
      cut(archway(x, bottom, w - i * step * 2, h - i * step), colour, { lift: 1, rim: 3, to: darker(colour, 0.07) }),
    )
    .join('');

/** A niche: the wall is the upper sheet, so its edge shades the inside. */
export function niche(x: number, bottom: number, w: number, h: number, inside: string, wallColour: string): string {
  const d = `M-60 -60H1340V700H-60z${archway(x, bottom, w, h)}`;
  return (
    flat(box(0, 0, 1280, 640), inside) +
    cut(d, wallColour, { lift: 2, rim: 3, hole: true, to: darker(wallColour, 0.05) })
  );
}

/** Sunlight through a window with panes, falling aslant. */
export function windowLight(x: number, y: number, w: number, h: number, ink = 0.34): string {
  const lean = h * 0.42;
  const pane = (i: number, j: number) => {
    const [left, top] = [x + (w / 2 + 9) * i, y + (h / 2 + 9) * j];
    const shift = (dy: number) => ((dy - y) / h) * lean;
    return poly(
      [left + shift(top), top],
      [left + w / 2 + shift(top), top],
      [left + w / 2 + shift(top + h / 2), top + h / 2],
      [left + shift(top + h / 2), top + h / 2],
    );
  };
  return flat(pane(0, 0) + pane(1, 0) + pane(0, 1) + pane(1, 1), '#FFF7E6', ink);
}

const stepped = (x: number, y: number, s: number) =>
  `M${x - s / 2} ${y - 2.5 * s}h${s}v${s}h${s}v${s}h${s}v${s}h${-s}v${s}h${-s}v${s}h${-s}v${-s}h${-s}v${-s}h${-s}v${-s}h${s}v${-s}h${s}z`;

/** A quiet row of stepped diamonds. */
export function kilim(x: number, y: number, count: number, s: number, colour: string, opacity = 1): string {
  const d = Array.from(
    { length: count },
    (_, i) => stepped(x + i * s * 8, y, s) + (i < count - 1 ? box(x + i * s * 8 + s * 3.5, y - s / 2, s, s) : ''),
  ).join('');
  return flat(d, colour, opacity);
}

/** A folded leaf, its tip `length` away from the origin towards the right. */
export function leaf(length: number, width: number, colour: string, lift = 1): string {
  const upper = `M0 0C${length * 0.25} ${-width * 0.62} ${length * 0.68} ${-width * 0.6} ${length} 0C${length * 0.65} ${width * 0.05} ${length * 0.3} ${width * 0.04} 0 0z`;
  const lower = `M0 0C${length * 0.25} ${width * 0.62} ${length * 0.68} ${width * 0.6} ${length} 0C${length * 0.65} ${width * 0.05} ${length * 0.3} ${width * 0.04} 0 0z`;
  return raised(lift, flat(lower, darker(colour, 0.16)), cut(upper, colour, { lift: 0, rim: 2 }));
}

/** A twig with pairs of leaves, largest in the middle. */
export function branch(points: Point[], pairs: number, length: number, colour: string, fruit?: string): string {
  const stem = cut(
    ribbon(points, (t) => 9 - 5 * t),
    darker(colour, 0.3),
    { lift: 1, rim: 1 },
  );
  const leaves: string[] = [];
  for (let i = 0; i < pairs; i++) {
    const t = 0.14 + (0.82 * i) / Math.max(1, pairs - 1);
    const { at: place, angle } = along(points, t);
    const size = length * (0.7 + 0.42 * Math.sin(Math.PI * Math.min(1, t * 0.95 + 0.05)));
    for (const side of [-1, 1] as const) {
      const tint = side < 0 ? lighter(colour, 0.08 + (i % 2) * 0.08) : darker(colour, (i % 2) * 0.1);
      leaves.push(at(place[0], place[1], { turn: angle + side * (44 - 14 * t) }, () => leaf(size, size * 0.34, tint)));
    }
    if (fruit && i % 2 === 1)
      leaves.push(
        at(
          place[0],
          place[1],
          { turn: angle + 70 },
          () => cut(oval(24, 0, 19, 14), fruit, { lift: 1 }) + flat(oval(18, -4, 5, 3), '#FFF9F0', 0.5),
        ),
      );
  }
  const end = along(points, 1);
  return (
    leaves.join('') +
    stem +
    at(end.at[0], end.at[1], { turn: end.angle }, () => leaf(length * 0.8, length * 0.28, lighter(colour, 0.1)))
  );
}

/** A round plinth whose top is at `y`. */
export function plinth(x: number, y: number, w: number, h: number, colour: string): string {
  const r = w / 2;
  const side = `M${x - r} ${y}v${h}a${r} ${r * 0.17} 0 0 0 ${w} 0v${-h}z`;
  return (
    pool(x, y + h, w, 0.24) +
    cut(side, colour, { lift: 1, rim: 0, to: darker(colour, 0.2) }) +
    cut(oval(x, y, r, r * 0.17), lighter(colour, 0.35), { lift: 0, rim: 3, to: lighter(colour, 0.2) })
  );
}

/** Rising steam. */
export const steam = (x: number, y: number, h: number, colour = '#FFFDF8', opacity = 0.6) =>
  flat(
    ribbon(
      [
        [x, y],
        [x + h * 0.1, y - h * 0.3],
        [x - h * 0.08, y - h * 0.66],
        [x + h * 0.04, y - h],
      ],
      (t) => 2 + Math.sin(Math.PI * t) * h * 0.1,
      26,
    ),
    colour,
    opacity,
  );

export function candle(x: number, y: number, w: number, h: number, colour: string, flame = '#F0B34A'): string {
  const r = w / 2;
  return (
    pool(x, y, w * 1.3, 0.26) +
    cut(`M${x - r} ${y - h}v${h - 4}a${r} ${r * 0.2} 0 0 0 ${w} 0v${4 - h}z`, colour, {
      lift: 2,
      rim: 3,
      to: darker(colour, 0.2),
    }) +
    cut(oval(x, y - h, r, r * 0.2), lighter(colour, 0.4), { lift: 0, rim: 2 }) +
    halo(x, y - h - 38, 112) +
    line(`M${x} ${y - h}v-16`, '#4A2A20', 4) +
    cut(`M${x} ${y - h - 76}c12 22 20 32 20 46a20 20 0 0 1-40 0c0-14 8-24 20-46z`, flame, { lift: 0, rim: 2 }) +
    flat(`M${x} ${y - h - 48}c6 11 10 16 10 24a10 10 0 0 1-20 0c0-8 4-13 10-24z`, '#FFF1C9')
  );
}

/** A wavy sheet filling the picture below its crest. */
export function swell(y: number, height: number, count: number, colour: string, shift = 0, lift = 2): string {
  const points: Point[] = Array.from({ length: count * 2 + 3 }, (_, i) => [
    -80 + shift + ((i - 1) * 1440) / (count * 2),
    y + (i % 2 ? -height : height) / 2,
  ]);
  return cut(`${through(points)}V760H-260z`, colour, { lift, rim: 4 });
}

/** The flat-lay ground: one sheet with another laid over its right side, along a soft curve. */
export const layered = (p: Palette, from = 760, bow = 120) =>
  wall(p.ground) +
  cut(`M${from + 60} -60C${from + 60 + bow} 160 ${from - bow} 420 ${from + 20} 720H1400V-60z`, p.soft, {
    lift: 2,
    rim: 4,
  }) +
  cut(
    `M${from + 330} -60C${from + 330 + bow} 160 ${from + 270 - bow} 440 ${from + 300} 720H1400V-60z`,
    mix(p.soft, p.mid, 0.45),
    { lift: 2, rim: 4 },
  );
