/** Paper: sheets with a lit edge and a soft shadow, all lit from the upper left however they are turned. */
import { darker, lighter, type Palette } from './colour.ts';
import { oval } from './shape.ts';

type Pen = { turn: number; scale: number; flip: 1 | -1; ids: number; defs: Map<string, string> };
type Sheet = { lift?: number; rim?: number; to?: string; hole?: boolean };

let pen: Pen = { turn: 0, scale: 1, flip: 1, ids: 0, defs: new Map() };

const round = (value: number) => Math.round(value * 100) / 100;

/** A vector of the page, as seen from the turned sheet being drawn on. */
function local(x: number, y: number): [number, number] {
  const a = (-pen.turn * Math.PI) / 180;
  return [
    round(((x * Math.cos(a) - y * Math.sin(a)) * pen.flip) / pen.scale),
    round((x * Math.sin(a) + y * Math.cos(a)) / pen.scale),
  ];
}

function define(make: (id: string) => string): string {
  const id = `d${pen.ids++}`;
  pen.defs.set(id, make(id));
  return id;
}

const shadows = [
  [0, 0, 0, 0],
  [2.5, 4, 3, 0.26],
  [7, 11, 8, 0.27],
  [14, 22, 15, 0.27],
] as const;

function shadow(level: number): string {
  const [x, y, blur, ink] = shadows[level] ?? shadows[0];
  if (!ink) return '';
  const [dx, dy] = local(x, y);
  const id = define(
    (name) =>
      `<filter id="${name}" x="-60%" y="-60%" width="220%" height="220%"><feDropShadow dx="${dx}" dy="${dy}" stdDeviation="${round(blur / pen.scale)}" flood-color="#4A1A22" flood-opacity="${ink}"/></filter>`,
  );
  return ` filter="url(#${id})"`;
}

function gradient(from: string, to: string): string {
  const [x, y] = local(0.35, 0.5);
  const k = 0.5 / Math.max(Math.abs(x), Math.abs(y));
  return define(
    (id) =>
      `<linearGradient id="${id}" x1="${round(0.5 - x * k)}" y1="${round(0.5 - y * k)}" x2="${round(0.5 + x * k)}" y2="${round(0.5 + y * k)}"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`,
  );
}

/** One sheet of paper. */
export function cut(
  d: string,
  fill: string,
  { lift = 2, rim = 3, to = darker(fill, 0.1), hole = false }: Sheet = {},
): string {
  const paint = `url(#${gradient(lighter(fill, 0.06), to)})`;
  const rule = hole ? ' fill-rule="evenodd"' : '';
  if (!rim) return `<path d="${d}" fill="${paint}"${rule}${shadow(lift)}/>`;
  const [dx, dy] = local(rim * 0.7, rim);
  const clip = define((id) => `<clipPath id="${id}"><path d="${d}"${hole ? ' clip-rule="evenodd"' : ''}/></clipPath>`);
  return `<path d="${d}" fill="${lighter(fill, 0.42)}"${rule}${shadow(lift)}/><g clip-path="url(#${clip})"><path d="${d}" fill="${paint}"${rule} transform="translate(${dx} ${dy})"/></g>`;
}

/** Content kept inside an outline. */
export function within(d: string, content: string): string {
  const clip = define((id) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`);
  return `<g clip-path="url(#${clip})">${content}</g>`;
}

export const flat = (d: string, fill: string, opacity = 1) =>
  `<path d="${d}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;

export const line = (d: string, colour: string, width: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;

/** Several sheets that throw one shadow. */
export const raised = (level: number, ...content: string[]) => `<g${shadow(level)}>${content.join('')}</g>`;

/** Content moved, turned and scaled; the light stays where it is. */
export function at(
  x: number,
  y: number,
  how: { turn?: number; scale?: number; flip?: boolean },
  draw: () => string,
): string {
  const { turn = 0, scale = 1, flip = false } = how;
  const before = pen;
  const side = flip ? -1 : 1;
  pen = {
    ...before,
    turn: before.turn + turn * before.flip,
    scale: before.scale * scale,
    flip: (before.flip * side) as 1 | -1,
  };
  const content = draw();
  before.ids = pen.ids;
  pen = before;
  return `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${round(scale * side)} ${round(scale)})">${content}</g>`;
}

/** A soft dark pool where a thing stands. */
export const pool = (x: number, y: number, w: number, ink = 0.2) => {
  const id = define(
    (name) =>
      `<radialGradient id="${name}"><stop stop-color="#4A1A22" stop-opacity="${ink}"/><stop offset=".55" stop-color="#4A1A22" stop-opacity="${ink * 0.6}"/><stop offset="1" stop-color="#4A1A22" stop-opacity="0"/></radialGradient>`,
  );
  return `<path d="${oval(x + w * 0.09, y, w * 0.62, w * 0.09)}" fill="url(#${id})"/>`;
};

/** A soft light around a flame. */
export const halo = (x: number, y: number, r: number) => {
  const id = define(
    (name) =>
      `<radialGradient id="${name}"><stop stop-color="#FFE7B0" stop-opacity=".62"/><stop offset=".45" stop-color="#FFE7B0" stop-opacity=".24"/><stop offset="1" stop-color="#FFE7B0" stop-opacity="0"/></radialGradient>`,
  );
  return `<path d="${oval(x, y, r, r * 1.1)}" fill="url(#${id})"/>`;
};

/** A whole picture, with the light of the upper left over it. */
export function picture(
  palette: Palette,
  draw: (palette: Palette) => string,
  size: [number, number] = [1280, 640],
): string {
  pen = { turn: 0, scale: 1, flip: 1, ids: 0, defs: new Map() };
  const content = draw(palette);
  const [w, h] = size;
  const light = `<radialGradient id="sun" cx=".12" cy="-.05" r="1.15"><stop stop-color="#FFF6E2" stop-opacity=".42"/><stop offset=".5" stop-color="#FFF6E2" stop-opacity=".06"/><stop offset="1" stop-color="${palette.deep}" stop-opacity=".16"/></radialGradient>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}"><defs>${[...pen.defs.values()].join('')}${light}</defs>${content}<rect width="${w}" height="${h}" fill="url(#sun)"/></svg>`;
}
