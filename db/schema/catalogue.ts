/** Categories, deals and their counters. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { UseTime } from '#core/contract/shapes.ts';
import { CATEGORY_COLORS } from '#core/domain/categories.ts';
import { isCity, isImage, isListed, isPlace, uploadIn } from '#db/checks.ts';
import { at, createdAt, id, money, point, tsvector, updatedAt } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';
import { salons } from './salons.ts';
import { users } from './users.ts';

export const categories = pgTable(
  'categories',
  {
    id: id(),
    name: text('name').notNull(),
    nameEn: text('name_en'),
    slug: text('slug').notNull().unique(),
    icon: text('icon'),
    /** Null for neutral. */
    color: text('color', { enum: CATEGORY_COLORS }),
    imageUrl: text('image_url'),
    isActive: boolean('is_active').notNull().default(true),
    /** Sort order, ascending. */
    position: integer('position').notNull().default(100),
  },
  (t) => [
    check('categories_slug', sql`${t.slug} ~ '^[a-z0-9-]{1,40}$'`),
    check('categories_color', isListed(t.color)),
    check('categories_image', isImage(t.imageUrl)),
  ],
);

const listed = sql`is_active and not is_hidden and deleted_at is null and not is_over`;

export const deals = pgTable(
  'deals',
  {
    id: id(),
    /** Accounts with deals are closed, not deleted. Null for deals of the shop. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'restrict' }),
    /** Shared by a deal and its copies: their prices are one history. Its own id unless it is a copy, set by a trigger. */
    lineId: uuid('line_id'),
    salonId: uuid('salon_id').references(() => salons.id, { onDelete: 'restrict' }),
    title: text('title').notNull(),
    titleEn: text('title_en'),
    description: text('description').notNull().default(''),
    descriptionEn: text('description_en'),
    businessName: text('business_name').notNull(),
    businessInfo: text('business_info'),
    businessInfoEn: text('business_info_en'),
    socialLink: text('social_link'),
    phone: text('phone'),
    imageUrl: text('image_url'),
    price: money('price').notNull(),
    originalPrice: money('original_price'),
    /** Unit of `unitCount`; informational, prices do not depend on it. */
    priceUnit: text('price_unit', { enum: ['person', 'session'] }),
    unitCount: smallint('unit_count').notNull().default(1),
    durationMinutes: smallint('duration_minutes'),
    /** Equals discountOf(price, originalPrice). */
    discount: integer('discount')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(round((original_price - price) * 100 / original_price), 0)::integer`),
    /** Lowest price of the line in the 30 days before this price began; null while the line was younger. Set by a trigger. */
    lowestBefore: money('lowest_before'),
    /** Discount from the lower of `originalPrice` and `lowestBefore`; 0 below 5 %. */
    shownDiscount: integer('shown_discount')
      .notNull()
      .generatedAlwaysAs(
        sql`case when original_price is not null and (least(original_price, lowest_before) - price) * 20 >= least(original_price, lowest_before)
        then round((least(original_price, lowest_before) - price) * 100 / least(original_price, lowest_before))::integer else 0 end`,
      ),
    category: text('category')
      .notNull()
      .references(() => categories.slug, { onUpdate: 'cascade', onDelete: 'restrict' }),
    city: text('city').notNull().default('tirana'),
    address: text('address').notNull().default(''),
    /** Map location, 'lat,lng' (Spec 2 §3 calls it distance). */
    distance: text('distance'),
    /** `place_of(distance)`, for the KNN index. */
    place: point('place').generatedAlwaysAs(
      sql`point(split_part(distance, ',', 2)::float8 * 0.756, split_part(distance, ',', 1)::float8)`,
    ),
    hours: text('hours').notNull().default('9 AM - 9 PM'),
    /** The chosen run; the remaining time follows from `expiresAt` only. */
    timeLeft: text('time_left')
      .notNull()
      .generatedAlwaysAs(sql`case when expires_at - created_at <= interval '24 hours' then '1 day left'
        when expires_at - created_at > interval '72 hours' then '5 days left' else '3 days left' end`),
    expiresAt: at('expires_at'),
    rating: numeric('rating', { precision: 2, scale: 1, mode: 'number' }),
    reviewCount: integer('review_count').notNull().default(0),
    /** Bayesian mean of the salon's reviews, by which deals are sorted. These three are copied from its rating by triggers. */
    ratingRank: numeric('rating_rank', { precision: 4, scale: 3, mode: 'number' }),
    isActive: boolean('is_active').notNull().default(true),
    isFeatured: boolean('is_featured').notNull().default(false),
    isHidden: boolean('is_hidden').notNull().default(false),
    /** Hidden by an administrator: only administrators can show it again. */
    hiddenByAdminAt: at('hidden_by_admin_at'),
    /** Shown to the dealer. */
    moderationReason: text('moderation_reason'),
    deletedAt: at('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Set by a job some time after `expiresAt`, for the partial indexes only; never read it as the state. */
    isOver: boolean('is_over').notNull().default(false),
    /** Day in Albania on which a job activates it; null once it has started. */
    startsOn: date('starts_on'),
    /** How many times the deal is posted again when it expires. */
    repostsLeft: smallint('reposts_left').notNull().default(0),
    /** Idempotency key of the submission that posted it. */
    postKey: uuid('post_key'),
    /** Hash of the submission with that key. */
    postHash: text('post_hash'),
    /** Stems of title (1), salon (2) and description (4) in both languages, `#category`, `@city`, `=city/category`; filled by a trigger. */
    search: tsvector('search').notNull().default(sql`''::tsvector`),
  },
  (t) => [
    check('deals_line', sql`${t.lineId} is not null`),
    check('deals_price', sql`${t.price} > 0 and ${t.price} < 'NaN'::numeric`),
    check(
      'deals_original_price',
      sql`${t.originalPrice} is null or (${t.originalPrice} >= ${t.price} and ${t.originalPrice} < 'NaN'::numeric)`,
    ),
    check('deals_price_unit', isListed(t.priceUnit)),
    check('deals_unit_count', sql`${t.unitCount} between 1 and (case when ${t.priceUnit} is null then 1 else 99 end)`),
    check('deals_duration', sql`${t.durationMinutes} between 5 and 600`),
    check('deals_title', sql`char_length(${t.title}) between 1 and 160`),
    check('deals_title_en', sql`char_length(${t.titleEn}) between 1 and 160`),
    check('deals_business_name', sql`char_length(${t.businessName}) between 1 and 160`),
    check('deals_image', isImage(t.imageUrl)),
    check('deals_reviews', sql`${t.reviewCount} >= 0`),
    check('deals_rating', sql`${t.rating} is null or ${t.rating} between 0 and 5`),
    check('deals_city', isCity(t.city)),
    check('deals_distance', isPlace(t.distance)),
    check('deals_social_link', sql`${t.socialLink} is null or ${t.socialLink} ~* '^https?://'`),
    // Partial indexes only test `is_hidden`.
    check('deals_hidden_by_admin', sql`${t.hiddenByAdminAt} is null or ${t.isHidden}`),
    check('deals_moderation_reason', sql`char_length(${t.moderationReason}) between 1 and 1000`),
    check('deals_starts_on', sql`${t.startsOn} is null or not ${t.isActive}`),
    check('deals_reposts_left', sql`${t.repostsLeft} >= 0`),
    uniqueIndex('deals_post_key').on(t.postKey, t.userId),
    uniqueIndex('deals_post_key_ownerless').on(t.postKey).where(sql`user_id is null`),
    index('deals_to_repost').on(t.expiresAt).where(sql`reposts_left > 0`),
    index('deals_to_start').on(t.startsOn).where(sql`starts_on is not null`),
    index('deals_user').on(t.userId, t.createdAt),
    index('deals_salon').on(t.salonId),
    index('deals_city_list').on(t.city, t.isFeatured.desc(), t.createdAt.desc(), t.id.desc()).where(listed),
    index('deals_city_category_list')
      .on(t.city, t.category, t.isFeatured.desc(), t.createdAt.desc(), t.id.desc())
      .where(listed),
    index('deals_all_list').on(t.isFeatured.desc(), t.createdAt.desc(), t.id.desc()).where(listed),
    index('deals_all_category_list').on(t.category, t.isFeatured.desc(), t.createdAt.desc(), t.id.desc()).where(listed),
    index('deals_newest_list').on(t.city, t.category, t.createdAt.desc(), t.id.desc()).where(listed),
    index('deals_price_list').on(t.city, t.category, t.price, t.id).where(listed),
    index('deals_all_price_list').on(t.category, t.price, t.id).where(listed),
    index('deals_discount_list').on(t.city, t.category, t.shownDiscount.desc(), t.id.desc()).where(listed),
    index('deals_ending_list').on(t.city, t.category, t.expiresAt, t.id).where(listed),
    index('deals_rating_list').on(t.city, t.category, t.ratingRank.desc(), t.id.desc()).where(listed),
    index('deals_near_list').using('gist', t.place).where(listed),
    index('deals_search').using('gin', t.search).where(listed),
    index('deals_newest_of_all').on(t.createdAt, t.id).where(sql`deleted_at is null`),
    index('deals_search_of_all').using('gin', t.search).where(sql`deleted_at is null`),
    index('deals_over').on(t.expiresAt).where(sql`not is_over`),
    index('deals_category').on(t.category),
    // Selective filters of the admin panel.
    index('deals_featured_of_all').on(t.createdAt, t.id).where(sql`is_featured and deleted_at is null`),
    index('deals_hidden_of_all').on(t.createdAt, t.id).where(sql`is_hidden and deleted_at is null`),
    index('deals_paused_of_all').on(t.createdAt, t.id).where(sql`not is_active and deleted_at is null`),
    index('deals_over_of_all').on(t.createdAt, t.id).where(sql`is_over and deleted_at is null`),
    index('deals_upload').on(uploadIn(t.imageUrl)).where(sql`image_url like '/media/%'`),
  ],
);
policy(deals, {
  personalData: {
    owner: 'userId',
    part: 'deals',
    secret: ['postHash'],
    onClosure: {
      kept: 'id userId lineId salonId title titleEn description descriptionEn businessName imageUrl price originalPrice priceUnit unitCount durationMinutes discount lowestBefore shownDiscount category city place hours timeLeft expiresAt rating reviewCount ratingRank isActive isFeatured isHidden hiddenByAdminAt moderationReason deletedAt createdAt updatedAt isOver startsOn repostsLeft postKey postHash search',
      emptied: 'businessInfo businessInfoEn socialLink phone address distance',
    },
  },
});

