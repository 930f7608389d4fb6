/** Outlines as SVG path data: geometric ones, smooth ones through points, and ribbons of changing width. */
export type Point = [x: number, y: number];

const n = (value: number) => String(Math.round(value * 10) / 10);
const pair = ([x, y]: Point) => `${n(x)} ${n(y)}`;

export const box = (x: number, y: number, w: number, h: number, r = 0) =>
  `M${pair([x + r, y])}h${n(w - 2 * r)}a${r} ${r} 0 0 1 ${r} ${r}v${n(h - 2 * r)}a${r} ${r} 0 0 1 ${-r} ${r}h${n(2 * r - w)}a${r} ${r} 0 0 1 ${-r} ${-r}v${n(2 * r - h)}a${r} ${r} 0 0 1 ${r} ${-r}z`;

export const oval = (cx: number, cy: number, rx: number, ry = rx) =>
  `M${pair([cx - rx, cy])}a${n(rx)} ${n(ry)} 0 1 1 ${n(2 * rx)} 0a${n(rx)} ${n(ry)} 0 1 1 ${n(-2 * rx)} 0z`;

/** An upright arch standing on `bottom`. */
export const archway = (cx: number, bottom: number, w: number, h: number) =>
  `M${pair([cx - w / 2, bottom])}v${n(w / 2 - h)}a${n(w / 2)} ${n(w / 2)} 0 0 1 ${n(w)} 0v${n(h - w / 2)}z`;

/** A smooth line through the points. */
export function through(points: Point[], closed = false, tension = 1): string {
  const count = points.length;
  const get = (i: number): Point =>
    points[closed ? (i + count) % count : Math.max(0, Math.min(count - 1, i))] ?? [0, 0];
  let d = `M${pair(get(0))}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [a, b, c, e] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    const k = tension / 6;
    d += `C${pair([b[0] + (c[0] - a[0]) * k, b[1] + (c[1] - a[1]) * k])} ${pair([c[0] - (e[0] - b[0]) * k, c[1] - (e[1] - b[1]) * k])} ${pair(c)}`;
  }
  return closed ? `${d}z` : d;
}

export const blob = (...points: Point[]) => through(points, true);
export const poly = (...points: Point[]) => `M${points.map(pair).join('L')}z`;

function sample(points: Point[], t: number): Point {
  const span = (points.length - 1) * t;
  const i = Math.min(points.length - 2, Math.floor(span));
  const u = span - i;
  const get = (k: number): Point => points[Math.max(0, Math.min(points.length - 1, k))] ?? [0, 0];
  const [a, b, c, e] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
  const at = (k: 0 | 1) =>
    0.5 *
    (2 * b[k] +
      (c[k] - a[k]) * u +
      (2 * a[k] - 5 * b[k] + 4 * c[k] - e[k]) * u * u +
      (3 * b[k] - a[k] - 3 * c[k] + e[k]) * u ** 3);
  return [at(0), at(1)];
}

/** Place and direction (degrees) at share `t` of the smooth line through the points. */
export function along(points: Point[], t: number): { at: Point; angle: number } {
  const [before, after] = [sample(points, Math.max(0, t - 0.01)), sample(points, Math.min(1, t + 0.01))];
  return { at: sample(points, t), angle: (Math.atan2(after[1] - before[1], after[0] - before[0]) * 180) / Math.PI };
}

/** A band along the points, `width(t)` wide at share t of its length. */
export function ribbon(points: Point[], width: (t: number) => number, steps = 14): string {
  const sides: [Point[], Point[]] = [[], []];
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    const { at, angle } = along(points, t);
    const [sin, cos, half] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180), width(t) / 2];
    sides[0].push([at[0] + sin * half, at[1] - cos * half]);
    sides[1].unshift([at[0] - sin * half, at[1] + cos * half]);
  }
  const [one, two] = sides;
  return `${through(one)}L${through(two).slice(1)}z`;
}

/** The left outline of a turned vessel, mirrored: points run from top to bottom on one side of x = 0. */
export function turned(points: Point[], tension = 1): string {
  const right = points.map(([x, y]): Point => [-x, y]).reverse();
  return `${through(points, false, tension)}L${through(right, false, tension).slice(1)}z`;
}
