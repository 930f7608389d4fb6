/** What an uploaded file is by its content; its name and the type that the client says are not looked at. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { AppError } from '#server/kit/http/errors.ts';
import type { UploadedFile } from '#server/kit/http/uploads.ts';

/** `ftyp` brands of HEIF with HEVC: what iPhones take photos in. */
const HEIC = /^(hei[cxms]|hev[cxms]|mif1|msf1)$/;
const AVIF = /^avi[fs]$/;
const PICTURES = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a'];
/** First box of MP4 and MOV of all brands and of 3GP; old cameras begin with another than `ftyp`. */
const BOXES = new Set(['ftyp', 'moov', 'wide', 'mdat', 'free', 'skip']);
/** WebM and Matroska. */
const EBML = '\x1a\x45\xdf\xa3';

/** Whether it is a video, else a picture. Throws 415 for a file of another kind; whether it is whole is seen when it is decoded. */
export async function isVideoFile({ path, size }: UploadedFile): Promise<boolean> {
  if (size === 0) throw new AppError(400, 'media.empty');
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0);
    const text = buffer.toString('latin1');
    const [box, brand] = [text.slice(4, 8), text.slice(8, 12)];
    if (box === 'ftyp' && HEIC.test(brand)) throw new AppError(415, 'media.heic');
    const isWebp = text.startsWith('RIFF') && brand === 'WEBP';
    if (isWebp || PICTURES.some((sign) => text.startsWith(sign))) return false;
    if (text.startsWith(EBML) || (BOXES.has(box) && !(box === 'ftyp' && AVIF.test(brand)))) return true;
    throw new AppError(415, 'media.type');
  } finally {
    await file.close();
  }
}

/** What a picture never holds; a file with it is meant to be taken for something else too. */
const MARKUP = ['<script', '<SCRIPT', '<?php', '<!doctype', '<!DOCTYPE'];
/** End record of a ZIP archive, without and with a comment. */
const ZIP_END = 'PK\x05\x06';
const ZIP_END_BYTES = 22;
const MAX_ZIP_END_BYTES = ZIP_END_BYTES + 0xffff;

/**
 * Hash of the files and of who owns them, so that names of two owners never meet; throws 415 for a picture that is a page,
 * a script or an archive as well.
 */
export async function hashOf(owner: string, files: UploadedFile[], { isPicture }: { isPicture: boolean }) {
  const hash = createHash('sha256').update(owner);
  for (const file of files) {
    let before = Buffer.alloc(0);
    for await (const chunk of file.stream()) {
      hash.update(chunk);
      if (!isPicture) continue;
      const both = Buffer.concat([before, chunk]);
      if (MARKUP.some((sign) => both.includes(sign, 0, 'latin1'))) throw new AppError(415, 'media.type');
      before = both.subarray(-16);
    }
    if (isPicture && (await endsWithZip(file))) throw new AppError(415, 'media.type');
  }
  return hash.digest('hex').slice(0, 32);
}

async function endsWithZip(file: UploadedFile): Promise<boolean> {
  const end = Buffer.from(await file.slice(-MAX_ZIP_END_BYTES).arrayBuffer());
  const at = end.lastIndexOf(ZIP_END, end.length, 'latin1');
  if (at === -1 || at + ZIP_END_BYTES > end.length) return false;
  return at + ZIP_END_BYTES + end.readUInt16LE(at + 20) === end.length;
}