/** What limits the sale or the use of a deal; a deal without a row has no limits. */
export const dealLimits = pgTable(
  'deal_limits',
  {
    dealId: uuid('deal_id')
      .primaryKey()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** For sale in all runs of the deal; null without a limit. */
    units: smallint('units'),
    /** Units of it that are open, redeemed or held (`deal_units_taken`). */
    taken: integer('taken').notNull().default(0),
    perPerson: smallint('per_person'),
    /** For accounts without a redeemed unit at the salon. */
    newClientsOnly: boolean('new_clients_only').notNull().default(false),
    bookingNeeded: boolean('booking_needed').notNull().default(false),
    /** When it can be used; empty: whenever the salon is open. */
    useTimes: jsonb('use_times').$type<UseTime[]>().notNull().default([]),
  },
  (t) => [
    check('deal_limits_units', sql`${t.units} between 1 and 9999`),
    check('deal_limits_taken', sql`${t.taken} >= 0 and ${t.taken} between 0 and ${t.units}`),
    check(
      'deal_limits_per_person',
      sql`${t.perPerson} between 1 and 99 and (${t.units} is null or ${t.perPerson} <= ${t.units})`,
    ),
  ],
);
policy(dealLimits, { personalData: null });

/** Number of deals for sale by place: insert-only differences, summed when read and merged by a job. Written by a trigger. */
export const dealCounts = pgTable('deal_counts', {
  city: text('city').notNull(),
  category: text('category').notNull(),
  delta: integer('delta').notNull(),
});

