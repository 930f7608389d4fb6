/** Uploaded pictures and videos, and images rendered for links. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { MEDIA_CATEGORIES } from '#core/domain/media.ts';
import { isImage, isListed } from '#db/checks.ts';
import { at, createdAt, id, updatedAt } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';
import { deals } from './catalogue.ts';
import { salons } from './salons.ts';
import { users } from './users.ts';

/** Rendered images for links to deals and salons (`og:image`). Triggers add rows and keep `dueAt` and `dealEndsAt`. */
export const shareImages = pgTable(
  'share_images',
  {
    id: id(),
    dealId: uuid('deal_id')
      .unique()
      .references(() => deals.id, { onDelete: 'cascade' }),
    salonId: uuid('salon_id')
      .unique()
      .references(() => salons.id, { onDelete: 'cascade' }),
    /** Name of the stored file; null where it could not be rendered. */
    file: text('file'),
    /** Since when it has to be rendered, because what it shows has changed; null once it was. */
    dueAt: at('due_at'),
    dealEndsAt: at('deal_ends_at'),
  },
  (t) => [
    check('share_images_subject', sql`num_nonnulls(${t.dealId}, ${t.salonId}) = 1`),
    index('share_images_file').on(sql`left(${t.file}, 39)`),
    index('share_images_due').on(t.dueAt).where(sql`due_at is not null`),
    index('share_images_deal_ends').on(t.dealEndsAt),
  ],
);
// Their files are deleted by the job `media-cleanup`.
policy(shareImages, { personalData: null, retention: { since: 'dealEndsAt', keep: '30 days' } });

export const mediaLibrary = pgTable(
  'media_library',
  {
    id: id(),
    filename: text('filename').notNull().unique(),
    originalName: text('original_name').notNull(),
    mimeType: text('mime_type').notNull(),
    size: integer('size').notNull(),
    /** Of all files made of the upload; what is kept for a quota. */
    storedBytes: integer('stored_bytes').notNull().default(0),
    url: text('url').notNull(),
    category: text('category', { enum: MEDIA_CATEGORIES }),
    tags: text('tags').array().notNull().default(sql`'{}'::text[]`),
    uploadedBy: uuid('uploaded_by').references(() => users.id, { onDelete: 'set null' }),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('media_library_url', isImage(t.url)),
    check('media_library_size', sql`${t.size} >= 0`),
    check('media_library_category', isListed(t.category)),
    index('media_library_category_at').on(t.category, t.createdAt),
    index('media_library_newest').on(t.createdAt, t.id),
    index('media_library_uploader').on(t.uploadedBy, t.createdAt),
    index('media_library_removed').on(t.updatedAt).where(sql`not is_active`),
    index('media_library_base').on(sql`left(${t.filename}, 39)`),
  ],
);
// Pictures stay, without the name that the file had and without who uploaded it.
policy(mediaLibrary, {
  personalData: {
    owner: 'uploadedBy',
    part: 'pictures',
    secret: ['id', 'isActive', 'updatedAt'],
    onClosure: {
      kept: 'id filename mimeType size storedBytes url category isActive createdAt updatedAt',
      emptied: 'originalName tags uploadedBy',
    },
  },
});
