/** Makes notifications, in the transaction of their event. */
import { type SQL, sql } from 'drizzle-orm';
import {
  NOTIFICATION_KINDS,
  type NotificationData,
  type NotificationKind,
  notificationKinds,
} from '#core/domain/notifications.ts';
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

export const kindsWith = (choice: (typeof notificationKinds)[NotificationKind]) =>
  sql.param(NOTIFICATION_KINDS.filter((kind) => notificationKinds[kind] === choice));

/** SQL (aliases `n`, `u` and `s` of the notification, its user and their settings): whether it is emailed. */
export const isEmailWanted = sql`case
  when n.kind = any(${kindsWith('always')}) then true
  when n.kind = any(${kindsWith('none')}) then false
  when n.kind like 'membership%' then coalesce(s.email_notifications, true)
  -- A new address may be somebody else's.
  when u.email_verified_at is null then false
  -- Following a salon is a choice too.
  when n.kind = any(${kindsWith('ifConsented')}) then coalesce(s.email_notifications, (n.data ->> 'isFollowed')::boolean)
  else coalesce(s.email_notifications, true) end`;

const hasPush = sql`exists (select from push_subscriptions p where p.user_id = n.user_id)`;

/** Notifies one user; a closed account is not notified. */
export async function notify<Kind extends NotificationKind>(tx: Tx, its: Notification<Kind>): Promise<void> {
  const { userId, kind, key, data } = its;
  const row = sql`select ${userId}::uuid as user_id, ${key}::text as key, ${JSON.stringify(data)}::jsonb as data`;
  await notifyAll(tx, kind, row);
}

/**
 * Notifies many, and enqueues deliveries for those who get them by email or push. @param rows - a select of `user_id`, `key`
 * and `data`, at most one row per user and key
 */
export async function notifyAll(db: Db, kind: NotificationKind, rows: SQL): Promise<void> {
  // What goes to everybody does not keep others waiting, such as whoever resets a password.
  const priority = kind === 'newDeals' || kind === 'appUpdate' ? 10 : 0;
  const delivery = ({ name, queue }: { name: string; queue: string }, isWanted: SQL) =>
    sql`(${name}::text, ${queue}::text, ${isWanted})`;
  // All jobs at once: adding one looks through those that wait.
  await db.execute(sql`
    with added as (
      insert into notifications (id, user_id, kind, key, data)
      select gen_random_uuid(), rows.user_id, ${kind}, rows.key, rows.data
      from (${rows}) rows join users on users.id = rows.user_id and users.is_active
      on conflict (user_id, key) do nothing
      returning id, user_id, kind, data
    )
    select count(*) from graphile_worker.add_jobs(array(
      select row(job.name, json_build_object('id', n.id), job.queue, null, 12, null, ${priority}::int, null)::graphile_worker.job_spec
      from added n join users u on u.id = n.user_id left join user_settings s on s.user_id = u.id
        cross join lateral (values ${delivery(deliveryJobs.email, isEmailWanted)}, ${delivery(deliveryJobs.push, hasPush)})
          as job (name, queue, is_wanted)
      where job.is_wanted))`);
}