/** One row per transaction that changes public content, until it commits: a deferred trigger sends its tags to the caches. */
export const cacheNotices = pgTable('cache_notices', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity(),
});

/** Separate from deals, so that counting views does not wait for row locks of deals. Rows are inserted by a trigger. */
export const dealCounters = pgTable(
  'deal_counters',
  {
    dealId: uuid('deal_id')
      .primaryKey()
      .references(() => deals.id, { onDelete: 'cascade' }),
    views: integer('views').notNull().default(0),
    shares: integer('shares').notNull().default(0),
    /** Maintained by triggers on favorites. */
    likes: integer('likes').notNull().default(0),
  },
  (t) => [check('deal_counters_counts', sql`least(${t.views}, ${t.shares}, ${t.likes}) >= 0`)],
);
policy(dealCounters, { personalData: null });

/** What happened with a deal on a day in Albania, as far as no other table keeps it. */
export const dealDays = pgTable(
  'deal_days',
  {
    dealId: uuid('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    day: text('day').notNull(),
    views: integer('views').notNull().default(0),
    shares: integer('shares').notNull().default(0),
    /** Favourites added. */
    saves: integer('saves').notNull().default(0),
    /** Lines added to carts. */
    carts: integer('carts').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.dealId, t.day] }), index('deal_days_day').on(t.day)],
);
policy(dealDays, { personalData: null, retention: { since: 'day', keep: '400 days' } });

