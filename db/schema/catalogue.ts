/** What is offered: categories, salons, deals and their pictures, and what is counted of them. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { CATEGORY_COLORS } from '#core/domain/categories.ts';
import { MEDIA_CATEGORIES } from '#core/domain/media.ts';
import { MAX_PHOTOS } from '#core/domain/salons.ts';
import { isCity, isImage, isListed, isPlace, uploadIn } from '#db/checks.ts';
import { at, createdAt, id, money, point, tsvector, updatedAt } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';
import { users } from './people.ts';

export const categories = pgTable(
  'categories',
  {
    id: id(),
    name: text('name').notNull(),
    nameEn: text('name_en'),
    slug: text('slug').notNull().unique(),
    icon: text('icon'),
    /** Null for the neutral one. */
    color: text('color', { enum: CATEGORY_COLORS }),
    imageUrl: text('image_url'),
    isActive: boolean('is_active').notNull().default(true),
    /** Where it stands in lists; lower comes first. */
    position: integer('position').notNull().default(100),
  },
  (t) => [
    check('categories_slug', sql`${t.slug} ~ '^[a-z0-9-]{1,40}$'`),
    check('categories_color', isListed(t.color)),
    check('categories_image', isImage(t.imageUrl)),
  ],
);

/** Where and by whom treatments are done; an owner may have several. What a deal says of its salon is the deal's own text. */
export const salons = pgTable(
  'salons',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    /** Null while the shop itself looks after it. */
    ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'restrict' }),
    nipt: text('nipt'),
    name: text('name').notNull(),
    about: text('about').notNull().default(''),
    aboutEn: text('about_en'),
    address: text('address').notNull(),
    city: text('city').notNull(),
    location: text('location'),
    phone: text('phone'),
    whatsapp: text('whatsapp'),
    viber: text('viber'),
    /** The name without @. */
    instagram: text('instagram'),
    logoUrl: text('logo_url'),
    photos: text('photos').array().notNull().default(sql`'{}'::text[]`),
    /** Days on which it is closed. */
    holidays: date('holidays').array().notNull().default(sql`'{}'::date[]`),
    /** Rises with each saved profile. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('salons_slug', sql`${t.slug} ~ '^[a-z0-9-]{1,80}$'`),
    check('salons_name', sql`char_length(${t.name}) between 1 and 160`),
    check('salons_nipt', sql`${t.nipt} ~ '^[A-Z][0-9]{8}[A-Z]$'`),
    check('salons_city', isCity(t.city)),
    check('salons_location', isPlace(t.location)),
    check('salons_phones', sql`${t.phone} ~ '^[+][0-9 ]{8,20}$' and ${t.whatsapp} ~ '^[+][0-9 ]{8,20}$'`),
    check('salons_viber', sql`${t.viber} ~ '^[+][0-9 ]{8,20}$'`),
    check('salons_logo', isImage(t.logoUrl)),
    check('salons_photos', sql`cardinality(${t.photos}) <= ${sql.raw(`${MAX_PHOTOS}`)}`),
    check('salons_instagram', sql`${t.instagram} ~ '^[A-Za-z0-9._]{1,30}$'`),
    index('salons_owner').on(t.ownerId),
    index('salons_alike').using('gin', sql`search_folded(${t.name}) gin_trgm_ops`),
  ],
);
policy(salons, { personalData: { owner: 'ownerId', part: 'salons', onClosure: 'keep' } });

/** When a salon is open: a row per stretch, so that a break at noon makes two. No row, closed. */
export const salonHours = pgTable(
  'salon_hours',
  {
    salonId: uuid('salon_id')
      .notNull()
      .references(() => salons.id, { onDelete: 'cascade' }),
    /** 1 is Monday. */
    weekday: smallint('weekday').notNull(),
    opens: time('opens').notNull(),
    /** On the next day, unless it is after `opens`. */
    closes: time('closes').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.salonId, t.weekday, t.opens] }),
    check('salon_hours_weekday', sql`${t.weekday} between 1 and 7`),
    check('salon_hours_opens', sql`${t.opens} < '24:00'`),
  ],
);

const listed = sql`is_active and not is_hidden and deleted_at is null and not is_over`;

