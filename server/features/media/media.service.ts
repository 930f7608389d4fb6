import { openAsBlob } from 'node:fs';
import type { MediaItem } from '#core/contract/media.ts';
import { LIBRARY_PIXELS, parseTags } from '#core/domain/media.ts';
import type { Deps } from '#server/deps.ts';
import type { Storage } from '#server/gateways/storage/storage.ts';
import type { Db } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { UploadedFile, withTemporaryFile } from '#server/kit/http/uploads.ts';
import { hashOf, kindOf, type MediaKind } from './media.inspect.ts';
import { makePictures, type Variant } from './media.pictures.ts';
import { bytesOfADay, saveMedia } from './media.store.ts';
import { checkVideo } from './media.videos.ts';

/** Of one account; videos alone come near it. */
const MAX_BYTES_A_DAY = 300 * 1024 ** 2;
const VIDEOS: Partial<Record<MediaKind, string>> = { mp4: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm' };

export interface Upload {
  userId: string;
  file: File;
  poster: File | undefined;
  category: MediaItem['category'];
  tags: string;
}

/** Stores the files first and the row last: what fails in between is deleted by the cleanup job. */
export async function uploadMedia(
  { db, storage }: { db: Db; storage: Storage },
  { userId, category, tags, ...form }: Upload,
): Promise<MediaItem> {
  const [file, poster] = [onDisk(form.file), form.poster && onDisk(form.poster)];
  const kind = await kindOf(file);
  const videoType = VIDEOS[kind];
  const picture = videoType ? poster : file;
  if (!picture) throw new AppError(400, 'media.poster');
  if (videoType && VIDEOS[await kindOf(picture)]) throw new AppError(415, 'media.type');
  if ((await bytesOfADay(db, userId)) > MAX_BYTES_A_DAY) throw new AppError(429, 'media.quota', { retryAfter: 3600 });
  const hash = await hashOf(userId, [picture], { isPicture: true });
  const { variants, colour } = await makePictures(picture.path);
  const name = videoType ? await hashOf(hash, [file], { isPicture: false }) : hash;
  const base = `${name}-${colour}`;
  if (videoType) await checkVideo(file.path, kind);
  const main: Variant | undefined = videoType
    ? { suffix: `.${kind}`, file: await openAsBlob(file.path, { type: videoType }) }
    : variants.find(({ suffix }) => suffix === `-${LIBRARY_PIXELS}.webp`);
  if (!main) throw new Error('no picture for the library');
  await Promise.all([...new Set([...variants, main])].map((each) => storage.put(`${base}${each.suffix}`, each.file)));
  return saveMedia(db, {
    userId,
    filename: `${base}${main.suffix}`,
    originalName: form.file.name.slice(-200),
    mimeType: main.file.type,
    size: main.file.size,
    category,
    tags: parseTags(tags) ?? [],
  });
}

/** Stores the picture of a `data:` address like an upload; resolves to its address. */
export function storeDataUrl(
  { db, storage, config }: Pick<Deps, 'db' | 'storage' | 'config'>,
  { userId, url }: { userId: string; url: string },
): Promise<string> {
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  return withTemporaryFile(config, bytes, async (file) => {
    const item = await uploadMedia({ db, storage }, { userId, file, poster: undefined, category: null, tags: '' });
    return item.url;
  });
}

function onDisk(file: File): UploadedFile {
  if (!(file instanceof UploadedFile)) throw new Error('not from a multipart body');
  return file;
}
