/** Things several categories share. Standing things have their foot at the origin; lying things their middle. */
import { darker, lighter, mix } from './colour.ts';
import { cut, flat, line, pool, raised, within } from './scene.ts';
import { box, oval, type Point, poly, ribbon, through, turned } from './shape.ts';

const glints = (colour: string) =>
  flat(poly([-150, 40], [40, -190], [84, -190], [-150, 96]), colour, 0.55) +
  flat(poly([-150, 130], [110, -190], [128, -190], [-150, 156]), colour, 0.45);

/** A hand mirror; the middle of the glass is the origin. */
export function handMirror(frame: string, glass: string, reflection = ''): string {
  const handle = turned([
    [-15, 128],
    [-12, 160],
    [-22, 186],
    [-14, 220],
    [-19, 300],
    [-26, 346],
    [-16, 374],
    [-3, 380],
  ]);
  return raised(
    2,
    cut(handle, frame, { lift: 0 }),
    cut(oval(0, 186, 25, 9), lighter(frame, 0.22), { lift: 0, rim: 2 }),
    cut(oval(0, 0, 128, 146), frame, { lift: 0, rim: 4 }),
    cut(oval(0, 0, 104, 122), darker(frame, 0.28), { lift: 0, rim: 0 }),
    within(oval(2, 3, 101, 119), flat(oval(0, 0, 130), glass) + (reflection || glints('#FFFFFF'))),
  );
}

/** A round standing mirror. */
export function standMirror(r: number, frame: string, glass: string, reflection = ''): string {
  const y = -r - 92;
  return (
    pool(0, 0, r * 1.3, 0.28) +
    raised(
      2,
      cut(
        `M${-r * 0.5} 0c0-16 30-22 ${r * 0.38}-26L-9 -96h18l${r * 0.12 - 9} 70c${r * 0.3} 4 ${r * 0.38} 10 ${r * 0.38} 26z`,
        frame,
        { lift: 0 },
      ),
      cut(oval(0, y, r), frame, { lift: 0, rim: 4 }),
      cut(oval(0, y, r - 18), darker(frame, 0.28), { lift: 0, rim: 0 }),
      within(
        oval(2, y + 3, r - 21),
        flat(oval(0, y, r), glass) +
          (reflection ||
            flat(poly([-r, y + r * 0.5], [r * 0.45, y - r], [r * 0.8, y - r], [-r, y + r * 0.9]), '#FFFFFF', 0.45) +
              flat(poly([-r * 0.6, y + r], [r, y - r * 0.62], [r, y - r * 0.48], [-r * 0.44, y + r]), '#FFFFFF', 0.35)),
      ),
    )
  );
}

/** A jar of cream with its lid on, or open with a swirl. */
export function jar(w: number, h: number, body: string, lid: string, open = false): string {
  const r = w / 2;
  const glass = `M${-r} ${-h}v${h - 26}q0 26 26 26h${w - 52}q26 0 26-26v${26 - h}z`;
  const swirl = `M${-r + 10} ${-h}c${r * 0.2} -${r * 0.34} ${r * 0.5} -${r * 0.22} ${r * 0.66} -${r * 0.52}c${r * 0.14} -${r * 0.3} ${r * 0.56} -${r * 0.2} ${r * 0.5} -${r * 0.02}c${r * 0.44} ${r * 0.06} ${r * 0.5} ${r * 0.26} ${r * 0.68} ${r * 0.54}z`;
  const band = flat(box(-r, -h * 0.62, w, h * 0.3), lighter(body, 0.5), 0.85);
  const top = open
    ? cut(swirl, '#FFFBF3', { lift: 0, rim: 3, to: '#EEDFCB' }) +
      line(
        `M${-r * 0.36} ${-h - r * 0.2}c${r * 0.3} ${r * 0.06} ${r * 0.6} -${r * 0.02} ${r * 0.8} ${r * 0.06}`,
        '#DCC6AC',
        4,
        0.7,
      ) +
      cut(box(-r - 4, -h - 2, w + 8, 20, 8), lighter(body, 0.25), { lift: 1, rim: 2 })
    : cut(box(-r - 8, -h - h * 0.42, w + 16, h * 0.46, 14), lid, { lift: 0, rim: 4 }) +
      flat(box(-r - 8, -h - 10, w + 16, 5), darker(lid, 0.25), 0.6);
  return (
    pool(0, 0, w * 1.1, 0.26) +
    raised(2, cut(glass, body, { lift: 0, rim: 4, to: darker(body, 0.16) }), within(glass, band), top)
  );
}

