/**
 * Videos are stored as a copy of their first picture and sound track, not encoded again: without place, time and device, without
 * anything that hides beside the tracks, and what phones record as MOV plays everywhere.
 */
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BufferTarget,
  Conversion,
  FilePathSource,
  Input,
  MATROSKA,
  MatroskaInputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { AppError } from '#server/kit/app-error.ts';

const MAX_BOXES = 20_000;
const MAX_DEPTH = 6;
/** What at least one browser plays. */
const PLAYED = new Set(['avc', 'hevc', 'vp8', 'vp9', 'av1']);
/** Boxes of MP4 and MOV that hold nothing but boxes. */
const CONTAINERS = new Set(['moov', 'trak', 'edts', 'mdia', 'minf', 'dinf', 'stbl', 'mvex', 'moof', 'traf']);

const damaged = () => new AppError(400, 'media.damaged');

const COPY = {
  tracks: 'primary',
  copy: { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY },
  tags: {},
  showWarnings: false,
} as const;

/** Writes `.mp4` or `.webm` into the folder. Throws 400 for a damaged file and 415 where it has no video that browsers know. */
export async function copyVideo(path: string, folder: string): Promise<void> {
  await checkBoxes(path);
  const input = new Input({ formats: [MP4, QTFF, MATROSKA, WEBM], source: new FilePathSource(path) });
  try {
    const codec = await (await input.getPrimaryVideoTrack())?.getCodec();
    if (!codec || !PLAYED.has(codec)) throw new AppError(415, 'media.codec');
    const mp4 = new Mp4OutputFormat({ fastStart: 'in-memory' });
    const isMatroska = (await input.getFormat()) instanceof MatroskaInputFormat;
    // WebM holds neither all codecs nor a rotation.
    const formats = isMatroska ? [new WebMOutputFormat(), mp4] : [mp4];
    const conversions = await Promise.all(
      formats.map((format) =>
        Conversion.init({ ...COPY, input, output: new Output({ format, target: new BufferTarget() }) }),
      ),
    );
    const [best] = conversions
      .filter(({ utilizedTracks }) => utilizedTracks.some((track) => track.isVideoTrack()))
      .toSorted((one, other) => other.utilizedTracks.length - one.utilizedTracks.length);
    if (!best) throw new AppError(415, 'media.codec');
    await best.execute();
    const { format, target } = best.output as Output<OutputFormat, BufferTarget>;
    if (!target.buffer) throw damaged();
    await writeFile(join(folder, format.fileExtension), Buffer.from(target.buffer));
  } catch (error) {
    throw error instanceof AppError ? error : damaged();
  } finally {
    input.dispose();
  }
}

/** Refuses MP4 and MOV files that are cut off, or whose boxes would take long to read. */
async function checkBoxes(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const first = await readBox(file, 0, size);
    if (!/^(ftyp|moov|wide|mdat|free|skip)$/.test(first.type)) return;
    const found = new Set<string>();
    await walkBoxes(file, { from: 0, to: size, depth: 1, found, left: { boxes: MAX_BOXES } });
    if (!found.has('moov') || !found.has('mdat')) throw damaged();
  } finally {
    await file.close();
  }
}

interface Area {
  from: number;
  to: number;
  depth: number;
  found: Set<string>;
  /** Shared by the whole file. */
  left: { boxes: number };
}

async function walkBoxes(file: FileHandle, { from, to, depth, found, left }: Area): Promise<void> {
  for (let at = from; at + 8 <= to; ) {
    const { size, header, type } = await readBox(file, at, to);
    left.boxes -= 1;
    if (left.boxes < 0 || depth > MAX_DEPTH) throw new AppError(400, 'media.tooCostly');
    if (size < header || at + size > to) {
      // Bytes behind the last box.
      if (depth === 1 && found.has('moov') && found.has('mdat') && type !== 'mdat') return;
      throw damaged();
    }
    found.add(type);
    if (CONTAINERS.has(type))
      await walkBoxes(file, { from: at + header, to: at + size, depth: depth + 1, found, left });
    at += size;
  }
}

async function readBox(file: FileHandle, at: number, to: number) {
  const { buffer } = await file.read(Buffer.alloc(16), 0, 16, at);
  const [short, type] = [buffer.readUInt32BE(0), buffer.toString('latin1', 4, 8)];
  if (short === 1) return { size: Number(buffer.readBigUInt64BE(8)), header: 16, type };
  // 0: up to the end.
  return { size: short === 0 ? to - at : short, header: 8, type };
}
