/** Every table of the shop. Truth lives in constraints; what a constraint cannot say is in migrations/0001_rules.sql. */
import { type AnyColumn, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { cities } from '../core/domain/cities.ts';
import { at, createdAt, id, money, tsvector, updatedAt, word } from './columns.ts';

const isCity = (city: AnyColumn) => sql`${city} in (${sql.raw(cities.map((key) => `'${key}'`).join(','))})`;

/** 'lat,lng'. */
const isPlace = (place: AnyColumn) =>
  sql`${place} ~ ${sql.raw(String.raw`'^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$'`)}`;

/** A path of our own or an address of the secure web that every reader of addresses can take apart. */
const isImage = (url: AnyColumn) =>
  sql`${url} ~ ${sql.raw(String.raw`'^(?!.*xn--)(https://([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?=/|$)|(?=/[^/]))(/([A-Za-z0-9._~!&()*+,=:@?/-]|%[0-9A-Fa-f]{2})*)?$'`)}`;

// People

export const users = pgTable(
  'users',
  {
    id: id(),
    username: text('username').notNull().unique(),
    email: text('email').notNull().unique(),
    /** argon2id; null for accounts that only sign in with an identity provider. */
    passwordHash: text('password_hash'),
    role: text('role', { enum: ['user', 'admin'] })
      .notNull()
      .default('user'),
    canPostDeals: boolean('can_post_deals').notNull().default(false),
    /** A closed account keeps its row and loses what names the person; a trigger takes its deals off sale. */
    isActive: boolean('is_active').notNull().default(true),
    /** In which the shop writes to them. */
    language: text('language', { enum: ['sq', 'en'] })
      .notNull()
      .default('sq'),
    emailVerifiedAt: at('email_verified_at'),
    termsAcceptedAt: at('terms_accepted_at'),
    stripeCustomerId: text('stripe_customer_id').unique(),
    stripeSubscriptionId: text('stripe_subscription_id').unique(),
    createdAt: createdAt(),
  },
  (t) => [
    check('users_role', sql`${t.role} in ('user', 'admin')`),
    check('users_language', sql`${t.language} in ('sq', 'en')`),
    check('users_email_lower', sql`${t.email} = lower(${t.email}) and ${t.username} = lower(${t.username})`),
  ],
);

/** `sid` holds the SHA-256 of the cookie's token; `sess` what the session is about. */
export const sessions = pgTable(
  'sessions',
  {
    sid: text('sid').primaryKey(),
    sess: jsonb('sess').$type<{ rememberMe: boolean }>().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expire: at('expire').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expire').on(t.expire)],
);

export const userSettings = pgTable('user_settings', {
  id: id(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  emailNotifications: boolean('email_notifications').notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const dealerRequests = pgTable(
  'dealer_requests',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    nipt: text('nipt').notNull(),
    phone: text('phone'),
    email: text('email'),
    status: text('status', { enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    requestedAt: at('requested_at').notNull().defaultNow(),
    reviewedAt: at('reviewed_at'),
    reviewedBy: uuid('reviewed_by').references(() => users.id, { onDelete: 'set null' }),
    notes: text('notes'),
  },
  (t) => [
    check('dealer_requests_status', sql`${t.status} in ('pending', 'approved', 'rejected')`),
    check('dealer_requests_reviewed', sql`(${t.status} = 'pending') = (${t.reviewedAt} is null)`),
    check('dealer_requests_contact', sql`${t.phone} is not null or ${t.email} is not null`),
    uniqueIndex('dealer_requests_one_pending').on(t.userId).where(sql`status = 'pending'`),
    index('dealer_requests_status_at').on(t.status, t.requestedAt),
  ],
);

export const memberships = pgTable(
  'memberships',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    plan: text('plan', { enum: ['entry', 'silver', 'gold'] }).notNull(),
    status: text('status', { enum: ['active', 'canceling', 'past_due', 'expired', 'canceled'] })
      .notNull()
      .default('active'),
    postsUsed: integer('posts_used').notNull().default(0),
    /** -1 is unlimited. */
    postsLimit: integer('posts_limit').notNull(),
    stripeSubscriptionId: text('stripe_subscription_id').unique(),
    currentPeriodStart: at('current_period_start').notNull(),
    currentPeriodEnd: at('current_period_end').notNull(),
    /** The admin who gave it as a gift; null when it is paid. */
    paymentOverrideBy: uuid('payment_override_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('memberships_plan', sql`${t.plan} in ('entry', 'silver', 'gold')`),
    check('memberships_status', sql`${t.status} in ('active', 'canceling', 'past_due', 'expired', 'canceled')`),
    check(
      'memberships_posts',
      sql`${t.postsUsed} >= 0 and (${t.postsLimit} = -1 or ${t.postsUsed} <= ${t.postsLimit})`,
    ),
    check('memberships_period', sql`${t.currentPeriodStart} < ${t.currentPeriodEnd}`),
    uniqueIndex('memberships_one_live').on(t.userId).where(sql`status in ('active', 'canceling', 'past_due')`),
  ],
);

// The catalogue

export const categories = pgTable(
  'categories',
  {
    id: id(),
    name: text('name').notNull(),
    nameEn: text('name_en'),
    slug: text('slug').notNull().unique(),
    icon: text('icon'),
    isActive: boolean('is_active').notNull().default(true),
    /** Where it stands in lists; lower comes first. */
    position: integer('position').notNull().default(100),
  },
  (t) => [check('categories_slug', sql`${t.slug} ~ '^[a-z0-9-]{1,40}$'`)],
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
    /** The name without @. */
    instagram: text('instagram'),
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
    check('salons_instagram', sql`${t.instagram} ~ '^[A-Za-z0-9._]{1,30}$'`),
    index('salons_owner').on(t.ownerId),
  ],
);

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
    closes: time('closes').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.salonId, t.weekday, t.opens] }),
    check('salon_hours_weekday', sql`${t.weekday} between 1 and 7`),
    check('salon_hours_order', sql`${t.opens} < ${t.closes}`),
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
    deletedAt: at('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Set some time after `expiresAt` has passed, so that indexes hold only what can still be sold. Never a truth to read. */
    isOver: boolean('is_over').notNull().default(false),
    /** Stems of title (1), salon (2) and description (4) in both languages, `#category`, `@city`, `=city/category`; filled by a trigger. */
    search: tsvector('search').notNull().default(sql`''::tsvector`),
  },
  (t) => [
    check('deals_price', sql`${t.price} > 0 and ${t.price} < 'NaN'::numeric`),
    check(
      'deals_original_price',
      sql`${t.originalPrice} is null or (${t.originalPrice} >= ${t.price} and ${t.originalPrice} < 'NaN'::numeric)`,
    ),
    check('deals_title', sql`char_length(${t.title}) between 1 and 160`),
    check('deals_image', isImage(t.imageUrl)),
    check('deals_reviews', sql`${t.reviewCount} >= 0`),
    check('deals_rating', sql`${t.rating} is null or ${t.rating} between 0 and 5`),
    check('deals_city', isCity(t.city)),
    check('deals_distance', isPlace(t.distance)),
    check('deals_social_link', sql`${t.socialLink} is null or ${t.socialLink} ~* '^https?://'`),
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
    index('deals_search').using('gin', t.search).where(listed),
    index('deals_over').on(t.expiresAt).where(sql`not is_over`),
  ],
);

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

/** Every stem that deals for sale use: a mistyped word is looked up here, never among the deals. */
export const vocabulary = pgTable('vocabulary', { stem: word('stem').primaryKey() }, (t) => [
  index('vocabulary_alike').using('gin', t.stem.op('gin_trgm_ops')),
]);

/** Stems that a deal or a category has given up; whether another still uses them is looked up now and then. */
export const vocabularyDoubts = pgTable('vocabulary_doubts', { stem: word('stem').notNull() });

/** Words that mean the same to somebody who searches: stems of one meaning share a number. */
export const synonyms = pgTable(
  'synonyms',
  { meaning: integer('meaning').notNull(), stem: word('stem').notNull() },
  (t) => [primaryKey({ columns: [t.stem, t.meaning] }), index('synonyms_meaning').on(t.meaning)],
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
  },
  (t) => [primaryKey({ columns: [t.day, t.dealId, t.visitor] })],
);

