/**
 * The process that decodes one upload, started by `media.decoder.ts` with limits of its own. Its words: the folder for what it
 * makes, the picture, and the video if there is one. It prints an `Outcome`.
 */
import { AppError } from '#server/kit/app-error.ts';
import type { Outcome } from './media.decoder.ts';
import { makePictures } from './media.pictures.ts';

const [folder = '', picture = '', video] = process.argv.slice(2);

process.stdout.write(JSON.stringify(await outcome()));

async function outcome(): Promise<Outcome> {
  try {
    if (video !== undefined) await (await import('./media.videos.ts')).copyVideo(video, folder);
    return { colour: await makePictures(picture, folder) };
  } catch (error) {
    if (error instanceof AppError) return { status: error.status, code: error.code };
    return { bug: (error as Error).stack ?? String(error) };
  }
}