/** A dropper bottle of the given height. */
export function dropper(h: number, glass: string, cap: string, label: string): string {
  const w = h * 0.42;
  const r = w / 2;
  const body = `M${-r * 0.36} ${-h * 0.64}v${h * 0.05}c0 ${h * 0.05} ${-r * 0.64} ${h * 0.03} ${-r * 0.64} ${h * 0.13}v${h * 0.38}q0 ${h * 0.08} ${h * 0.08} ${h * 0.08}h${w - h * 0.16}q${h * 0.08} 0 ${h * 0.08} ${-h * 0.08}v${-h * 0.38}c0 ${-h * 0.1} ${-r * 0.64} ${-h * 0.08} ${-r * 0.64} ${-h * 0.13}v${-h * 0.05}z`;
  const bulb = turned([
    [-r * 0.3, -h * 0.76],
    [-r * 0.34, -h * 0.84],
    [-r * 0.3, -h * 0.93],
    [-r * 0.2, -h * 0.985],
    [-2, -h],
  ]);
  return (
    pool(0, 0, w * 1.15, 0.28) +
    raised(
      2,
      cut(bulb, darker(cap, 0.2), { lift: 0 }),
      cut(box(-r * 0.48, -h * 0.78, r * 0.96, h * 0.15, 6), cap, { lift: 0 }),
      [-0.3, -0.1, 0.1, 0.3].map((x) => line(`M${r * x} ${-h * 0.76}v${h * 0.11}`, darker(cap, 0.25), 3, 0.5)).join(''),
      cut(body, glass, { lift: 0, rim: 4, to: darker(glass, 0.22) }),
      within(
        body,
        flat(box(-r, -h * 0.33, w, h * 0.22), label) +
          flat(box(-r * 0.8, -h * 0.48, r * 0.2, h * 0.42, r * 0.09), '#FFFFFF', 0.34),
      ),
      flat(oval(0, -h * 0.22, h * 0.035), glass, 0.9),
    )
  );
}

/** A pump bottle. */
export function pump(h: number, body: string, cap: string, label: string): string {
  const w = h * 0.42;
  const r = w / 2;
  const shell = `M${-r} ${-h * 0.6}q0 ${-h * 0.1} ${h * 0.1} ${-h * 0.1}h${w - h * 0.2}q${h * 0.1} 0 ${h * 0.1} ${h * 0.1}v${h * 0.54}q0 ${h * 0.06} ${-h * 0.06} ${h * 0.06}h${h * 0.12 - w}q${-h * 0.06} 0 ${-h * 0.06} ${-h * 0.06}z`;
  const spout = `M${-r * 1.02} ${-h * 0.93}q0 ${-h * 0.05} ${h * 0.06} ${-h * 0.055}h${r * 1.1}q${h * 0.045} 0 ${h * 0.045} ${h * 0.05}v${h * 0.03}h${-r * 1.18}q${-h * 0.03} 0 ${-h * 0.03} ${h * 0.03}h${-h * 0.035}z`;
  return (
    pool(0, 0, w * 1.15, 0.28) +
    raised(
      2,
      cut(box(-r * 0.12, -h * 0.93, r * 0.24, h * 0.16), lighter(cap, 0.25), { lift: 0, rim: 2 }),
      cut(spout, cap, { lift: 0 }),
      cut(box(-r * 0.44, -h * 0.79, r * 0.88, h * 0.1, 6), cap, { lift: 0 }),
      cut(shell, body, { lift: 0, rim: 4, to: darker(body, 0.2) }),
      within(
        shell,
        flat(box(-r, -h * 0.47, w, h * 0.3), label) +
          flat(box(-r * 0.84, -h * 0.64, r * 0.16, h * 0.58, r * 0.08), '#FFFFFF', 0.3),
      ),
      flat(
        `M0 ${-h * 0.4}c${h * 0.05} ${h * 0.05} ${h * 0.06} ${h * 0.1} 0 ${h * 0.15}c${-h * 0.06} ${-h * 0.05} ${-h * 0.05} ${-h * 0.1} 0 ${-h * 0.15}z`,
        body,
      ),
    )
  );
}