export const deals = pgTable(
  'deals',
  {
    id: id(),
    /** Whoever has deals is never deleted: the account is closed. Null for what the shop itself offers. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'restrict' }),
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
    /** What the price covers `unitCount` of, where the deal says so; nothing is charged by it. */
    priceUnit: text('price_unit', { enum: ['person', 'session'] }),
    unitCount: smallint('unit_count').notNull().default(1),
    /** What discountOf(price, originalPrice) says. */
    discount: integer('discount')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(round((original_price - price) * 100 / original_price), 0)::integer`),
    category: text('category')
      .notNull()
      .references(() => categories.slug, { onUpdate: 'cascade', onDelete: 'restrict' }),
    city: text('city').notNull().default('tirana'),
    address: text('address').notNull().default(''),
    /** Map location, 'lat,lng' (Spec 2 §3 calls it distance). */
    distance: text('distance'),
    /** The same as `place_of(distance)` makes it: what is near is found by it. */
    place: point('place').generatedAlwaysAs(
      sql`point(split_part(distance, ',', 2)::float8 * 0.756, split_part(distance, ',', 1)::float8)`,
    ),
    hours: text('hours').notNull().default('9 AM - 9 PM'),
    /** Which of the three offered runs this is. How long it still runs says `expiresAt` alone. */
    timeLeft: text('time_left')
      .notNull()
      .generatedAlwaysAs(sql`case when expires_at - created_at <= interval '24 hours' then '1 day left'
        when expires_at - created_at > interval '72 hours' then '5 days left' else '3 days left' end`),
    expiresAt: at('expires_at'),
    rating: numeric('rating', { precision: 2, scale: 1, mode: 'number' }),
    reviewCount: integer('review_count').notNull().default(0),
    isActive: boolean('is_active').notNull().default(true),
    isFeatured: boolean('is_featured').notNull().default(false),
    isHidden: boolean('is_hidden').notNull().default(false),
    /** Hidden by an administrator: only administrators can show it again. */
    hiddenByAdminAt: at('hidden_by_admin_at'),
    /** Told to the dealer. */
    moderationReason: text('moderation_reason'),
    deletedAt: at('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Set some time after `expiresAt` has passed, so that indexes hold only what can still be sold. Never a truth to read. */
    isOver: boolean('is_over').notNull().default(false),
    /** How many times the deal is posted again when it expires. */
    repostsLeft: smallint('reposts_left').notNull().default(0),
    /** Idempotency key of the submission that posted it. */
    postKey: uuid('post_key'),
    /** Hash of what was submitted with it. */
    postHash: text('post_hash'),
    /** Stems of title (1), salon (2) and description (4) in both languages, `#category`, `@city`, `=city/category`; filled by a trigger. */
    search: tsvector('search').notNull().default(sql`''::tsvector`),
  },
  (t) => [
    check('deals_price', sql`${t.price} > 0 and ${t.price} < 'NaN'::numeric`),
    check(
      'deals_original_price',
      sql`${t.originalPrice} is null or (${t.originalPrice} >= ${t.price} and ${t.originalPrice} < 'NaN'::numeric)`,
    ),
    check('deals_price_unit', isListed(t.priceUnit)),
    check('deals_unit_count', sql`${t.unitCount} between 1 and (case when ${t.priceUnit} is null then 1 else 99 end)`),
    check('deals_title', sql`char_length(${t.title}) between 1 and 160`),
    check('deals_title_en', sql`char_length(${t.titleEn}) between 1 and 160`),
    check('deals_business_name', sql`char_length(${t.businessName}) between 1 and 160`),
    check('deals_image', isImage(t.imageUrl)),
    check('deals_reviews', sql`${t.reviewCount} >= 0`),
    check('deals_rating', sql`${t.rating} is null or ${t.rating} between 0 and 5`),
    check('deals_city', isCity(t.city)),
    check('deals_distance', isPlace(t.distance)),
    check('deals_social_link', sql`${t.socialLink} is null or ${t.socialLink} ~* '^https?://'`),
    // So `is_hidden` alone decides about visibility, in the indexes too.
    check('deals_hidden_by_admin', sql`${t.hiddenByAdminAt} is null or ${t.isHidden}`),
    check('deals_moderation_reason', sql`char_length(${t.moderationReason}) between 1 and 1000`),
    check('deals_reposts_left', sql`${t.repostsLeft} >= 0`),
    uniqueIndex('deals_post_key').on(t.postKey, t.userId),
    uniqueIndex('deals_post_key_ownerless').on(t.postKey).where(sql`user_id is null`),
    index('deals_to_repost').on(t.expiresAt).where(sql`reposts_left > 0`),
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
    index('deals_discount_list').on(t.city, t.category, t.discount.desc(), t.id.desc()).where(listed),
    index('deals_ending_list').on(t.city, t.category, t.expiresAt, t.id).where(listed),
    index('deals_rating_list').on(t.city, t.category, t.rating.desc(), t.reviewCount.desc(), t.id.desc()).where(listed),
    index('deals_near_list').using('gist', t.place).where(listed),
    index('deals_search').using('gin', t.search).where(listed),
    index('deals_newest_of_all').on(t.createdAt, t.id).where(sql`deleted_at is null`),
    index('deals_search_of_all').using('gin', t.search).where(sql`deleted_at is null`),
    index('deals_over').on(t.expiresAt).where(sql`not is_over`),
    index('deals_category').on(t.category),
    // Filters of the admin panel that few deals pass.
    index('deals_featured_of_all').on(t.createdAt, t.id).where(sql`is_featured and deleted_at is null`),
    index('deals_hidden_of_all').on(t.createdAt, t.id).where(sql`is_hidden and deleted_at is null`),
    index('deals_paused_of_all').on(t.createdAt, t.id).where(sql`not is_active and deleted_at is null`),
    index('deals_over_of_all').on(t.createdAt, t.id).where(sql`is_over and deleted_at is null`),
    index('deals_upload').on(uploadIn(t.imageUrl)).where(sql`image_url like '/media/%'`),
  ],
);
policy(deals, { personalData: { owner: 'userId', part: 'deals', secret: ['postHash'], onClosure: 'keep' } });

