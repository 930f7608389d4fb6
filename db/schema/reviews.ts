/** Reviews of redeemed vouchers, replies of salons, reports, and the ratings that they make. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { REVIEW_REPORT_REASONS, REVIEW_STATES } from '#core/domain/reviews.ts';
import { isListed } from '#db/checks.ts';
import { at, createdAt } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';
import { salons } from './salons.ts';
import { users } from './users.ts';
import { vouchers } from './vouchers.ts';

/** Added only for a redeemed voucher of its buyer (`reviews.store.ts`). */
export const reviews = pgTable(
  'reviews',
  {
    voucherId: uuid('voucher_id')
      .primaryKey()
      .references(() => vouchers.id, { onDelete: 'cascade' }),
    salonId: uuid('salon_id')
      .notNull()
      .references(() => salons.id, { onDelete: 'restrict' }),
    /** Of the deal: shared by its copies. */
    lineId: uuid('line_id').notNull(),
    /** The author; null once the account is deleted. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    name: text('name'),
    stars: smallint('stars').notNull(),
    text: text('text').notNull().default(''),
    language: text('language', { enum: ['sq', 'en'] }).notNull(),
    status: text('status', { enum: REVIEW_STATES }).notNull(),
    /** Rises with each edit and decision. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    editedAt: at('edited_at'),
    /** While the redemption is undone. */
    undoneAt: at('undone_at'),
    /** The last decision of an administrator. */
    decision: text('decision', { enum: ['publish', 'hide'] }),
    reason: text('reason'),
    decidedAt: at('decided_at'),
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
    /** Whether everybody sees it; only these make the rating. */
    isShown: boolean('is_shown').notNull().generatedAlwaysAs(sql`status = 'published' and undone_at is null`),
  },
  (t) => [
    check('reviews_stars', sql`${t.stars} between 1 and 5`),
    check('reviews_text', sql`char_length(${t.text}) <= 1000`),
    check('reviews_name', sql`char_length(${t.name}) between 1 and 40`),
    check('reviews_language', isListed(t.language)),
    check('reviews_status', isListed(t.status)),
    check('reviews_decision', isListed(t.decision)),
    check('reviews_decided', sql`num_nonnulls(${t.decision}, ${t.reason}, ${t.decidedAt}) in (0, 3)`),
    check('reviews_hidden', sql`${t.status} <> 'hidden' or ${t.decision} is not distinct from 'hide'`),
    check('reviews_withdrawn', sql`${t.status} <> 'withdrawn' or (${t.text} = '' and ${t.name} is null)`),
    index('reviews_shown').on(t.salonId, t.createdAt, t.voucherId).where(sql`is_shown`),
    index('reviews_salon').on(t.salonId, t.createdAt, t.voucherId),
    index('reviews_user').on(t.userId, t.createdAt, t.voucherId),
    index('reviews_newest').on(t.createdAt, t.voucherId),
    index('reviews_held').on(t.createdAt, t.voucherId).where(sql`status = 'held'`),
    index('reviews_decided_by').on(t.decidedBy).where(sql`decided_by is not null`),
  ],
);
policy(reviews, {
  personalData: {
    owner: 'userId',
    part: 'reviews',
    secret: ['isShown', 'decidedBy'],
    onClosure: {
      kept: 'voucherId salonId lineId userId stars text language status version createdAt editedAt undoneAt decision reason decidedAt decidedBy isShown',
      emptied: 'name',
    },
  },
});

/** At most one public reply to each review. */
export const reviewReplies = pgTable(
  'review_replies',
  {
    voucherId: uuid('voucher_id')
      .primaryKey()
      .references(() => reviews.voucherId, { onDelete: 'cascade' }),
    /** The owner of the salon who wrote it last. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    createdAt: createdAt(),
    editedAt: at('edited_at'),
  },
  (t) => [
    check('review_replies_text', sql`char_length(${t.text}) between 1 and 1000`),
    index('review_replies_user').on(t.userId),
  ],
);
policy(reviewReplies, {
  personalData: {
    owner: 'userId',
    part: 'reviewReplies',
    onClosure: { kept: 'voucherId userId text createdAt editedAt', emptied: '' },
  },
});

export const reviewReports = pgTable(
  'review_reports',
  {
    voucherId: uuid('voucher_id')
      .notNull()
      .references(() => reviews.voucherId, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text('reason', { enum: REVIEW_REPORT_REASONS }).notNull(),
    text: text('text'),
    createdAt: createdAt(),
    decidedAt: at('decided_at'),
  },
  (t) => [
    primaryKey({ columns: [t.voucherId, t.userId] }),
    check('review_reports_reason', isListed(t.reason)),
    index('review_reports_user').on(t.userId),
    index('review_reports_open').on(t.voucherId).where(sql`decided_at is null`),
  ],
);
policy(reviewReports, { personalData: { owner: 'userId', part: 'reviewReports', onClosure: 'delete' } });

const stars = (name: string) => integer(name).notNull().default(0);

/** Reviews that everybody sees by their stars; written by a trigger. */
export const salonRatings = pgTable(
  'salon_ratings',
  {
    salonId: uuid('salon_id')
      .primaryKey()
      .references(() => salons.id, { onDelete: 'cascade' }),
    n1: stars('n1'),
    n2: stars('n2'),
    n3: stars('n3'),
    n4: stars('n4'),
    n5: stars('n5'),
  },
  (t) => [check('salon_ratings_counts', sql`least(${t.n1}, ${t.n2}, ${t.n3}, ${t.n4}, ${t.n5}) >= 0`)],
);
policy(salonRatings, { personalData: null });
