/** What happens to a file in the browser before its upload: it is checked, pictures are shrunk, videos get a poster. */
import { MAX_UPLOAD_BYTES } from '#core/domain/media.ts';

/** The limits of a form (Spec 2 §5, §9). */
export interface FileRules {
  maxBytes: number;
  /** Pictures are shrunk to fit, never enlarged. */
  maxWidth: number;
  maxHeight: number;
  /** Of the JPEG, 0 to 1. */
  quality: number;
  hasVideos: boolean;
  /** Refuses what this browser cannot decode; otherwise that is left to the server. */
  isStrict: boolean;
}

const LENIENT = { maxBytes: MAX_UPLOAD_BYTES, hasVideos: true, isStrict: false };

export const DEAL_FILES: FileRules = { ...LENIENT, maxWidth: 800, maxHeight: 600, quality: 0.8 };
/** The server makes its own sizes; this spares the upload of what exceeds all of them. */
export const LIBRARY_FILES: FileRules = { ...LENIENT, maxWidth: 1920, maxHeight: 1920, quality: 0.9 };
export const ADMIN_IMAGES: FileRules = {
  maxBytes: 5 * 1024 ** 2,
  hasVideos: false,
  isStrict: true,
  maxWidth: 400,
  maxHeight: 300,
  quality: 0.6,
};

/** Without HEIC, so that iPhones hand over a JPEG. */
const PICTURE_TYPES = 'image/jpeg,image/jpg,image/pjpeg,image/png,image/gif,image/webp';

/** The `accept` attribute of a file input. */
export const acceptOf = ({ hasVideos }: FileRules): string =>
  hasVideos ? `${PICTURE_TYPES},video/mp4,video/webm,video/quicktime` : PICTURE_TYPES;

/** `poster`: this browser cannot make one of the video. */
export type FileFault = 'type' | 'size' | 'unreadable' | 'poster';

export class FileError extends Error {
  readonly fault: FileFault;
  constructor(fault: FileFault) {
    super(fault);
    this.fault = fault;
  }
}

const PICTURE = /^image\/(p?jpeg|jpg|png|gif|webp|heic|heif)$/;
/** HEIC only where the browser decodes it; otherwise the server says what to do. */
const SHRUNK = /^image\/(p?jpeg|jpg|png|heic|heif)$/;
/** Those that the server takes, also where this browser cannot play them. */
const VIDEO = /^video\/(mp4|x-m4v|webm|quicktime)$/;
/** The browser does not know it, such as of `.jfif` or `.heic`: the server looks at the content. */
const UNKNOWN = /^(application\/octet-stream)?$/;

/** Undefined where the file may be prepared. */
export function faultOf({ type, size }: File, rules: FileRules): FileFault | undefined {
  const isAccepted = rules.isStrict
    ? type.startsWith('image/')
    : PICTURE.test(type) || (rules.hasVideos && type.startsWith('video/'));
  if (!isAccepted && !UNKNOWN.test(type)) return 'type';
  return size > rules.maxBytes ? 'size' : undefined;
}

export interface PreparedFile {
  file: File;
  poster?: File;
}

/** Throws `FileError`. `poster` is a picture that somebody chose for the video. */
export async function prepareFile(file: File, rules: FileRules, poster?: File): Promise<PreparedFile> {
  const fault = faultOf(file, rules);
  if (fault) throw new FileError(fault);
  if (!rules.hasVideos || file.type.startsWith('image/')) return { file: await shrinkPicture(file, rules) };
  if (poster) return { file, poster: await shrinkPicture(poster, rules) };
  const frame = await posterOf(file, rules);
  if (frame) return { file, poster: frame };
  if (UNKNOWN.test(file.type)) return { file };
  throw new FileError(VIDEO.test(file.type) ? 'poster' : 'type');
}

/** The sample description of an HEVC track. */
const HEVC = /(hvc1|hev1)\0{6}/;

/** Whether it is a video that many browsers play without a picture, as iPhones make them. */
export const isHevc = async (file: File): Promise<boolean> =>
  !file.type.startsWith('image/') && HEVC.test(new TextDecoder('latin1').decode(await file.arrayBuffer()));

/** Upright and small enough; the file itself where it is that already. */
async function shrinkPicture(file: File, rules: FileRules): Promise<File> {
  if (!rules.isStrict && !SHRUNK.test(file.type)) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
    const isSmall = bitmap.width <= rules.maxWidth && bitmap.height <= rules.maxHeight;
    if (isSmall && type === file.type) return file;
    const blob = await draw(bitmap, bitmap, { ...rules, type });
    bitmap.close();
    return new File([blob], file.name, { type });
  } catch {
    // Damaged, or of a kind that this browser does not decode.
    if (rules.isStrict) throw new FileError('unreadable');
    return file;
  }
}

async function draw(
  image: CanvasImageSource,
  { width, height }: { width: number; height: number },
  { maxWidth, maxHeight, quality, type }: FileRules & { type: string },
): Promise<Blob> {
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (!blob) throw new Error('The canvas gave no picture');
  return blob;
}

/** How long the browser may take to show a frame, in ms. */
const FRAME_MS = 8000;
/** The very first frame is often black, in seconds. */
const POSTER_AT = 1;

/** A frame from the beginning of a video; null where this browser cannot play it. */
async function posterOf(file: File, rules: FileRules): Promise<File | null> {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: URL.createObjectURL(file) });
  try {
    const loaded = eventOf(video, 'loadeddata');
    // Safari on iPhones loads nothing before.
    void video.play().catch(() => {});
    await loaded;
    video.pause();
    const sought = eventOf(video, 'seeked');
    video.currentTime = Math.min(POSTER_AT, video.duration / 2);
    await sought;
    const size = { width: video.videoWidth, height: video.videoHeight };
    const blob = await draw(video, size, { ...rules, type: 'image/jpeg' });
    return new File([blob], 'poster.jpg', { type: 'image/jpeg' });
  } catch {
    // Of a kind that this browser does not decode: a photo is asked for.
    return null;
  } finally {
    URL.revokeObjectURL(video.src);
    video.removeAttribute('src');
    video.load();
  }
}

function eventOf(video: HTMLVideoElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${name}`)), FRAME_MS);
    video.addEventListener('error', () => reject(video.error), { once: true });
    video.addEventListener(
      name,
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
