import { and, eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { MediaItem } from '#core/contract/media.ts';
import { isVideo } from '#core/domain/media.ts';
import { mediaLibrary } from '#db/schema/media.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import type { Page } from '#server/kit/http/answer.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { newestFirst, pageOf } from '#server/kit/http/pagination.ts';

/** Length of the part of a file name that all files of an upload share. */
const BASE_LENGTH = 39;

const itemJson = sql`json_build_object('id', id, 'filename', filename, 'originalName', original_name, 'mimeType', mime_type,
  'size', size, 'url', url, 'category', category, 'tags', tags, 'uploadedBy', uploaded_by, 'isActive', is_active,
  'createdAt', created_at, 'updatedAt', updated_at)`;

interface Listing {
  category: string | undefined;
  page: PageRequest;
  /** Other dealers are told neither file names nor uploaders. Null: an administrator is. */
  ownerId: string | null;
  /** What the files of others are called. */
  names: { photo: string; video: string };
}

export async function listMedia(db: Db, { category, page, ownerId, names }: Listing): Promise<Page<MediaItem[]>> {
  const { behind, ordered, keys } = newestFirst('media_library', page);
  const inCategory = category || null;
  const { rows } = await db.execute<{ item: MediaItem; keys: string }>(sql`
    select ${itemJson} as item, ${keys} from media_library
    where is_active and (${inCategory}::text is null or category = ${inCategory}) and ${behind} ${ordered}`);
  const listed = pageOf(rows, page);
  return {
    ...listed,
    items: listed.items.map((item) => {
      if (ownerId === null || item.uploadedBy === ownerId) return item;
      return { ...item, originalName: isVideo(item.url) ? names.video : names.photo, uploadedBy: null };
    }),
  };
}

export type NewMedia = Pick<MediaItem, 'filename' | 'originalName' | 'mimeType' | 'size' | 'category' | 'tags'> & {
  userId: string;
  /** Of all files that were made of the upload. */
  storedBytes: number;
};

/** The same file of the same person is one row, which comes back where it was removed. */
export async function saveMedia(db: Db | Tx, { userId, tags, ...item }: NewMedia): Promise<MediaItem> {
  const { filename, originalName, category } = item;
  await db
    .insert(mediaLibrary)
    .values({ id: v7(), ...item, tags, url: `/media/${filename}`, uploadedBy: userId })
    .onConflictDoUpdate({
      target: mediaLibrary.filename,
      set: { originalName, category, tags, isActive: true, updatedAt: sql`now()` },
    });
  const { rows } = await db.execute<{ item: MediaItem }>(
    sql`select ${itemJson} as item from media_library where filename = ${filename}`,
  );
  return rows[0]?.item as MediaItem;
}

/** What somebody stored within a day, in bytes. */
export async function bytesOfADay(db: Db, userId: string): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(sql`select coalesce(sum(stored_bytes), 0)::float8 as bytes
    from media_library where uploaded_by = ${userId} and created_at > now() - interval '1 day'`);
  return rows[0]?.bytes ?? 0;
}

/** `ownerId` null: of anybody. False where there is no such file. */
export function deactivateMedia(
  db: Db,
  { id, userId, ownerId }: { id: string; userId: string; ownerId: string | null },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const isTheirs = ownerId === null ? undefined : eq(mediaLibrary.uploadedBy, ownerId);
    const removed = await tx
      .update(mediaLibrary)
      .set({ isActive: false, updatedAt: sql`now()` })
      .where(and(eq(mediaLibrary.id, id), eq(mediaLibrary.isActive, true), isTheirs))
      .returning({ filename: mediaLibrary.filename });
    const [detail] = removed;
    if (detail)
      await writeAudit(tx, { actorId: userId, action: 'media.remove', subject: 'media', subjectId: id, detail });
    return detail !== undefined;
  });
}

/** Rows removed more than a day ago that no deal, order, category or salon shows. */
export async function deleteUnusedMedia(db: Db): Promise<void> {
  const base = sql.raw(`left(filename, ${BASE_LENGTH})`);
  const shown = (table: string, url = 'image_url') =>
    sql.raw(`select substr(${url}, 8, ${BASE_LENGTH}) as shown from ${table} where ${url} like '/media/%'`);
  const isShownIn = (table: string) => sql`exists (select from (${shown(table)}) urls where shown = ${base})`;
  // Categories and salons are few, and read once.
  await db.execute(sql`delete from media_library where not is_active and updated_at < now() - interval '1 day'
    and not ${isShownIn('deals')} and not ${isShownIn('order_items')}
    and ${base} not in (${shown('categories')}
      union ${shown('salons', 'logo_url')} union ${shown('salons, unnest(photos) as photo', 'photo')})`);
}

/** Those of the base names that no row has. */
export async function withoutRow(db: Db, bases: string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ base: string }>(sql`select base from unnest(${sql.param(bases)}::text[]) as base
    where not exists (select from media_library where left(filename, ${sql.raw(`${BASE_LENGTH}`)}) = base)
      and not exists (select from share_images where left(file, ${sql.raw(`${BASE_LENGTH}`)}) = base)`);
  return new Set(rows.map(({ base }) => base));
}
