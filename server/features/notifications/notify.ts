/** Makes notifications, in the transaction of their event. */
import { type SQL, sql } from 'drizzle-orm';
import { type NotificationData, type NotificationKind, notificationKinds } from '#core/domain/notifications.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { MAILS, PUSHES } from '#server/kit/jobs/queues.ts';

/** The jobs of notifications.jobs.ts, which is above this file: they use the features that notify. */
export const deliveryJobs = {
  email: { name: 'notifications-email', queue: MAILS },
  push: { name: 'notifications-push', queue: PUSHES },
} as const;

export interface Notification<Kind extends NotificationKind = NotificationKind> {
  userId: string;
  kind: Kind;
  /** Names the event: a second notification of a user with the same key is not made. */
  key: string;
  data: NotificationData[Kind];
}

/** Notifies one user; a closed account is not notified. */
export async function notify<Kind extends NotificationKind>(tx: Tx, its: Notification<Kind>): Promise<void> {
  const { userId, kind, key, data } = its;
  const row = sql`select ${userId}::uuid as user_id, ${key}::text as key, ${JSON.stringify(data)}::jsonb as data`;
  await notifyAll(tx, kind, row);
}

/**
 * Notifies many. @param rows - a select of `user_id`, `key` and `data`, at most one row per user and key
 * @returns how many notifications were made
 */
export async function notifyAll(db: Db, kind: NotificationKind, rows: SQL): Promise<number> {
  const channels = notificationKinds[kind] === 'none' ? (['push'] as const) : (['email', 'push'] as const);
  // What goes to everybody does not keep others waiting, such as whoever resets a password.
  const priority = kind === 'newDeals' || kind === 'appUpdate' ? 10 : 0;
  const deliveries = channels.map((channel) => {
    const { name, queue } = deliveryJobs[channel];
    return sql`graphile_worker.add_job(${name}, json_build_object('id', id), queue_name => ${queue}, max_attempts => 12, priority => ${priority})`;
  });
  const { rowCount } = await db.execute(sql`
    with added as (
      insert into notifications (id, user_id, kind, key, data)
      select gen_random_uuid(), rows.user_id, ${kind}, rows.key, rows.data
      from (${rows}) rows join users on users.id = rows.user_id and users.is_active
      on conflict (user_id, key) do nothing
      returning id
    )
    select ${sql.join(deliveries, sql`, `)} from added`);
  return rowCount ?? 0;
}
