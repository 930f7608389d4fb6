/** Text as outlines of the bundled font, so that pictures and posters look the same on every machine. */
import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import { signsOf } from '#core/domain/shortened.ts';

/** The logo of web/ui/icon.tsx, 32 by 32. */
export const MARK =
  'M12 0h8v4h4v4h4v4h4v8h-4v4h-4v4h-4v4h-8v-4H8v-4H4v-4H0v-8h4V8h4V4h4zM16 6c4.6 3.4 6.4 6.5 6.4 10S20 23.9 16 26c-4-2.1-6.4-6.5-6.4-10S11.4 9.4 16 6z';

const file = readFileSync(new URL('../../../public/fonts/fraunces-650.4f7784cc.woff2', import.meta.url));
const font = fontkit.create(file) as fontkit.Font;

/** The width of one line at a font size of 1. */
const widthOf = (text: string): number => font.layout(text).advanceWidth / font.unitsPerEm;

/** SVG path data of one line whose baseline begins at 0,0; y points down. @param size - of the font */
export function outlineOf(text: string, size: number): { path: string; width: number } {
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  let x = 0;
  const parts = glyphs.map((glyph, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const placed = glyph.path.transform(scale, 0, 0, -scale, (x + xOffset) * scale, -yOffset * scale).toSVG();
    x += xAdvance;
    return placed;
  });
  return { path: parts.join(''), width: x * scale };
}

interface Room {
  /** Of a line, in font sizes. */
  width: number;
  lines: number;
  /** Of another font. */
  measure?: (text: string) => number;
}

/** Wraps a text; what does not fit into the last line ends with an ellipsis. */
export function wrapped(text: string, { width, lines, measure = widthOf }: Room): string[] {
  const done: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (measure(longer) <= width || line === '') line = longer;
    else {
      done.push(line);
      line = word;
    }
  }
  if (line) done.push(line);
  const isCut = done.length > lines;
  return done
    .slice(0, lines)
    .map((one, index) => cutToWidth(isCut && index === lines - 1 ? `${one}…` : one, { width, measure }));
}

function cutToWidth(line: string, { width, measure }: Required<Omit<Room, 'lines'>>): string {
  if (measure(line) <= width) return line;
  const signs = [...signsOf(line.replace(/…$/, ''))];
  while (signs.length > 0 && measure(`${signs.join('').trimEnd()}…`) > width) signs.pop();
  return `${signs.join('').trimEnd()}…`;
}
