/**
 * The process that decodes uploads, started by `media.decoder.ts` with limits of its own. It is sent the folder for what it makes,
 * the picture, and the video if there is one, and answers an `Outcome`.
 */
import { AppError } from '#server/kit/app-error.ts';
import type { Outcome } from './media.decoder.ts';
import { makePictures } from './media.pictures.ts';

process.on('message', async (words: [folder: string, picture: string, video?: string]) =>
  process.send?.(await outcome(words)),
);

async function outcome([folder, picture, video]: [folder: string, picture: string, video?: string]): Promise<Outcome> {
  try {
    if (video !== undefined) await (await import('./media.videos.ts')).copyVideo(video, folder);
    return { colour: await makePictures(picture, folder) };
  } catch (error) {
    if (error instanceof AppError) return { status: error.status, code: error.code };
    return { bug: (error as Error).stack ?? String(error) };
  }
}