/** A brush with its hairs up; the ferrule is the origin. */
export function brush(
  length: number,
  w: number,
  handle: string,
  ferrule: string,
  hairs: string,
  tip: 'dome' | 'angle' | 'point' = 'dome',
): string {
  const tips = {
    dome: `M${-w * 0.42} 4C${-w * 0.8} ${-w} ${-w * 0.7} ${-w * 1.9} 0 ${-w * 2.1}C${w * 0.7} ${-w * 1.9} ${w * 0.8} ${-w} ${w * 0.42} 4z`,
    angle: `M${-w * 0.42} 4L${-w * 0.55} ${-w * 1.1}Q${-w * 0.5} ${-w * 1.35} 0 ${-w * 1.55}L${w * 0.4} ${-w * 1.8}Q${w * 0.62} ${-w * 1.85} ${w * 0.58} ${-w * 1.5}L${w * 0.42} 4z`,
    point: `M${-w * 0.42} 4C${-w * 0.75} ${-w} ${-w * 0.4} ${-w * 2} 0 ${-w * 2.7}C${w * 0.4} ${-w * 2} ${w * 0.75} ${-w} ${w * 0.42} 4z`,
  };
  const shaft: Point[] = [
    [0, w * 1.1],
    [0, length * 0.5],
    [0, length],
  ];
  const strands = [-0.22, 0, 0.22]
    .map((x) => line(`M${w * x} 0Q${w * x * 2} ${-w * 0.7} ${w * x * 1.4} ${-w * 1.25}`, darker(hairs, 0.3), 2.5, 0.45))
    .join('');
  return raised(
    2,
    cut(
      ribbon(shaft, (t) => w * (0.78 - 0.5 * t + 0.34 * Math.sin(Math.PI * Math.min(1, t * 1.3))), 18),
      handle,
      { lift: 0 },
    ),
    cut(tips[tip], hairs, { lift: 0, rim: 2 }),
    strands,
    cut(`M${-w * 0.44} 0h${w * 0.88}l${-w * 0.03} ${w * 1.25}h${-w * 0.82}z`, ferrule, { lift: 0, rim: 2 }),
    line(`M${-w * 0.42} ${w * 0.3}h${w * 0.84}M${-w * 0.42} ${w * 0.95}h${w * 0.84}`, darker(ferrule, 0.3), 2.5, 0.6),
  );
}

/** A bowl standing on its foot, filled to the brim; what lies inside is hidden by its near wall. */
export function bowl(w: number, h: number, body: string, filling: string, inside = ''): string {
  const r = w / 2;
  const brim = `A${r} ${r * 0.19} 0 0 0 ${r} ${-h}`;
  const near = `M${-r} ${-h}${brim}C${r} ${-h * 0.35} ${r * 0.6} ${-h * 0.06} ${r * 0.34} ${-h * 0.05}L${r * 0.36} 0h${-r * 0.72}l${r * 0.02} ${-h * 0.05}C${-r * 0.6} ${-h * 0.06} ${-r} ${-h * 0.35} ${-r} ${-h}z`;
  const lip = `M${-r} ${-h}${brim}L${r - 12} ${3 - h}A${r - 12} ${r * 0.19 - 7} 0 0 1 ${12 - r} ${3 - h}z`;
  const wall = cut(near, body, { lift: 0, rim: 0, to: darker(body, 0.2) }) + flat(lip, lighter(body, 0.3));
  const shell = `M${-r} ${-h}C${-r} ${-h * 0.35} ${-r * 0.6} ${-h * 0.06} ${-r * 0.34} ${-h * 0.05}L${-r * 0.36} 0h${r * 0.72}l${-r * 0.02} ${-h * 0.05}C${r * 0.6} ${-h * 0.06} ${r} ${-h * 0.35} ${r} ${-h}z`;
  return (
    pool(0, 0, w * 0.8, 0.28) +
    raised(
      2,
      cut(shell, body, { lift: 0, rim: 4, to: darker(body, 0.2) }),
      cut(oval(0, -h, r, r * 0.19), lighter(body, 0.3), { lift: 0, rim: 3 }),
      cut(oval(0, -h + 3, r - 12, r * 0.19 - 7), darker(filling, 0.06), {
        lift: 0,
        rim: 0,
        to: mix(filling, '#FFFFFF', 0.25),
      }),
    ) +
    (inside && inside + wall)
  );
}

/** A towel rolled up, seen from its end. */
export function roll(r: number, colour: string): string {
  const spiral = Array.from({ length: 34 }, (_, i): Point => {
    const [turn, reach] = [2.2 + i * 0.54, r * (0.08 + (i / 33) * 0.88)];
    return [Math.cos(turn) * reach, Math.sin(turn) * reach * 0.96];
  });
  return raised(
    2,
    cut(oval(0, 0, r, r * 0.96), colour, { lift: 0, rim: 5, to: darker(colour, 0.14) }),
    line(through(spiral), lighter(colour, 0.4), 9, 0.5),
    line(through(spiral), darker(colour, 0.26), 4, 0.55),
  );
}