/** Prices of the deals of a line, each in force until the next of its deal; written by a trigger on deals. */
export const dealPrices = pgTable(
  'deal_prices',
  {
    lineId: uuid('line_id').notNull(),
    /** Of the line; null for prices recorded before this column existed. */
    dealId: uuid('deal_id'),
    price: money('price').notNull(),
    originalPrice: money('original_price'),
    validFrom: at('valid_from').notNull(),
  },
  (t) => [primaryKey({ columns: [t.lineId, t.validFrom] }), index('deal_prices_valid_from').on(t.validFrom)],
);
// The price of a deal that was in force 400 days ago stays.
policy(dealPrices, {
  retention: {
    since: 'validFrom',
    keep: '400 days',
    where: sql`exists (select from deal_prices n where n.line_id = deal_prices.line_id and n.deal_id is not distinct from deal_prices.deal_id
      and n.valid_from > deal_prices.valid_from and n.valid_from < now() - interval '400 days')`,
  },
});

/** Deduplicates views per visitor, deal and day. */
export const dealViews = pgTable(
  'deal_views',
  {
    dealId: uuid('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    visitor: text('visitor').notNull(),
    day: text('day').notNull(),
    /** Hash of the address of a guest; null for accounts. */
    source: text('source'),
  },
  (t) => [primaryKey({ columns: [t.day, t.dealId, t.visitor] })],
);
policy(dealViews, { personalData: null, retention: { since: 'day', keep: '2 days' } });

/** Deduplicates shares. */
export const dealShares = pgTable(
  'deal_shares',
  {
    dealId: uuid('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    visitor: text('visitor').notNull(),
    day: text('day').notNull(),
    /** Hash of the address of a guest; null for accounts. */
    source: text('source'),
  },
  (t) => [primaryKey({ columns: [t.day, t.dealId, t.visitor] })],
);
policy(dealShares, { personalData: null, retention: { since: 'day', keep: '2 days' } });
