/** Notifications, their delivery, and who follows which salon. */
import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { NOTIFICATION_KINDS } from '../../core/domain/notifications.ts';
import { isListed } from '../checks.ts';
import { at, createdAt, id } from '../columns.ts';
import { policy } from '../table-policies.ts';
import { salons } from './catalogue.ts';
import { users } from './people.ts';

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: NOTIFICATION_KINDS }).notNull(),
    /** Names the event, so that it is notified once. */
    key: text('key').notNull(),
    /** The facts of the kind (core/domain/notifications.ts), as they were. */
    data: jsonb('data').notNull(),
    createdAt: createdAt(),
    readAt: at('read_at'),
    /** Set before the email is sent and before the push notification is: each is sent at most once, also across crashes. */
    emailedAt: at('emailed_at'),
    pushedAt: at('pushed_at'),
  },
  (t) => [
    check('notifications_kind', isListed(t.kind)),
    unique('notifications_once').on(t.userId, t.key),
    index('notifications_newest').on(t.userId, t.createdAt, t.id),
    index('notifications_unread').on(t.userId).where(sql`read_at is null`),
    index('notifications_created').on(t.createdAt),
  ],
);
policy(notifications, {
  personalData: { owner: 'userId', part: 'notifications', secret: ['id', 'key'], onClosure: 'delete' },
  retention: { since: 'createdAt', keep: '90 days' },
});

export const salonFollows = pgTable(
  'salon_follows',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    salonId: uuid('salon_id')
      .notNull()
      .references(() => salons.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.salonId] }), index('salon_follows_salon').on(t.salonId)],
);
policy(salonFollows, { personalData: { owner: 'userId', part: 'salonFollows', onClosure: 'delete' } });
