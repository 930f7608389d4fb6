/** Videos are stored as they are, except for their metadata; here is checked that they are complete. */
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '#server/kit/http/errors.ts';
import type { MediaKind } from './media.inspect.ts';

const damaged = () => new AppError(400, 'media.damaged');
const MAX_BOXES = 2000;
/** Boxes with what a camera notes: where, when and by what it was taken. */
const METADATA = new Set(['udta', 'meta', 'uuid']);
const CONTAINERS = new Set(['moov', 'trak']);

/** Throws 400 for a file that is cut off; overwrites the metadata of MP4 and MOV files. */
export async function checkVideo(path: string, kind: MediaKind): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    if (kind === 'webm') return await checkWebm(file, size);
    const found = new Set<string>();
    await walkBoxes(file, { from: 0, to: size, found });
    if (!found.has('moov') || !found.has('mdat')) throw damaged();
  } finally {
    await file.close();
  }
}

async function walkBoxes(file: FileHandle, area: { from: number; to: number; found: Set<string> }): Promise<void> {
  const { to, found } = area;
  for (let at = area.from, boxes = 0; at < to; boxes++) {
    const { size, header, type } = await readBox(file, at, to);
    if (size < header || at + size > to || boxes > MAX_BOXES || !/^[\w ©-]{4}$/.test(type)) throw damaged();
    found.add(type);
    if (METADATA.has(type)) await blank(file, { at, header, size });
    else if (CONTAINERS.has(type)) await walkBoxes(file, { from: at + header, to: at + size, found });
    at += size;
  }
}

async function readBox(file: FileHandle, at: number, to: number) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, at);
  const [short, type] = [buffer.readUInt32BE(0), buffer.toString('latin1', 4, 8)];
  if (bytesRead < 8) throw damaged();
  if (short === 1) return { size: Number(buffer.readBigUInt64BE(8)), header: 16, type };
  // 0: up to the end.
  return { size: short === 0 ? to - at : short, header: 8, type };
}

/** Of the same size, so that the positions that other boxes name stay right. */
async function blank(file: FileHandle, { at, header, size }: { at: number; header: number; size: number }) {
  await file.write(Buffer.from('free'), 0, 4, at + 4);
  await file.write(Buffer.alloc(size - header), 0, size - header, at + header);
}

const SEGMENT = 0x18538067;
const DOC_TYPE_WEBM = Buffer.from([0x42, 0x82, 0x84, 0x77, 0x65, 0x62, 0x6d]);

/** The header names WebM, and the segment ends within the file; one that was recorded live does not say how long it is. */
async function checkWebm(file: FileHandle, fileSize: number): Promise<void> {
  const { buffer } = await file.read(Buffer.alloc(128), 0, 128, 0);
  const head = readSize(buffer, 4);
  const segment = head.next + (head.size ?? 0);
  if (head.size === null || segment > 100 || !buffer.subarray(0, segment).includes(DOC_TYPE_WEBM)) throw damaged();
  const { size, next } = readSize(buffer, segment + 4);
  const isCutOff = size === null ? fileSize <= next : next + size > fileSize || size === 0;
  if (buffer.readUInt32BE(segment) !== SEGMENT || isCutOff) throw damaged();
}

/** An EBML length; null where it is unknown. */
function readSize(buffer: Buffer, at: number): { size: number | null; next: number } {
  const length = Math.clz32(buffer[at] ?? 0) - 23;
  if (length > 8) throw damaged();
  const bits = buffer.subarray(at, at + length).toString('hex');
  const size = BigInt(`0x${bits}`) & ((1n << BigInt(7 * length)) - 1n);
  const isUnknown = size === (1n << BigInt(7 * length)) - 1n;
  return { size: isUnknown ? null : Number(size), next: at + length };
}
