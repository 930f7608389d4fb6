import { media } from '#core/contract/media.ts';
import { allWords } from '#core/i18n/all-words.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { mediaCleanup } from './media.jobs.ts';
import { uploadMedia } from './media.service.ts';
import { deactivateMedia, listMedia } from './media.store.ts';

const mediaLimits = {
  mediaUploads: { max: 60, seconds: 3600, isExact: true },
  mediaUploadsOfADay: { max: 200, seconds: 86_400, isExact: true },
  /** Files that are not there, per address. */
  absentMedia: { max: 120, seconds: 60, per: 'address' },
} as const satisfies Limits;

function mediaRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps;
  serve(media.upload, ({ user, body }) => {
    const { file, poster, category, tags = '' } = body;
    return uploadMedia(deps, { userId: user.id, file, poster, category: category || null, tags });
  });
  serve(media.list, ({ user, query, page, request }) => {
    const { words } = allWords[request.language];
    const names = { photo: words['media.photo'], video: words['media.video'] };
    const ownerId = user.role === 'admin' ? null : user.id;
    return listMedia(db, { category: query.category, page, ownerId, names });
  });
  serve(media.remove, async ({ user, params }) => {
    const ownerId = user.role === 'admin' ? null : user.id;
    const isRemoved = await deactivateMedia(db, { id: params.id, userId: user.id, ownerId });
    if (!isRemoved) throw new AppError(404, 'media.notFound');
    return { success: true as const };
  });
}

export const feature = { contract: { media }, routes: mediaRoutes, limits: mediaLimits, jobs: [mediaCleanup] };
