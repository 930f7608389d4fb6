/** Gives a static TrueType font tabular figures (`tnum`) and the fi and fl ligatures, as real glyphs and features. */
import { readMetrics } from './sfnt.ts';

type Tables = Map<string, Buffer>;

const words = (...values: number[]): Buffer => {
  const out = Buffer.alloc(values.length * 2);
  values.forEach((value, i) => {
    out.writeUInt16BE(value & 0xffff, i * 2);
  });
  return out;
};

function unpack(font: Buffer): Tables {
  const found: Tables = new Map();
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const at = 12 + i * 16;
    const start = font.readUInt32BE(at + 8);
    found.set(
      font.toString('latin1', at, at + 4),
      Buffer.from(font.subarray(start, start + font.readUInt32BE(at + 12))),
    );
  }
  return found;
}

const padded = (data: Buffer): Buffer => Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);

function checksum(data: Buffer): number {
  let sum = 0;
  for (let i = 0; i < data.length; i += 4) sum = (sum + data.readUInt32BE(i)) >>> 0;
  return sum;
}

function pack(tables: Tables): Buffer {
  const tags = [...tables.keys()].sort();
  const power = 2 ** Math.floor(Math.log2(tags.length));
  const head = words(0x0001, 0, tags.length, power * 16, Math.log2(power), (tags.length - power) * 16);
  tables.get('head')?.writeUInt32BE(0, 8);
  let at = head.length + tags.length * 16;
  const records: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const tag of tags) {
    const data = tables.get(tag) ?? Buffer.alloc(0);
    const body = padded(data);
    const record = Buffer.alloc(16);
    record.write(tag, 'latin1');
    record.writeUInt32BE(checksum(body), 4);
    record.writeUInt32BE(at, 8);
    record.writeUInt32BE(data.length, 12);
    records.push(record);
    bodies.push(body);
    at += body.length;
  }
  const font = Buffer.concat([head, ...records, ...bodies]);
  const headAt = records[tags.indexOf('head')]?.readUInt32BE(8) ?? 0;
  font.writeUInt32BE((0xb1b0afba - checksum(font)) >>> 0, headAt + 8);
  return font;
}

const coverage = (glyphs: number[]) => words(1, glyphs.length, ...glyphs);

function figureLookup(from: number[], to: number[]): Buffer {
  const table = words(2, 6 + to.length * 2, to.length, ...to);
  return Buffer.concat([words(1, 0, 1, 8), table, coverage(from)]);
}

function ligatureLookup(first: number, pairs: [second: number, joined: number][]): Buffer {
  const set = [
    words(pairs.length, ...pairs.map((_, i) => 2 + pairs.length * 2 + i * 6)),
    ...pairs.map(([second, joined]) => words(joined, 2, second)),
  ];
  return Buffer.concat([words(4, 0, 1, 8), words(1, 8, 1, 14), coverage([first]), ...set]);
}

function substitutions(ligatures: Buffer, figures: Buffer): Buffer {
  const tag = (name: string) => Buffer.from(name, 'latin1');
  const script = words(4, 0, 0, 0xffff, 2, 0, 1);
  const scripts = Buffer.concat([words(2), tag('DFLT'), words(14), tag('latn'), words(14), script]);
  const features = Buffer.concat([
    words(2),
    tag('liga'),
    words(14),
    tag('tnum'),
    words(20),
    words(0, 1, 0),
    words(0, 1, 1),
  ]);
  const lookups = Buffer.concat([words(2, 6, 6 + ligatures.length), ligatures, figures]);
  return Buffer.concat([
    words(1, 0, 10, 10 + scripts.length, 10 + scripts.length + features.length),
    scripts,
    features,
    lookups,
  ]);
}

/** The font with one extra, equally wide glyph per figure behind `tnum`. */
export function withTabularFigures(font: Buffer): Buffer {
  const tables = unpack(font);
  const table = (tag: string): Buffer => {
    const data = tables.get(tag);
    if (!data) throw new Error(`The font has no table ${tag}.`);
    return data;
  };
  const metrics = readMetrics(font);
  const [head, maxp, hhea, hmtx, loca, glyf] = ['head', 'maxp', 'hhea', 'hmtx', 'loca', 'glyf'].map(table) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const count = maxp.readUInt16BE(4);
  const long = hhea.readUInt16BE(34);
  const wide = head.readInt16BE(50) === 1;
  const offsets = Array.from({ length: count + 1 }, (_, i) =>
    wide ? loca.readUInt32BE(i * 4) : loca.readUInt16BE(i * 2) * 2,
  );
  const rows = Array.from({ length: count }, (_, i): [number, number] =>
    i < long
      ? [hmtx.readUInt16BE(i * 4), hmtx.readInt16BE(i * 4 + 2)]
      : [hmtx.readUInt16BE((long - 1) * 4), hmtx.readInt16BE(long * 4 + (i - long) * 2)],
  );
  const figures = [...'0123456789'].map((char) => metrics.glyph(char));
  const width = Math.max(...figures.map((glyph) => rows[glyph]?.[0] ?? 0)) - 60;
  const outlines: Buffer[] = [glyf.subarray(0, offsets[count])];
  for (const glyph of figures) {
    const [advance, bearing] = rows[glyph] ?? [width, 0];
    const shift = Math.round((width - advance) / 2);
    const box = offsets[glyph] ?? 0;
    const [left, bottom, right, top] = [2, 4, 6, 8].map((at) => glyf.readInt16BE(box + at)) as [
      number,
      number,
      number,
      number,
    ];
    outlines.push(words(-1, left + shift, bottom, right + shift, top, 0x0007, glyph, shift, 0, 0));
    offsets.push((offsets.at(-1) ?? 0) + 20);
    rows.push([width, bearing + shift]);
  }
  maxp.writeUInt16BE(count + figures.length, 4);
  maxp.writeUInt16BE(Math.max(1, maxp.readUInt16BE(28)), 28);
  maxp.writeUInt16BE(Math.max(1, maxp.readUInt16BE(30)), 30);
  hhea.writeUInt16BE(rows.length, 34);
  head.writeInt16BE(1, 50);
  const newLoca = Buffer.alloc(offsets.length * 4);
  offsets.forEach((offset, i) => {
    newLoca.writeUInt32BE(offset, i * 4);
  });
  const pairs = (['i\ufb01', 'l\ufb02'] as const).map(([second, joined]): [number, number] => [
    metrics.glyph(second ?? ''),
    metrics.glyph(joined ?? ''),
  ]);
  tables.set('glyf', Buffer.concat(outlines));
  tables.set('loca', newLoca);
  tables.set('hmtx', Buffer.concat(rows.map(([advance, bearing]) => words(advance, bearing))));
  const ligatures = pairs.filter(([, joined]) => joined > 0);
  tables.set(
    'GSUB',
    substitutions(
      ligatureLookup(metrics.glyph('f'), ligatures),
      figureLookup(
        figures,
        figures.map((_, i) => count + i),
      ),
    ),
  );
  return pack(tables);
}
