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

export async function listNotifications(
  db: Db,
  { userId, page }: { userId: string; page: PageRequest },
): Promise<Page<NotificationRow[]>> {
  const { behind, ordered, keys } = newestFirst('notifications', page);
  const { rows } = await db.execute<{ item: NotificationRow; keys: string }>(sql`
    select json_build_object('id', id, 'kind', kind, 'data', data, 'createdAt', created_at,
      'isRead', read_at is not null) as item, ${keys}
    from notifications where user_id = ${userId} and ${behind} ${ordered}`);
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
