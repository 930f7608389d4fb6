/** Blossoms. */
import { darker, lighter } from './colour.ts';
import { at, cut, flat, line, raised } from './scene.ts';
import { oval } from './shape.ts';

/** A flat blossom of radius r. */
export function blossom(r: number, petals: number, colour: string, heart: string): string {
  const w = (r * 3.6) / petals;
  const petal = (tint: string) =>
    cut(`M0 0C${-w} ${-r * 0.4} ${-w * 0.8} ${-r} 0 ${-r}C${w * 0.8} ${-r} ${w} ${-r * 0.4} 0 0z`, tint, {
      lift: 1,
      rim: 2,
    });
  const ring = Array.from({ length: petals }, (_, i) =>
    at(0, 0, { turn: (360 / petals) * i }, () => petal(i % 2 ? colour : lighter(colour, 0.14))),
  );
  const seeds = Array.from({ length: 8 }, (_, i) =>
    oval(Math.cos(i * 0.785) * r * 0.15, Math.sin(i * 0.785) * r * 0.15, r * 0.035),
  ).join('');
  return (
    raised(1, ...ring) + cut(oval(0, 0, r * 0.27), heart, { lift: 1, rim: 2 }) + flat(seeds, darker(heart, 0.35), 0.7)
  );
}

/** A garden rose from above. */
export function rose(r: number, colour: string): string {
  const layers = [
    [1, 6, 0.3],
    [0.76, 5, 0.16],
    [0.54, 4, 0.04],
  ] as const;
  const petals = layers.flatMap(([k, count, light], layer) =>
    Array.from({ length: count }, (_, i) =>
      at(0, 0, { turn: (360 / count) * i + layer * 31 }, () => {
        const s = r * k;
        return cut(
          `M0 ${s * 0.12}C${-s * 0.66} ${-s * 0.1} ${-s * 0.72} ${-s * 0.86} ${-s * 0.16} ${-s * 0.98}C${s * 0.12} ${-s * 1.04} ${s * 0.2} ${-s * 0.94} ${s * 0.34} ${-s * 0.9}C${s * 0.76} ${-s * 0.74} ${s * 0.58} ${-s * 0.06} 0 ${s * 0.12}z`,
          lighter(colour, light),
          { lift: 1, rim: 2, to: darker(colour, 0.08 + layer * 0.05) },
        );
      }),
    ),
  );
  const s = r * 0.3;
  return (
    raised(1, ...petals) +
    cut(oval(0, 0, s), darker(colour, 0.16), { lift: 1, rim: 2 }) +
    line(
      `M${-s * 0.5} ${s * 0.1}C${-s * 0.5} ${-s * 0.7} ${s * 0.6} ${-s * 0.6} ${s * 0.5} ${s * 0.1}C${s * 0.4} ${s * 0.5} ${-s * 0.16} ${s * 0.5} ${-s * 0.16} ${s * 0.06}C${-s * 0.1} ${-s * 0.2} ${s * 0.2} ${-s * 0.16} ${s * 0.16} ${s * 0.06}`,
      lighter(colour, 0.34),
      r * 0.035,
    )
  );
}

/** An orchid, facing. */
export function orchid(r: number, colour: string, heart: string): string {
  const sepal = (turn: number, w: number) =>
    at(
      0,
      0,
      { turn },
      () =>
        cut(
          `M0 0C${-w} ${-r * 0.3} ${-w * 0.8} ${-r * 0.95} 0 ${-r}C${w * 0.8} ${-r * 0.95} ${w} ${-r * 0.3} 0 0z`,
          colour,
          { lift: 1, rim: 2, to: darker(colour, 0.1) },
        ) + line(`M0 ${-r * 0.2}V${-r * 0.74}`, darker(colour, 0.2), 2.5, 0.4),
    );
  return (
    raised(
      1,
      sepal(0, r * 0.42),
      sepal(128, r * 0.42),
      sepal(-128, r * 0.42),
      sepal(-68, r * 0.66),
      sepal(68, r * 0.66),
    ) +
    cut(
      `M0 ${-r * 0.1}C${-r * 0.3} ${-r * 0.06} ${-r * 0.34} ${r * 0.2} ${-r * 0.12} ${r * 0.26}C${-r * 0.14} ${r * 0.42} ${r * 0.14} ${r * 0.42} ${r * 0.12} ${r * 0.26}C${r * 0.34} ${r * 0.2} ${r * 0.3} ${-r * 0.06} 0 ${-r * 0.1}z`,
      heart,
      { lift: 1, rim: 2 },
    ) +
    flat(oval(0, 0, r * 0.08), '#F6D27A')
  );
}
