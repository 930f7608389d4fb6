import type { MediaItem } from '#core/contract/media.ts';
import { LIBRARY_PIXELS } from '#core/domain/media.ts';
import { parseTags } from '#core/domain/tags.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { UploadedFile, withTemporaryFile } from '#server/kit/http/uploads.ts';
import { decode } from './media.decoder.ts';
import { hashOf, isVideoFile } from './media.inspect.ts';
import { bytesOfADay, type NewMedia, saveMedia } from './media.store.ts';

/** Of one account, of all files that are made of its uploads. */
const MAX_BYTES_A_DAY = 300 * 1024 ** 2;

export interface Upload {
  userId: string;
  file: File;
  poster: File | undefined;
  category: MediaItem['category'];
  tags: string;
}

type Parts = Pick<Deps, 'db' | 'storage'>;

export async function uploadMedia(parts: Parts, upload: Upload): Promise<MediaItem> {
  return saveMedia(parts.db, await storeFiles(parts, upload));
}

/** Stores the files; resolves to the row that goes with them. What fails in between is deleted by the cleanup job. */
async function storeFiles({ db, storage }: Parts, { userId, category, tags, ...form }: Upload): Promise<NewMedia> {
  const [file, poster] = [onDisk(form.file), form.poster && onDisk(form.poster)];
  const isVideo = await isVideoFile(file);
  const picture = isVideo ? poster : file;
  if (!picture) throw new AppError(400, 'media.poster');
  if (isVideo && (await isVideoFile(picture))) throw new AppError(415, 'media.type');
  if ((await bytesOfADay(db, userId)) > MAX_BYTES_A_DAY) throw new AppError(429, 'media.quota', { retryAfter: 3600 });
  const hash = await hashOf(userId, [picture], { isPicture: true });
  const name = isVideo ? await hashOf(hash, [file], { isPicture: false }) : hash;
  const decoding = { userId, picture: picture.path, video: isVideo ? file.path : null };
  return decode(decoding, async ({ colour, variants }) => {
    const mainSuffix = isVideo ? /^\.\w+$/ : new RegExp(`-${LIBRARY_PIXELS}\\.webp$`);
    const main = variants.find(({ suffix }) => mainSuffix.test(suffix));
    if (!main) throw new Error('no file for the library');
    const base = `${name}-${colour}`;
    await Promise.all(variants.map((each) => storage.put(`${base}${each.suffix}`, each.file)));
    return {
      userId,
      filename: `${base}${main.suffix}`,
      originalName: form.file.name.slice(-200),
      mimeType: main.file.type,
      size: main.file.size,
      storedBytes: variants.reduce((sum, each) => sum + each.file.size, 0),
      category,
      tags: parseTags(tags) ?? [],
    };
  });
}

/** Stores the picture of a `data:` address like an upload, of which it counts as one; resolves to the row to be saved. */
export async function storeDataUrl(
  parts: Parts & Pick<Deps, 'config' | 'limiter'>,
  { userId, actor, url }: { userId: string; actor: string; url: string },
): Promise<NewMedia> {
  for (const name of ['mediaUploads', 'mediaUploadsOfADay']) await parts.limiter.attempt(name, actor);
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  return withTemporaryFile(parts.config, bytes, (file) =>
    storeFiles(parts, { userId, file, poster: undefined, category: null, tags: '' }),
  );
}

function onDisk(file: File): UploadedFile {
  if (!(file instanceof UploadedFile)) throw new Error('not from a multipart body');
  return file;
}
