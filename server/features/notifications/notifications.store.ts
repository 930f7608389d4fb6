import { and, eq, isNull, sql } from 'drizzle-orm';
import type { NotificationKind } from '#core/domain/notifications.ts';
import { notifications } from '#db/schema/notifications.ts';
import type { Db } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { newestFirst, pageOf } from '#server/kit/http/pagination.ts';

interface NotificationRow {
  id: string;
  kind: NotificationKind;
  data: unknown;
  createdAt: string;
  isRead: boolean;
}

/** SQL (alias `n`): what its texts need; of an announcement that was sent they are stored once. */
export const facts = sql`coalesce(case when n.kind = 'appUpdate' then (
    select jsonb_build_object('title', a.title, 'titleEn', a.title_en, 'text', a.text, 'textEn', a.text_en)
    from announcements a where a.id = (n.data ->> 'announcementId')::uuid)
  end, n.data)`;

export async function listNotifications(
  db: Db,
  { userId, page }: { userId: string; page: PageRequest },
): Promise<Page<NotificationRow[]>> {
  const { behind, ordered, keys } = newestFirst('n', page);
  const { rows } = await db.execute<{ item: NotificationRow; keys: string }>(sql`
    select json_build_object('id', n.id, 'kind', n.kind, 'data', ${facts}, 'createdAt', n.created_at,
      'isRead', n.read_at is not null) as item, ${keys}
    from notifications n where n.user_id = ${userId} and ${behind} ${ordered}`);
  return pageOf(rows, page);
}

const isUnreadOf = (userId: string) => and(eq(notifications.userId, userId), isNull(notifications.readAt));

export function countUnread(db: Db, userId: string): Promise<number> {
  return db.$count(notifications, isUnreadOf(userId));
}

/** What came after `newestId` was not seen. */
export async function markRead(db: Db, { userId, newestId }: { userId: string; newestId: string }): Promise<void> {
  const isSeen = sql`(${notifications.createdAt}, ${notifications.id}) <= (
    select n.created_at, n.id from notifications n where n.id = ${newestId} and n.user_id = ${userId})`;
  await db
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(isUnreadOf(userId), isSeen));
}
