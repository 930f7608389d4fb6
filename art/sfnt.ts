/** Reads the few numbers of a TrueType font that a metric-matched fallback needs. */
export type Metrics = {
  unitsPerEm: number;
  ascent: number;
  descent: number;
  lineGap: number;
  glyph: (char: string) => number;
  advance: (char: string) => number;
};

function tables(font: Buffer): Map<string, number> {
  const found = new Map<string, number>();
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const at = 12 + i * 16;
    found.set(font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8));
  }
  return found;
}

function glyphLookup(font: Buffer, cmap: number): (code: number) => number {
  const count = font.readUInt16BE(cmap + 2);
  const offsets = Array.from({ length: count }, (_, i) => cmap + font.readUInt32BE(cmap + 8 + i * 8));
  const at = offsets.find((offset) => font.readUInt16BE(offset) === 4);
  if (at === undefined) throw new Error('The font has no character map of format 4.');
  const segments = font.readUInt16BE(at + 6) / 2;
  const word = (array: number, i: number) =>
    font.readUInt16BE(at + 14 + array * segments * 2 + (array ? 2 : 0) + i * 2);
  return (code) => {
    for (let i = 0; i < segments; i++) {
      if (code > word(0, i)) continue;
      if (code < word(1, i)) return 0;
      const range = word(3, i);
      if (range === 0) return (code + word(2, i)) & 0xffff;
      const from = at + 16 + 3 * segments * 2 + i * 2;
      return font.readUInt16BE(from + range + (code - word(1, i)) * 2);
    }
    return 0;
  };
}

/** The metrics of an uncompressed TrueType font. */
export function readMetrics(font: Buffer): Metrics {
  const at = tables(font);
  const table = (tag: string) => {
    const offset = at.get(tag);
    if (offset === undefined) throw new Error(`The font has no table ${tag}.`);
    return offset;
  };
  const [head, hhea, hmtx] = [table('head'), table('hhea'), table('hmtx')];
  const glyphOf = glyphLookup(font, table('cmap'));
  const long = font.readUInt16BE(hhea + 34);
  const glyph = (char: string) => glyphOf(char.codePointAt(0) ?? 0);
  return {
    unitsPerEm: font.readUInt16BE(head + 18),
    ascent: font.readInt16BE(hhea + 4),
    descent: font.readInt16BE(hhea + 6),
    lineGap: font.readInt16BE(hhea + 8),
    glyph,
    advance: (char) => font.readUInt16BE(hmtx + Math.min(glyph(char), long - 1) * 4),
  };
}
