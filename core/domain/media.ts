/** Uploaded pictures and videos: limits, addresses and tags. */

export const MEDIA_CATEGORIES = ['hair', 'skin', 'nails', 'eyebrows', 'lips', 'massage'] as const;

/** Spec 2 §9: of one file. */
export const MAX_UPLOAD_BYTES = 10 * 1024 ** 2;

/** Widths of the variants that exist of each picture, as WebP and JPEG; the same as of our own illustrations. */
export const MEDIA_WIDTHS = [320, 640, 960] as const;
/** The picture of the media library fits into a square of so many pixels, as WebP (Spec 2 §5). */
export const LIBRARY_PIXELS = 400;

const NAME =
  /^([0-9a-f]{32}-[0-9a-f]{6})(?:-(?:(?:320|640|960)\.(webp|jpg)|400\.(webp)|1200\.(jpg))|\.(mp4|webm|mov))$/;
const TYPES = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
} as const;

export interface MediaName {
  /** Shared by all files of one upload: a hash of the content, then the average colour as a placeholder. */
  base: string;
  type: (typeof TYPES)[keyof typeof TYPES];
}

/** The parts of the file name in `/media/:name`; null for anything else. */
export function readMediaName(name: string): MediaName | null {
  const [, base, ...extensions] = NAME.exec(name) ?? [];
  const extension = extensions.find((found) => found !== undefined) as keyof typeof TYPES | undefined;
  return base && extension ? { base, type: TYPES[extension] } : null;
}

const UPLOADED = /^(\/media\/[0-9a-f]{32}-[0-9a-f]{6})(?:-\d{3}\.(?:webp|jpg)|\.(mp4|webm|mov))$/;

/** What the sizes of an uploaded picture, or of the poster of a video, share in their addresses; null for anything else. */
export const uploadOf = (url: string): string | null => UPLOADED.exec(url)?.[1] ?? null;

/** Whether it is the address of an uploaded video. */
export const isVideo = (url: string | null): boolean => url !== null && UPLOADED.exec(url)?.[2] !== undefined;

/** A picture that readers of JPEG can show: of an uploaded picture, or the poster of a video; other addresses stay as they are. */
export function stillOf(url: string, width: (typeof MEDIA_WIDTHS)[number]): string {
  const upload = uploadOf(url);
  return upload ? `${upload}-${width}.jpg` : url;
}