/** What rises while a deal is looked at, apart from the deal, so that nobody who locks a deal waits for a look. Rows come with deals. */
export const dealCounters = pgTable(
  'deal_counters',
  {
    dealId: uuid('deal_id')
      .primaryKey()
      .references(() => deals.id, { onDelete: 'cascade' }),
    views: integer('views').notNull().default(0),
    shares: integer('shares').notNull().default(0),
    /** How many favourites there are; kept by triggers on them. */
    likes: integer('likes').notNull().default(0),
  },
  (t) => [check('deal_counters_counts', sql`least(${t.views}, ${t.shares}, ${t.likes}) >= 0`)],
);

/** One row per visitor, deal and day: what makes a view count once. */
export const dealViews = pgTable(
  'deal_views',
  {
    dealId: uuid('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    visitor: text('visitor').notNull(),
    day: text('day').notNull(),
    /** From where a guest looked; empty for accounts. */
    source: text('source'),
  },
  (t) => [primaryKey({ columns: [t.day, t.dealId, t.visitor] })],
);
policy(dealViews, { retention: { since: 'day', keep: '2 days' } });

/** The same for shares. */
export const dealShares = pgTable(
  'deal_shares',
  {
    dealId: uuid('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    visitor: text('visitor').notNull(),
    day: text('day').notNull(),
    /** From where a guest shared; empty for accounts. */
    source: text('source'),
  },
  (t) => [primaryKey({ columns: [t.day, t.dealId, t.visitor] })],
);
policy(dealShares, { retention: { since: 'day', keep: '2 days' } });

/** Rendered images for links to deals and salons (`og:image`). */
export const shareImages = pgTable(
  'share_images',
  {
    id: id(),
    dealId: uuid('deal_id')
      .unique()
      .references(() => deals.id, { onDelete: 'cascade' }),
    salonId: uuid('salon_id')
      .unique()
      .references(() => salons.id, { onDelete: 'cascade' }),
    /** Name of the stored file; null where it could not be rendered. */
    file: text('file'),
    /** When what it shows was last changed: an older image is not used. */
    version: at('version').notNull(),
  },
  (t) => [
    check('share_images_subject', sql`num_nonnulls(${t.dealId}, ${t.salonId}) = 1`),
    index('share_images_file').on(sql`left(${t.file}, 39)`),
  ],
);

export const mediaLibrary = pgTable(
  'media_library',
  {
    id: id(),
    filename: text('filename').notNull().unique(),
    originalName: text('original_name').notNull(),
    mimeType: text('mime_type').notNull(),
    size: integer('size').notNull(),
    /** Of all files made of the upload; what is kept for a quota. */
    storedBytes: integer('stored_bytes').notNull().default(0),
    url: text('url').notNull(),
    category: text('category', { enum: MEDIA_CATEGORIES }),
    tags: text('tags').array().notNull().default(sql`'{}'::text[]`),
    uploadedBy: uuid('uploaded_by').references(() => users.id, { onDelete: 'set null' }),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('media_library_url', isImage(t.url)),
    check('media_library_size', sql`${t.size} >= 0`),
    check('media_library_category', isListed(t.category)),
    index('media_library_category_at').on(t.category, t.createdAt),
    index('media_library_newest').on(t.createdAt, t.id),
    index('media_library_uploader').on(t.uploadedBy, t.createdAt),
    index('media_library_removed').on(t.updatedAt).where(sql`not is_active`),
    index('media_library_base').on(sql`left(${t.filename}, 39)`),
  ],
);
// Pictures stay, without the name that the file had and without who uploaded it.
policy(mediaLibrary, {
  personalData: { owner: 'uploadedBy', part: 'pictures', secret: ['id', 'isActive', 'updatedAt'], onClosure: 'keep' },
});
