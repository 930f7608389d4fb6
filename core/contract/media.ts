/** The media library: pictures and videos that dealers upload for their deals. */
import * as z from 'zod/mini';
import { MAX_UPLOAD_BYTES, MEDIA_CATEGORIES } from '#core/domain/media.ts';
import { parseTags } from '#core/domain/tags.ts';
import { cleaned } from './clean-text.ts';
import { endpoint, PageQuery } from './endpoint.ts';
import { errorCode } from './field-errors.ts';
import { Done, Id, Instant } from './shapes.ts';

const Category = z.enum(MEDIA_CATEGORIES);

export const MediaItem = z.object({
  id: Id,
  filename: z.string(),
  /** Files of other dealers: 'Photo' or 'Video' in the language of the reader. */
  originalName: z.string(),
  mimeType: z.string(),
  size: z.int(),
  /** A WebP of at most 400 × 400 pixels, or a video; `core/domain/media.ts` knows the other sizes and the poster. */
  url: z.string(),
  category: z.nullable(Category),
  tags: z.array(z.string()),
  /** Null in files of other dealers, except for administrators, and of closed accounts. */
  uploadedBy: z.nullable(Id),
  isActive: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type MediaItem = z.infer<typeof MediaItem>;

export const Upload = z.object({
  file: z.file(),
  /** The picture shown before a video plays; required with a video. Additive. */
  poster: z.optional(z.file()),
  category: z.optional(z.union([Category, z.literal('')])),
  /** A JSON list, or separated by commas. */
  tags: z.optional(
    z.string().check(
      cleaned(),
      z.refine((text) => parseTags(text) !== null, errorCode('invalid')),
    ),
  ),
});

export const media = {
  upload: endpoint({
    method: 'POST',
    path: '/api/media/upload',
    access: 'dealer',
    summary: 'Adds a picture or video to the media library. The same file of the same person is stored once.',
    bodyKind: 'multipart',
    body: Upload,
    maxFileBytes: MAX_UPLOAD_BYTES,
    // Video, poster and fields.
    maxBytes: 2 * MAX_UPLOAD_BYTES + 256 * 1024,
    // 10 MB at 0.7 Mbit/s.
    maxSeconds: 120,
    workSeconds: 25,
    limit: ['mediaUploads', 'mediaUploadsOfADay'],
    // Waits for the picture queue, not for the database.
    priority: 'high',
    callsExternalService: true,
    status: 201,
    answer: MediaItem,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/media',
    access: 'dealer',
    summary:
      'The media library, newest first. Files of other dealers have a neutral name and no uploader, except for administrators.',
    query: z.object({ category: z.optional(z.union([Category, z.literal('')])), ...PageQuery }),
    pageSize: 24,
    answer: z.array(MediaItem),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/media/:id',
    access: 'dealer',
    summary: 'Removes a file from the library, for its uploader and administrators. Deals that show it keep it.',
    params: z.object({ id: Id }),
    answer: Done,
  }),
};
