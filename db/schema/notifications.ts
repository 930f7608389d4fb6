/** Notifications, their delivery, the browsers they are pushed to, and who follows which salon. */
import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { NOTIFICATION_KINDS } from '#core/domain/notifications.ts';
import { isListed } from '#db/checks.ts';
import { at, createdAt, id } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';
import { salons } from './salons.ts';
import { sessions } from './sign-in.ts';
import { users } from './users.ts';

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
    /** When a worker began to email it; of what is always emailed the claim is a lease that ends (notifications.jobs.ts). */
    emailClaimedAt: at('email_claimed_at'),
    /** Set before the email is sent, and before the push message is: each is sent at most once, also across crashes. Set after it of what is always emailed. */
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

/** News of the app from administrators to all users. */
export const announcements = pgTable(
  'announcements',
  {
    id: id(),
    title: text('title').notNull(),
    titleEn: text('title_en').notNull(),
    text: text('text').notNull(),
    textEn: text('text_en').notNull(),
    /** Idempotency key of the submission. */
    postKey: uuid('post_key').unique(),
    createdAt: createdAt(),
  },
  // A repeated request, and the same news again, is refused.
  (t) => [unique('announcements_once').on(t.title, t.text), index('announcements_newest').on(t.createdAt, t.id)],
);
policy(announcements, { retention: { since: 'createdAt', keep: '2 years' } });

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

/** Browsers that get push messages. Each belongs to the session in which it was switched on, and ends with it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id')
      .notNull()
      .unique()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: createdAt(),
    /** When the browser last said that it has it. */
    seenAt: at('seen_at').notNull().defaultNow(),
  },
  (t) => [index('push_subscriptions_user').on(t.userId), index('push_subscriptions_seen').on(t.seenAt)],
);
policy(pushSubscriptions, {
  personalData: {
    owner: 'userId',
    part: 'pushSubscriptions',
    secret: ['id', 'sessionId', 'endpoint', 'p256dh', 'auth'],
    onClosure: 'delete',
  },
  retention: { since: 'seenAt', keep: '60 days' },
});
