/** Messages to support as administrators see them. */

import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ReceivedMessage } from '#core/contract/admin/support.ts';
import { Id } from '#core/contract/shapes.ts';
import { supportMessages } from '#db/schema/conversation.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { newestFirst, pageOf } from '#server/kit/http/pagination.ts';
import { containing } from '#server/kit/http/search-text.ts';

/** SQL (table aliases `m`, `u`) for the JSON of a `ReceivedMessage`. */
const json = sql`jsonb_build_object('id', m.id, 'userId', m.user_id, 'subject', m.subject, 'message', m.message,
  'status', m.status, 'createdAt', m.created_at, 'readAt', m.read_at, 'adminReply', m.admin_reply,
  'repliedAt', m.replied_at, 'repliedBy', m.replied_by, 'contactEmail', m.contact_email,
  'language', coalesce(u.language, m.language),
  'orderId', m.order_id, 'writer', case when u.id is not null then jsonb_build_object('since', u.created_at,
    'role', case when u.role = 'admin' then 'admin' when u.can_post_deals then 'business' else 'client' end,
    'orders', (select count(*) from orders where orders.user_id = u.id)) end,
  'user', case when u.id is not null then jsonb_build_object('username', u.username, 'email', u.email) end)`;
const tables = sql`support_messages m left join users u on u.id = m.user_id`;

export async function listMessages(
  db: Db,
  { q, status }: { q: string | undefined; status: ReceivedMessage['status'] | undefined },
  page: PageRequest,
): Promise<Page<ReceivedMessage[]>> {
  const { behind, ordered, keys } = newestFirst('m', page);
  const isStatus = status ? sql`m.status = ${status}` : sql`true`;
  // The expressions of the indexes `support_messages_alike` and `users_alike`.
  const isFound = q
    ? sql`m.id in (
        select ${Id.safeParse(q).data ?? null}::uuid
        union all select id from support_messages
          where ${containing(q, "coalesce(contact_email, '') || ' ' || coalesce(subject, '') || ' ' || message")}
        union all select m.id from support_messages m join users u on u.id = m.user_id
          where ${containing(q, "u.username || ' ' || u.email || ' ' || u.id::text")})`
    : sql`true`;
  const { rows } = await db.execute<{ item: ReceivedMessage; keys: string }>(sql`
    select ${json} as item, ${keys} from ${tables} where ${behind} and ${isStatus} and ${isFound} ${ordered}`);
  return pageOf(rows, page);
}

export async function findMessage(db: Db, id: string): Promise<ReceivedMessage | null> {
  const { rows } = await db.execute<{ json: ReceivedMessage }>(
    sql`select ${json} as json from ${tables} where m.id = ${id}`,
  );
  return rows[0]?.json ?? null;
}

/** False if it is read already, or gone. */
export async function markRead(tx: Tx, id: string): Promise<boolean> {
  const isUnread = and(eq(supportMessages.id, id), eq(supportMessages.status, 'pending'));
  const { rowCount } = await tx.update(supportMessages).set({ status: 'read', readAt: sql`now()` }).where(isUnread);
  return rowCount === 1;
}

/** False if it is answered already, or gone. */
export async function storeReply(
  tx: Tx,
  { id, reply, adminId }: { id: string; reply: string; adminId: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(supportMessages)
    .set({
      status: 'read',
      readAt: sql`coalesce(${supportMessages.readAt}, now())`,
      adminReply: reply,
      repliedAt: sql`now()`,
      repliedBy: adminId,
    })
    .where(and(eq(supportMessages.id, id), isNull(supportMessages.repliedAt)));
  return rowCount === 1;
}

/** False if it is gone already. */
export async function deleteMessage(tx: Tx, id: string): Promise<boolean> {
  return (await tx.delete(supportMessages).where(eq(supportMessages.id, id))).rowCount === 1;
}