// Shopping

/** One per user. `generation` names the present filling; an order closes it (exactly one order per filling). */
export const carts = pgTable('carts', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  generation: uuid('generation').notNull(),
  lastOrderId: uuid('last_order_id').references(() => orders.id, { onDelete: 'restrict' }),
  closedAt: at('closed_at'),
  touchedAt: at('touched_at').notNull().defaultNow(),
});

export const cartItems = pgTable(
  'cart_items',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => carts.userId, { onDelete: 'cascade' }),
    sessionId: text('session_id').notNull(),
    dealId: uuid('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    quantity: integer('quantity').notNull().default(1),
    /** The price when it was added, to say so when it changes. */
    addedPrice: money('added_price').notNull(),
    createdAt: createdAt(),
    /** Set when the buyer removed it; kept ten minutes so that a repeated removal answers the same. */
    removedAt: at('removed_at'),
  },
  (t) => [
    check('cart_items_quantity', sql`${t.quantity} between 1 and 99`),
    uniqueIndex('cart_items_one_line').on(t.userId, t.dealId).where(sql`removed_at is null`),
    index('cart_items_removed').on(t.removedAt).where(sql`removed_at is not null`),
  ],
);

/** Additions that were made: the browser gives each a key, so that one sent twice happens once. */
export const cartAdditions = pgTable(
  'cart_additions',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: uuid('key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('cart_additions_created').on(t.createdAt)],
);

export const favorites = pgTable(
  'favorites',
  {
    id: id(),
    /** Null while a guest's: then the browser is the owner. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    browser: text('browser'),
    /** A label, and no key. */
    sessionId: text('session_id').notNull(),
    dealId: uuid('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** What stands for the address and day of a guest, so that one address is one like a day. */
    likedFrom: text('liked_from'),
    isLike: boolean('is_like').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('favorites_user_deal').on(t.userId, t.dealId).where(sql`user_id is not null`),
    uniqueIndex('favorites_browser_deal').on(t.browser, t.dealId).where(sql`user_id is null`),
    uniqueIndex('favorites_like_from').on(t.dealId, t.likedFrom).where(sql`is_like`),
    check('favorites_one_keeper', sql`num_nonnulls(user_id, browser) = 1`),
    index('favorites_deal').on(t.dealId),
  ],
);

export const orders = pgTable(
  'orders',
  {
    id: id(),
    sessionId: text('session_id').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** `pi_…` of a card payment or the Purchase ID `BK-…` of a cash order (Spec 2 §3). */
    stripePaymentIntentId: text('stripe_payment_intent_id').notNull().unique(),
    /** The filling of the cart it was made from. */
    cartGeneration: uuid('cart_generation').notNull().unique(),
    /** What the browser called the confirmation, so that one sent twice makes one order. */
    confirmationKey: uuid('confirmation_key'),
    totalAmount: money('total_amount').notNull(),
    /** What a card was charged, in minor units of `chargedCurrency`, and at which rate; null for cash. */
    chargedAmount: bigint('charged_amount', { mode: 'number' }),
    chargedCurrency: text('charged_currency'),
    exchangeRate: numeric('exchange_rate', { precision: 12, scale: 6 }),
    status: text('status', { enum: ['pending', 'completed', 'failed', 'refunded'] })
      .notNull()
      .default('completed'),
    paymentMethod: text('payment_method', { enum: ['card', 'cash'] })
      .notNull()
      .default('card'),
    createdAt: createdAt(),
  },
  (t) => [
    check('orders_total', sql`${t.totalAmount} >= 0 and ${t.totalAmount} < 'NaN'::numeric`),
    check('orders_status', sql`${t.status} in ('pending', 'completed', 'failed', 'refunded')`),
    check('orders_method', sql`${t.paymentMethod} in ('card', 'cash')`),
    index('orders_user').on(t.userId, t.createdAt.desc()),
    uniqueIndex('orders_confirmation').on(t.userId, t.confirmationKey).where(sql`confirmation_key is not null`),
  ],
);

/** What was bought at what price, in the words of then: written with its order and never changed. */
export const orderItems = pgTable(
  'order_items',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    /** Where it stood in the cart, from 1. */
    position: smallint('position').notNull(),
    dealId: uuid('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'restrict' }),
    dealerId: uuid('dealer_id').references(() => users.id, { onDelete: 'restrict' }),
    salonId: uuid('salon_id').references(() => salons.id, { onDelete: 'restrict' }),
    /** Which option of the deal, where it has some. */
    option: text('option'),
    title: text('title').notNull(),
    titleEn: text('title_en'),
    imageUrl: text('image_url'),
    businessName: text('business_name').notNull(),
    price: money('price').notNull(),
    originalPrice: money('original_price'),
    discount: integer('discount').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    unique('order_items_once').on(t.orderId, t.dealId, t.option).nullsNotDistinct(),
    check('order_items_position', sql`${t.position} > 0`),
    check('order_items_quantity', sql`${t.quantity} between 1 and 99`),
    check('order_items_price', sql`${t.price} > 0 and ${t.price} < 'NaN'::numeric`),
    check('order_items_original_price', sql`${t.originalPrice} >= ${t.price} and ${t.originalPrice} < 'NaN'::numeric`),
    check('order_items_discount', sql`${t.discount} between 0 and 100`),
    index('order_items_deal').on(t.dealId),
    index('order_items_dealer').on(t.dealerId),
    index('order_items_salon').on(t.salonId),
  ],
);

// Conversation and media

export const supportMessages = pgTable(
  'support_messages',
  {
    id: id(),
    /** Null means anonymous. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    contactEmail: text('contact_email'),
    subject: text('subject'),
    message: text('message').notNull(),
    status: text('status', { enum: ['pending', 'read'] })
      .notNull()
      .default('pending'),
    createdAt: createdAt(),
    readAt: at('read_at'),
    adminReply: text('admin_reply'),
    repliedAt: at('replied_at'),
    repliedBy: uuid('replied_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    check('support_messages_status', sql`${t.status} in ('pending', 'read')`),
    index('support_messages_status_at').on(t.status, t.createdAt),
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
    url: text('url').notNull(),
    category: text('category'),
    tags: text('tags').array().notNull().default(sql`'{}'::text[]`),
    uploadedBy: uuid('uploaded_by').references(() => users.id, { onDelete: 'set null' }),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('media_library_url', isImage(t.url)),
    check('media_library_size', sql`${t.size} >= 0`),
    check('media_library_category', sql`${t.category} in ('hair', 'skin', 'nails', 'eyebrows', 'lips', 'massage')`),
    index('media_library_category_at').on(t.category, t.createdAt),
  ],
);

// Keeping the place honest

/** Who did what to which thing. Append-only: triggers refuse updates, and deletes by others than `audit_log_forget`. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: at('at').notNull().defaultNow(),
    /** Null when the shop itself acted. */
    actorId: uuid('actor_id'),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    subjectId: text('subject_id').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    index('audit_log_subject').on(t.subject, t.subjectId, t.at),
    index('audit_log_actor').on(t.actorId, t.at),
    index('audit_log_at').using('brin', t.at),
  ],
);

/** Counted attempts per key and window: limits that hold on every node and across restarts. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    windowStart: at('window_start').notNull(),
    count: integer('count').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [unique('rate_limits_key_window').on(t.key, t.windowStart), index('rate_limits_expires').on(t.expiresAt)],
);

/** Small facts of the installation, such as secrets made on the first start. */
export const installation = pgTable('installation', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: createdAt(),
});
